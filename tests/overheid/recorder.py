"""A line in between: passes bytes on to a server and keeps what its clients sent, connection by connection."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tests.loopback import stopped


@dataclass(frozen=True)
class Request:
    """One request that went by; header names are lower case."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Recorder:
    """Where the line is, and the raw bytes of every connection in the order they were made."""

    port: int
    sent: list[bytearray] = field(default_factory=list[bytearray])
    answered: list[bytearray] = field(default_factory=list[bytearray])

    @property
    def requests(self) -> list[Request]:
        """All requests, connection by connection."""
        return [request for raw in self.sent for request in _requests(bytes(raw))]


@asynccontextmanager
async def recording(target: int) -> AsyncGenerator[Recorder]:
    """Listens on a free port and passes everything on to the target port."""
    lines: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        sent, answered = bytearray(), bytearray()
        here.sent.append(sent)
        here.answered.append(answered)
        there = await asyncio.open_connection("127.0.0.1", target)
        try:
            await asyncio.gather(_passed(reader, there[1], sent), _passed(there[0], writer, answered))
        finally:
            writer.close()
            there[1].close()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.get_running_loop().create_task(serve(reader, writer))
        lines.add(line)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    here = Recorder(server.sockets[0].getsockname()[1])
    try:
        yield here
    finally:
        await stopped(server)
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


async def _passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kept: bytearray) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            kept += data
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()


def _requests(raw: bytes) -> list[Request]:
    found: list[Request] = []
    while raw:
        head, _, raw = raw.partition(b"\r\n\r\n")
        first, *rest = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        method, target, _ = first.split(" ", 2)
        length = int(headers.get("content-length", "0"))
        found.append(Request(method, target, headers, raw[:length]))
        raw = raw[length:]
    return found
