"""Keeps a made document with the conversation, under an address that is good for ten minutes."""

from collections.abc import Callable
from datetime import datetime, timedelta

from loket.core.data import Frozen
from loket.core.tool import CallContext
from loket_demos.sogis.source.shapes import MadeFile

LASTS = timedelta(seconds=600)
URL = "/api/prints/"


class PrintRecord(Frozen):
    """A document that was kept; its id names the conversation and the call that made it."""

    id: str
    size: int
    expires: datetime

    @property
    def url(self) -> str:
        """Where it is fetched, on this server."""
        return URL + self.id


async def keep_print(context: CallContext, document: MadeFile, now: Callable[[], datetime]) -> PrintRecord:
    """Kept for whoever has the conversation; the same call made once more has the same address."""
    expires = now() + LASTS
    await context.keep(document.data, document.name, document.media, expires=expires)
    return PrintRecord(id=f"{context.conversation}-{context.call}", size=len(document.data), expires=expires)
