"""An httpx transport that connects to exactly the address the guard has checked; Host and SNI stay the name."""

import ssl
from collections.abc import AsyncIterable, AsyncIterator, Generator
from contextlib import contextmanager

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
_TRANSLATED: dict[type[Exception], type[httpx.TransportError]] = {
    getattr(httpcore, name): getattr(httpx, name) for name in SAME_NAMES
}


class GuardedLines:
    """A connection pool behind a guard; every connection, also that of a redirect, is checked anew."""

    def __init__(self, guard: AddressGuard, limits: httpx.Limits, context: ssl.SSLContext | None = None) -> None:
        self._guard = guard
        self._limits = limits
        self._context = context
        self._pools: dict[bytes, httpcore.AsyncConnectionPool] = {}

    async def answer(self, request: httpcore.Request) -> httpcore.Response:
        """The answer whose head has come; whoever asked closes it."""
        return await self._pool(request.url.scheme).handle_async_request(request)

    async def aclose(self) -> None:
        for pool in self._pools.values():
            await pool.aclose()

    def _pool(self, scheme: bytes) -> httpcore.AsyncConnectionPool:
        """One for each scheme, made at its first call: reading the certificates costs more than all else here."""
        if scheme not in self._pools:
            if scheme == b"https" and self._context is None:
                self._context = httpx.create_ssl_context()
            self._pools[scheme] = httpcore.AsyncConnectionPool(
                ssl_context=self._context,
                max_connections=self._limits.max_connections,
                max_keepalive_connections=self._limits.max_keepalive_connections,
                keepalive_expiry=self._limits.keepalive_expiry,
                network_backend=GuardedBackend(self._guard),
            )
        return self._pools[scheme]


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

    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        stream = self._answer.stream
        assert isinstance(stream, AsyncIterable)
        with _translated():
            async for part in stream:
                yield part

    async def aclose(self) -> None:
        with _translated():
            await self._answer.aclose()


@contextmanager
def _translated() -> Generator[None]:
    """What the pool raises in the words of httpx, which callers know."""
    try:
        yield
    except tuple(_TRANSLATED) as error:
        raise _TRANSLATED[type(error)](str(error)) from error
