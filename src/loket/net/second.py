"""A client for libraries that speak httpx2 instead of httpx, over the same guarded lines; read only together with such
a library."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Generator, Iterable
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import coroutine
from typing import Any

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


class Gathering:
    """Of the words that stream in one answer, where they come in (see `SocketLine`): it begins when the first of them
    were handed on, so that these wait for nothing, whatever came before them."""

    line: SocketLine | None = None

    def begin(self) -> None:
        """From now on."""
        if self.line is not None:
            self.line.gathers = True


GATHERING: ContextVar[Gathering | None] = ContextVar("gathering", default=None)
"""Set while a request is made whose answer streams."""


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
        line, gathering = answer.extensions.get("network_stream"), GATHERING.get()
        if gathering is not None and isinstance(line, SocketLine):
            gathering.line = line
            _sent(request, asked)
        return httpx2.Response(
            status_code=answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions
        )

    async def aclose(self) -> None:
        await self._lines.aclose()


def _sent(request: httpx2.Request, asked: httpcore.Request) -> None:
    """A request that is being answered in a stream is not sent again: its body, a whole talk, is not kept that long."""
    request.stream = asked.stream = httpx2.ByteStream(b"")
    asked.headers = []
    vars(request).pop("_content", None)


class _Body(httpx2.AsyncByteStream):
    """The bytes of an answer, up to what anybody can want of a model; what a line gathered is handed on as one.
    Whoever stopped before the end may read on: a line is used again only when all of its answer was read."""

    def __init__(self, answer: LineAnswer) -> None:
        self._answer = answer
        self._left = MOST
        self._part: Coroutine[Any, Any, bytes] | None = None
        self._wait: asyncio.Future[Any] | None = None
        self._awaited = False
        self._broke: Exception | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _translated():
            while block := await self._block():
                yield block

    @coroutine
    def _block(self) -> Generator[Any, Any, bytes]:
        """All that is at hand, after a wait for the first of it; nothing at the end. A part that would have to be
        waited for is left in the middle of its wait until somebody asks for more: no task has to read ahead."""
        block = b""
        while self._broke is None:
            broke = None
            if self._part is not None:
                if block:
                    return block
                self._awaited = True
                try:
                    yield self._wait
                except BaseException as error:  # noqa: BLE001 - whatever it is, it is the part's
                    broke = error
                self._awaited = False
            try:
                self._part = self._part or anext(self._answer.parts)
                self._wait = self._part.send(None) if broke is None else self._part.throw(broke)
            except StopIteration as came:
                self._part = None
                block += self._counted(came.value)
            except StopAsyncIteration:
                self._part = None
                return block
            except Exception as error:  # noqa: BLE001 - told to whoever asks for more
                self._part, self._broke = None, error
                if block:
                    return block
            except BaseException:
                self._part = None
                raise
        raise self._broke

    def _counted(self, part: bytes) -> bytes:
        self._left -= len(part)
        if self._left < 0:
            raise httpx2.ReadError(f"the answer has more than {MOST} bytes")
        return part

    async def aclose(self) -> None:
        if self._part is not None and self._wait is not None and not self._awaited:
            self._wait.cancel()
            with suppress(asyncio.CancelledError):
                await self._block()
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
