"""News of agents that nobody waits for any more, or not at this node: the log hears what its task is asked for once
more, at the node that has the conversation."""

import asyncio
from contextlib import suppress
from datetime import timedelta

from loket.core.errors import LoketError, Moved, Unavailable
from loket.core.tool import ToolFailed
from loket.engine.host import Host
from loket.engine.late import hear_late, late_work
from loket.logs import logger
from loket.net.client import CallFailed, Client, fetched
from loket.tools.agents.book import given_webhook
from loket.tools.agents.rounds import BREATH
from loket.tools.agents.webhooks import PATH, Webhooks
from loket.tools.invoke import InvokeTool

NEWS = "a2a/news/"
"""Where in the Book it stands which webhooks had news that were not looked at yet."""
KEPT = timedelta(days=1)
TRIES = 10
"""Looks at most while nodes or servers change; what is left then is looked at when a node goes, or one starts."""
PEER_SECONDS, PEER_BYTES = 5.0, 65_536

log = logger("loket.wiring")


class LateNews:
    """Told the ids of webhooks; one look at a time for each, and no more than one a breath. Closed before the host.
    `peers` is a client for other nodes, when there may be some."""

    def __init__(self, host: Host, tool: InvokeTool, webhooks: Webhooks, peers: Client | None = None) -> None:
        self._host, self._book, self._tool, self._webhooks, self._peers = host, host.store, tool, webhooks, peers
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    async def __call__(self, id: str) -> None:
        """There is news, which is kept when this returns: it is looked at now, or when that is done which goes on.
        Unavailable when it can't be kept."""
        if id in self._looks:
            self._again.add(id)
            return
        await self._book.note("", f"{NEWS}{id}", None, expires=self._host.clock() + KEPT)
        self._begin(id)

    async def resume(self) -> None:
        """Looks at what was kept and not looked at, by an earlier life of this process or a node that is gone."""
        for noted in await self._book.names("", NEWS):
            self._begin(noted.name.removeprefix(NEWS))

    async def close(self) -> None:
        """What is looked at is let go: the agent keeps its task."""
        looks = list(self._looks.values())
        for look in looks:
            look.cancel()
        await asyncio.gather(*looks, return_exceptions=True)

    def _begin(self, id: str) -> None:
        if id not in self._looks:
            look = self._looks[id] = asyncio.create_task(self._look(id))
            look.add_done_callback(lambda _: self._looks.pop(id))

    async def _look(self, id: str) -> None:
        tries = TRIES
        while tries:
            self._again.discard(id)
            waits = not await self._once(id)
            await asyncio.sleep(BREATH)
            if waits:
                tries -= 1
            elif id not in self._again:
                with suppress(LoketError):
                    await self._book.forget("", f"{NEWS}{id}")
                if id not in self._again:
                    return

    async def _once(self, id: str) -> bool:
        """One look; False when it has to wait for a node or for the store."""
        given = await given_webhook(self._book, id)
        if given is None:
            return True
        try:
            work = await late_work(self._host, given.conversation, given.call)
            if work is not None:
                news = await self._tool.look(work.opened, given)
                await hear_late(self._host, given.conversation, given.call, news)
        except Moved as moved:
            return await self._passed_on(moved.address, id)
        except Unavailable:
            return False
        except (LoketError, ToolFailed) as error:
            log.info("late news of an agent could not be had: %s", error.code)
        return True

    async def _passed_on(self, address: str, id: str) -> bool:
        if self._peers is None or not address:
            return False
        headers = {"x-a2a-notification-token": self._webhooks.token(id)}
        request = self._peers.build_request("POST", f"{address}{PATH}{id}", headers=headers)
        try:
            return (await fetched(self._peers, request, PEER_SECONDS, PEER_BYTES)).status == 204
        except CallFailed:
            return False
