"""A client for libraries that speak httpx2 instead of httpx, through the same guard; read only together with such a
library."""

from collections.abc import AsyncIterator, Generator, Iterable
from contextlib import contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
import httpx2

from loket.net.guard import AddressGuard
from loket.net.transport import GuardedTransport

MOST = 16 * 1024 * 1024
"""Bytes of an answer."""


def second_client(allow: Iterable[str] = (), connect: float = 5, answer: float = 60) -> httpx2.AsyncClient:
    """A client with deadlines in seconds; the caller closes it. Like the shared one it is guarded, follows no redirect,
    knows no proxy of the environment and keeps no cookies. `allow` are private addresses that may be called."""
    return httpx2.AsyncClient(
        transport=_Second(GuardedTransport(AddressGuard(allow), httpx.Limits(max_connections=100))),
        timeout=httpx2.Timeout(answer, connect=connect),
        headers={"accept-encoding": "identity"},
        cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
        follow_redirects=False,
        trust_env=False,
    )


class _Second(httpx2.AsyncBaseTransport):
    """The guarded transport in the words of httpx2."""

    def __init__(self, first: GuardedTransport) -> None:
        self._first = first

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        asked = httpx.Request(
            request.method,
            str(request.url),
            headers=request.headers.raw,
            content=await request.aread(),
            extensions=request.extensions,
        )
        with _translated():
            answer = await self._first.handle_async_request(asked)
        return httpx2.Response(
            status_code=answer.status_code,
            headers=answer.headers.raw,
            stream=_Body(answer),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        await self._first.aclose()


class _Body(httpx2.AsyncByteStream):
    """The bytes of an answer as they come, up to what anybody can want of a model. Whoever stopped before its end may
    read on: a connection is used again only when all of its answer was read."""

    def __init__(self, answer: httpx.Response) -> None:
        self._answer = answer
        self._left = MOST

    async def __aiter__(self) -> AsyncIterator[bytes]:
        stream = self._answer.stream
        assert isinstance(stream, httpx.AsyncByteStream)
        with _translated():
            async for part in stream:
                self._left -= len(part)
                if self._left < 0:
                    raise httpx2.ReadError(f"the answer has more than {MOST} bytes")
                yield part

    async def aclose(self) -> None:
        with _translated():
            await self._answer.aclose()


@contextmanager
def _translated() -> Generator[None]:
    """What the transport raises by the same name in httpx2."""
    try:
        yield
    except httpx.TransportError as error:
        kind = getattr(httpx2, type(error).__name__, httpx2.ConnectError)
        raise kind(str(error)) from error
