"""Where made documents lie for a while: under names nobody can guess, for their owner only, gone when their time is,
and with their conversation."""

import asyncio
import hashlib
import json
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from pathlib import Path
from threading import Lock
from typing import Protocol

import anyio.to_thread
from pydantic import ValidationError

from loket.core.data import Frozen, JsonObject
from loket.core.errors import Unavailable
from loket.core.tool import CallContext
from loket_demos.sogis.source.port import GeoFailed
from loket_demos.sogis.source.shapes import Document

LASTS = timedelta(seconds=600)
MOMENT = 0.05
"""Seconds after its end until a document is deleted."""
URL = "/api/prints/"
PRINT_ID = re.compile(r"^[0-9a-f]{32}$")


class PrintRecord(Frozen):
    """A document on the shelf. `recipe` is the tool and the arguments that made it, so that it can be made anew."""

    id: str
    name: str
    media: str
    size: int
    made: datetime
    expires: datetime
    owner: str
    conversation: str = ""
    recipe: JsonObject = {}

    @property
    def url(self) -> str:
        """Where it is fetched, on this server."""
        return URL + self.id


class Prints(Protocol):
    """Keeps documents. `keep` for the same owner and key of a call gives the same link and counts its time anew; it
    raises GeoFailed `data_unavailable` when nothing can be written. `find` gives None for what is unknown, expired or
    somebody else's, and for a name that is none."""

    async def keep(self, by: CallContext, document: Document, recipe: JsonObject) -> PrintRecord: ...

    async def find(self, owner: str, id: str) -> tuple[PrintRecord, bytes] | None: ...


class FolderPrints:
    """Documents as files of a folder. What has expired is deleted when its time is, when somebody comes to the shelf,
    and at the start, when nobody was there in time. What a conversation made is forgotten with it (`Keeper`)."""

    def __init__(self, folder: Path, clock: Callable[[], datetime], lasts: timedelta = LASTS) -> None:
        self._folder, self._clock, self._lasts = folder, clock, lasts
        self._ends: list[tuple[datetime, str]] = []  # a heap, so that a full shelf is not read for each visitor
        self._made_for: dict[str, set[str]] = {}  # the documents of each conversation
        self._sweeping = Lock()
        for id in {path.stem for path in folder.glob("*")}:
            record = self._record(id)  # none of half a document, which a crash left
            heappush(self._ends, (datetime.min.replace(tzinfo=UTC) if record is None else record.expires, id))
            if record is not None:
                self._made_for.setdefault(record.conversation, set()).add(id)
        self._tidy()

    async def kept(self) -> list[str]:
        with self._sweeping:
            return [conversation for conversation in self._made_for if conversation]

    async def forget(self, conversation: str) -> None:
        if conversation in self._made_for:
            try:
                await anyio.to_thread.run_sync(self._forget, conversation)
            except OSError as error:
                raise Unavailable(
                    "erase_unfinished", "A document that was made here can't be deleted. Nothing was erased; try again."
                ) from error

    async def keep(self, by: CallContext, document: Document, recipe: JsonObject) -> PrintRecord:
        now = self._clock()
        record = PrintRecord(
            id=hashlib.sha256(f"print\0{by.owner}\0{by.key}".encode()).hexdigest()[:32],
            name=document.name,
            media=document.media,
            size=len(document.data),
            made=now,
            expires=now + self._lasts,
            owner=by.owner,
            conversation=by.conversation,
            recipe=recipe,
        )
        try:
            await anyio.to_thread.run_sync(self._write, record, document.data)
        except OSError as error:
            raise GeoFailed("data_unavailable") from error
        asyncio.get_running_loop().call_later(self._lasts.total_seconds() + MOMENT, self._tidy)
        return record

    async def find(self, owner: str, id: str) -> tuple[PrintRecord, bytes] | None:
        if not PRINT_ID.fullmatch(id):
            return None
        found = await anyio.to_thread.run_sync(self._read, id)
        return found if found is not None and found[0].owner == owner else None

    def _write(self, record: PrintRecord, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._tidy()
        (self._folder / record.id).write_bytes(data)
        (self._folder / f"{record.id}.json").write_text(record.model_dump_json(), "utf-8")
        with self._sweeping:
            heappush(self._ends, (record.expires, record.id))
            self._made_for.setdefault(record.conversation, set()).add(record.id)

    def _read(self, id: str) -> tuple[PrintRecord, bytes] | None:
        self._tidy()
        record = self._record(id)
        if record is None or record.expires <= self._clock():
            return None
        with suppress(OSError):
            return record, (self._folder / id).read_bytes()
        return None

    def _tidy(self) -> None:
        with suppress(OSError):
            self._sweep()

    def _sweep(self) -> None:
        """Deletes what has expired; what was kept again since has another end further up."""
        with self._sweeping:
            while self._ends and self._ends[0][0] <= self._clock():
                _, id = heappop(self._ends)
                record = self._record(id)
                if record is None or record.expires <= self._clock():
                    self._delete(id)
                    self._unlist(id, "" if record is None else record.conversation)

    def _forget(self, conversation: str) -> None:
        with self._sweeping:
            for id in sorted(self._made_for.get(conversation, ())):
                self._delete(id)
                self._unlist(id, conversation)

    def _delete(self, id: str) -> None:
        for old in (self._folder / id, self._folder / f"{id}.json"):
            old.unlink(missing_ok=True)

    def _unlist(self, id: str, conversation: str) -> None:
        made = self._made_for.get(conversation, set())
        made.discard(id)
        if not made:
            self._made_for.pop(conversation, None)

    def _record(self, id: str) -> PrintRecord | None:
        with suppress(OSError, ValidationError, json.JSONDecodeError):
            return PrintRecord.model_validate_json((self._folder / f"{id}.json").read_text("utf-8"))
        return None
