"""A store that forgets at the end of the process, with the same promises otherwise: for tests and for trials."""

import asyncio
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Self

from loket.core.data import BlobRef, Json
from loket.core.errors import Conflict, Gone, NotFound
from loket.core.ports import Entry, Inventory, Noted, Row, Snapshot, State, Used
from loket.stores.blob import refer
from loket.stores.durable import Durable, broken, closed
from loket.stores.moment import Clock, now
from loket.stores.parts import parts


@dataclass(slots=True)
class _Kept:
    """All of one conversation; `order` is its place among the conversations, first come first."""

    order: int
    rows: list[Row] = field(default_factory=list)
    keys: dict[str, int] = field(default_factory=dict)
    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    blobs: dict[str, bytes] = field(default_factory=dict)
    entry: Entry | None = None
    erased: bool = False


_Append = tuple[str, Sequence[Row], Entry | None]


class MemoryStore:
    """Implements core.ports.Store. Rows are visible when their future is done: in the next turn of the event loop."""

    def __init__(self, clock: Clock = now) -> None:
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._aliases: dict[tuple[str, str], str] = {}
        self._notes: dict[tuple[str, str], tuple[str, int, datetime | None]] = {}
        self._taken: list[_Append] = []
        self._future: Durable | None = None
        self._closed = False

    async def close(self) -> None:
        self._commit()
        self._closed = True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Log

    def append(self, conversation: str, rows: Sequence[Row], entry: Entry | None = None) -> asyncio.Future[None]:
        if self._closed:
            return broken(closed())
        if self._future is None:
            self._future = Durable()
            asyncio.get_running_loop().call_soon(self._commit)
        self._taken.append((conversation, rows, entry))
        return self._future

    def urge(self) -> None:
        """Every turn of the loop commits here."""

    async def read(self, conversation: str, after: int = 0, before: int | None = None, limit: int = 1000) -> list[Row]:
        rows = self._shown(conversation).rows
        after = max(after, 0)
        if before is None:
            return rows[after : after + limit]
        last = max(min(before - 1, len(rows)), after)
        return rows[max(after, last - limit) : last]

    async def head(self, conversation: str) -> int:
        return len(self._shown(conversation).rows)

    async def find(self, conversation: str, key: str) -> int | None:
        return self._shown(conversation).keys.get(key)

    async def redact(self, conversation: str, rows: Sequence[Row]) -> None:
        kept = self._open(conversation)
        for row in rows:
            if not 1 <= row.seq <= len(kept.rows):
                raise NotFound("no_such_record", f"There is no record {row.seq} to redact.")
        for row in rows:
            kept.rows[row.seq - 1] = Row(row.seq, row.body, kept.rows[row.seq - 1].key)
        kept.snapshots.clear()

    async def save(self, conversation: str, view: str, snapshot: Snapshot) -> None:
        self._open(conversation).snapshots[view] = snapshot

    async def load(self, conversation: str, view: str) -> Snapshot | None:
        return self._shown(conversation).snapshots.get(view)

    async def erase(self, conversation: str) -> None:
        self._check()
        order = self._kept[conversation].order if conversation in self._kept else len(self._kept)
        self._kept[conversation] = _Kept(order, erased=True)
        self._aliases = {k: v for k, v in self._aliases.items() if v != conversation}
        self._notes = {k: v for k, v in self._notes.items() if conversation not in parts(k[1])}

    async def erased(self, conversation: str) -> bool:
        return self._shown(conversation).erased

    async def exists(self, conversation: str) -> bool:
        kept = self._shown(conversation)
        return kept.erased or kept.entry is not None

    # Blobs

    async def put(self, conversation: str, data: bytes, media: str, preview: str = "") -> BlobRef:
        ref = refer(data, media, preview)
        self._open(conversation).blobs[ref.sha256] = data
        return ref

    async def get(self, conversation: str, sha256: str) -> bytes | None:
        return self._shown(conversation).blobs.get(sha256)

    async def drop(self, conversation: str, sha256: str) -> None:
        self._check()
        self._shown(conversation).blobs.pop(sha256, None)

    # Book

    async def note(
        self, owner: str, name: str, value: Json, expect: int | None = None, expires: datetime | None = None
    ) -> int:
        self._check()
        found = await self.look(owner, name)
        version = found.version if found else 0
        if expect is not None and expect != version:
            raise Conflict("changed_meanwhile", f"{name} has version {version}, not {expect}. Read it again.")
        until = None if expires is None else expires.astimezone(UTC)
        self._notes[owner, name] = (json.dumps(value, allow_nan=False), version + 1, until)
        return version + 1

    async def look(self, owner: str, name: str) -> Noted | None:
        if self._closed:
            raise closed()
        value, version, expires = self._notes.get((owner, name), ("", 0, None))
        if version == 0 or (expires is not None and expires <= self._clock()):
            return None
        return Noted(name, json.loads(value), version, expires)

    async def names(self, owner: str, prefix: str = "", limit: int = 1000) -> list[Noted]:
        mine = sorted(name for whose, name in self._notes if whose == owner and name.startswith(prefix))
        return [noted for name in mine if (noted := await self.look(owner, name))][:limit]

    async def forget(self, owner: str, name: str) -> None:
        self._check()
        self._notes.pop((owner, name), None)

    async def entry(self, conversation: str) -> Entry | None:
        kept = self._shown(conversation)
        return None if kept.entry is None else kept.entry._replace(aliases=self._aliases_of(conversation))

    async def standing(self, conversation: str) -> tuple[Entry, int] | None:
        entry = await self.entry(conversation)
        return None if entry is None else (entry, len(self._shown(conversation).rows))

    async def entries(
        self,
        owner: str | None = None,
        state: State | None = None,
        before: datetime | None = None,
        limit: int = 50,
        assistant: str | None = None,
    ) -> list[Entry]:
        if self._closed:
            raise closed()
        found = [
            (kept.entry.updated, kept.order, kept.entry)
            for kept in self._kept.values()
            if kept.entry is not None
            and (owner is None or kept.entry.owner == owner)
            and (assistant is None or kept.entry.assistant == assistant)
            and (state is None or kept.entry.state == state)
            and (before is None or kept.entry.updated < before)
        ]
        found.sort(key=lambda one: one[:2], reverse=True)
        return [e._replace(aliases=self._aliases_of(e.conversation)) for _, _, e in found[:limit]]

    async def used(self, owner: str, hidden: Collection[str] = ()) -> Used:
        own = [kept for kept in self._kept.values() if kept.entry is not None and kept.entry.owner == owner]
        talks = sum(kept.entry is not None and kept.entry.assistant not in hidden for kept in own)
        records = sum(len(row.body) for kept in own for row in kept.rows)
        return Used(talks, records + sum(len(data) for kept in own for data in kept.blobs.values()))

    async def alias(self, owner: str, alias: str) -> str | None:
        if self._closed:
            raise closed()
        return self._aliases.get((owner, alias))

    # Contents

    async def conversations(self) -> list[str]:
        return [name for name, kept in self._kept.items() if kept.rows or kept.blobs or kept.erased]

    async def held(self, conversations: Sequence[str]) -> list[Inventory]:
        shown = [(name, self._shown(name)) for name in conversations]
        return [Inventory(len(k.rows), await self.entry(name), frozenset(k.blobs), k.erased) for name, k in shown]

    async def owners(self) -> list[str]:
        return list({owner for owner, _ in self._notes})

    # Inside

    def _commit(self) -> None:
        future, taken = self._future, self._taken
        if future is None:
            return
        self._future, self._taken = None, []
        try:
            self._verify(taken)
        except (Conflict, Gone) as error:
            future.fail(error)
            return
        for conversation, rows, entry in taken:
            kept = self._of(conversation)
            kept.rows.extend(rows)
            kept.keys.update((row.key, row.seq) for row in rows if row.key is not None)
            if entry is not None:
                self._index(kept, entry)
        future.set_result(None)

    def _verify(self, taken: list[_Append]) -> None:
        """All or nothing: everything handed over in one turn shares one future."""
        heads: dict[str, int] = {}
        keys: set[tuple[str, str]] = set()
        for conversation, rows, _ in taken:
            kept = self._kept.get(conversation) or _Kept(0)
            if kept.erased:
                raise Gone("erased", "This conversation was erased.")
            head = heads.get(conversation, len(kept.rows))
            for row in rows:
                head += 1
                if row.seq != head:
                    raise Conflict("not_next", f"Record {row.seq} does not follow: the next one is {head}.")
                if row.key is not None and (row.key in kept.keys or (conversation, row.key) in keys):
                    raise Conflict("key_used", "This idempotency key belongs to another record.")
                if row.key is not None:
                    keys.add((conversation, row.key))
            heads[conversation] = head

    def _index(self, kept: _Kept, entry: Entry) -> None:
        kept.entry = entry
        for alias in self._aliases_of(entry.conversation):
            if alias not in entry.aliases:
                del self._aliases[entry.owner, alias]
        self._aliases.update({(entry.owner, alias): entry.conversation for alias in entry.aliases})

    def _aliases_of(self, conversation: str) -> tuple[str, ...]:
        return tuple(alias for (_, alias), name in self._aliases.items() if name == conversation)

    def _of(self, conversation: str) -> _Kept:
        kept = self._kept.get(conversation)
        if kept is None:
            kept = self._kept[conversation] = _Kept(len(self._kept))
        return kept

    def _check(self) -> None:
        """Before a change: what was appended earlier comes first."""
        if self._closed:
            raise closed()
        self._commit()

    def _open(self, conversation: str) -> _Kept:
        self._check()
        kept = self._of(conversation)
        if kept.erased:
            raise Gone("erased", "This conversation was erased.")
        return kept

    def _shown(self, conversation: str) -> _Kept:
        if self._closed:
            raise closed()
        return self._kept.get(conversation) or _Kept(0)
