"""An httpx transport that connects to exactly the address the guard has checked; Host and SNI stay the name."""

import asyncio
import ssl
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Generator
from contextlib import contextmanager
from functools import partial
from types import AsyncGeneratorType
from typing import cast

import anyio
import httpcore
import httpx

from loket.net.guard import AddressGuard
from loket.net.line import GuardedBackend

SECRET_QUERY = "loket_secret_query"  # noqa: S105 - the name of an extension
"""The extension of a request whose bytes are added to the query on the wire alone: a key that has to stand in an
address is then in no URL that anybody could log."""

SAME_NAMES = (
    "ConnectError",
    "ConnectTimeout",
    "LocalProtocolError",
    "PoolTimeout",
    "ProxyError",
    "ReadError",
    "ReadTimeout",
    "RemoteProtocolError",
    "UnsupportedProtocol",
    "WriteError",
    "WriteTimeout",
)
"""What can go wrong on a line, in httpcore and in the libraries above it."""
MOST_LINES = 1000
"""Open at once, when nobody says how many."""
_TRANSLATED: dict[type[Exception], type[httpx.TransportError]] = {
    getattr(httpcore, name): getattr(httpx, name) for name in SAME_NAMES
}


class LineAnswer:
    """The answer to one request whose head has come. Whoever asked closes it: its line serves others then."""

    def __init__(self, answer: httpcore.Response, over: Callable[[], Awaitable[None]]) -> None:
        assert isinstance(answer.stream, AsyncIterable)
        self.status, self.headers, self.extensions = answer.status, answer.headers, answer.extensions
        self.parts = cast(AsyncGeneratorType[bytes, None], aiter(answer.stream))
        self._answer, self._over, self._open = answer, over, True

    async def aclose(self) -> None:
        if self._open:
            self._open = False
            with anyio.CancelScope(shield=True):
                try:
                    if not self.parts.ag_running:  # else another task reads it still, and hears that the line is closed
                        await self.parts.aclose()
                    await self._answer.aclose()
                finally:
                    await self._over()


class GuardedLines:
    """Lines behind a guard; every one, also that of a redirect, is checked anew. The line that rested least is used
    next, so that finding it costs the same however many there are."""

    def __init__(self, guard: AddressGuard, limits: httpx.Limits, context: ssl.SSLContext | None = None) -> None:
        self._backend = GuardedBackend(guard)
        self._context = context
        self._limits = limits
        self._room = asyncio.Semaphore(limits.max_connections or MOST_LINES)
        self._resting: dict[httpcore.AsyncHTTPConnection, None] = {}
        self._busy: set[httpcore.AsyncHTTPConnection] = set()

    async def answer(self, request: httpcore.Request) -> LineAnswer:
        if request.url.scheme not in (b"http", b"https"):
            raise httpcore.UnsupportedProtocol("Only http and https are spoken.")
        if self._room.locked():
            await self._wait(request.extensions.get("timeout", {}).get("pool"))
        else:
            await self._room.acquire()
        line: httpcore.AsyncHTTPConnection | None = None
        try:
            line = await self._line(request.url.origin)
            self._busy.add(line)
            answer = await line.handle_async_request(request)
        except BaseException:
            if line is not None:
                self._busy.discard(line)
            self._room.release()
            raise
        return LineAnswer(answer, partial(self._over, line))

    async def aclose(self) -> None:
        lines, self._resting = [*self._resting, *self._busy], {}
        for line in lines:
            await line.aclose()

    async def _wait(self, seconds: float | None) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._room.acquire()
        except TimeoutError as error:
            raise httpcore.PoolTimeout("all lines are busy") from error

    async def _line(self, origin: httpcore.Origin) -> httpcore.AsyncHTTPConnection:
        for line in [*self._resting]:
            if not line.has_expired():
                break  # those after it have rested less
            del self._resting[line]
            await line.aclose()
        for line in [*reversed(self._resting)]:
            if line in self._resting and line.can_handle_request(origin):
                del self._resting[line]
                if not line.has_expired():
                    return line
                await line.aclose()
        if origin.scheme == b"https" and self._context is None:
            self._context = httpx.create_ssl_context()  # costs more than all else here: not before it is needed
        return httpcore.AsyncHTTPConnection(
            origin, self._context, self._limits.keepalive_expiry, network_backend=self._backend
        )

    async def _over(self, line: httpcore.AsyncHTTPConnection) -> None:
        self._busy.discard(line)
        self._room.release()
        most = self._limits.max_keepalive_connections
        if line.is_idle() and (most is None or len(self._resting) < most):
            self._resting[line] = None
        else:
            await line.aclose()


class GuardedTransport(httpx.AsyncBaseTransport):
    """Guarded lines in the words of httpx."""

    def __init__(self, guard: AddressGuard, limits: httpx.Limits, context: ssl.SSLContext | None = None) -> None:
        self._lines = GuardedLines(guard, limits, context)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        asked = httpcore.Request(
            method=request.method,
            url=httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=_target(request),
            ),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _translated():
            answer = await self._lines.answer(asked)
        return httpx.Response(
            status_code=answer.status,
            headers=answer.headers,
            stream=_Body(answer),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        await self._lines.aclose()


def _target(request: httpx.Request) -> bytes:
    path, secret = request.url.raw_path, request.extensions.get(SECRET_QUERY, b"")
    return path + (b"&" if b"?" in path else b"?") + secret if secret else path


class _Body(httpx.AsyncByteStream):
    """The bytes of an answer as they come. Iterating it again goes on where it stopped."""

    def __init__(self, answer: LineAnswer) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _translated():
            async for part in self._answer.parts:
                yield part

    async def aclose(self) -> None:
        with _translated():
            await self._answer.aclose()


@contextmanager
def _translated() -> Generator[None]:
    """What a line raises in the words of httpx, which callers know."""
    try:
        yield
    except tuple(_TRANSLATED) as error:
        raise _TRANSLATED[type(error)](str(error)) from error
