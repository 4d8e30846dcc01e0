"""The state of the view `steps`: scopes, their steps, and the calls and tasks of a step. Plain, so that it is JSON."""

from dataclasses import dataclass, field
from typing import Literal

from loket.core.actions import Choice, Usage
from loket.core.data import Json
from loket.core.steps import Status

ScopeState = Literal["open", "done", "stopped"]
CallState = Literal["decided", "held", "started", "returned"]
TaskState = Literal["decided", "opened", "returned"]
StepKind = Literal["say", "ask", "call", "cancel", "wait", "done", "stopped", "fault", "late"]
"""The six actions, and three things that happen to work: it was stopped, it broke, an answer came too late."""


@dataclass(slots=True, kw_only=True)
class NoteLine:
    """What a running call or the agent behind it told, from record `seq`."""

    seq: int
    at: str
    text: str


@dataclass(slots=True, kw_only=True)
class RemoteLine:
    """The remote agent's task that works on a call, and the last state it told."""

    agent: str
    task: str
    context: str | None
    state: str | None


@dataclass(slots=True, kw_only=True)
class CallLine:
    """One use of a tool. `args_cut` and `value_cut`: too long for a view, the records hold the whole.

    `question` is the id of the approval asked for it, `asking` how that question stands; `edited` is the record that
    changed its arguments, `retried_by` the later call that made this one good; `reason` is the decision's."""

    id: str
    tool: str
    reason: str
    args: Json
    args_cut: bool
    retries: str | None
    decided: str
    state: CallState = "decided"
    question: str | None = None
    asking: str | None = None
    held_why: str = ""
    edited: int | None = None
    retried_by: str | None = None
    started: str | None = None
    returned: int | None = None
    ended: str | None = None
    ok: bool | None = None
    code: str | None = None
    text: str = ""
    value: Json = None
    value_cut: bool = False
    took_ms: int | None = None
    notes: list[NoteLine] = field(default_factory=list)
    remote: RemoteLine | None = None


@dataclass(slots=True, kw_only=True)
class TaskLine:
    """One task of a decision; `scope` is where it works once it is opened, `needs` are what comes first (`seq.id`)."""

    id: str
    intent: str
    to: str
    text: str
    needs: list[str]
    corrects: str | None
    state: TaskState = "decided"
    scope: str | None = None
    corrected_by: str | None = None
    returned: int | None = None
    ok: bool | None = None
    code: str | None = None
    result: str = ""
    took_ms: int | None = None


@dataclass(slots=True, kw_only=True)
class ConsideredLine:
    """What was considered and not chosen; a whole score is an integer, so that both languages write it alike."""

    name: str
    score: int | float | None
    why: str


@dataclass(slots=True, kw_only=True)
class CommandLine:
    """A command a step gave to the client, from record `seq`; None when it is too long for a view."""

    seq: int
    command: Json


@dataclass(slots=True, kw_only=True)
class StepLine:
    """What one decision, or one thing that happened to the work, came to. `message`: the person's record behind it.
    A `say` with the code `interrupted` are the words of a thought that did not come to its end.

    `asking` says how the question of an ask stands (`open`, `answered`, `superseded`, `gone`, another code)."""

    seq: int
    at: str
    kind: StepKind
    name: str = ""
    reasoning: str = ""
    considered: list[ConsideredLine] = field(default_factory=list)
    text: str = ""
    state: Literal["open", "done"] = "done"
    status: Status = "ok"
    code: str | None = None
    message: int | None = None
    asking: str | None = None
    choices: list[Choice] = field(default_factory=list)
    to: str | None = None
    until: str | None = None
    calls: list[CallLine] = field(default_factory=list)
    tasks: list[TaskLine] = field(default_factory=list)
    commands: list[CommandLine] = field(default_factory=list)
    usage: Usage | None = None
    redacted: bool = False


@dataclass(slots=True, kw_only=True)
class WakingLine:
    """A record that no decision took yet, and the person's record it descends from."""

    seq: int
    message: int | None
    person: bool


@dataclass(slots=True, kw_only=True)
class ScopeLine:
    """A line of thought: what it is for, how it stands, and its last steps; `dropped` counts the older ones.

    `reason` is the reasoning of the decision that opened it, `message` its last words, of record `said`.
    `working`: something of it runs or thinks now. `unsure`: nobody knows whether one of its calls was done."""

    path: str
    parent: str | None
    call: str | None
    title: str
    intent: str
    assistant: str
    reason: str
    opened: int | None
    started: str | None
    state: ScopeState = "open"
    status: Status = "ok"
    working: bool = False
    unsure: bool = False
    message: str = ""
    said: int | None = None
    code: str | None = None
    ended: str | None = None
    took_ms: int | None = None
    discarded: int = 0
    dropped: int = 0
    wait: int | None = None
    waking: list[WakingLine] = field(default_factory=list)
    steps: list[StepLine] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class StepsState:
    """Scopes in the order in which they opened, the root first. `message` is the last thing a person came with;
    `status` is the worst of the root's steps for it."""

    upto: int = 0
    message: int | None = None
    status: Status = "ok"
    working: bool = False
    scopes: list[ScopeLine] = field(default_factory=list)
