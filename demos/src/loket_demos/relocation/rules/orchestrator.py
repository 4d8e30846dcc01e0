"""What the orchestrator does without a model: answers by itself, asks one question first, or delegates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anyio import to_thread

from loket.core.actions import Ask, Call, Choice, Decision, Say, ToolCall, Wait, Wants
from loket.core.data import JsonObject
from loket.core.events import Decided, Returned
from loket.core.planner import Draft, Situation
from loket.core.record import Record
from loket.core.shapes import list_at, text_at
from loket.language import is_yes
from loket.language.memory import thanks
from loket.planners.dialogue.choosing import chosen
from loket.planners.dialogue.trail import ANSWER, Utterance, last_words, said_now, task_of, untold
from loket_demos.relocation.countries import country_of
from loket_demos.relocation.delegating import delegation as task_for
from loket_demos.relocation.rules.answers import answer, label_of
from loket_demos.relocation.rules.delegations import DESTINATION, NEEDS_PURPOSE, Delegation, delegations
from loket_demos.relocation.rules.wish import MoveReading, MoveWish, kept, reading, set_up
from loket_demos.relocation.rules.words import warm
from loket_demos.relocation.system_vars import locale_of, system_vars_of
from loket_demos.relocation.texts import sentence, words

TRIAGE, LAW = "triage", "get_legislation"
QUOTED = 300
LOOSE = 2
"""With more words than these that mean nothing here, a message that names nothing of a move is about something else."""


@dataclass(frozen=True)
class OrchestratorRules:
    """A planner that keeps nothing: what was asked before is read from the log."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision; the same for the same situation."""
        said = said_now(situation)
        if not warm.cache_info().currsize:
            await to_thread.run_sync(warm)
        if said is not None:
            return _Turn(situation, said).decision()
        if any(isinstance(record.event, Returned) for record in situation.woke):
            return _back(situation)
        return Decision(reasoning="There is nothing to do about this.", action=Wait(why="for the next message"))


@dataclass(frozen=True)
class _Turn:
    """What a person said, and what becomes of it."""

    situation: Situation
    said: Utterance

    def decision(self) -> Decision:
        asked = self.said.ask.wants if self.said.ask is not None else None
        if asked is not None and asked.skill == TRIAGE:
            return self._answered(
                self.said.ask.choices if self.said.ask else (), kept(asked.slots) or MoveWish(), asked.slots
            )
        return self._new(self._read())

    def _read(self) -> MoveReading:
        choices = self.said.ask.choices if self.said.ask is not None else ()
        label = next((choice.label for choice in choices if choice.id == self.said.choice), "")
        return reading(self.said.text or label, self.situation.now, locale_of(self.situation.settings))

    def _answered(self, choices: Sequence[Choice], waiting: MoveWish, slots: JsonObject) -> Decision:
        """The purpose that was asked for: by a press, counted out, or in words."""
        language = text_at(slots, "language") or "pt-BR"
        if self.said.choice is not None:
            return self._delegated(waiting.model_copy(update={"purpose": self.said.choice}), language)
        it = self._read()
        if is_yes(self.said.text) is False:
            return _say("declined", language)
        if it.wish.purpose and not it.elsewhere:
            return self._delegated(it.wish.filled(waiting), language)
        counted = chosen(self.said.text, choices, language)
        if counted is not None:
            return self._delegated(waiting.model_copy(update={"purpose": counted}), language)
        return self._new(it)

    def _new(self, it: MoveReading) -> Decision:
        wish, language = it.wish, it.language
        earlier = _earlier(self.situation)
        if "scam" in wish.topics:
            return _say("scam", language)
        if it.small_talk:
            return _say("welcome" if thanks(it.message) else "hello", language)
        if it.elsewhere or (not it.anchored and not earlier and it.loose > LOOSE):
            return _say("elsewhere", language)
        if it.places.unknown:
            return _say("nowhere", language, named=it.places.unknown[:80])
        usual = set_up(system_vars_of(self.situation.settings))
        if earlier is not None and (wish.topics or wish.purpose or wish.destination) and not it.names("anchors.move"):
            wish = wish.filled(earlier)
        if not wish.topics and not wish.purpose and not it.anchored and not wish.destination:
            return _say("elsewhere", language)
        return self._delegated(wish.filled(usual.model_copy(update={"topics": ()})), language)

    def _delegated(self, wish: MoveWish, language: str) -> Decision:
        """The first specialist of those that the wish needs; one question before, when it is too broad for them."""
        broad = not wish.topics
        if broad and wish.purpose:
            wish = wish.model_copy(update={"topics": ("need",)})
        tasks = delegations(wish, language, locale_of(self.situation.settings))
        if (broad and not wish.purpose) or (not wish.purpose and any(one.agent in NEEDS_PURPOSE for one in tasks)):
            return _triage(wish, language)
        text = self.said.text or sentence("purposes", wish.purpose, language)
        decision = _next(tasks, text, wish, language) if tasks else None
        if "law" not in wish.topics:
            return decision or _say("elsewhere", language)
        beside = decision.action.calls if decision is not None and isinstance(decision.action, Call) else ()
        action = Call(calls=(self._law(wish, language), *beside))
        return Decision(reasoning=sentence("reasons", "law", language), action=action, step="call")

    def _law(self, wish: MoveWish, language: str) -> ToolCall:
        """The law is looked up directly."""
        country = country_of(wish.destination or DESTINATION)
        args: JsonObject = {"country_code": country.code if country else wish.destination[:2]}
        args |= {} if language == locale_of(self.situation.settings) else {"language": language}
        return ToolCall(id="law", tool=LAW, args=args)


def _triage(wish: MoveWish, language: str) -> Decision:
    """One question, when nobody can tell which visa is meant."""
    choices = tuple(Choice(id=id, label=label.within(language)) for id, label in words("purposes").items())
    slots: JsonObject = {"wish": wish.model_dump(), "language": language}
    wants = Wants(skill=TRIAGE, slots=slots, missing=("purpose",))
    ask = Ask(text=sentence("say", "triage", language), choices=choices, wants=wants)
    return Decision(reasoning=sentence("reasons", "triage", language), action=ask, step=TRIAGE)


def _next(tasks: Sequence[Delegation], text: str, wish: MoveWish, language: str) -> Decision:
    """The first of these tasks; it keeps the others, which follow one after the other."""
    first, left = tasks[0], [one.model_dump() for one in tasks[1:]]
    lead = sentence("leads", first.agent, language, about=shortened(text))
    wanted: Mapping[str, object] = {"wish": wish.model_dump(), "call": first.model_dump(), "left": left}
    task = task_for("a", first.agent, lead, **wanted, language=language, about=shortened(text))
    about = ", ".join(sentence("topics", topic, language) for topic in wish.topics)
    why = sentence("reasons", "delegate", language, about=about, agent=label_of(first.agent, language))
    return Decision(reasoning=why, action=Call(calls=(task,)), step="delegate")


def shortened(text: str) -> str:
    """The beginning of a message, in one line, as it is quoted in a task."""
    line = " ".join(text.split())
    return line if len(line) <= QUOTED else f"{line[: QUOTED - 1].rstrip()}…"


def _back(situation: Situation) -> Decision:
    """The next specialist, or one answer of all that came back."""
    history = situation.history
    returns = untold(history, situation.woke)
    now = [record.event for record in situation.woke if isinstance(record.event, Returned)]
    for returned in now:
        args = task_of(returned, history) or {}
        left = [Delegation.model_validate(one) for one in args.get("left", [])]
        if left:
            return _next(left, text_at(args, "about"), kept(args) or MoveWish(), text_at(args, "language"))
    if not returns:
        return Decision(reasoning="Nobody waits for this any more.", action=Wait(why="for the next message"))
    it = reading(last_words(history), situation.now, locale_of(situation.settings))
    language, agents = it.language, {one.call: _agent(one, history) for one in returns}
    others = any(_foreign((kept(task_of(one, history) or {}) or MoveWish()).nationality) for one in returns)
    notes = [name for name, holds in (("other_people", others), ("private", it.private)) if holds]
    said = answer(returns, agents, language, [sentence("notes", name, language) for name in notes])
    why = sentence("reasons", "all" if all(one.ok for one in returns) else "some", language)
    return Decision(reasoning=why, action=Say(text=said), step=ANSWER)


def _foreign(nationality: str) -> bool:
    """Whether none of the nationalities is the one that the rules are known for."""
    codes = {country.code for one in nationality.split(",") if (country := country_of(one.strip())) is not None}
    return bool(codes) and "BR" not in codes


def _agent(returned: Returned, history: Sequence[Record]) -> str:
    """Who was delegated to; empty when it was a tool."""
    return text_at(task_of(returned, history) or {}, "agent_name")


def _earlier(situation: Situation) -> MoveWish | None:
    """What was asked for last, here or in the talk that a client brought along."""
    for record in reversed(situation.history):
        if isinstance(record.event, Decided) and isinstance(record.event.action, Call):
            for task in record.event.action.tasks:
                if (wish := kept(task.args)) is not None:
                    return wish
    before = [
        text_at(one, "content") for one in list_at(situation.settings, "history") if text_at(one, "role") == "user"
    ]
    wishes = (reading(text, situation.now, locale_of(situation.settings)).wish for text in reversed(before))
    return next((wish for wish in wishes if wish.topics or wish.purpose), None)


def _say(name: str, language: str, **places: object) -> Decision:
    """Something the orchestrator says by itself, and why."""
    text, why = sentence("say", name, language, **places), sentence("reasons", name, language)
    return Decision(reasoning=why, action=Say(text=text), step="direct")
