"""The nodes that share one store: each says that it lives, sees who does, and takes over what the dead have left.

Nothing here is needed for safety of the log: whoever appends to what another node has claimed is refused by the store.
It decides when to claim, and that no effect leaves a node that others may think dead."""

import asyncio
import hashlib
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from loket.core.data import JsonObject
from loket.core.errors import Conflict, LoketError, Moved, NewerRecord, StoreError
from loket.core.ports import Book, Noted, Row
from loket.core.record import lifted
from loket.core.shapes import text_at
from loket.core.upcast import VERSION
from loket.engine.claims import ELSEWHERE, Peer
from loket.logs import logger

BEAT_SECONDS = 0.5
LEASE_SECONDS = 2.5
"""Without a beat for so long, a node starts nothing that changes the world."""
DEAD_SECONDS = 1.2 * LEASE_SECONDS
"""Without a beat that we have seen for so long, it is taken for dead: clocks may differ in how fast they go."""
SILENT_SECONDS = 3 * BEAT_SECONDS
"""Of whom nothing was heard for so long, what is stored is looked at, with each beat."""
ORPHANS_BEATS = 20
"""Beats between two looks for work that nobody has, and for what another node has taken, when nobody came or went."""
FORGOTTEN_SECONDS = 60.0
"""Without a beat that we have seen for so long, what a node noted is taken away, unless it beats meanwhile. Measured
here, since its clock may be in another time."""
NODES = "nodes/"
NOTHING = 0
"""The version of records that a node says it knows to which nothing is left while others live."""

log = logger("loket.engine")


def awake() -> float:
    """Seconds that go on while the process or its machine is stopped, unlike the loop's."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


class SharedStore(Book, Protocol):
    """What is needed of a store that several nodes write to: `holder` says who wrote a conversation last, `holders` of
    many, perhaps a moment late, `claim` makes it this node. A look at the book never shows less than what this node has
    written to it. `hear` is told of notes under a prefix as they are sent, until what it gives is awaited: of some
    perhaps not, and of some that are not stored in the end."""

    node: str

    async def holder(self, conversation: str) -> str | None: ...

    async def holders(self, conversations: Iterable[str]) -> dict[str, str | None]: ...

    async def claim(self, conversation: str) -> int: ...

    async def head(self, conversation: str) -> int: ...

    async def read(self, conversation: str, after: int = 0) -> list[Row]: ...

    async def hear(self, owner: str, prefix: str, told: Callable[[Noted], None]) -> Callable[[], Awaitable[None]]: ...


class _Sight(NamedTuple):
    """What was seen of a node: its addresses, the last version of records that it knows, the version of its last beat,
    and when that was new."""

    address: str
    grpc: str
    knows: int
    version: int
    since: float


class Nodes:
    """Implements Claims. Entering makes this node known; leaving tells the others at once. `adopt` is awaited when what
    others left may have to be gone on with, or they may have gone on with what is ours. `knows`: the last version of
    records that this program can read."""

    def __init__(
        self,
        store: SharedStore,
        address: str,
        clock: Callable[[], float] = awake,
        grpc: str = "",
        knows: int = VERSION,
    ) -> None:
        self.id = store.node
        self._store, self._clock = store, clock
        self._mark: JsonObject = {"address": address, "grpc": grpc, "knows": knows}
        self._knows = knows
        self._seen: dict[str, _Sight] = {}
        self._asked: dict[str, asyncio.Event] = {}
        self._until = self._looked = self._scanned = clock()
        self._lapses = 0
        self._beats: asyncio.Task[None] | None = None
        self._adopting: asyncio.Task[None] | None = None
        self.adopt: Callable[[], Coroutine[None, None, None]] | None = None

    async def __aenter__(self) -> "Nodes":
        self._deafen = await self._store.hear("", NODES, self._heard)
        await self._beat()
        await self._look()
        self._beats = asyncio.create_task(self._live())
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks = [task for task in (self._beats, self._adopting) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._until = self._clock()
        await self._deafen()
        with suppress(LoketError):
            await self._store.note("", NODES + self.id, None, expires=datetime.now(UTC))  # the others hear it at once
            await self._store.forget("", NODES + self.id)

    # Claims

    @property
    def lease(self) -> int:
        """See `Claims`."""
        return self._lapses

    def holds(self, lease: int) -> bool:
        """See `Claims`."""
        return lease == self._lapses and self._clock() < self._until

    @property
    def first(self) -> bool:
        """See `Claims`."""
        return self.id == min(self.living)

    @property
    def living(self) -> set[str]:
        """The nodes that are known to live, this one among them; as of the last look, for who is not heard may live."""
        return {self.id, *(name for name, sight in self._seen.items() if self._scanned - sight.since < DEAD_SECONDS)}

    def mine(self, conversation: str) -> bool:
        """See `Claims`. Rendezvous hashing: of all that live and know the latest records, which older nodes can't read,
        the one whose digest with it is highest."""
        known = {self.id: self._knows, **{name: sight.knows for name, sight in self._seen.items()}}
        return self.id == max(
            self.living, key=lambda node: (known[node], hashlib.sha256(f"{node} {conversation}".encode()).digest())
        )

    async def take(self, conversation: str) -> bool:
        """See `Claims`."""
        holder = await self._store.holder(conversation)
        if holder is None or holder == self.id:
            return False
        if not self.holds(self._lapses):
            raise Moved  # we may be the one that is taken for dead, and do not know who lives
        if holder not in self._seen:
            await self._look()  # it may have come since the last one
        if holder in self.living:
            raise self._elsewhere(holder)
        try:
            await self._check_version(conversation)
        except NewerRecord as error:
            await self._look()
            newer = (name for name in self.living - {self.id} if self._seen[name].knows >= error.version)
            if (name := min(newer, default=None)) is not None:
                raise self._elsewhere(name) from error
            raise
        await self._store.claim(conversation)
        return True

    async def pass_to(self, node: str) -> None:
        """See `Claims`."""
        if node != self.id and node not in self._seen:
            await self._look()  # it may have come since the last one
        if node != self.id and node in self.living:
            raise self._elsewhere(node)

    def _elsewhere(self, name: str) -> Moved:
        """Notes the node with this name as where the request belongs."""
        sight = self._seen[name]
        peer = Peer(sight.address, sight.grpc, self._asked.setdefault(name, asyncio.Event()))
        noted = ELSEWHERE.get()
        if noted is not None:
            noted.append(peer)
        return Moved(peer.address)

    async def _check_version(self, conversation: str) -> None:
        """NewerRecord when the last record is newer than we can read: no older one was written behind such a record."""
        try:
            for row in await self._store.read(conversation, await self._store.head(conversation) - 1):
                lifted(row.body)
        except NewerRecord:
            raise
        except StoreError as error:  # it can be erased all the same
            log.warning("the last record of %s can't be read: %s", conversation, error.code)

    async def lost(self, conversations: Iterable[str]) -> set[str]:
        """See `Claims`."""
        holders = await self._store.holders(conversations)
        return {conversation for conversation, holder in holders.items() if holder != self.id}

    # Beats

    async def _live(self) -> None:
        count, before = 0, self.living
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            lease = self.lease
            try:
                await self._beat()
                if self._silent or count % ORPHANS_BEATS == 0:
                    await self._look()
                self._looked = self._clock()
            except LoketError as error:
                log.warning("this node can't say that it lives: %s", error.code)
                continue
            count += 1
            living = self.living
            left, before = before - living, living
            for name in left & self._seen.keys():  # one that ended took its note away
                address = self._seen[name].address
                log.warning("node %s at %s gives no sign of life; others go on with what it had", name, address)
            for name in self._asked.keys() - living:
                self._asked.pop(name).set()
            free = self._adopting is None or self._adopting.done()
            if left or lease != self.lease:
                count = ORPHANS_BEATS  # and as long as the look before is still under way
            if self.adopt is not None and free and count >= ORPHANS_BEATS:
                count, self._adopting = 0, asyncio.create_task(self.adopt())

    async def _beat(self) -> None:
        begun = self._clock()
        await self._store.note("", NODES + self.id, self._mark)
        if begun >= self._until:
            self._lapses += 1
            now = self._clock()  # who was away knows of nobody's death
            self._seen = {name: sight._replace(since=now) for name, sight in self._seen.items()}
        self._until = begun + LEASE_SECONDS

    @property
    def _silent(self) -> bool:
        """Whether any node was not heard for some beats, or we were away: they may be stored all the same."""
        now = self._clock()
        away = now - self._looked > LEASE_SECONDS
        return away or any(now - sight.since >= SILENT_SECONDS for sight in self._seen.values())

    def _heard(self, noted: Noted) -> None:
        """A beat as it is sent: whether it gets stored is not known, but who sends lives."""
        name = noted.name.removeprefix(NODES)
        sight = _sight(noted, self._clock())
        if sight is None and self._seen.pop(name, None) is not None and name in self._asked:
            self._asked.pop(name).set()
        elif sight is not None and name != self.id:
            self._seen[name] = sight

    async def _look(self) -> None:
        """After a beat of ours, so that what is seen is not older. Who was away for long knows of nobody's death."""
        asked = self._clock()
        noted = await self._store.names("", NODES)
        now, self._scanned = self._clock(), asked
        away = now - self._looked > LEASE_SECONDS
        self._looked = now
        seen: dict[str, _Sight] = {}
        for one in noted:
            name, before = one.name.removeprefix(NODES), self._seen.get(one.name.removeprefix(NODES))
            since = now if before is None or away or before.version != one.version else before.since
            if name != self.id and (sight := _sight(one, since)) is not None:
                if before is None and sight.address == self._mark["address"] != "":
                    sight = sight._replace(since=asked - 2 * DEAD_SECONDS)  # ours, in an earlier life
                seen[name] = sight
                if now - since > FORGOTTEN_SECONDS:
                    with suppress(Conflict):
                        await self._store.note("", one.name, None, one.version, datetime.now(UTC))
        self._seen = seen


def _sight(noted: Noted, since: float) -> _Sight | None:
    """What a node noted of itself; None once it has ended."""
    if not isinstance(noted.value, dict):
        return None
    address, grpc, knows = text_at(noted.value, "address"), text_at(noted.value, "grpc"), noted.value.get("knows")
    return _Sight(address, grpc, knows if isinstance(knows, int) else 0, noted.version, since)
