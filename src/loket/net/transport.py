"""An httpx transport that connects to exactly the address the guard has checked; Host and SNI stay the name."""

import select
import ssl
from collections.abc import AsyncIterable, AsyncIterator, Generator, Iterable
from contextlib import contextmanager
from typing import Any, cast

import anyio
import httpcore
import httpx

from loket.net.guard import AddressGuard

SECRET_QUERY = "loket_secret_query"  # noqa: S105 - the name of an extension
"""The extension of a request whose bytes are added to the query on the wire alone: a key that has to stand in an
address is then in no URL that anybody could log."""

_SAME_NAMES = (
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
_TRANSLATED: dict[type[Exception], type[httpx.TransportError]] = {
    getattr(httpcore, name): getattr(httpx, name) for name in _SAME_NAMES
}


class GuardedTransport(httpx.AsyncBaseTransport):
    """A connection pool behind a guard; every connection, also that of a redirect, is checked anew."""

    def __init__(self, guard: AddressGuard, limits: httpx.Limits, context: ssl.SSLContext | None = None) -> None:
        self._guard = guard
        self._limits = limits
        self._context = context
        self._pools: dict[bytes, httpcore.AsyncConnectionPool] = {}

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
            answer = await self._pool(request.url.raw_scheme).handle_async_request(asked)
        return httpx.Response(
            status_code=answer.status,
            headers=answer.headers,
            stream=_Body(answer),
            extensions=answer.extensions,
        )

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
                network_backend=_GuardedBackend(self._guard),
            )
        return self._pools[scheme]


def _target(request: httpx.Request) -> bytes:
    path, secret = request.url.raw_path, request.extensions.get(SECRET_QUERY, b"")
    return path + (b"&" if b"?" in path else b"?") + secret if secret else path


class _GuardedBackend(httpcore.AsyncNetworkBackend):
    """Resolves once, by the guard, and hands only addresses to the network."""

    def __init__(self, guard: AddressGuard) -> None:
        self._guard = guard
        self._network = cast(httpcore.AsyncNetworkBackend, httpcore.AnyIOBackend())

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            with anyio.fail_after(timeout):
                addresses = await self._guard.addresses(host, port)
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(f"looking up {host} took too long") from error
        for address in addresses[:-1]:
            try:
                return _Line(await self._network.connect_tcp(address, port, timeout, local_address, socket_options))
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return _Line(await self._network.connect_tcp(addresses[-1], port, timeout, local_address, socket_options))

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        raise httpcore.UnsupportedProtocol("Only addresses on the network can be called.")

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)


class _Line(httpcore.AsyncNetworkStream):
    """An open connection. It is closed, too, when a deadline cancels the handshake of TLS, which the library forgets:
    a server that says nothing would cost us a socket each time."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self._socket: Any = None
        self._poll: select.poll | None = None

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        begun = False
        try:
            secure = _Line(await self._stream.start_tls(ssl_context, server_hostname, timeout))
            begun = True
            return secure
        finally:
            if not begun:
                with anyio.CancelScope(shield=True):
                    await self._stream.aclose()

    def get_extra_info(self, info: str) -> Any:
        """Whether an idle line has ended is asked of all of them before each request: its one poll is kept."""
        if info != "is_readable" or not hasattr(select, "poll"):
            return self._stream.get_extra_info(info)
        self._socket = self._socket or self._stream.get_extra_info("socket")
        if self._socket is None or self._socket.fileno() < 0:
            return True
        if self._poll is None:
            self._poll = select.poll()
            self._poll.register(self._socket, select.POLLIN)
        return bool(self._poll.poll(0))


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
