"""The one writer thread: whatever has been queued over all conversations becomes durable in one commit."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Literal

from loket.core.errors import LoketError
from loket.core.ports import Entry, Row
from loket.stores.durable import Durable, broken, closed
from loket.stores.ledger import Ledger
from loket.stores.schema import translate

LINGER_SECONDS = 0.003
"""How long rows wait for company when nobody is waiting for them; a watcher sees them that much later."""

OnCommit = Callable[[Literal["before", "after"], int], None]
"""Called in the writer thread around every commit with its number; "after" must not raise."""


@dataclass(slots=True, eq=False)
class Deed:
    """Something other than an append: `act` runs in the transaction, `then` after the commit. Its failure is its own
    and leaves no trace."""

    act: Callable[[sqlite3.Connection], object]
    future: asyncio.Future[object]
    then: Callable[[sqlite3.Connection], None] | None = None
    value: object = None
    error: Exception | None = None


_Append = tuple[str, Sequence[Row], Entry | None]


@dataclass(slots=True, eq=False)
class _Batch:
    """What one turn of the event loop handed over."""

    items: list[_Append | Deed]
    future: Durable
    error: Exception | None = None

    def deeds(self) -> list[Deed]:
        return [item for item in self.items if isinstance(item, Deed)]

    def fail(self, error: Exception) -> None:
        self.error = error
        for deed in self.deeds():
            deed.error = error


class Commits:
    """Made on the event loop it serves; `append`, `submit` and `close` are called there and nowhere else."""

    def __init__(self, db: sqlite3.Connection, on_commit: OnCommit | None, linger: float = LINGER_SECONDS) -> None:
        self._db = db
        self._on_commit = on_commit
        self._linger = linger
        self._loop = asyncio.get_running_loop()
        self._items: list[_Append | Deed] = []
        self._future: Durable | None = None
        self._later: asyncio.TimerHandle | None = None
        self._queue: SimpleQueue[_Batch | None] = SimpleQueue()
        self._ledger = Ledger(db)
        self._number = 0
        self._closed: asyncio.Future[None] | None = None
        self._thread = threading.Thread(target=self._write, name="loket-commits", daemon=True)
        self._thread.start()

    # On the event loop.

    def append(self, conversation: str, rows: Sequence[Row], entry: Entry | None) -> Durable:
        """Takes rows for the next commit; the future is shared by all of this turn of the loop."""
        future = self._future
        if future is None:
            if self._closed is not None:
                return broken(closed())
            future = self._future = Durable(loop=self._loop)
            self._later = self._loop.call_later(self._linger, self._hand_over)
        self._items.append((conversation, rows, entry))
        return future

    def urge(self) -> None:
        """Somebody waits: what was taken goes at the end of this turn of the loop."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
            self._loop.call_soon(self._hand_over)

    async def submit(
        self,
        act: Callable[[sqlite3.Connection], object],
        then: Callable[[sqlite3.Connection], None] | None = None,
    ) -> object:
        """Runs a deed in the next commit, in its order among the appends, and returns what it returned."""
        if self._closed is not None:
            raise closed()
        if self._future is None:
            self._future = Durable(loop=self._loop)
            self._loop.call_soon(self._hand_over)
        self.urge()
        future: asyncio.Future[object] = self._loop.create_future()
        self._items.append(Deed(act, future, then))
        return await future

    async def close(self) -> None:
        """Commits what was taken, ends the thread and closes the connection."""
        if self._closed is None:
            self._closed = self._loop.create_future()
            self._hand_over()
            self._queue.put(None)
        await asyncio.shield(self._closed)
        self._thread.join()

    def _hand_over(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._future is not None:
            self._queue.put(_Batch(self._items, self._future))
            self._items, self._future = [], None

    def _settle(self, batches: list[_Batch]) -> None:
        for batch in batches:
            if batch.error is None:
                batch.future.set_result(None)
            else:
                batch.future.fail(batch.error)
            for item in batch.items:
                if isinstance(item, Deed) and not item.future.done():
                    _answer(item)

    def _ended(self) -> None:
        if self._closed is not None and not self._closed.done():
            self._closed.set_result(None)

    # In the writer thread.

    def _write(self) -> None:
        queue, last = self._queue, False
        while not last:
            item = queue.get()
            batches: list[_Batch] = []
            while item is not None:
                batches.append(item)
                if queue.empty():
                    break
                item = queue.get_nowait()
            last = item is None
            if batches:
                self._commit(batches)
                self._tell(self._settle, batches)
        self._db.close()
        self._tell(self._ended)

    def _tell(self, what: Callable[..., None], *args: object) -> None:
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            self._loop.call_soon_threadsafe(what, *args)

    def _commit(self, batches: list[_Batch]) -> None:
        """One commit for all. What breaks a rule must not spoil the rest: then each batch is tried alone, and the
        deeds of a bad one once more without its rows."""
        error = self._attempt(batches)
        if error is None:
            return
        if _is_disk(error):
            for batch in batches:
                batch.fail(error)
        elif len(batches) > 1:
            for batch in batches:
                self._commit([batch])
        else:
            batches[0].fail(error)
            deeds = batches[0].deeds()
            if deeds and len(deeds) < len(batches[0].items):
                self._commit([_Batch([*deeds], batches[0].future)])

    def _attempt(self, batches: list[_Batch]) -> Exception | None:
        db, ledger = self._db, self._ledger
        try:
            db.execute("begin immediate")
            for batch in batches:
                for item in batch.items:
                    if isinstance(item, Deed):
                        ledger.flush()
                        self._act(item)
                    else:
                        ledger.add(*item)
            ledger.flush()
            self._number += 1
            if self._on_commit is not None:
                self._on_commit("before", self._number)
            db.execute("commit")
        except Exception as caught:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            error = translate(caught) if isinstance(caught, (sqlite3.Error, OSError)) else caught
            self._undo(batches, error)
            return error
        if self._on_commit is not None:
            self._on_commit("after", self._number)
        ledger.committed()
        self._follow_up(batches)
        return None

    def _act(self, deed: Deed) -> None:
        """A refusal undoes this deed alone; trouble with the disk ends the whole commit."""
        self._db.execute("savepoint deed")
        try:
            deed.value, deed.error = deed.act(self._db), None
        except LoketError as error:
            self._db.execute("rollback to deed")
            deed.error = error
        self._db.execute("release deed")

    def _follow_up(self, batches: list[_Batch]) -> None:
        for batch in batches:
            for item in batch.items:
                if isinstance(item, Deed) and item.then is not None and item.error is None:
                    self._ledger.drop()
                    try:
                        item.then(self._db)
                    except (LoketError, sqlite3.Error, OSError) as error:
                        item.error = translate(error)

    def _undo(self, batches: list[_Batch], error: Exception) -> None:
        if self._db.in_transaction:
            self._db.execute("rollback")
        self._ledger.drop()
        if _is_disk(error):
            self._ledger.lose((i[0] for b in batches for i in b.items if not isinstance(i, Deed)), error)


def _answer(deed: Deed) -> None:
    if deed.error is None:
        deed.future.set_result(deed.value)
    else:
        deed.future.set_exception(deed.error)
        deed.future.exception()


def _is_disk(error: Exception) -> bool:
    """Trouble that the next batch would meet too."""
    return isinstance(error, LoketError) and error.status in (500, 503)
