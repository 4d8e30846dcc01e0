"""A door that is made when somebody first comes to it, because making it is slow and most people never do."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from starlette.types import ASGIApp, Receive, Scope, Send

from loket.logs import logger

Made = Callable[[], Awaitable[AbstractAsyncContextManager[ASGIApp]]]

log = logger("loket.doors")


class Later:
    """An ASGI application that `make` opens at the first request; `running` spans its life, in one task from its
    beginning to its end."""

    def __init__(self, make: Made) -> None:
        self._make = make
        self._wanted = asyncio.Event()
        self._app: asyncio.Future[ASGIApp] = asyncio.get_running_loop().create_future()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """The time in which it answers."""
        living = asyncio.create_task(self._live())
        try:
            yield
        finally:
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)

    def wake(self) -> None:
        """Makes it now, because there is work for it that no request brings."""
        self._wanted.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._wanted.set()
        app = await asyncio.shield(self._app)
        await app(scope, receive, send)

    async def _live(self) -> None:
        await self._wanted.wait()
        try:
            async with await self._make() as app:
                self._app.set_result(app)
                await asyncio.Event().wait()
        except Exception as error:
            log.exception("a door could not be made")
            if not self._app.done():
                self._app.set_exception(error)
