"""What a program that we started says on its standard error, as lines of the server's log."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TextIO

from loket.logs import logger
from loket.tools.agents.text import line

log = logger(__name__)

LETTERS, LINES = 500, 2000
"""Of a line, and how many lines of one life of a program are logged."""
LAST_WORDS = 0.5
"""Seconds for what a program said before it ended."""


@asynccontextmanager
async def errors_of(name: str) -> AsyncGenerator[TextIO]:
    """A file to give to the program; closed at the end."""
    read, write = os.pipe()
    reader = asyncio.StreamReader(limit=64 * 1024)
    loop = asyncio.get_running_loop()
    pipe, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(read, "rb"))
    copying = asyncio.create_task(_copy(reader, name), name=f"stderr of {name}")
    try:
        with os.fdopen(write, "w") as file:
            yield file
    finally:
        # Its last words say why it went; what it left behind may hold the pipe open, which nobody waits for long.
        await asyncio.wait([copying], timeout=LAST_WORDS)
        copying.cancel()
        await asyncio.wait([copying])
        pipe.close()


async def _copy(reader: asyncio.StreamReader, name: str) -> None:
    """Reads to the end, so that the program is never held up by what it says; the rest of too much is dropped."""
    count, rest, ended = 0, b"", False
    while not ended:
        piece = await reader.read(4096)
        ended = not piece
        *lines, rest = (rest + piece + b"\n" * ended).split(b"\n")
        rest = rest[-LETTERS * 4 :]
        for raw in lines:
            count += 1
            if count <= LINES and (text := line(raw[: LETTERS * 4].decode(errors="replace"), LETTERS)):
                log.info("%s: %s", name, text)
