"""What a specialist does without a model: makes the one call that its task is about, and says what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.actions import Call, Decision, Done, ToolCall, Wait
from loket.core.data import Json
from loket.core.events import Decided, Opened, Returned
from loket.core.planner import Draft, Situation
from loket.core.record import Record
from loket.core.shapes import is_object, text_at
from loket_demos.relocation.rules.delegations import NEEDS_PURPOSE, Delegation, delegation
from loket_demos.relocation.rules.findings import finding
from loket_demos.relocation.rules.wish import reading, set_up
from loket_demos.relocation.system_vars import locale_of, system_vars_of
from loket_demos.relocation.texts import sentence


@dataclass(frozen=True)
class SpecialistRules:
    """The planner of the specialist `agent`; a task that a model wrote is read like a person's words."""

    agent: str

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision; the same for the same situation."""
        back = [record.event for record in situation.woke if isinstance(record.event, Returned)]
        if back:
            return self._answer(situation, back)
        if any(isinstance(record.event, Opened) for record in situation.woke) and situation.task is not None:
            return self._looks_up(situation)
        return Decision(reasoning="There is nothing to do about this.", action=Wait(why="for what is under way"))

    def _looks_up(self, situation: Situation) -> Decision:
        args, locale = situation.task.args if situation.task else {}, locale_of(situation.settings)
        if isinstance(call := args.get("call"), dict):
            wanted = Delegation.model_validate(call)
        else:
            it = reading(situation.task.task if situation.task else "", situation.now, locale)
            wish = it.wish.filled(set_up(system_vars_of(situation.settings)))
            if not wish.purpose and self.agent in NEEDS_PURPOSE:
                done = Done(outcome="neutral", summary=sentence("say", "unread", it.language))
                return Decision(reasoning="The task does not say which visa it is about.", action=done, step="unread")
            wanted = delegation(self.agent, wish, it.language, locale)
        made = ToolCall(id="a", tool=wanted.tool, args=wanted.args)
        return Decision(reasoning=f"{wanted.tool} knows it.", action=Call(calls=(made,)), step="call")

    def _answer(self, situation: Situation, back: Sequence[Returned]) -> Decision:
        calls = _calls(situation.history)
        locale = locale_of(situation.settings)
        found = [(calls[one.call], one.value) for one in back if one.ok and one.call in calls]
        texts = [finding(call.tool, value, text_at(call.args, "language") or locale) for call, value in found]
        if bad := next((one for one in back if not one.ok), None):
            done = Done(outcome="failure", summary="\n\n".join([*texts, bad.text or bad.code or ""]))
            return Decision(reasoning="A tool did not answer.", action=done, step="answer")
        line = " ".join(self._line(call, value, locale) for call, value in found)
        done = Done(summary=line, value={"text": "\n\n".join(texts)})
        return Decision(reasoning="This is what it found.", action=done, step="answer")

    def _line(self, call: ToolCall, value: Json, locale: str) -> str:
        """What it looked up: what it found stands in the answer, and not a second time above it."""
        language = text_at(call.args, "language") or locale
        named = [text_at(value, name) for name in ("visa_type", "pathway", "program")] if is_object(value) else []
        about = " – ".join(filter(None, (sentence("sections", self.agent, language), *named)))
        return sentence("say", "passed_on", language, about=about)


def _calls(history: Sequence[Record]) -> dict[str, ToolCall]:
    """The calls of tools in this scope, by their ids."""
    made: dict[str, ToolCall] = {}
    for record in history:
        if isinstance(record.event, Decided) and isinstance(record.event.action, Call):
            made |= {f"{record.seq}.{call.id}": call for call in record.event.action.tools}
    return made
