"""Where logs live: the ports every store implements and one contract suite tests. Stores see bytes, never events."""

from asyncio import Future
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, Protocol

from loket.core.data import BlobRef, Json

State = Literal["idle", "working", "asking", "waiting"]
Ending = Literal["success", "neutral", "asks", "failure", "stopped"]
"""How the last thing that ended came out; `asks`: what it shows still asks something; `stopped` is what was taken back
on its way."""


PART = "part:"


class Row(NamedTuple):
    """One stored record: its seq, its bytes exactly as written, and the sender's idempotency key if it had one."""

    seq: int
    body: bytes
    key: str | None = None


class Entry(NamedTuple):
    """A conversation in the index. `aliases` are other names it is found by (an A2A task or context id). `outcome`: how
    the last thing it did came out; None while something goes on, and before anything ended."""

    conversation: str
    owner: str
    assistant: str
    title: str
    state: State
    created: datetime
    updated: datetime
    aliases: tuple[str, ...] = ()
    outcome: Ending | None = None

    @property
    def apart(self) -> bool:
        """Whether it is a talk of its own, and no part of another one (an alias that begins with PART says so)."""
        return not any(alias.startswith(PART) for alias in self.aliases)


@dataclass(frozen=True, slots=True)
class Used:
    """What is stored of an owner: conversations, and the bytes of their records and files."""

    conversations: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a view after record `seq`; `version` says which code wrote it. Others are dropped."""

    seq: int
    version: str
    state: bytes


@dataclass(frozen=True, slots=True)
class Noted:
    """A value in the Book with its version (from 1, up by one at each change) and the moment it ends, if any."""

    name: str
    value: Json
    version: int
    expires: datetime | None = None


class Inventory(NamedTuple):
    """All there is of a conversation but the bytes: its last seq, its entry in the index, the digests of its files."""

    head: int = 0
    entry: Entry | None = None
    files: frozenset[str] = frozenset()
    erased: bool = False


class Log(Protocol):
    """Append-only rows by conversation.

    `append` is called from the event loop and returns at once; rows wait a few milliseconds for company unless `urge`
    is called, rows handed over in one loop turn and everything queued behind a running commit become durable together,
    and the future they share is done after the commit. One call is never torn, nor is one loop turn. The first row must
    follow the head. A failed commit fails the futures of all it held; nothing of it is kept: Conflict for a row that
    does not follow or a key used before, Gone for an erased conversation, Unavailable for a full disk. Cancelling one
    who waits does not cancel the others: it is told when the commit is over. `read` sees committed rows only, and
    raises StoreError `damaged` when one is not as it was written. After `erase` the conversation's rows, snapshots,
    blobs, index entry and the notes whose name has its id as a part (between characters that are neither letter nor
    digit) are gone, and `erased` is True for its id for ever."""

    def append(self, conversation: str, rows: Sequence[Row], entry: Entry | None = None) -> Future[None]: ...

    def urge(self) -> None:
        """Somebody waits for what was appended: it goes into the next commit."""
        ...

    async def read(self, conversation: str, after: int = 0, before: int | None = None, limit: int = 1000) -> list[Row]:
        """Rows with after < seq < before in order; with `before` and more rows than the limit, the newest of them."""
        ...

    async def head(self, conversation: str) -> int:
        """The last committed seq, 0 when there is none."""
        ...

    async def find(self, conversation: str, key: str) -> int | None:
        """The seq of the record with this idempotency key, None when no record has it."""
        ...

    async def redact(self, conversation: str, rows: Sequence[Row]) -> None:
        """Replaces the bodies of existing rows for good (the old bytes must not stay in the file) and drops the
        conversation's snapshots, which hold what they said. NotFound when there is no such row."""
        ...

    async def save(self, conversation: str, view: str, snapshot: Snapshot) -> None: ...

    async def load(self, conversation: str, view: str) -> Snapshot | None: ...

    async def erase(self, conversation: str) -> None: ...

    async def erased(self, conversation: str) -> bool: ...

    async def exists(self, conversation: str) -> bool:
        """Whether there is, or was and is erased, a conversation of this id."""
        ...

    async def close(self) -> None: ...


class Blobs(Protocol):
    """Bytes by digest, kept per conversation and erased with it. `put` is durable when it returns."""

    async def put(self, conversation: str, data: bytes, media: str, preview: str = "") -> BlobRef: ...

    async def get(self, conversation: str, sha256: str) -> bytes | None:
        """The bytes, None when this conversation has none of that digest; StoreError `damaged` when they are others."""
        ...

    async def drop(self, conversation: str, sha256: str) -> None:
        """Deletes these bytes for good (they must not stay in the file); nothing happens when there are none."""
        ...


class Book(Protocol):
    """A small durable map beside the logs, by owner, and the index of conversations.

    `note` answers the new version; with `expect` it raises Conflict unless the current version (0: none) equals it.
    Values past `expires` are not returned."""

    async def note(
        self, owner: str, name: str, value: Json, expect: int | None = None, expires: datetime | None = None
    ) -> int: ...

    async def look(self, owner: str, name: str) -> Noted | None: ...

    async def names(self, owner: str, prefix: str = "", limit: int = 1000) -> list[Noted]: ...

    async def forget(self, owner: str, name: str) -> None: ...

    async def entry(self, conversation: str) -> Entry | None: ...

    async def standing(self, conversation: str) -> tuple[Entry, int] | None:
        """The index entry and the last seq, both of one moment; None when there is no such conversation."""
        ...

    async def entries(
        self,
        owner: str | None = None,
        state: State | None = None,
        before: datetime | None = None,
        limit: int = 50,
        assistant: str | None = None,
    ) -> list[Entry]:
        """Newest `updated` first; of all owners and assistants unless one is named."""
        ...

    async def used(self, owner: str, hidden: Collection[str] = ()) -> Used:
        """What is stored of this owner, after the last commit. Conversations of `hidden` assistants take room and are
        not counted."""
        ...

    async def alias(self, owner: str, alias: str) -> str | None:
        """The conversation of this owner that is known by this other name, None when there is none."""
        ...


class Contents(Protocol):
    """What is there, for whoever copies a store. A server that serves never asks."""

    async def conversations(self) -> list[str]:
        """All of which there are records or files, and those that were erased, in no order."""
        ...

    async def held(self, conversations: Sequence[str]) -> list[Inventory]:
        """What there is of each, in their order; of each what was there at one moment, but for the files."""
        ...

    async def owners(self) -> list[str]:
        """All in whose name something is noted."""
        ...


class Store(Log, Blobs, Book, Contents, Protocol):
    """All in one: what the engine is started with."""
