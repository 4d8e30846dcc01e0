"""Finding records: from the last frame of a conversation along its chain to where a seq stands, then onwards."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

from loket.core.errors import StoreError
from loket.core.ports import Row
from loket.stores.checks import damaged
from loket.stores.jetstream import frames
from loket.stores.jetstream.frames import Frame
from loket.stores.jetstream.stream import BATCH, Stored, Stream
from loket.stores.jetstream.subjects import Subjects

_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)
T = TypeVar("T")


async def undamaged(read: Callable[[], Awaitable[T]]) -> T:
    """What is read. StoreError `damaged` only when it is, also after a while: each question may go to another server,
    and one that is behind does not have yet what the one before it named, or has what was since redacted."""
    for pause in _PAUSES:
        try:
            return await read()
        except StoreError as error:
            if error.code != "damaged":
                raise
        await asyncio.sleep(pause)
    return await read()


class Chain:
    """Reads frames; knows nothing of who writes them."""

    def __init__(self, stream: Stream, subjects: Subjects) -> None:
        self._stream = stream
        self._subjects = subjects

    async def last(self, conversation: str) -> tuple[int, Frame] | None:
        """The last frame and its sequence in the stream, None when there is none."""
        found = await self._stream.newest(self._subjects.log("r", conversation))
        return None if found is None else (found.at, frames.frame(found.body))

    async def rows(self, conversation: str, after: int = 0, before: int | None = None, limit: int = 1000) -> list[Row]:
        """As core.ports.Log.read says. StoreError `damaged` when one is missing."""
        return await undamaged(lambda: self._rows(conversation, after, before, limit))

    async def _rows(self, conversation: str, after: int, before: int | None, limit: int) -> list[Row]:
        newest = await self.last(conversation)
        if newest is None or newest[1].erased:
            return []
        first = max(after, 0) + 1
        last = newest[1].last if before is None else min(newest[1].last, before - 1)
        if before is None:
            last = min(last, first + limit - 1)
        else:
            first = max(first, last - limit + 1)
        if last < first:
            return []
        return [
            row
            for _, frame in await self.frames(conversation, newest, first, last)
            for row in frame.records()
            if first <= row.seq <= last
        ]

    async def frames(
        self, conversation: str, newest: tuple[int, Frame], first: int, last: int
    ) -> list[tuple[Stored, Frame]]:
        """Those that hold the records from one seq to another, in order, redacted as they are now: each with the
        message that it is in now. StoreError `damaged` when one is missing, which `undamaged` asks for again."""
        at, frame = newest
        if frame.rows and frame.first <= first:
            subject = self._subjects.log("r", conversation)
            return [(Stored(at, subject, b""), frame)]
        instead = await self._replaced(conversation) if frame.redacted else {}
        start = await self._start(newest, first, instead)
        found: dict[int, tuple[Stored, Frame]] = {}
        page = min(last - first + 2, BATCH)
        async with aclosing(self._stream.scan(self._subjects.log("r", conversation), start, at, page)) as messages:
            async for message in messages:
                read = frames.frame(message.body)
                if read.first > last:
                    break
                found[message.at] = message, read
        found |= {place: one for place, one in instead.items() if place >= start and one[1].first <= last}
        kept = [found[place] for place in sorted(found) if found[place][1].last >= first]
        seqs = [row.seq for _, frame in kept for row in frame.records() if first <= row.seq <= last]
        if seqs != list(range(first, last + 1)):
            raise damaged(f"Record {next((seq for seq in range(first, last + 1) if seq not in seqs), first)}")
        return kept

    async def _start(self, newest: tuple[int, Frame], seq: int, instead: dict[int, tuple[Stored, Frame]]) -> int:
        """The sequence in the stream of the newest commit that begins at this seq or before it: each step goes from the
        newest commit of a tree to that of one of its halves."""
        at, frame = newest
        at -= frame.part
        while frame.begins > seq:
            older = [tree for tree in frame.spine if tree.first > seq]
            if not older and frame.spine:
                return frame.spine[0].at
            if not older:
                raise damaged(f"Record {seq}")
            at = older[-1].at
            stored = instead[at][0] if at in instead else await self._stream.at(at)
            if stored is None:
                raise damaged(f"Record {older[-1].first}")
            frame = frames.frame(stored.body)
        return at

    async def _replaced(self, conversation: str) -> dict[int, tuple[Stored, Frame]]:
        """What stands in place of redacted frames, by their sequences."""
        found: dict[int, tuple[Stored, Frame]] = {}
        async with aclosing(self._stream.scan(self._subjects.under("x", conversation))) as messages:
            async for message in messages:
                found[int(message.subject.rpartition(".")[2])] = message, frames.frame(message.body)
        return found
