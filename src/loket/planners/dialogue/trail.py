"""What the log of a scope tells: what was said now and what it answers, what was decided and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from loket.core.actions import Ask, Call, Say, Task, ToolCall
from loket.core.data import JsonObject, text_of
from loket.core.events import AgentSaid, Answered, Changed, Decided, Event, Returned, SurfaceActed, UserSaid
from loket.core.planner import Situation
from loket.core.record import Record

ANSWER = "answer"
"""The step in which results are told."""

TELLING = 3
"""In so many words a language can be heard."""

GONE_ON = ("superseded", "cancelled")
"""Codes of work that ended because the person went on: nothing is said of it."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What a person said now. `asked` is the decision it answers, if it does; `choice` what was picked there, `form`
    what was filled in."""

    text: str
    asked: Decided | None = None
    choice: str | None = None
    form: JsonObject | None = None

    @property
    def ask(self) -> Ask | None:
        """The question it answers."""
        return self.asked.action if self.asked is not None and isinstance(self.asked.action, Ask) else None


@dataclass(frozen=True)
class Taken:
    """A decision as it was carried out: its step, its calls and tasks, and what came back, by the id of the call."""

    seq: int
    step: str
    calls: tuple[ToolCall | Task, ...] = ()
    returns: dict[str, Returned] = field(default_factory=dict)

    def made(self, tool: str = "") -> list[tuple[JsonObject, Returned | None]]:
        """The arguments of its calls, or of those of one tool, with what came back."""
        called = [(call, call.tool if isinstance(call, ToolCall) else call.intent) for call in self.calls]
        return [(call.args, self.returns.get(call.id)) for call, name in called if tool in ("", name)]


def said_now(situation: Situation) -> Utterance | None:
    """The words among the waking records, together; empty when a message has none, None when there is no message."""
    by_seq = {str(record.seq): record.event for record in situation.history}
    texts: list[str] = []
    answer: Utterance | None = None
    for record in situation.woke:
        event = record.event
        if isinstance(event, Answered):
            asked = by_seq.get(event.to)
            decided = asked if isinstance(asked, Decided) else None
            answer = Utterance(event.text or "", decided, event.choice, event.form)
        elif (text := words_of(event)) is not None:
            texts.append(text)
    if answer is not None and not texts:
        return answer
    if answer is not None and answer.text:
        texts.insert(0, answer.text)
    wordless = any(isinstance(one.event, UserSaid | AgentSaid) and _to_us(one.event) for one in situation.woke)
    return Utterance("\n".join(texts)) if texts or wordless else None


def _to_us(event: UserSaid | AgentSaid) -> bool:
    """Whether somebody waits for an answer to it; news of what an agent does for us is none."""
    return isinstance(event, UserSaid) or (event.call is None and event.state is None)


def words_of(event: Event) -> str | None:
    """The words of an event from outside; None when it is no message. A task that met a new request hands it back."""
    match event:
        case UserSaid(text=text) | AgentSaid(call=None, text=text) if text:
            return text_of(text)
        case SurfaceActed(payload={"text": str(text)}):
            return text
        case Returned(value={"instead": str(text)}):
            return text
        case Answered(text=str(text)):
            return text
        case _:
            return None


def words_behind(decided: Decided, history: Sequence[Record]) -> str:
    """The message a decision dealt with."""
    took = [record for record in history if record.seq in decided.took]
    return "\n".join(text for record in took if (text := words_of(record.event)) is not None)


def last_words(history: Sequence[Record]) -> str:
    """What a person said last, at some length if they ever did: the language to answer in is heard from it."""
    texts = [text for record in reversed(history) if (text := words_of(record.event))]
    return next((text for text in texts if len(text.split()) >= TELLING), texts[0] if texts else "")


def words_before(situation: Situation) -> str:
    """What the person said at some length before now, since they last chose a language; empty when they did not."""
    now = {record.seq for record in situation.woke}
    chosen = max((one.seq for one in situation.history if isinstance(one.event, Changed)), default=0)
    said = last_words([one for one in situation.history if one.seq > chosen and one.seq not in now])
    return said if len(said.split()) >= TELLING else ""


def taken(history: Sequence[Record]) -> list[Taken]:
    """Every decision with what came of it so far, in order."""
    found: dict[int, Taken] = {}
    for record in history:
        match record.event:
            case Decided(step=step, action=action):
                found[record.seq] = Taken(record.seq, step, action.calls if isinstance(action, Call) else ())
            case Returned(call=call) as returned:
                seq, _, id = call.partition(".")
                if seq.isdecimal() and int(seq) in found:
                    found[int(seq)].returns[id] = returned
            case _:
                pass
    return list(found.values())


def untold(history: Sequence[Record], woke: Sequence[Record]) -> list[Returned]:
    """The calls that came back since results were last told, in the order they were decided; more may have been asked
    meanwhile. Not those of which nothing is said, since the person went on."""
    seen = {record.seq for record in history}
    every = [*history, *(record for record in woke if record.seq not in seen)]
    last = max((record.seq for record in every if _tells(record.event)), default=0)
    back = [record.event for record in every if isinstance(record.event, Returned) and record.seq > last]
    order = {id: at for at, (id, _) in enumerate(decided(every))}
    left = [one for one in back if one.code not in GONE_ON]
    return sorted(left, key=lambda one: order.get(one.call, len(order)))


def _tells(event: Event) -> bool:
    """Whether results were told by this: in the step for it, or by a model, which had read them when it answered."""
    if not isinstance(event, Decided):
        return False
    return event.step == ANSWER or (event.usage is not None and isinstance(event.action, Say))


def decided(history: Sequence[Record]) -> Iterator[tuple[str, ToolCall | Task]]:
    """All calls and tasks by the id (`seq.id`) they are known by, in the order they were decided."""
    for one in taken(history):
        yield from ((f"{one.seq}.{call.id}", call) for call in one.calls)


def task_of(returned: Returned, history: Sequence[Record]) -> JsonObject | None:
    """The arguments of the task that came back; None when it was a call of a tool."""
    tasks = {id: call.args for id, call in decided(history) if isinstance(call, Task)}
    return tasks.get(returned.call)
