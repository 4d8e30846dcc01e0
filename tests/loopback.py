"""A real HTTP server on the loopback that answers exactly the bytes a test wants, however wrong or slow they are."""

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request as it came in; header names are lower case."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Answer = Callable[[Asked], bytes | AsyncIterator[bytes] | Awaitable[bytes | None] | None]


@dataclass
class Loopback:
    """Where the server is and what it was asked, in order."""

    url: str
    port: int
    asked: list[Asked] = field(default_factory=list[Asked])


def reply(body: Any = b"", status: int = 200, **headers: str) -> bytes:
    """A whole answer; anything but bytes is sent as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {"content-type": "application/json", "content-length": str(len(data)), "connection": "close"}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {status} X\r\n{head}\r\n".encode() + data


@asynccontextmanager
async def answering(
    answer: Answer, tls: ssl.SSLContext | None = None, port: int = 0, host: str = "127.0.0.1"
) -> AsyncGenerator[Loopback]:
    """Serves until left, at a free port when none is given. The answer is bytes, a stream of bytes, or None, which cuts
    the line."""
    lines: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            asked = await _read(reader)
            if asked is not None:
                here.asked.append(asked)
                await _answer(answer, asked, writer)

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Not async: a line whose task is cancelled before its first step must be closed all the same."""
        line = asyncio.get_running_loop().create_task(serve(reader, writer))
        lines[line] = writer
        line.add_done_callback(lambda _: writer.close())

    server = await asyncio.start_server(accept, host, port, ssl=tls)
    port = server.sockets[0].getsockname()[1]
    here = Loopback(f"http{'s' if tls else ''}://{host}:{port}", port)
    try:
        yield here
    finally:
        await stopped(server)
        for line in lines:
            line.cancel()
        ended = await asyncio.gather(*lines, return_exceptions=True)
        await asyncio.gather(*(writer.wait_closed() for writer in lines.values()), return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error


async def stopped(server: asyncio.Server) -> None:
    """Closes a server without losing a line: one accepted in this very turn of the loop reaches its callback two
    turns later, and is dropped unclosed by asyncio when the server was closed in between."""
    for socket in server.sockets:
        asyncio.get_running_loop().remove_reader(socket.fileno())
    for _ in range(3):
        await asyncio.sleep(0)
    server.close()


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    """The request, or None when the caller hung up before it was whole."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head.strip().split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    except asyncio.IncompleteReadError:
        return None
    return Asked(method, target, headers, body)


async def _answer(answer: Answer, asked: Asked, writer: asyncio.StreamWriter) -> None:
    given = answer(asked)
    if isinstance(given, Awaitable):
        given = await given
    if isinstance(given, AsyncIterator):
        async for part in given:
            writer.write(part)
            await writer.drain()
    elif given is not None:
        writer.write(given)
        await writer.drain()


async def never(asked: Asked) -> bytes:
    """An answer that does not come; ends when the server does."""
    await asyncio.Event().wait()
    return b""
