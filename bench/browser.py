"""What stands for a browser in the bench: requests over HTTP/1.1, and a stream of server-sent events read as it comes.
It costs next to nothing, because it runs beside the servers that are measured."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from urllib.parse import urlencode

HOST = "127.0.0.1"
HEADERS = "Accept-Language: en\r\nUser-Agent: Mozilla/5.0 bench\r\n"


class BadAnswer(Exception):
    """A server did not answer as it has to."""


@dataclass
class Seen:
    """What came of one turn: all bytes of its stream, and when those of its first word came."""

    mark: bytes
    body: bytearray = field(default_factory=bytearray)
    first: float = 0.0

    def add(self, data: bytes) -> None:
        """The next bytes."""
        looked = max(0, len(self.body) - len(self.mark))
        self.body += data
        if not self.first and self.body.find(self.mark, looked) >= 0:
            self.first = time.perf_counter()

    def verify(self, words: tuple[str, ...]) -> None:
        """BadAnswer unless all words came, in order."""
        at = 0
        for word in words:
            at = self.body.find(word.strip().encode(), at)
            if at < 0:
                raise BadAnswer(f"{word!r} did not come: {bytes(self.body[-300:])!r}")


@dataclass
class Browser:
    """One person's browser: a connection that it keeps for what it asks, and one for each stream."""

    port: int
    _kept: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: object) -> bytes:
        """What a JSON body is answered with; a connection that rested too long for the server is opened again."""
        if self._kept is None or self._kept[0].at_eof() or self._kept[0].exception() is not None:
            self._kept = await asyncio.open_connection(HOST, self.port)
        reader, writer = self._kept
        data = json.dumps(body).encode()
        writer.write(self._head("POST", path, "application/json", "application/json", len(data)) + data)
        length, chunked = await _answered(reader)
        if not chunked:
            return await reader.readexactly(length)
        return b"".join([piece async for piece in _pieces(reader)])

    async def stream(
        self, method: str, path: str, body: bytes = b"", media: str = "application/json"
    ) -> AsyncGenerator[bytes]:
        """The bytes of an event stream as they come, to its end."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        try:
            writer.write(self._head(method, path, "text/event-stream", media, len(body)) + body)
            _, chunked = await _answered(reader)
            if not chunked:
                raise BadAnswer("a stream of events comes in chunks")
            async for piece in _pieces(reader):
                yield piece
        finally:
            writer.close()

    def close(self) -> None:
        """It is closed."""
        if self._kept is not None:
            self._kept[1].close()

    def _head(self, method: str, path: str, accept: str, media: str, length: int) -> bytes:
        sent = f"Content-Type: {media}\r\nContent-Length: {length}\r\n" if method == "POST" else ""
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n{HEADERS}Accept: {accept}\r\n{sent}\r\n".encode()
        )


async def _answered(reader: asyncio.StreamReader) -> tuple[int, bool]:
    """The length of what was answered, or that it comes in chunks."""
    status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
    if not status.split()[1].startswith("2"):
        raise BadAnswer(f"{status}: {(await reader.read(500))!r}")
    headers = dict(line.split(": ", 1) for line in lines if ": " in line)
    return int(headers.get("content-length", "0")), headers.get("transfer-encoding") == "chunked"


async def _pieces(reader: asyncio.StreamReader) -> AsyncGenerator[bytes]:
    while (size := int(await reader.readuntil(b"\r\n"), 16)) > 0:
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readuntil(b"\r\n")


def form(**fields: str) -> bytes:
    """A form as a browser sends it."""
    return urlencode(fields).encode()
