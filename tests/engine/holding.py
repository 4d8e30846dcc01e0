"""A store that commits when it is told to: between the commits it can lose what it holds, or refuse all of it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Self

from loket.core.errors import Unavailable
from loket.core.ports import Entry, Row
from loket.stores.durable import Durable
from loket.stores.memory import MemoryStore
from loket.stores.moment import Clock

Batch = tuple[list[tuple[str, Sequence[Row], Entry | None]], Durable]


class HoldingStore(MemoryStore):
    """What one turn of the loop hands over is one batch: it is committed whole or not at all, in order. With
    `patient` false it commits by itself, like its parent. `seen` hears of every append at once."""

    def __init__(self, clock: Clock, seen: Callable[[Sequence[Row]], None] = lambda rows: None) -> None:
        super().__init__(clock)
        self.seen = seen
        self.patient = True
        self.held: list[Batch] = []
        self._filling: Batch | None = None

    def append(self, conversation: str, rows: Sequence[Row], entry: Entry | None = None) -> asyncio.Future[None]:
        if not self.patient:
            self.seen(rows)
            return super().append(conversation, rows, entry)
        if self._filling is None:
            self._filling = ([], Durable())
            self.held.append(self._filling)
            asyncio.get_running_loop().call_soon(self._filled)
        self._filling[0].append((conversation, rows, entry))
        self.seen(rows)
        return self._filling[1]

    def commit(self, batches: int = 1_000_000) -> None:
        """Makes the oldest batches durable and tells those who wait."""
        for items, future in self.held[:batches]:
            self._taken, self._future = items, future
            self._commit()
        del self.held[:batches]
        if not self.held:
            self._filling = None

    def refuse(self) -> None:
        """The disk is full: nothing of what is held is kept."""
        held, self.held, self._filling = self.held, [], None
        for _, future in held:
            future.fail(Unavailable("disk_full", "The disk is full: nothing was stored."))

    def crash(self, kept: int) -> Self:
        """The store as the next process finds it: `kept` batches had just been written, nobody was told."""
        after = type(self)(self._clock, self.seen)
        for items, _ in self.held[:kept]:
            self._taken, self._future = items, Durable()
            self._commit()
        after._kept, after._aliases, after._notes = self._kept, self._aliases, self._notes
        self._kept, self._aliases, self._notes = {}, {}, {}
        self.seen = lambda rows: None
        return after

    def _filled(self) -> None:
        self._filling = None
