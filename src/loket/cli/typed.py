"""What a person types, line by line, while the loop goes on: a terminal, a pipe or a file."""

import asyncio
import os
import sys
import threading

CHUNK = 65_536


class Typed:
    """Lines of standard input. Read by a thread of its own, which a blocked terminal can't keep from ending with the
    process: it holds no lock of `sys.stdin`."""

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._ended = False
        threading.Thread(target=self._read, daemon=True).start()

    async def line(self) -> str | None:
        """The next line without its end; None once there are no more."""
        if self._ended:
            return None
        line = await self._lines.get()
        self._ended = line is None
        return line

    def _read(self) -> None:
        rest = b""
        try:
            while chunk := os.read(self._descriptor, CHUNK):
                *whole, rest = (rest + chunk).split(b"\n")
                for line in whole:
                    self._hand(line.decode(errors="replace").removesuffix("\r"))
            if rest:
                self._hand(rest.decode(errors="replace"))
            self._hand(None)
        except RuntimeError:
            return  # the loop is closed: nobody waits any more

    def _hand(self, line: str | None) -> None:
        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
