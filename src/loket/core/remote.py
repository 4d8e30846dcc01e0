"""Work that agents of others do for our calls: the port by which a tool records it in the log and finds it again."""

from dataclasses import dataclass, field
from typing import Protocol

from loket.core.events import AgentSaid, TaskOpened


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

    opened: list[TaskOpened] = field(default_factory=list[TaskOpened])
    heard: list[AgentSaid] = field(default_factory=list[AgentSaid])

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
