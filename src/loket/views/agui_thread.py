"""What was said in a thread with an agent of others over AG-UI, and what it asks there, as a scope's records tell."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pydantic import Field, ValidationError

from loket.core.actions import Ask, Call, Choice, ToolCall
from loket.core.data import Frozen, Json, JsonObject
from loket.core.events import Answered, Decided, Held, Returned, TaskOpened
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, object_at, text_at

ASK, ANSWER, APPROVE = "ask", "answer", "approve"
"""The tools of an agent, after its name: to tell it something, to answer what it asks, to approve what it will do."""
VALUE = "answer"
"""The one field of a form for an answer that is no object."""
MOST = 20_000
"""Characters of what the agent itself did before it asked, as it is sent back to it."""


class Interrupt(Frozen):
    """Something that the agent asks before it goes on. `answer` is the schema of what it takes; `consent`: a plain yes
    or no, about `call` with `args` when it says so, which may be `editable`."""

    id: str = Field(min_length=1, max_length=200)
    message: str = ""
    answer: JsonObject | None = None
    consent: bool = False
    call: str = ""
    args: JsonObject = {}
    editable: bool = False

    @property
    def choices(self) -> tuple[tuple[str, Json], ...]:
        """What can be chosen: each in words, and as it is sent."""
        schema = self.answer or {}
        if schema.get("type") == "boolean":
            return ()
        titled = [one for one in (*list_at(schema, "oneOf"), *list_at(schema, "anyOf")) if is_object(one)]
        pairs = [(text_at(one, "title") or str(one["const"]), one["const"]) for one in titled if "const" in one]
        return tuple(pairs or [(str(one), one) for one in list_at(schema, "enum")])

    def question(self, text: str, *, lasts: bool) -> Ask:
        """What a person is asked; `text` stands for a message that is empty."""
        text, schema = self.message or text, self.answer
        if pairs := self.choices:
            named = tuple(Choice(id=str(at), label=label[:200]) for at, (label, _) in enumerate(pairs[:50], start=1))
            return Ask(text=text, choices=named, lasts=lasts)
        if schema is None or schema.get("type") == "string":
            return Ask(text=text)
        form = schema if schema.get("type") == "object" else _wrapped(schema)
        return Ask(text=text, form=form, lasts=lasts)

    def payload(self, answered: Answered) -> Json:
        """What a person answered, as the agent takes it."""
        if answered.choice is not None and answered.choice.isdecimal():
            return dict(enumerate((value for _, value in self.choices), start=1)).get(int(answered.choice))
        if answered.form is not None:
            whole = self.answer is None or self.answer.get("type") == "object"
            return answered.form if whole else answered.form.get(VALUE)
        return answered.text


@dataclass
class AguiThread:
    """One thread: the `messages` so far as they are sent along, the open `interrupts`, and what a person said to those:
    `answers`, and for consents what was agreed to, None when it was refused."""

    id: str
    messages: list[Json] = field(default_factory=list)
    interrupts: tuple[Interrupt, ...] = ()
    answers: dict[str, Json] = field(default_factory=dict)
    consents: dict[str, JsonObject | None] = field(default_factory=dict)

    @property
    def unasked(self) -> tuple[Interrupt, ...]:
        """The open ones that no person has answered, consents first."""
        left = [one for one in self.interrupts if one.id not in self.consents and one.id not in self.answers]
        return tuple(sorted(left, key=lambda one: not one.consent))

    def close(self, said: Iterable[Json], interrupts: tuple[Interrupt, ...] = ()) -> None:
        """A run has ended, with these messages of the agent and these questions."""
        self.messages += said
        self.interrupts, self.answers, self.consents = interrupts, {}, {}


def threads_of(records: Iterable[Record], agent: str) -> dict[str, AguiThread]:
    """The threads with an agent that these records of a scope tell of, the one that was used last at the end."""
    fold = _Fold(agent)
    for record in records:
        fold.take(record)
    return fold.threads


def message_of(task: str) -> str:
    """The id of the message that begins a run."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, task))


def message_json(id: str, role: str, text: str, files: Sequence[Json] = ()) -> JsonObject:
    """A message; `files` are the names of those that go along, whose bytes are added when it leaves."""
    return {"id": id, "role": role, "content": text} | ({"files": list(files)} if files else {})


@dataclass
class _Fold:
    agent: str
    threads: dict[str, AguiThread] = field(default_factory=dict)
    _calls: dict[str, tuple[str, JsonObject]] = field(default_factory=dict)
    _held: dict[str, str] = field(default_factory=dict)
    _runs: dict[str, TaskOpened] = field(default_factory=dict)
    _asked: dict[str, tuple[AguiThread, Interrupt]] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        match record.event:
            case Decided(action=Call(calls=calls)):
                for call in calls:
                    head, _, tool = call.tool.rpartition(".") if isinstance(call, ToolCall) else ("", "", "")
                    if head == self.agent:
                        self._calls[f"{record.seq}.{call.id}"] = tool, call.args
            case Decided(action=Ask()):
                latest = next(reversed(self.threads.values()), None)
                if latest is not None and latest.unasked:
                    self._asked[str(record.seq)] = latest, latest.unasked[0]
            case Answered() as answered:
                self._answered(answered)
            case Held(call=call) if call in self._calls:
                self._held[str(record.seq)] = call
            case TaskOpened(call=call) as opened if call in self._calls:
                self._opened(call, opened)
            case Returned(call=call) as back if call in self._calls:
                self._returned(call, back)
            case _:
                pass

    def _answered(self, answered: Answered) -> None:
        if (asked := self._asked.pop(answered.to, None)) is not None:
            thread, interrupt = asked
            thread.answers[interrupt.id] = interrupt.payload(answered)
        elif (call := self._held.get(answered.to)) is not None and answered.edit is not None:
            self._calls[call] = self._calls[call][0], answered.edit

    def _opened(self, call: str, opened: TaskOpened) -> None:
        if call in self._runs:
            return  # the same once more, after a crash
        self._runs[call] = opened
        id = opened.context or opened.task
        thread = self.threads.pop(id, None) or AguiThread(id)
        self.threads[id] = thread
        tool, args = self._calls[call]
        if tool == ASK:
            said = message_json(message_of(opened.task), "user", text_at(args, "text"), list_at(args, "files"))
            thread.close([said])

    def _returned(self, call: str, back: Returned) -> None:
        tool, args = self._calls[call]
        if tool == APPROVE:
            thread = self.threads.get(text_at(args, "thread"))
            if thread is not None:
                agreed = back.value if back.ok and is_object(back.value) else None
                thread.consents[text_at(args, "interrupt")] = agreed
            return
        opened = self._runs.get(call)
        thread = self.threads.get((opened.context or opened.task) if opened is not None else "")
        if opened is None or thread is None:
            return
        if back.ok:
            thread.close([message_json(f"{message_of(opened.task)}-answer", "assistant", text_at(back.value, "text"))])
        elif back.code == "input_required":
            thread.close(list_at(back.value, "messages"), interrupts_at(back.value))


def interrupts_at(value: Json) -> tuple[Interrupt, ...]:
    """The questions in what came back."""
    try:
        return tuple(Interrupt.model_validate(one) for one in list_at(value, "interrupts"))
    except ValidationError:
        return ()  # a log that something else wrote


def _wrapped(schema: JsonObject) -> JsonObject:
    return {"type": "object", "properties": {VALUE: schema}, "required": [VALUE], "additionalProperties": False}


def wants_consent(schema: JsonObject) -> bool:
    """Whether the answer that this schema describes is a yes or no to something."""
    return object_at(object_at(schema, "properties"), "approved").get("type") == "boolean"
