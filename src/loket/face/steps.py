"""What came of something that was said: its steps in words and values, and what is asked now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from loket.core.actions import Ask, Call, Done, Say, Task, ToolCall
from loket.core.data import Json, JsonObject
from loket.core.events import Answered, Decided, Faulted, Held, Returned, Stopped
from loket.core.record import Record
from loket.views.due import owing, settled
from loket.views.turn import Turn

Kind = Literal["say", "ask", "tool", "task", "held", "fault"]


@dataclass(frozen=True, slots=True)
class DialogueStep:
    """One thing that happened: words (`say`, `ask`), a tool or an assistant that came back (`tool`, `task`), a call
    that waits for approval (`held`), something of ours that broke (`fault`). `name` is the tool or the assistant."""

    kind: Kind
    name: str = ""
    text: str = ""
    args: JsonObject = field(default_factory=dict[str, object])
    ok: bool = True
    value: Json = None
    code: str = ""
    scope: str = "/"
    seq: int = 0


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """Something that is asked: its id, its words, its choices (id -> label), its form, or the call that is held."""

    id: str
    text: str = ""
    choices: dict[str, str] = field(default_factory=dict[str, str])
    form: Json = None
    held: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it. `text` is all that was said, `questions` are open now; `ok`: nothing went wrong and nothing is
    waited for."""

    text: str = ""
    steps: tuple[DialogueStep, ...] = ()
    questions: tuple[OpenAsk, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it is done, and well."""
        return not self.questions and all(step.ok for step in self.steps)

    @classmethod
    def of(cls, steps: Sequence[DialogueStep], items: Sequence[JsonObject]) -> "Answer":
        """From the steps and the view of questions."""
        words = [step.text for step in steps if step.kind in ("say", "ask") and step.text]
        return cls("\n".join(words), tuple(steps), tuple(_asked(item) for item in items if item["state"] == "open"))

    def __str__(self) -> str:
        return self.text


def _asked(item: JsonObject) -> OpenAsk:
    choices = {choice["id"]: choice["label"] for choice in item["choices"]}
    return OpenAsk(item["id"], item["text"], choices, item["form"], item["held"])


class Stepping:
    """Goes along a log from where it stands, and says what each record comes to."""

    def __init__(self, before: Sequence[Record]) -> None:
        self._turn = Turn()
        self._works: dict[str, ToolCall | Task] = {}
        self._held: dict[str, str] = {}
        for record in before:
            self.steps(record)

    def steps(self, record: Record) -> list[DialogueStep]:
        """None for records that tell a person nothing."""
        self._turn.apply(record)
        return [replace(step, scope=record.scope, seq=record.seq) for step in self._steps(record)]

    def _steps(self, record: Record) -> Iterator[DialogueStep]:
        match record.event:
            case Decided(action=Call(calls=works, text=text)):
                if text:
                    yield DialogueStep("say", text=text)
                self._works |= {f"{record.seq}.{work.id}": work for work in works}
            case Decided(action=Say(text=text)):
                yield DialogueStep("say", text=text)
            case Decided(action=Ask(text=text)):
                yield DialogueStep("ask", text=text)
            case Decided(action=Done(summary=text, outcome=outcome)) if record.scope == "/" and text:
                yield DialogueStep("say", text=text, ok=outcome != "failure")
            case Held(call=call, title=title):
                self._held[str(record.seq)] = call
                yield DialogueStep("held", self._name(call), title, self._args(call))
            case Answered(to=to, edit=dict(edit)) if to in self._held:
                work = self._works[self._held[to]]
                self._works[self._held[to]] = work.model_copy(update={"args": edit})
            case Returned(call=call, ok=ok, value=value, code=code, text=text):
                kind = "task" if isinstance(self._works.get(call), Task) else "tool"
                yield DialogueStep(kind, self._name(call), text, self._args(call), ok, value, code or "")
            case Faulted(code=code, text=text):
                yield DialogueStep("fault", text=text, ok=False, code=code)
            case Stopped(code=code) if code != "user":
                yield DialogueStep("fault", ok=False, code=code)
            case _:
                pass

    def over(self, seq: int) -> bool:
        """Whether all that came of this record is at rest."""
        return self._turn.seq >= seq and not owing(self._turn) and settled(self._turn, seq)

    def _name(self, call: str) -> str:
        work = self._works.get(call)
        return work.to if isinstance(work, Task) else work.tool if work is not None else ""

    def _args(self, call: str) -> JsonObject:
        work = self._works.get(call)
        return {} if work is None else work.args
