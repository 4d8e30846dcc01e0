"""The files of conversations: kept within what their owner may store, known by what they hold, gone when their time is.

A file is its record; the Book has a note of each that ends, so that nobody has to look through logs for those."""

import asyncio
import hashlib
import logging
import unicodedata
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Protocol
from weakref import WeakValueDictionary

from loket.core.data import BlobRef, FileRef, references
from loket.core.errors import LoketError
from loket.core.events import AgentSaid, FileAdded, FileKept, UserSaid
from loket.core.ports import Entry, Store
from loket.core.record import decode
from loket.engine.allowance import Allowance
from loket.engine.file_links import LONGEST, FileLinks
from loket.engine.media import media_of
from loket.engine.pages import rows

NOTES = "files:"
"""The owner of the notes; nobody signs in by a name with a colon at its end."""
NAME = 200
QUARTER = timedelta(minutes=15)
UNSENT = timedelta(hours=1)
"""When bytes are looked at again whose process ended before their message was in the log."""
PAGE = 200

LARGE = 256 * 1024
"""Bytes whose digest is worked out beside the event loop."""

log = logging.getLogger("loket.engine")


class Put(Protocol):
    """Puts one file of a message that is on its way."""

    async def __call__(self, data: bytes, name: str, media: str | None = None) -> FileRef: ...


class FileStore:
    """Puts files into conversations and takes their bytes out again. `links` outlive the process once they have the key
    of its data folder."""

    def __init__(self, store: Store, allowance: Allowance, clock: Callable[[], datetime]) -> None:
        self.store, self._allowance, self._clock = store, allowance, clock
        self.links = FileLinks()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._coming: Counter[tuple[str, str]] = Counter()

    async def room(self, entry: Entry, size: int) -> None:
        """OutOfRoom when its owner may not store so many bytes more; asked before any of them are taken."""
        await self._allowance.room(entry, size)

    async def put(self, entry: Entry, data: bytes, name: str, media: str | None = None) -> FileRef:
        """A file of this conversation, durable but in no record yet; its type is told by what it holds unless whoever
        made it says one. OutOfRoom when its owner may not store so much, TooLarge when nobody may."""
        async with self._locks.setdefault(entry.owner, asyncio.Lock()):  # each knows what the one before it took
            await self._allowance.room(entry, len(data))
            kind = media or await asyncio.to_thread(media_of, data)
            blob = await self.store.put(entry.conversation, data, kind)
        return FileRef(name=file_name(name), media=kind, blob=blob)

    async def get(self, conversation: str, sha256: str) -> bytes | None:
        """The bytes, None when there are none."""
        return await self.store.get(conversation, sha256)

    def link(self, conversation: str, ref: FileRef, lasts: timedelta) -> str:
        """An address at which whoever has it finds the bytes for a while; "" for a file that is elsewhere. Of the same
        quarter of an hour it is the same one."""
        if ref.blob is None:
            return ""
        least = self._clock() + min(lasts, timedelta(seconds=LONGEST))
        return self.links.link(
            conversation, ref.blob.sha256, least + (datetime.min.replace(tzinfo=UTC) - least) % QUARTER
        )

    async def end(self, conversation: str, sha256: str, at: datetime) -> None:
        """Notes when the bytes of a file are to be deleted."""
        await self.store.note(NOTES, _note(at, conversation, sha256), None)

    @asynccontextmanager
    async def arriving(self, entry: Entry) -> AsyncGenerator[Put]:
        """Gives what puts the files of a message that is told inside. When it was not told after all, its bytes go
        again, unless another message is bringing the same ones; when the process ends, an hour later."""
        mine: list[tuple[str, str]] = []

        async def put(data: bytes, name: str, media: str | None = None) -> FileRef:
            large = len(data) > LARGE
            sha256 = (await asyncio.to_thread(hashlib.sha256, data) if large else hashlib.sha256(data)).hexdigest()
            note = _note(self._clock() + UNSENT, entry.conversation, sha256)
            mine.append((sha256, note))
            self._coming[entry.conversation, sha256] += 1
            await self.store.note(NOTES, note, None)
            return await self.put(entry, data, name, media)

        came = False
        try:
            yield put
            came = True
        finally:
            for sha256, _ in mine:
                self._coming[entry.conversation, sha256] -= 1
            for sha256, note in mine:
                if not came:
                    await self._release(entry, sha256)
                await self.store.forget(NOTES, note)
            self._coming = +self._coming  # without those of which none is left

    async def _release(self, entry: Entry, sha256: str) -> None:
        async with self._locks.setdefault(entry.owner, asyncio.Lock()):  # nobody puts the same ones meanwhile
            coming = self._coming[entry.conversation, sha256] > 0
            if not coming and not await self._needed(entry.conversation, sha256):
                await self.store.drop(entry.conversation, sha256)

    async def expire(self) -> None:
        """Deletes the bytes of every file whose time is over."""
        now = _moment(self._clock())
        try:
            while due := [noted.name for noted in await self.store.names(NOTES, limit=PAGE) if noted.name <= now]:
                for name in due:
                    _, conversation, sha256 = name.split("/")
                    if not await self._needed(conversation, sha256):
                        await self.store.drop(conversation, sha256)
                    await self.store.forget(NOTES, name)
        except LoketError as error:
            log.error("files whose time is over could not be deleted: %s", error)

    async def _needed(self, conversation: str, sha256: str) -> bool:
        """Whether these bytes are a file whose time is not over, or a value that was too long for its record."""
        sign, now = sha256.encode(), self._clock()
        async for row in rows(self.store, conversation):
            if sign not in row.body:
                continue
            match event := decode(row.body).event:
                case FileKept(expires=datetime() as ends) if ends <= now:
                    pass
                case FileKept() | FileAdded() | UserSaid() | AgentSaid():
                    return True
                case _:
                    if any(ref.sha256 == sha256 and ref.preview for ref in references(event.model_dump())):
                        return True
        return False


def ends_in(body: bytes) -> tuple[BlobRef, datetime] | None:
    """The bytes that a stored record keeps for a while, and for how long."""
    if b'"file_kept"' not in body:
        return None
    match decode(body).event:
        case FileKept(ref=FileRef(blob=BlobRef() as blob), expires=datetime() as ends):
            return blob, ends
        case _:
            return None


def file_name(name: str) -> str:
    """What a file is called: the last part of a path, without signs that are none or turn others around."""
    last = name.replace("\\", "/").rpartition("/")[2]
    seen = "".join(sign for sign in " ".join(last.split()) if unicodedata.category(sign)[0] != "C")
    name = seen.strip(". ")
    if len(name) <= NAME:
        return name or "file"
    stem, dot, ending = name.rpartition(".")
    return f"{stem[: NAME - 1 - len(ending)]}.{ending}" if dot and len(ending) <= 16 else name[:NAME]


def _note(at: datetime, conversation: str, sha256: str) -> str:
    return f"{_moment(at)}/{conversation}/{sha256}"


def _moment(at: datetime) -> str:
    """Sorts as time does."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
