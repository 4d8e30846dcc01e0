"""The pieces of the view `outcome`: what became of a message, its steps and results, and the keys of other agents."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from loket.core.actions import Action, Call, Task, ToolCall
from loket.core.data import FileRef, Json, JsonObject, Text
from loket.core.events import Decided
from loket.core.value import unchanging

State = Literal["submitted", "working", "asking", "held", "completed", "failed", "canceled", "rejected"]
ENDED = frozenset[State](("completed", "failed", "canceled", "rejected"))
"""States that nothing changes any more."""
OutcomeKind = Literal["say", "ask", "call", "tool", "task", "held", "done", "stopped", "fault"]
RESTING = ENDED | frozenset[State](("asking", "held"))
"""States in which nothing goes on until somebody outside does something."""

MESSAGE_ID_CHARACTERS = 128
_KEY = re.compile(r"a2a:(?P<task>\d{1,12})\.(?P<nonce>[0-9A-Za-z]{0,22}):(?P<message>.*)", re.DOTALL)


@unchanging
class SentMessage:
    """What the key of a record says: which message it was, and the task it goes on with (0: a new one)."""

    task: int
    message_id: str


def sent_key(task: int, message_id: str, nonce: str = "") -> str:
    """The idempotency key of a message to a task; a nonce makes a repeated message another one."""
    return f"a2a:{task}.{nonce}:{message_id}"


def sent_by(key: str | None) -> SentMessage | None:
    """What a key says when it is one of ours."""
    found = _KEY.fullmatch(key) if key is not None else None
    return None if found is None else SentMessage(int(found["task"]), found["message"])


@unchanging
class OutcomeMessage:
    """One message of a task. `ours` is the assistant's; the other ones have the id their sender gave them."""

    seq: int
    id: str
    ours: bool
    text: Text = ""
    files: tuple[FileRef, ...] = ()
    data: Json = None


@unchanging
class OutcomeResult:
    """One result: words, a value and files. `id` is the draft's when its words were shown while they were made."""

    seq: int
    id: str
    text: Text | None = None
    files: tuple[FileRef, ...] = ()
    value: Json = None


@dataclass(slots=True)
class OutcomeStep:
    """One thing that happened: words (`say`, `ask`), calls that were decided (`call`), a tool or an assistant that came
    back (`tool`, `task`), a call that waits for approval (`held`), a scope that ended (`done`, `stopped`), something of
    ours that broke (`fault`).

    `call` and `work` name the call that it is about; `acted`: that had begun to act on the world. `commands` are those
    that went to the client with it."""

    kind: OutcomeKind
    seq: int
    scope: str = "/"
    text: str = ""
    ok: bool = True
    code: str = ""
    value: Json = None
    decided: Decided | None = None
    call: str = ""
    work: ToolCall | Task | None = None
    acted: bool = False
    took_ms: int | None = None
    commands: list[JsonObject] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The tool or the assistant."""
        return self.work.to if isinstance(self.work, Task) else self.work.tool if self.work is not None else ""

    @property
    def action(self) -> Action | None:
        """What was decided."""
        return None if self.decided is None else self.decided.action

    @property
    def works(self) -> tuple[ToolCall | Task, ...]:
        """The calls that were decided."""
        return self.action.calls if isinstance(self.action, Call) else ()

    @property
    def args(self) -> JsonObject:
        """What it was given, as a person let it go."""
        return {} if self.work is None else self.work.args


@dataclass(slots=True)
class Outcome:
    """What became of message `seq` after the last record. `seqs` are the records from outside that belong to it, `said`
    goes with the state, `asks` are its questions, `question` is the one that it waits for, `lone` is true while it is
    nothing but one final Say.

    A `capability` was asked for by name: what its first call gives is the result, or why there is none (`refusal`).
    What came (`results`, of tasks or of a capability, and `files`) waits for the words it goes with: an answer is one
    piece."""

    seq: int
    at: datetime
    state: State = "submitted"
    said: OutcomeMessage | None = None
    history: list[OutcomeMessage] = field(default_factory=list)
    pieces: list[OutcomeResult] = field(default_factory=list)
    steps: list[OutcomeStep] = field(default_factory=list)
    seqs: set[int] = field(default_factory=set)
    asks: dict[str, OutcomeMessage] = field(default_factory=dict)
    question: str = ""
    end: State | None = None
    last: OutcomeMessage | None = None
    over: bool = False
    decisions: int = 0
    lone: bool = False
    capability: bool = False
    came: bool = False
    refusal: OutcomeMessage | None = None
    results: list[Json] = field(default_factory=list)
    files: list[FileRef] = field(default_factory=list)

    @property
    def ended(self) -> bool:
        """Whether nothing changes it any more."""
        return self.state in ENDED

    def keep_question(self) -> None:
        """Puts what it asks into its history. What is said while work goes on stays out of it: clients that read the
        history would take that for the answer."""
        if self.said is not None and self.state in ("asking", "held"):
            self.history.append(self.said)

    @property
    def returned(self) -> OutcomeStep | None:
        """What first came back to the assistant that was asked."""
        return next((step for step in self.steps if step.kind in ("tool", "task") and step.scope == "/"), None)


@unchanging
class OutcomeChange:
    """What one record did to an outcome: new results first, then perhaps a new state."""

    task: Outcome
    pieces: tuple[OutcomeResult, ...] = ()
    status: bool = False


@dataclass(slots=True)
class OutcomesState:
    """All that the fold holds, but for its turn; `waits` are the outcomes behind each Wait, `latest` those of the last
    decision."""

    sent: bool = False
    known: dict[int, Outcome] = field(default_factory=dict)
    of: dict[int, int] = field(default_factory=dict)
    waits: dict[int, list[int]] = field(default_factory=dict)
    latest: list[int] = field(default_factory=list)
