"""Reading a log from the store: a page at a time, so that a long one is never in memory whole."""

import asyncio
from collections.abc import AsyncIterator

from loket.core.ports import Log, Row
from loket.core.record import Record, decode

PAGE = 500


async def rows(log: Log, conversation: str, after: int = 0) -> AsyncIterator[Row]:
    """The committed rows after a seq, up to the last there is when it is reached."""
    while page := await log.read(conversation, after=after, limit=PAGE):
        for row in page:
            yield row
        if len(page) < PAGE:
            return
        after = page[-1].seq
        await asyncio.sleep(0)


async def records(log: Log, conversation: str, after: int = 0) -> AsyncIterator[Record]:
    """The same as records."""
    async for row in rows(log, conversation, after):
        yield decode(row.body)


async def record_at(log: Log, conversation: str, seq: int) -> Record | None:
    """The record with this seq; None when it is not committed."""
    page = await log.read(conversation, after=seq - 1, limit=1)
    return decode(page[0].body) if page and page[0].seq == seq else None
