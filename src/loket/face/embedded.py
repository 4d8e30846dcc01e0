"""An assistant inside another ASGI application, below any path."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from loket.app import Brought, Served, opened
from loket.config import load
from loket.core.limits import Limits
from loket.doors.owners import ROOT, Owners
from loket.house.bundle import Packaged

GRACE = 2.0


class EmbeddedApp:
    """Everything that `loket serve` answers, as one application: the page, the API, the agent's card. `owners` says
    whose a request is; what hosts it answers to is the business of the application around it.

    It opens at the first request and closes with the event loop; `running()` opens and closes it at a place of your
    own. `data` is the folder of its conversations, `url` the public address that it is mounted at, for the cards of
    agents."""

    def __init__(self, assistant: Packaged, owners: Owners, data: Path | str | None = None, url: str = "") -> None:
        self._assistant, self._owners = assistant, owners
        self._flags = {"data": None if data is None else Path(data), "public_url": url or None}
        self._served: asyncio.Future[Served] | None = None
        self._task: asyncio.Task[None] | None = None
        self._over = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        served = await self._opened()
        root = scope.get("root_path", "").rstrip("/")
        path = scope.get("path", "/").removeprefix(root) or "/"
        app: ASGIApp = served.app
        await app({**scope, "path": path, "root_path": "", ROOT: root}, receive, send)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Open inside the block; conversations go on the next time it is opened."""
        await self._opened()
        try:
            yield
        finally:
            self._over.set()
            if self._task is not None:
                await self._task

    async def _opened(self) -> Served:
        if self._served is None:
            self._served = asyncio.get_running_loop().create_future()
            self._over = asyncio.Event()
            self._task = asyncio.create_task(self._run(self._served))
        return await asyncio.shield(self._served)

    async def _run(self, served_here: "asyncio.Future[Served]") -> None:
        """Opened and closed in one task, whichever request was the first."""
        try:
            config = load(self._flags)
            if config.limits is None:
                config = config.model_copy(update={"limits": Limits()})
            async with opened(config, brought=Brought((self._assistant,), owners=self._owners)) as served:
                served_here.set_result(served)
                await self._over.wait()
                await served.stop(GRACE)
        except Exception as error:
            if served_here.done():
                raise
            served_here.set_exception(error)
        finally:
            self._served = None

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self.running():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})
