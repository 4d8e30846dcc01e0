"""The frames of a reply, cut from what became of a message: words, cards of agents, calls of tools, and the end.

Nothing here is kept: the frames of the same records are the same, so a reply that was cut off is told again from its
beginning."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from loket.core.actions import Ask, Task, ToolCall
from loket.core.data import JsonObject
from loket.core.events import Discarded
from loket.core.record import Record
from loket.house.house import News, Outcomes, OutcomeStep, ThinkingWords, Words, WordsGone
from loket_demos.relocation.agents.orchestrator import DELEGATE
from loket_demos.relocation.doors.cards import Card, result_of
from loket_demos.relocation.doors.lanes import Lanes
from loket_demos.relocation.doors.sentences import sentence
from loket_demos.relocation.doors.spending import Spending
from loket_demos.relocation.doors.talk import asked
from loket_demos.relocation.doors.texts import Texts

Labels = Callable[[str], tuple[str, str] | None]
"""What an assistant is called on the wire: the agent's name and the label of its card; None for who has no card."""


@dataclass
class ReplyFrames:
    """Makes frames of what became of message `seq`, given the records since the message that it goes on with. `aside`:
    see `Lanes`."""

    seq: int
    labels: Labels
    locale: str = "pt-BR"
    aside: bool = False
    outcomes: Outcomes = field(default_factory=Outcomes)
    _error: JsonObject = field(default_factory=dict[str, object])
    _shown: int = 0
    _tasks: dict[str, Task] = field(default_factory=dict[str, Task])
    _tools: dict[str, str] = field(default_factory=dict[str, str])
    _cards: dict[str, Card] = field(default_factory=dict[str, Card])
    _spent: Spending = field(default_factory=Spending)

    def __post_init__(self) -> None:
        self._lanes = Lanes(self.aside)
        self._texts = Texts()

    @property
    def over(self) -> bool:
        """Whether nothing of it is under way any more."""
        return bool(self._error) or self.outcomes.settled(self.seq)

    def seen(self, news: News) -> Iterator[JsonObject]:
        """The frames of one more record, or of words in the making."""
        match news:
            case Record():
                self.outcomes.apply(news)
                yield from self._steps()
                if isinstance(news.event, Discarded) and news.event.draft is not None and news.seq > self.seq:
                    yield from self._dropped(news.scope, news.event.draft, news.event.text)
            case Words(scope="/"):
                outcome = self.outcomes.outcome(self.seq)
                if outcome is not None and outcome in self.outcomes.drafting(news.draft):
                    yield from self._texts.words(news)
            case Words(scope=scope):
                if (card := self._cards.get(_call_of(scope))) is not None and scope == card.scope:
                    yield from self._lanes.put(card.call, card.texts.words(news))
            case ThinkingWords():
                pass
            case WordsGone(draft=draft):
                yield from self._texts.gone(draft)
                for card in self._cards.values():
                    yield from self._lanes.put(card.call, card.texts.gone(draft))

    def ended(self) -> Iterator[JsonObject]:
        """The last frames: nothing comes after an error."""
        if self._error:
            yield self._error
            return
        for card in [card for card in self._cards.values() if not card.over]:
            yield from self._lanes.put(card.call, card.waits(sentence("waits", self.locale)), last=True)
        for call in self._lanes.open:
            result = {"error": sentence("waits", self.locale), "code": "waiting"}
            yield from self._returned(call, self._tools[call], result)
        yield self._spent.report()
        yield {"type": "message_end"}

    def _steps(self) -> Iterator[JsonObject]:
        outcome = self.outcomes.outcome(self.seq)
        steps = outcome.steps if outcome is not None else []
        new, self._shown = steps[self._shown :], len(steps)
        for step in new:
            for work in step.works:
                if isinstance(work, Task):
                    self._tasks[f"{step.seq}.{work.id}"] = work
            if step.seq > self.seq:
                yield from self._root(step) if step.scope == "/" else self._below(step)

    def _root(self, step: OutcomeStep) -> Iterator[JsonObject]:
        self._spent.take(step)
        match step.kind:
            case "fault" | "stopped":
                key = "broke" if step.kind == "fault" else "stopped" if step.code == "user" else "spent"
                self._error = {"type": "error", "error": sentence(key, self.locale), "code": step.code}
            case "tool" if step.name != DELEGATE:
                if isinstance(step.work, ToolCall) and step.call not in self._lanes.open:
                    yield from self._began(step.call, step.work)  # it waited for a person since an earlier reply
                yield from self._returned(step.call, step.name, result_of(step))
            case "task" if (card := self._cards.get(step.call)) is not None:
                yield from self._lanes.put(card.call, card.end(step, sentence("failed", self.locale)), last=True)
            case "held":
                yield from self._held(step)
            case _:
                yield from self._texts.whole(_block(step), _words(step))
                yield from _thinking(step)
                for work in step.works:
                    yield from self._began(f"{step.seq}.{work.id}", work)

    def _dropped(self, scope: str, draft: str, text: str) -> Iterator[JsonObject]:
        """A thought that was shown came to nothing: its words stand when it was ended, and else count no more."""
        if scope == "/":
            yield from self._texts.whole(draft, text)
        elif (card := self._cards.get(_call_of(scope))) is not None and scope == card.scope and not card.over:
            yield from self._lanes.put(card.call, card.texts.whole(draft, text))

    def _began(self, call: str, work: ToolCall | Task) -> Iterator[JsonObject]:
        if isinstance(work, Task):
            yield from self._card(call)
        elif work.tool != DELEGATE:
            self._tools[call] = work.tool
            frame = {"type": "tool_use_start", "tool_call_id": call, "tool_name": work.tool, "tool_input": work.args}
            yield from self._lanes.put(call, [frame])

    def _returned(self, call: str, tool: str, result: JsonObject) -> Iterator[JsonObject]:
        frame = {"type": "tool_use_result", "tool_call_id": call, "tool_name": tool, "result": result}
        yield from self._lanes.put(call, [frame], last=True)

    def _card(self, call: str) -> Iterator[JsonObject]:
        """The card of a delegation is opened, again when it goes on after a question."""
        task = self._tasks[call]
        if (called := self.labels(task.to)) is not None:
            self._cards[call] = card = Card(call, *called, self._spent, self.aside)
            yield from self._lanes.put(call, [card.start(task.task)])

    def _below(self, step: OutcomeStep) -> Iterator[JsonObject]:
        call = _call_of(step.scope)
        if call in self._tasks and call not in self._cards:
            yield from self._card(call)
        card = self._cards.get(call)
        if card is None or card.over or step.scope != card.scope:
            return
        yield from self._lanes.put(call, card.step(step, _block(step), _words(step)))
        match step.kind:
            case "ask":
                yield from self._texts.whole(f"text.{step.seq}", _words(step))
            case "held":
                yield from self._held(step)
            case _:
                pass

    def _held(self, step: OutcomeStep) -> Iterator[JsonObject]:
        """A call waits for a person, whose next words may approve it."""
        yield from self._texts.whole(
            f"text.{step.seq}", sentence("held", self.locale).format(what=step.text or step.name)
        )


def _call_of(scope: str) -> str:
    """The call that opened the scope below the root in which this one lies."""
    return scope.split("/", 2)[1]


def _thinking(step: OutcomeStep) -> Iterator[JsonObject]:
    """Why it was decided. That is known with the decision, so it comes after the words that were shown while it was
    being made, and before what it does."""
    if step.decided is not None and step.decided.reasoning:
        yield {"type": "thinking_start", "thinking_type": "decision", "thinking_effort": "none"}
        yield {"type": "thinking_token", "token": step.decided.reasoning}
        yield {"type": "thinking_end"}


def _block(step: OutcomeStep) -> str:
    """The block of its words: the draft that showed them first, if one did."""
    return (step.decided.draft if step.decided is not None else None) or f"text.{step.seq}"


def _words(step: OutcomeStep) -> str:
    """What it says to the person."""
    if isinstance(step.action, Ask):
        return asked(step.text, [choice.label for choice in step.action.choices])
    return step.text if step.decided is not None else ""
