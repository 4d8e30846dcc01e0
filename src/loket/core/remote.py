"""What agents of others do, and the port by which a tool records in the log what they do for our calls."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from loket.core.data import FileRef, Frozen, Json, Text


class AgentSaid(Frozen):
    """News of a remote agent, however it came (push, stream, poll); one per message_id and state. `call` is ours that
    its task works for; without one the agent wrote to us of its own accord. Wakes the planner of its scope if `wakes`,
    which for our own tasks the assistant's declaration says (`follow`)."""

    kind: Literal["agent_said"] = "agent_said"
    agent: str
    call: str | None = None
    wakes: bool = True
    task: str | None = None
    state: str | None = None
    message_id: str = ""
    text: Text = ""
    files: tuple[FileRef, ...] = ()
    data: Json = None


class TaskOpened(Frozen):
    """A remote agent is given one of our calls: durable before anything leaves, with the ids we chose, and again when
    the agent names its task; the last one counts. `address`, `dialect`, `binding` and `tenant` are where it is asked
    and what is spoken there, `skill` the one that its task was opened for."""

    kind: Literal["task_opened"] = "task_opened"
    call: str
    agent: str
    task: str = ""
    context: str | None = None
    address: str = ""
    dialect: str = ""
    binding: str = ""
    tenant: str = ""
    skill: str = ""


@dataclass(frozen=True, slots=True)
class RemoteTaskNow:
    """A task of an agent as the records of a conversation tell it: what is recorded of it last, and its state."""

    opened: TaskOpened
    state: str = ""


class RemoteLog(Protocol):
    """The remote work of one conversation, for one of its calls. What a fork was copied with is not its own and is not
    given here."""

    def latest(self) -> TaskOpened | None:
        """What was recorded last of this call: after a crash, the way to what it asked for."""
        ...

    def of_task(self, task: str) -> TaskOpened | None:
        """What this conversation itself recorded last of a task, by the agent's id for it."""
        ...

    def uses(self, context: str) -> bool:
        """Whether this conversation has sent something in this context itself."""
        ...

    async def record(self, opened: TaskOpened) -> None:
        """Appends it; durable when it returns. Nothing may leave before."""
        ...

    def news(self, news: AgentSaid, *, last: bool = False) -> None:
        """Appends what the agent told of the task of this call, once for each message and state, and returns at once.
        The `last` wakes nobody: the call's own return does."""
        ...


@dataclass
class RemoteNotes:
    """The same in memory, for calls outside a conversation."""

    opened: list[TaskOpened] = field(default_factory=list)
    heard: list[AgentSaid] = field(default_factory=list)

    def latest(self) -> TaskOpened | None:
        return self.opened[-1] if self.opened else None

    def of_task(self, task: str) -> TaskOpened | None:
        return next((opened for opened in reversed(self.opened) if opened.task == task), None)

    def uses(self, context: str) -> bool:
        return any(opened.context == context for opened in self.opened)

    async def record(self, opened: TaskOpened) -> None:
        self.opened.append(opened)

    def news(self, news: AgentSaid, *, last: bool = False) -> None:
        self.heard.append(news)
