"""The store for everything that matters: one SQLite file, one writer with group commit, readers beside it."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import Self, TypeVar, cast

from loket.core.data import BlobRef, Json
from loket.core.errors import LoketError, StoreError
from loket.core.ports import Entry, Inventory, Noted, Row, Snapshot, State, Used
from loket.stores import contents, erasing, notes, records, schema, usage
from loket.stores.absent import Absent
from loket.stores.blob import refer
from loket.stores.commits import Commits, OnCommit
from loket.stores.durable import broken
from loket.stores.lock import FolderLock
from loket.stores.moment import Clock, now, ticks
from loket.stores.reads import Reads
from loket.stores.sweep import Sweep

T = TypeVar("T")
_LARGE = 1024 * 1024
"""A file that the reserve has to be made larger for."""


class SqliteStore:
    """Implements core.ports.Store. Made by `open`, ended by `close` or as an async context."""

    def __init__(self, reads: Reads, commits: Commits | None, lock: FolderLock | None, clock: Clock) -> None:
        self._reads = reads
        self._commits = commits
        self._lock = lock
        self._clock = clock
        self._sweep = None if commits is None else Sweep(commits)
        self._absent = Absent()
        self._filling: asyncio.Future[None] | None = None

    @classmethod
    async def open(
        cls, folder: Path, *, read_only: bool = False, on_commit: OnCommit | None = None, clock: Clock = now
    ) -> Self:
        """StoreError data_in_use, newer_database, database_damaged, data_folder or (when reading) data_missing.
        A read-only store takes no lock and may stand beside a running server."""
        if read_only:
            return cls(await asyncio.to_thread(Reads, folder, True), None, None, clock)
        lock, db, reads = await asyncio.to_thread(_open, folder)
        store = cls(reads, Commits(db, on_commit), lock, clock)
        try:
            assert store._sweep is not None
            await store._sweep.begin()
        except BaseException:
            await store.close()
            raise
        store._filling = asyncio.ensure_future(reads.run(store._absent.fill))
        return store

    def tell_address(self, address: str) -> None:
        """Writes into the lock file where this server can be reached, for those who find the folder in use."""
        if self._lock is not None:
            self._lock.tell(address)

    async def warmed(self) -> None:
        """Returns when to look for what is not there costs no reading any more. Nothing needs to wait for it."""
        if self._filling is not None:
            await asyncio.shield(self._filling)

    async def close(self) -> None:
        """Commits what was taken, then lets go of threads, files and the lock. May be called again."""
        self._absent.close()
        if self._filling is not None:
            await asyncio.gather(self._filling, return_exceptions=True)
        if self._sweep is not None:
            await self._sweep.close()
        self._reads.close()
        if self._commits is not None:
            await self._commits.close()
        if self._lock is not None:
            self._lock.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Log

    def append(self, conversation: str, rows: Sequence[Row], entry: Entry | None = None) -> asyncio.Future[None]:
        if self._commits is None:
            return broken(_read_only())
        if entry is not None:
            self._absent.add(conversation)
        return self._commits.append(conversation, rows, entry)

    def urge(self) -> None:
        if self._commits is not None:
            self._commits.urge()

    async def read(self, conversation: str, after: int = 0, before: int | None = None, limit: int = 1000) -> list[Row]:
        return await self._reads.run(records.read, conversation, after, before, limit)

    async def head(self, conversation: str) -> int:
        return self._reads.now(records.head, conversation)

    async def find(self, conversation: str, key: str) -> int | None:
        return self._reads.now(records.find, conversation, key)

    async def redact(self, conversation: str, rows: Sequence[Row]) -> None:
        await self._write(lambda db: records.redact(db, conversation, rows))
        await self._swept()

    async def save(self, conversation: str, view: str, snapshot: Snapshot) -> None:
        await self._write(lambda db: records.save(db, conversation, view, snapshot))

    async def load(self, conversation: str, view: str) -> Snapshot | None:
        return await self._reads.run(records.load, conversation, view)

    async def erase(self, conversation: str) -> None:
        self._absent.add(conversation)
        await self._write(lambda db: erasing.erase(db, conversation), frees=True, erases=conversation)
        await self._swept()

    async def erased(self, conversation: str) -> bool:
        return self._reads.now(records.erased, conversation)

    async def exists(self, conversation: str) -> bool:
        return not self._absent.surely(conversation) and self._reads.now(records.exists, conversation)

    # Blobs

    async def put(self, conversation: str, data: bytes, media: str, preview: str = "") -> BlobRef:
        ref = await asyncio.to_thread(refer, data, media, preview)
        await self._write(lambda db: records.put(db, conversation, ref.sha256, data))
        if self._commits is not None and ref.size > _LARGE:
            await self._commits.beside(lambda checkpoints: checkpoints.reserve.cover(ref.size))
        return ref

    async def get(self, conversation: str, sha256: str) -> bytes | None:
        return await self._reads.run(records.blob, conversation, sha256)

    async def drop(self, conversation: str, sha256: str) -> None:
        await self._write(lambda db: records.drop(db, conversation, sha256), frees=True)
        await self._swept()

    # Book

    async def note(
        self, owner: str, name: str, value: Json, expect: int | None = None, expires: datetime | None = None
    ) -> int:
        text = json.dumps(value, allow_nan=False)
        wish = notes.Wish(owner, name, text, expect, None if expires is None else ticks(expires))
        at = ticks(self._clock())
        self._absent.add((owner, name))
        return await self._write(lambda db: notes.note(db, wish, at))

    async def look(self, owner: str, name: str) -> Noted | None:
        if self._absent.surely((owner, name)):
            return None
        return self._reads.now(notes.look, owner, name, ticks(self._clock()))

    async def names(self, owner: str, prefix: str = "", limit: int = 1000) -> list[Noted]:
        return await self._reads.run(notes.names, owner, prefix, limit, ticks(self._clock()))

    async def forget(self, owner: str, name: str) -> None:
        await self._write(lambda db: notes.forget(db, owner, name), frees=True)

    async def entry(self, conversation: str) -> Entry | None:
        return self._reads.now(notes.entry, conversation)

    async def standing(self, conversation: str) -> tuple[Entry, int] | None:
        return self._reads.now(notes.standing, conversation)

    async def entries(
        self,
        owner: str | None = None,
        state: State | None = None,
        before: datetime | None = None,
        limit: int = 50,
        assistant: str | None = None,
    ) -> list[Entry]:
        until = None if before is None else ticks(before)
        return await self._reads.run(notes.entries, (owner, assistant), state, until, limit)

    async def used(self, owner: str, hidden: Collection[str] = ()) -> Used:
        return self._reads.now(usage.used, owner, hidden)

    async def alias(self, owner: str, alias: str) -> str | None:
        return self._reads.now(notes.alias, owner, alias)

    # Contents

    async def conversations(self) -> list[str]:
        return await self._reads.run(contents.conversations)

    async def held(self, conversations: Sequence[str]) -> list[Inventory]:
        return await self._reads.run(contents.held, conversations)

    async def owners(self) -> list[str]:
        return await self._reads.run(contents.owners)

    async def _write(self, act: Callable[[sqlite3.Connection], T], frees: bool = False, erases: str | None = None) -> T:
        if self._commits is None:
            raise _read_only()
        return cast(T, await self._commits.submit(act, frees, erases))

    async def _swept(self) -> None:
        assert self._sweep is not None
        await self._sweep.erased()


def _open(folder: Path) -> tuple[FolderLock, sqlite3.Connection, Reads]:
    schema.create(folder)
    lock = FolderLock(folder)
    try:
        db = schema.open_writer(folder)
    except LoketError:
        lock.release()
        raise
    try:
        return lock, db, Reads(folder, False)
    except (LoketError, sqlite3.Error) as error:
        db.close()
        lock.release()
        raise schema.translate(error) from error


def _read_only() -> StoreError:
    return StoreError("read_only", "This store was opened for reading.")
