"""What a running call records of its work at an agent of others, and finds of it in the log after a crash."""

from collections.abc import Callable
from dataclasses import dataclass

from loket.core.errors import Invalid, TooLarge
from loket.core.events import AgentSaid, TaskOpened
from loket.engine.kit import Kit
from loket.engine.writer import Writer
from loket.views.remote import RemoteWork
from loket.views.turn_state import LiveCall


@dataclass(frozen=True, slots=True)
class CallRemote:
    """The remote log of one call; `advance` carries out what follows from news."""

    writer: Writer
    kit: Kit
    call: LiveCall
    advance: Callable[[], None]

    def latest(self) -> TaskOpened | None:
        work = self._work()
        return None if work is None else work.opened

    def of_task(self, task: str) -> TaskOpened | None:
        return next((work.opened for work in self._own() if work.opened.task == task), None)

    def uses(self, context: str) -> bool:
        return any(work.opened.context == context for work in self._own())

    async def record(self, opened: TaskOpened) -> None:
        same = opened.model_copy(update={"call": self.call.id})
        self.writer.append(self.call.scope, "tool", same, cause=self.call.decision)
        await self.writer.durable()

    def news(self, news: AgentSaid, *, last: bool = False) -> None:
        work = self._work()
        if work is None or self.writer.sealed or self.writer.turn.calls.get(self.call.id) is not self.call:
            return
        if record_news(self.writer, self.kit, work, news, last):
            self.advance()

    def _work(self) -> RemoteWork | None:
        work = self.writer.turn.remote.works.get(self.call.id)
        return work if work is not None and work.seq > self.writer.turn.forked else None

    def _own(self) -> list[RemoteWork]:
        """That of this conversation itself, the newest first."""
        turn = self.writer.turn
        return [work for work in reversed(turn.remote.works.values()) if work.seq > turn.forked]


def record_news(writer: Writer, kit: Kit, work: RemoteWork, news: AgentSaid, last: bool = False) -> bool:
    """Appends news of a call that were not recorded yet, in its scope or in the root where that has ended. Whether
    they wake a planner."""
    turn = writer.turn
    fresh = turn.remote.unheard(work, news)
    if fresh is None:
        return False
    scope = work.scope if turn.alive(work.scope) else "/"
    wakes = not last and kit.follows(turn.scopes[scope].assistant)
    said = fresh.model_copy(update={"call": work.opened.call, "agent": work.opened.agent, "wakes": wakes})
    try:
        writer.append(scope, "agent", said, cause=work.seq)
    except (TooLarge, Invalid):
        return False
    return wakes
