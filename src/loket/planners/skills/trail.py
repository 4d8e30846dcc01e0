"""What the log of a scope tells the skills planner: what was said now, what it answers, what was done last."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from loket.core.actions import Ask, Call, Say, ToolCall
from loket.core.data import Json, JsonObject, text_of
from loket.core.events import AgentSaid, Answered, Decided, Event, Returned, SurfaceActed, UserSaid
from loket.core.planner import Situation
from loket.core.record import Record

ANSWER = "answer"
"""The step in which results are told."""

TELLING = 3
"""In so many words a language can be heard."""

INSTEAD, THEN = "instead", "then"
"""Names in values and arguments of our own tasks: a message that asks for something else; what is to be done next."""


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


@dataclass(frozen=True, slots=True)
class SkillRun:
    """A skill that was carried out, under the id (`seq.id`) it is known by."""

    id: str
    skill: str
    slots: JsonObject


def said_now(situation: Situation) -> Utterance | None:
    """The words among the waking records, together; None when there are none."""
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
    return Utterance("\n".join(texts)) if texts else None


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


def untold(history: Sequence[Record], woke: Sequence[Record]) -> list[Returned]:
    """The calls that came back since results were last told, in the order they were decided; more may have been asked
    meanwhile."""
    seen = {record.seq for record in history}
    every = [*history, *(record for record in woke if record.seq not in seen)]
    last = max((record.seq for record in every if _tells(record.event)), default=0)
    back = [record.event for record in every if isinstance(record.event, Returned) and record.seq > last]
    order = {id: at for at, id in enumerate(_decided(every))}
    return sorted(back, key=lambda one: order.get(one.call, len(order)))


def _tells(event: Event) -> bool:
    """Whether results were told by this: in the step for it, or by a model, which had read them when it answered."""
    if not isinstance(event, Decided):
        return False
    return event.step == ANSWER or (event.usage is not None and isinstance(event.action, Say))


def _decided(history: Sequence[Record]) -> Iterator[str]:
    """The ids of calls and tasks in the order they were decided, whenever they came back."""
    for record in history:
        match record.event:
            case Decided(action=Call(calls=calls)):
                yield from (f"{record.seq}.{call.id}" for call in calls)
            case _:
                pass


def task_of(returned: Returned, history: Sequence[Record]) -> JsonObject | None:
    """The arguments of the task that came back; None when it was a call of a tool."""
    seq, _, id = returned.call.partition(".")
    for record in history:
        if str(record.seq) == seq and isinstance(record.event, Decided) and isinstance(record.event.action, Call):
            return next((task.args for task in record.event.action.tasks if task.id == id), None)
    return None


def runs(history: Sequence[Record]) -> Iterator[SkillRun]:
    """What was carried out in this scope, the newest first."""
    for record in reversed(history):
        if not isinstance(record.event, Decided) or not isinstance(record.event.action, Call):
            continue
        for call in reversed(record.event.action.calls):
            if isinstance(call, ToolCall):
                yield SkillRun(f"{record.seq}.{call.id}", call.tool, call.args)
                continue
            skill, slots = call.args.get("skill"), call.args.get("slots")
            if isinstance(skill, str) and isinstance(slots, Mapping):
                yield SkillRun(f"{record.seq}.{call.id}", skill, dict(slots))


def steps_left(args: Mapping[str, Json]) -> list[JsonObject]:
    """The steps that wait for this task, as its arguments keep them."""
    left = args.get(THEN)
    return [dict(step) for step in left if isinstance(step, Mapping)] if isinstance(left, list) else []
