"""Files and snapshots: bytes of any length as messages of one subject, stored at once; the last says how many."""

import asyncio
from contextlib import aclosing

from loket.stores.checks import damaged
from loket.stores.jetstream import frames
from loket.stores.jetstream.frames import Meta, encode
from loket.stores.jetstream.stream import Stream, ToStore

PART_BYTES = 512 * 1024
_AT_ONCE = 4
"""Batches that are under way: a server keeps them in memory until they are whole, and takes 50."""


class Chunks:
    """By subject."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._turns = asyncio.Semaphore(_AT_ONCE)

    async def put(self, subject: str, data: bytes, seq: int = 0, version: str = "") -> int:
        """Durable when it returns; the sequence of its first message."""
        parts = [data[at : at + PART_BYTES] for at in range(0, len(data), PART_BYTES)]
        meta = encode(Meta(len(parts), len(data), seq, version))
        async with self._turns:
            last = await self._stream.put([ToStore(subject, part) for part in (*parts, meta)])
        return last - len(parts)

    async def meta(self, subject: str) -> tuple[int, Meta] | None:
        """What is said of the newest one, and where; None when there is none."""
        found = (await self._stream.lasts(subject)).get(subject)
        return None if found is None else (found.at, frames.meta(found.body))

    async def get(self, subject: str) -> tuple[Meta, bytes] | None:
        """The newest one. StoreError `damaged` when a part of it is missing."""
        found = await self.meta(subject)
        if found is None:
            return None
        at, meta = found
        data = b""
        if meta.parts:
            async with aclosing(self._stream.scan(subject, at - meta.parts, at - 1)) as parts:
                data = b"".join([part.body async for part in parts])
        if len(data) != meta.size:
            raise damaged("A file")
        return meta, data
