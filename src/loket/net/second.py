"""A client for libraries that speak httpx2 instead of httpx, over the same guarded lines; read only together with such
a library."""

import asyncio
from collections.abc import AsyncIterator, Generator, Iterable
from contextlib import contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpcore
import httpx
import httpx2

from loket.net.guard import AddressGuard
from loket.net.line import SocketLine
from loket.net.transport import SAME_NAMES, GuardedLines, LineAnswer

MOST = 16 * 1024 * 1024
"""Bytes of an answer."""
_TRANSLATED: dict[type[Exception], type[httpx2.TransportError]] = {
    getattr(httpcore, name): getattr(httpx2, name) for name in SAME_NAMES
}


def second_client(allow: Iterable[str] = (), connect: float = 5, answer: float = 60) -> httpx2.AsyncClient:
    """A client with deadlines in seconds; the caller closes it. Like the shared one it is guarded, follows no redirect,
    knows no proxy of the environment and keeps no cookies. `allow` are private addresses that may be called."""
    return httpx2.AsyncClient(
        transport=_Second(GuardedLines(AddressGuard(allow), httpx.Limits(keepalive_expiry=15))),
        timeout=httpx2.Timeout(answer, connect=connect),
        headers={"accept-encoding": "identity"},
        cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
        follow_redirects=False,
        trust_env=False,
    )


class _Second(httpx2.AsyncBaseTransport):
    """Guarded lines in the words of httpx2."""

    def __init__(self, lines: GuardedLines) -> None:
        self._lines = lines

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        asked = httpcore.Request(
            method=request.method,
            url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _translated():
            answer = await self._lines.answer(asked)
        line = answer.extensions.get("network_stream")
        if isinstance(line, SocketLine) and any(name.lower() == b"transfer-encoding" for name, _ in answer.headers):
            line.gather()
        return httpx2.Response(
            status_code=answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions
        )

    async def aclose(self) -> None:
        await self._lines.aclose()


class _Body(httpx2.AsyncByteStream):
    """The bytes of an answer, up to what anybody can want of a model; what a line gathered is handed on as one.
    Whoever stopped before the end may read on: a line is used again only when all of its answer was read."""

    def __init__(self, answer: LineAnswer) -> None:
        self._answer = answer
        self._left = MOST
        self._came: list[bytes] = []
        self._reader: asyncio.Future[None] | None = None
        self._reading: asyncio.Task[None] | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        with _translated():
            if self._reading is None:
                async for part in self._answer.parts:  # the first one is waited for by who reads it
                    yield self._counted(part)
                    break
                self._reading = loop.create_task(self._read())
                self._reading.add_done_callback(lambda _: self._hand())
            while self._came or not self._reading.done():
                if not self._came:
                    self._reader = loop.create_future()
                    await self._reader
                if self._came:
                    block, self._came = b"".join(self._came), []
                    yield block
            self._reading.result()

    async def _read(self) -> None:
        """Whoever waits takes its turn when no more is at hand."""
        async for part in self._answer.parts:
            self._came.append(self._counted(part))
            self._hand()

    def _counted(self, part: bytes) -> bytes:
        self._left -= len(part)
        if self._left < 0:
            raise httpx2.ReadError(f"the answer has more than {MOST} bytes")
        return part

    def _hand(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def aclose(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait((self._reading,))
            if not self._reading.cancelled():
                self._reading.exception()  # nobody asks any more
        with _translated():
            await self._answer.aclose()


@contextmanager
def _translated() -> Generator[None]:
    """What the lines and their guard raise by the same name in httpx2."""
    try:
        yield
    except tuple(_TRANSLATED) as error:
        raise _TRANSLATED[type(error)](str(error)) from error
    except httpx.TransportError as error:
        raise getattr(httpx2, type(error).__name__, httpx2.ConnectError)(str(error)) from error
