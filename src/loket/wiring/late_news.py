"""News of tasks that no call waits for any more: when an agent calls, its task is asked for once more."""

import asyncio

from loket.core.errors import LoketError
from loket.core.ports import Book
from loket.core.tool import ToolFailed
from loket.engine.host import Host
from loket.engine.late import hear_late, late_work
from loket.logs import logger
from loket.tools.agents.book import given_webhook
from loket.tools.agents.rounds import BREATH
from loket.tools.invoke import InvokeTool

log = logger("loket.wiring")


class LateNews:
    """Told the ids of webhooks; one look at a time for each, and no more than one a breath. Closed before the host."""

    def __init__(self, host: Host, book: Book, tool: InvokeTool) -> None:
        self._host, self._book, self._tool = host, book, tool
        self._again: dict[str, bool] = {}
        self._looks: set[asyncio.Task[None]] = set()

    def __call__(self, id: str) -> None:
        """There is news; at once if nobody looks after it yet, else once more when that is done."""
        if id in self._again:
            self._again[id] = True
            return
        self._again[id] = False
        look = asyncio.create_task(self._look(id))
        self._looks.add(look)
        look.add_done_callback(self._looks.discard)

    async def close(self) -> None:
        """What is looked at is let go: the agent keeps its task."""
        for look in self._looks:
            look.cancel()
        await asyncio.gather(*self._looks, return_exceptions=True)

    async def _look(self, id: str) -> None:
        try:
            await self._once(id)
            await asyncio.sleep(BREATH)
        except (LoketError, ToolFailed) as error:
            log.info("late news of an agent could not be had: %s", error.code)
        finally:
            if self._again.pop(id) and not asyncio.current_task().cancelling():  # type: ignore[union-attr]
                self(id)

    async def _once(self, id: str) -> None:
        given = await given_webhook(self._book, id)
        work = None if given is None else await late_work(self._host, given.conversation, given.call)
        if given is not None and work is not None:
            news = await self._tool.look(work.opened, given)
            await hear_late(self._host, given.conversation, given.call, news)
