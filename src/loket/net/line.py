"""An open connection over asyncio's own transports, in the words of httpcore: a streamed answer is read from one some
dozens of times a second, so a read is a look at what came, and a wait with a timer only when nothing did."""

import asyncio
import select
import ssl
from collections.abc import Iterable
from typing import Any, cast

import anyio
import httpcore

from loket.net.guard import AddressGuard

MOST_UNREAD, MOST_UNSENT = 256 * 1024, 64 * 1024
"""Bytes that wait for whoever reads, and those of a request that wait for its end."""
GATHER_SECONDS = 0.04
"""What comes so soon after something else waits at most so long for company."""
_LAST = b"0\r\n\r\n"
"""The end of an answer in chunks."""


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Resolves once, by the guard, and hands only addresses to the network."""

    def __init__(self, guard: AddressGuard) -> None:
        self._guard = guard

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
                return await _opened(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await _opened(addresses[-1], port, timeout)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        raise httpcore.UnsupportedProtocol("Only addresses on the network can be called.")

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)


async def _opened(address: str, port: int, timeout: float | None) -> "SocketLine":
    try:
        with anyio.fail_after(timeout):
            _, line = await asyncio.get_running_loop().create_connection(SocketLine, address, port)
    except TimeoutError as error:
        raise httpcore.ConnectTimeout(str(error)) from error
    except OSError as error:
        raise httpcore.ConnectError(str(error)) from error
    return line


class SocketLine(asyncio.Protocol, httpcore.AsyncNetworkStream):
    """What is written waits for the next read, so that the head and the body of a request leave together. While it
    `gathers`, which lasts until something is written, what comes soon after something else waits for company: waking
    who reads costs as much for one word as for three. The end of an answer waits for nothing."""

    gathers = False

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._came = bytearray()
        self._unsent = bytearray()
        self._ended = False
        self._error: Exception | None = None
        self._reader: asyncio.Future[None] | None = None
        self._read_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._room: asyncio.Future[None] | None = None
        self._full = False
        self._poll: select.poll | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._came += data
        if len(self._came) > MOST_UNREAD and self._transport is not None:
            self._full = True
            self._transport.pause_reading()
        loop = asyncio.get_running_loop()
        if not self.gathers or data.endswith(_LAST) or loop.time() - self._read_at > GATHER_SECONDS:
            self._due()
        elif self._timer is None:
            self._timer = loop.call_later(GATHER_SECONDS, self._due)

    def eof_received(self) -> None:
        self._ended = True
        self._due()

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended, self._error = True, exc
        self._due()
        _wake(self._room)

    def _due(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        _wake(self._reader)

    def pause_writing(self) -> None:
        self._room = asyncio.get_running_loop().create_future()

    def resume_writing(self) -> None:
        _wake(self._room)
        self._room = None

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self._unsent:
            await self._send(timeout)
        if not self._ended and (not self._came or self._timer is not None):
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await _within(timeout, self._reader, httpcore.ReadTimeout)
            finally:
                self._reader = None
        if not self._came and self._error is not None:
            raise httpcore.ReadError(str(self._error)) from self._error
        self._read_at = asyncio.get_running_loop().time()
        data = bytes(self._came[:max_bytes])
        del self._came[:max_bytes]
        if self._full and not self._ended and self._transport is not None:
            self._full = False
            self._transport.resume_reading()
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._unsent += buffer
        self.gathers = False
        if len(self._unsent) > MOST_UNSENT:
            await self._send(timeout)

    async def _send(self, timeout: float | None) -> None:
        """What can't be sent any more is dropped: the other end may have answered before it hung up."""
        data, self._unsent = self._unsent, bytearray()
        if self._ended or self._transport is None:
            return
        self._transport.write(data)
        if self._room is not None:
            await _within(timeout, self._room, httpcore.WriteTimeout)

    async def aclose(self) -> None:
        if self._transport is not None:
            self._transport.abort()
            await asyncio.sleep(0)  # it is closed in the next turn of the loop

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        assert self._transport is not None
        plain, begun = self._transport, False
        try:
            with anyio.fail_after(timeout):
                loop = asyncio.get_running_loop()
                self._transport = await loop.start_tls(plain, self, ssl_context, server_hostname=server_hostname)
            begun = True
            return self
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        finally:
            if not begun:
                plain.abort()

    def get_extra_info(self, info: str) -> Any:
        """Whether an idle line has ended is asked of all of them before each request: its one poll is kept."""
        if self._transport is None:
            return None
        if info != "is_readable":
            return self._transport.get_extra_info(
                {"client_addr": "sockname", "server_addr": "peername"}.get(info, info)
            )
        if self._ended or self._came:
            return True
        if self._poll is None and hasattr(select, "poll"):
            self._poll = select.poll()
            self._poll.register(self._transport.get_extra_info("socket"), select.POLLIN)
        return bool(self._poll and self._poll.poll(0))


async def _within(timeout: float | None, waited: asyncio.Future[None], late: type[Exception]) -> None:
    """Waits for it so many seconds."""
    timer = None
    if timeout is not None:
        timer = asyncio.get_running_loop().call_later(timeout, _late, waited, late)
    try:
        await waited
    finally:
        if timer is not None:
            timer.cancel()


def _late(waited: asyncio.Future[None], late: type[Exception]) -> None:
    if not waited.done():
        waited.set_exception(late())


def _wake(waiting: asyncio.Future[None] | None) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(None)
