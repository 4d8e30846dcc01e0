"""The store of many machines: core.ports.Store over two streams of JetStream."""

import asyncio
import hashlib
import os
import socket
from collections.abc import Iterable
from typing import Self

from loket.core.data import BlobRef
from loket.core.errors import Gone
from loket.core.ports import Entry, Snapshot
from loket.stores.blob import refer
from loket.stores.checks import damaged
from loket.stores.jetstream.batches import Batches
from loket.stores.jetstream.chain import Chain
from loket.stores.jetstream.chunks import Chunks
from loket.stores.jetstream.erasing import Erasing
from loket.stores.jetstream.index import Index
from loket.stores.jetstream.layout import check_layout
from loket.stores.jetstream.link import PATIENCE_SECONDS, Link
from loket.stores.jetstream.notes import NoteBook
from loket.stores.jetstream.positions import Change, Position
from loket.stores.jetstream.servers import Servers
from loket.stores.jetstream.stream import Stream
from loket.stores.jetstream.subjects import Subjects
from loket.stores.moment import Clock, now


class JetStore:
    """Made by `open`, ended by `close` or as an async context. `node` is who writes here."""

    def __init__(self, link: Link, node: str, shared: bool, clock: Clock) -> None:
        self.link = link
        self.node = node
        prefix = link.servers.prefix
        self._subjects = Subjects(prefix)
        self._log = Stream(link, f"{prefix}-log", f"{prefix}.log.>", f"{prefix}.log.v")
        self._kept = Stream(link, f"{prefix}-files", f"{prefix}.files.>", f"{prefix}.files.v")
        self._files = Chunks(self._kept)
        self._index = Index(self._log, self._kept, self._subjects)
        self._book = NoteBook(self._log, self._subjects, clock)
        self._reading = Chain(self._log, self._subjects)
        self._commits = Batches(self._log, self._subjects, self.node, shared)
        self._erasing = Erasing(self._log, self._kept, self._subjects, self._commits, self._reading)
        # What others do whole is theirs.
        self.append, self.urge, self.read = self._commits.append, self._commits.urge, self._reading.rows
        self.redact, self.erase = self._erasing.redact, self._erasing.erase
        self.note, self.look, self.names = self._book.note, self._book.look, self._book.names
        self.hear, self.forget, self.owners = self._book.hear, self._book.forget, self._book.owners
        self.entries, self.used, self.alias = self._index.entries, self._index.used, self._index.alias
        self.conversations, self.held = self._index.conversations, self._index.held

    @classmethod
    async def open(
        cls,
        servers: Servers,
        *,
        node: str | None = None,
        shared: bool = False,
        read_only: bool = False,
        clock: Clock = now,
        patience: float = PATIENCE_SECONDS,
    ) -> Self:
        """`node` is the name of this process, its own unless given; when the store is `shared`, it appends to nothing
        that another one wrote last before `claim`. For reading only, nothing is made nor tidied up. `patience` is how
        many seconds a question waits for servers that do not answer. StoreError says what to do when they can't be
        used."""
        link = await Link.open(servers, patience)
        store = cls(link, node or f"{socket.gethostname()}-{os.getpid()}", shared, clock)
        try:
            await link.probe()
            await store._log.open(make=not read_only)
            await check_layout(store._log, store._subjects)
            await store._kept.open(make=not read_only)
            if not read_only:
                await store._erasing.go_on()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Stores what was taken, then lets go of the servers. May be called again."""
        await self._commits.close()
        await self.link.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Who writes

    async def holder(self, conversation: str) -> str | None:
        """The node that wrote last, None when nobody did."""
        return Position.of(await self._log.last(self._subjects.log("r", conversation))).node

    async def holders(self, conversations: Iterable[str]) -> dict[str, str | None]:
        """The same of many at once, of those that anybody wrote; perhaps of a moment ago, but not from before what this
        node wrote."""
        subjects = {self._subjects.log("r", conversation): conversation for conversation in conversations}
        found = await self._log.lasts(*subjects) if subjects else {}
        return {subjects[subject]: Position.of(one).node for subject, one in found.items()}

    async def claim(self, conversation: str) -> int:
        """Writes a frame without records in our name, so that who wrote before is refused; the last seq. Conflict
        `moved` when others claim it at the same time, Gone when it is erased."""

        async def mark(place: Position) -> Change:
            if place.erased:
                raise Gone("erased", "This conversation was erased.")
            return Change()

        return await self._commits.do(lambda: self._commits.change(conversation, mark))

    # Log

    async def head(self, conversation: str) -> int:
        found = await self._reading.last(conversation)
        return 0 if found is None or found[1].erased else found[1].last

    async def find(self, conversation: str, key: str) -> int | None:
        subject = self._subjects.log("k", conversation, key)
        found = (await self._log.lasts(subject)).get(subject)
        return None if found is None else int(found.body)

    async def save(self, conversation: str, view: str, snapshot: Snapshot) -> None:
        await self._commits.settled()
        await self._refuse_erased(conversation)
        subject = self._subjects.file("s", conversation, view)
        first = await self._files.put(subject, snapshot.state, snapshot.seq, snapshot.version)
        await self._kept.delete(subject, before=first)
        await self._refuse_erased(conversation, subject)

    async def load(self, conversation: str, view: str) -> Snapshot | None:
        found = await self._files.get(self._subjects.file("s", conversation, view))
        return None if found is None else Snapshot(found[0].seq, found[0].version, found[1])

    async def erased(self, conversation: str) -> bool:
        found = await self._reading.last(conversation)
        return found is not None and found[1].erased

    async def exists(self, conversation: str) -> bool:
        entry, _, erased = await self._index.standing(conversation)
        return erased or entry is not None

    # Blobs

    async def put(self, conversation: str, data: bytes, media: str, preview: str = "") -> BlobRef:
        ref = await asyncio.to_thread(refer, data, media, preview)
        await self._refuse_erased(conversation)
        subject = self._subjects.file("b", conversation, ref.sha256)
        if await self._files.meta(subject) is None:
            await self._files.put(subject, data)
            await self._refuse_erased(conversation, subject)
        return ref

    async def get(self, conversation: str, sha256: str) -> bytes | None:
        found = await self._files.get(self._subjects.file("b", conversation, sha256))
        if found is not None and (await asyncio.to_thread(hashlib.sha256, found[1])).hexdigest() != sha256:
            raise damaged(f"The file {sha256[:12]}")
        return None if found is None else found[1]

    async def drop(self, conversation: str, sha256: str) -> None:
        await self._kept.delete(self._subjects.file("b", conversation, sha256))

    # Book

    async def entry(self, conversation: str) -> Entry | None:
        return (await self._index.standing(conversation))[0]

    async def standing(self, conversation: str) -> tuple[Entry, int] | None:
        entry, head, _ = await self._index.standing(conversation)
        return None if entry is None else (entry, head)

    async def _refuse_erased(self, conversation: str, stored: str | None = None) -> None:
        """Gone when it is erased; what was `stored` meanwhile goes, too."""
        if await self.erased(conversation):
            if stored is not None:
                await self._kept.delete(stored)
            raise Gone("erased", "This conversation was erased.")
