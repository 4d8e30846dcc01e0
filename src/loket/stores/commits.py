"""The one writer thread: whatever has been queued over all conversations becomes durable in one commit."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Literal, TypeGuard, TypeVar, cast

from loket.core.errors import LoketError, StoreError
from loket.core.ports import Entry, Row
from loket.stores.checkpoints import Checkpoints
from loket.stores.deeds import Append, Batch, Chore, Deed, answer
from loket.stores.durable import Durable, broken, closed
from loket.stores.ledger import Ledger
from loket.stores.schema import translate

_GONE = (
    "The database was removed or replaced on the disk while this server runs, so nothing more is stored. "
    "Stop the server, put the files back, and start it again."
)
LINGER_SECONDS = 0.003
"""How long rows wait for company when nobody is waiting for them; a watcher sees them that much later."""
TURNS = 3
"""Of the loop: as long as each brings more, rows for which somebody waits wait so many for them."""
QUIET_SECONDS = 0.02
"""Without anything to commit, after which more of that may be hoped for."""

OnCommit = Callable[[Literal["before", "after"], int], None]
"""Called in the writer thread around every commit with its number; "after" must not raise."""


T = TypeVar("T")

log = logging.getLogger("loket.stores")


class Commits:
    """Made on the event loop it serves; `append`, `submit` and `close` are called there and nowhere else."""

    def __init__(self, db: sqlite3.Connection, on_commit: OnCommit | None, linger: float = LINGER_SECONDS) -> None:
        self._db = db
        self._on_commit = on_commit
        self._linger = linger
        self._loop = asyncio.get_running_loop()
        self._items: list[Append | Deed] = []
        self._future: Durable | None = None
        self._later: asyncio.TimerHandle | None = None
        self._queue: SimpleQueue[Batch | Chore | None] = SimpleQueue()
        self._ledger = Ledger(db)
        self._checkpoints = Checkpoints(db)
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
        """Somebody waits: what was taken goes at the end of the first turn of the loop without more, and soon."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
            self._loop.call_soon(self._gather, len(self._items), TURNS)

    async def submit(
        self,
        act: Callable[[sqlite3.Connection], object],
        frees: bool = False,
        erases: str | None = None,
    ) -> object:
        """Runs a deed in the next commit, in its order among the appends, and returns what it returned."""
        if self._closed is not None:
            raise closed()
        if self._future is None:
            self._future = Durable(loop=self._loop)
            self._loop.call_soon(self._hand_over)
        self.urge()
        future: asyncio.Future[object] = self._loop.create_future()
        self._items.append(Deed(act, future, frees, erases))
        return await future

    async def beside(self, act: Callable[[Checkpoints], T]) -> T:
        """Runs something in the writer thread between two transactions, after what was taken before."""
        if self._closed is not None:
            raise closed()
        self._hand_over()
        future: asyncio.Future[object] = self._loop.create_future()
        self._queue.put(Chore(act, future))
        return cast(T, await future)

    async def close(self) -> None:
        """Commits what was taken, ends the thread and closes the connection."""
        if self._closed is None:
            self._closed = self._loop.create_future()
            self._hand_over()
            self._queue.put(None)
        await asyncio.shield(self._closed)
        self._thread.join()

    @property
    def file(self) -> int:
        """The database, for looking at its pages."""
        return self._checkpoints.file

    def release(self) -> None:
        """Lets go of the files, when every connection of this process is closed."""
        self._checkpoints.close()

    def _gather(self, taken: int, turns: int) -> None:
        if turns and len(self._items) > taken:
            self._loop.call_soon(self._gather, len(self._items), turns - 1)
        else:
            self._hand_over()

    def _hand_over(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._future is not None:
            self._queue.put(Batch(self._items, self._future))
            self._items, self._future = [], None

    def _settle(self, batches: list[Batch]) -> None:
        for batch in batches:
            if batch.error is None:
                batch.future.set_result(None)
            else:
                batch.future.fail(batch.error)
            for item in batch.items:
                if isinstance(item, Deed):
                    answer(item)

    def _ended(self) -> None:
        if self._closed is not None and not self._closed.done():
            self._closed.set_result(None)

    # In the writer thread.

    def _write(self) -> None:
        queue, last = self._queue, False
        while not last:
            item = self._next()
            batches: list[Batch] = []
            while isinstance(item, Batch):
                batches.append(item)
                if queue.empty():
                    break
                item = queue.get_nowait()
            last = item is None
            if batches:
                self._commit(batches)
                self._tell(self._settle, batches)
                self._checkpoints.moved()
            if isinstance(item, Chore):
                self._do(item)
        self._leave()
        self._tell(self._ended)

    def _next(self) -> Batch | Chore | None:
        """What is to be done next. Moving the log of writes takes as long as some commits, for which words that a model
        is saying would wait: it is done when nothing comes, if it can wait for that."""
        if self._checkpoints.due:
            try:
                return self._queue.get(timeout=QUIET_SECONDS)
            except Empty:
                self._checkpoints.moved(quiet=True)
        return self._queue.get()

    def _do(self, chore: Chore) -> None:
        try:
            chore.value = chore.act(self._checkpoints)
        except (sqlite3.Error, OSError) as error:
            chore.error = translate(error)
        self._tell(answer, chore)

    def _leave(self) -> None:
        """Leaves the database whole and the log of writes empty, or a note that it has to be looked at."""
        try:
            if not self._checkpoints.emptied():
                self._db.execute("update upkeep set value = 0 where name = 'looked'")
        except (sqlite3.Error, OSError) as error:
            log.warning("the log of writes could not be moved: %s", error)
        self._db.close()

    def _tell(self, what: Callable[..., None], *args: object) -> None:
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            self._loop.call_soon_threadsafe(what, *args)

    def _commit(self, batches: list[Batch]) -> None:
        """One commit for all. What breaks a rule must not spoil the rest: then each batch is tried alone, and the
        deeds of a bad one once more without its rows."""
        error = self._attempt(batches)
        if error is None:
            return
        if _is_disk(error):
            for batch in batches:
                batch.fail(error)
            if error.code == "disk_full":
                self._make_room(batches)
        elif len(batches) > 1:
            for batch in batches:
                self._commit([batch])
        else:
            batches[0].fail(error)
            deeds = batches[0].deeds()
            if deeds and len(deeds) < len(batches[0].items):
                self._commit([Batch([*deeds], batches[0].future)])

    def _make_room(self, batches: list[Batch]) -> None:
        """What frees room is done with the reserve, alone."""
        deeds = [deed for batch in batches for deed in batch.deeds() if deed.frees]
        if not deeds:
            return
        try:
            with self._checkpoints.lent() as room:
                if room:
                    alone = Batch([*deeds], batches[0].future)
                    error = self._attempt([alone])
                    if error is not None:
                        alone.fail(error)
        except (sqlite3.Error, OSError) as error:
            log.warning("the reserve could not be used or restored: %s", error)

    def _attempt(self, batches: list[Batch]) -> Exception | None:
        db, ledger = self._db, self._ledger
        try:
            if self._checkpoints.gone():
                raise StoreError("data_gone", _GONE)
            db.execute("begin immediate")
            appends: list[Append] = []
            for batch in batches:
                for item in batch.items:
                    if isinstance(item, Deed):
                        ledger.write(appends)
                        appends.clear()
                        self._act(item)
                    else:
                        appends.append(item)
            ledger.write(appends)
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
        return None

    def _act(self, deed: Deed) -> None:
        """A refusal undoes this deed alone; trouble with the disk ends the whole commit."""
        self._db.execute("savepoint deed")
        if deed.erases is not None:
            self._ledger.forget(deed.erases)
        try:
            deed.value, deed.error = deed.act(self._db), None
        except LoketError as error:
            self._db.execute("rollback to deed")
            deed.error = error
        self._db.execute("release deed")

    def _undo(self, batches: list[Batch], error: Exception) -> None:
        if self._db.in_transaction:
            self._db.execute("rollback")
        self._ledger.drop()
        if _is_disk(error):
            self._ledger.lose((i[0] for b in batches for i in b.items if not isinstance(i, Deed)), error)


def _is_disk(error: Exception) -> TypeGuard[LoketError]:
    """Trouble that the next batch would meet too."""
    return isinstance(error, LoketError) and error.status in (500, 503)
