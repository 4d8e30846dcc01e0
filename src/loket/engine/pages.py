"""Reading a log from the store: a page at a time, so that a long one is never in memory whole."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

from loket.core.ports import Log, Row
from loket.core.record import Record, decode

PAGE = 500


async def pages(log: Log, conversation: str, after: int = 0, upto: int | None = None) -> AsyncIterator[list[Row]]:
    """The committed rows after a seq, up to another or to the last there is when it is reached."""
    while upto is None or after < upto:
        # The store gives the newest of too many before a seq, and all are needed.
        before = None if upto is None else min(upto, after + PAGE) + 1
        page = await log.read(conversation, after=after, before=before, limit=PAGE)
        if page:
            yield page
        if len(page) < PAGE:
            return
        after = page[-1].seq
        await asyncio.sleep(0)


async def rows(log: Log, conversation: str, after: int = 0, upto: int | None = None) -> AsyncIterator[Row]:
    """The same one by one."""
    async for page in pages(log, conversation, after, upto):
        for row in page:
            yield row


async def records(log: Log, conversation: str, after: int = 0) -> AsyncGenerator[Record]:
    """The same as records."""
    async for row in rows(log, conversation, after):
        yield decode(row.body)


async def record_at(log: Log, conversation: str, seq: int) -> Record | None:
    """The record with this seq; None when it is not committed."""
    page = await log.read(conversation, after=seq - 1, limit=1)
    return decode(page[0].body) if page and page[0].seq == seq else None
