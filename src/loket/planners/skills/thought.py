"""One thought of the skills planner: from the records that woke it to a decision."""

from dataclasses import dataclass, replace

from loket.core.actions import Ask, Call, Decision, Done, Say, Task, ToolCall
from loket.core.consent import consent
from loket.core.data import Json, JsonObject
from loket.core.events import Opened, Returned
from loket.core.planner import Situation
from loket.language import SkillIndex, is_yes
from loket.language.languages import language
from loket.language.memory import thanks
from loket.language.message import Message
from loket.language.skill import PendingRequest, Understanding, pending_of
from loket.planners.dialogue.choosing import NONE_OF, chosen
from loket.planners.dialogue.deciding import carry_out, end, rest
from loket.planners.dialogue.trail import (
    ANSWER,
    Utterance,
    decided,
    last_words,
    said_now,
    task_of,
    untold,
    words_before,
    words_behind,
)
from loket.planners.skills.answer import report, sentence
from loket.planners.skills.asking import ability, ask_for, ask_which, value_of
from loket.planners.skills.indexes import THEN, carried_out, fitted, steps_left
from loket.planners.skills.proposals import agreed, left_out, propose

CLARIFY, CHOOSE = "clarify", "choose"
"""The steps in which the planner asks."""

INSTEAD = "instead"
"""The name in the value of a task of ours for a message that asks for something else."""


@dataclass(frozen=True)
class SkillsThought:
    """What is thought about one situation, with the skills of its tools."""

    index: SkillIndex
    situation: Situation

    def decide(self) -> Decision:
        """The decision; the same for the same situation."""
        said = said_now(self.situation)
        if said is not None:
            return self._heard(said)
        if any(isinstance(record.event, Returned) for record in self.situation.woke):
            return self._back()
        task = self.situation.task
        if task is not None and any(isinstance(record.event, Opened) for record in self.situation.woke):
            skill, slots = task.args.get("skill"), task.args.get("slots")
            if isinstance(skill, str) and skill in self.index.skills:
                known = dict(slots) if isinstance(slots, dict) else {}
                return self._decided(self.index.complete(PendingRequest(skill, known), self._code()))
            return self._understood(self._understand(task.task or str(task.args.get("text", ""))), task.task)
        return rest()

    # What was said.

    def _heard(self, said: Utterance) -> Decision:
        ask, step = said.ask, said.asked.step if said.asked is not None else ""
        if ask is None or ask.wants is None:
            return self._new(said.text)
        if step == CHOOSE:
            return self._chosen(said, ask)
        pending = pending_of(ask.wants)
        given = said.form or self._picked(said, pending)
        if given:
            full = PendingRequest(pending.skill, {**pending.slots, **given})
            return self._decided(self.index.complete(full, self._code()))
        return self._answered(said.text, pending)

    def _picked(self, said: Utterance, pending: PendingRequest) -> JsonObject:
        profile = self.index.profiles.get(pending.skill)
        if said.choice is None or profile is None or not pending.missing:
            return {}
        field = next((field for field in profile.fields if field.name == pending.missing[0]), None)
        value = None if field is None else value_of(field, said.choice)
        return {} if field is None or value is None else {field.name: [value] if field.many else value}

    def _answered(self, text: str, pending: PendingRequest) -> Decision:
        """Words that answer a question, unless they clearly ask for something else."""
        if pending.missing and is_yes(text) is False:
            return self._end(language(self._code(text)).data["say"]["declined"], "The person wants no more of it.")
        understood = self._understand(text, pending)
        same = understood.skills[:1] == (pending.skill,)
        if self.situation.task is not None and not same and understood.decision != "none":
            # The task was made for one request; the root knows what else there is.
            value: JsonObject = {INSTEAD: text}
            return Decision(reasoning="It asks for something else.", action=Done(outcome="neutral", value=value))
        if understood.decision == "none" and pending.missing and not self._chatter(text):
            return self._decided(self.index.complete(pending, self._code(text)))
        return self._understood(understood, text)

    def _chosen(self, said: Utterance, ask: Ask) -> Decision:
        """One of the skills that fitted alike, whose slots come from the message that was in doubt; or the one that was
        proposed, with its slots."""
        proposal = pending_of(ask.wants) if ask.wants is not None else PendingRequest("")
        slots = agreed(self.index, said, proposal, self.situation.now) if proposal.skill else None
        if slots is False:
            return self._end(language(self._code(said.text)).data["say"]["declined"], "The person does not want it.")
        if slots is not None:
            return self._decided(self.index.complete(replace(proposal, slots=slots), self._code(said.text)))
        before = words_behind(said.asked, self.situation.history) if said.asked is not None else ""
        among = {choice.id: choice for choice in ask.choices if choice.id != NONE_OF}
        picked = said.choice or chosen(said.text, [*among.values()], self._code(said.text))
        if picked is None:
            again = self._understand(f"{said.text}. {before}")
            alone = self._understand(said.text)
            fits = [u.skills[0] for u in (alone, again) if len(u.skills) == 1 and u.skills[0] in among]
            if not fits:
                return self._new(said.text)
            picked = fits[0]
            if picked == proposal.skill:  # nothing was agreed to, and nothing of it was changed
                return self._proposed(replace(again, skills=(picked,), slots=(proposal.slots,)))
            before = f"{before}. {said.text}"
        return self._decided(self.index.chosen(picked, before, self.situation.now))

    def _new(self, text: str) -> Decision:
        """A message that answers nothing: it may still lean on an open question or on what was done last."""
        waiting = [q.ask.wants for q in self.situation.questions if q.scope == self.situation.scope and q.ask]
        pending = next((pending_of(wants) for wants in reversed(waiting) if wants and wants.skill), None)
        if pending is not None:
            return self._understood(self._understand(text, pending), text)
        for id, last in reversed([*decided(self.situation.history)]):
            if (run := carried_out(last)) is None:
                continue
            understood = self._understand(text, run)
            if understood.corrects and understood.skills == (run.skill,):
                return self._correcting(understood, text, id)
            if understood.skills == (run.skill,) and understood.slots[0] != run.slots:
                return self._understood(understood, text)
            break
        return self._understood(self._understand(text), text)

    def _correcting(self, understood: Understanding, text: str, corrected: str) -> Decision:
        args: JsonObject = {"skill": understood.skills[0], "slots": understood.slots[0]}
        to = self.situation.assistant.name
        task = Task(id="a", intent=understood.skills[0], to=to, task=text, args=args, corrects=corrected)
        return carry_out("correct", understood.reasoning, task)

    # From what was understood to an action.

    def _understood(self, understood: Understanding, text: str) -> Decision:
        match understood.decision:
            case "none":
                said = self._nothing(text, understood.language)
                if self.situation.task is not None:
                    action = Done(outcome="failure", summary=said)
                    return Decision(reasoning=understood.reasoning, action=action, step="none")
                return self._with(understood, Say(text=said), "none")
            case "choice" if understood.skills:
                return self._proposed(understood)
            case "choice":
                return self._with(understood, ask_which(understood.choices, understood.language), CHOOSE)
            case _ if len(understood.skills) > 1:
                return self._several(understood, text)
            case _:
                return self._decided(understood)

    def _nothing(self, text: str, code: str) -> str:
        """What is said when nothing is to be done."""
        if self._chatter(text) and thanks(self._read(text)):
            return language(code).data["say"]["welcome"]
        if any(question.held for question in self.situation.questions):
            return language(code).data["say"]["waiting"]
        return ability(list(self.index.profiles.values()), code, self._chatter(text))

    def _with(self, understood: Understanding, action: Say | Ask, step: str) -> Decision:
        return Decision(reasoning=understood.reasoning, action=action, step=step, considered=understood.considered)

    def _decided(self, understood: Understanding) -> Decision:
        """One skill: asked for what is missing, else carried out; where it changes something a person is asked."""
        skill, slots = understood.skills[0], understood.slots[0]
        profile = self.index.profiles[skill]
        if understood.missing:
            sure = {name: value for name, value in slots.items() if name not in understood.missing}
            ask = ask_for(profile, PendingRequest(skill, sure, understood.missing), understood.language)
            return self._with(understood, ask, CLARIFY)
        spec = self.situation.tools[skill]
        args = fitted(spec.input, self.index.typed(PendingRequest(skill, slots)))
        call = ToolCall(id="a", tool=skill, args=args, doubt="" if spec.read_only else "changes")
        action, considered = Call(calls=(call,), text=left_out(understood)), understood.considered
        return Decision(reasoning=understood.reasoning, action=action, step="call", considered=considered)

    def _proposed(self, understood: Understanding) -> Decision:
        """What is not sure enough to be done: a person is asked whether it is meant, once. Where the call would be held
        anyway, its card is that question."""
        skill, slots = understood.skills[0], understood.slots[0]
        held = consent(self.situation.assistant, self.situation.tools[skill], self.situation.settings, "changes")
        whole = self.index.complete(PendingRequest(skill, slots), understood.language)
        if held and not self.situation.tools[skill].read_only and whole.decision == "run":
            return self._decided(replace(understood, decision="run"))
        return self._with(understood, propose(self.index.profiles[skill], understood), CHOOSE)

    def _several(self, understood: Understanding, text: str) -> Decision:
        """A task for each request. One that lacks what an earlier one will find out waits for its outcome."""
        steps: list[JsonObject] = [
            {"skill": skill, "slots": slots} for skill, slots in zip(understood.skills, understood.slots, strict=True)
        ]
        tasks: list[Task] = []
        for at, step in enumerate(steps):
            if tasks and self._leans(step, steps[at - 1]):
                before = tasks[-1]
                left = [*steps_left(before.args), step]
                tasks[-1] = before.model_copy(update={"args": {**before.args, THEN: left}})
            else:
                tasks.append(self._task(f"step{at + 1}", step, text))
        return Decision(
            reasoning=understood.reasoning,
            action=Call(calls=tuple(tasks)),
            step="plan",
            considered=understood.considered,
        )

    def _task(self, id: str, step: JsonObject, text: str) -> Task:
        return Task(id=id, intent=str(step["skill"]), to=self.situation.assistant.name, task=text, args=step)

    def _leans(self, step: JsonObject, before: JsonObject) -> bool:
        """Whether a step lacks something that the outcome of the one before it has."""
        spec = self.situation.tools[str(before["skill"])]
        given = (spec.output or {}).get("properties", {})
        lacking = self.index.complete(PendingRequest(str(step["skill"]), step["slots"]), "en").missing
        return bool(set(lacking) & set(given))

    # What came back.

    def _back(self) -> Decision:
        history, code = self.situation.history, self._code()
        returns = untold(history, self.situation.woke)
        now = [record.event for record in self.situation.woke if isinstance(record.event, Returned)]
        if following := [task for one in now if one.ok and (task := self._next(one))]:
            why = "The outcome of the first step is what the next one needs."
            return carry_out("plan", why, *following)
        texts = [self._report(one, code) for one in returns]
        text = "\n\n".join(dict.fromkeys(filter(None, texts)))
        good = all(one.ok for one in returns)
        reason = "The skill answered." if good else "Not everything worked; the person is told what did not."
        if self.situation.task is None and not text:
            return rest("Nobody waits for this any more.")
        value: Json = returns[-1].value if returns else None
        outcome = "success" if good else "neutral" if all(one.code == "refused" for one in returns) else "failure"
        return end(self.situation, Done(outcome=outcome, summary=text, value=value), reason, ANSWER)

    def _report(self, returned: Returned, code: str) -> str:
        args = task_of(returned, self.situation.history)
        if args is None:
            return report(returned, code)
        return (
            returned.text or sentence(returned.value, code) if returned.ok else returned.text or report(returned, code)
        )

    def _next(self, returned: Returned) -> Task | None:
        """The step that waited for this one, with what it found out."""
        args = task_of(returned, self.situation.history)
        left = steps_left(args) if args is not None else []
        if not left:
            return None
        step = left[0]
        slots = {**self.index.taken(str(step["skill"]), returned.value), **step["slots"]}
        rest: JsonObject = {"skill": step["skill"], "slots": slots}
        if left[1:]:
            rest[THEN] = left[1:]
        return self._task("next", rest, last_words(self.situation.history))

    def _end(self, text: str, reasoning: str) -> Decision:
        return end(self.situation, Done(outcome="neutral", summary=text), reasoning, "declined")

    # Reading.

    def _understand(self, text: str, pending: PendingRequest | None = None) -> Understanding:
        return self.index.understand(text, self.situation.now, pending, self._spoken())

    def _read(self, text: str) -> Message:
        return self.index.read(text, self.situation.now, self._spoken())

    def _spoken(self) -> str:
        """The language this person has spoken before now; empty when they did not say much."""
        before = words_before(self.situation)
        return self.index.read(before, self.situation.now).tongue.code if before else ""

    def _chatter(self, text: str) -> bool:
        return self.index.chatter(text, self.situation.now)

    def _code(self, text: str = "") -> str:
        words = text or last_words([*self.situation.history, *self.situation.woke])
        if self.situation.task is not None and not words:
            words = self.situation.task.task
        return self._read(words).tongue.code
