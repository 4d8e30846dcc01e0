"""What is handed to the writer thread: rows and deeds of one transaction, and chores between two of them."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loket.core.ports import Entry, Row
from loket.stores.checkpoints import Checkpoints
from loket.stores.durable import Durable


@dataclass(slots=True, eq=False)
class Deed:
    """Something other than an append, run in the transaction. Its failure is its own and leaves no trace. What `frees`
    room is done on a full disk, too, from the reserve."""

    act: Callable[[sqlite3.Connection], object]
    future: asyncio.Future[object]
    frees: bool = False
    erases: str | None = None
    value: object = None
    error: Exception | None = None


@dataclass(slots=True, eq=False)
class Chore:
    """Something between two transactions."""

    act: Callable[[Checkpoints], object]
    future: asyncio.Future[object]
    value: object = None
    error: Exception | None = None


Append = tuple[str, Sequence[Row], Entry | None]


@dataclass(slots=True, eq=False)
class Batch:
    """What one turn of the event loop handed over."""

    items: list[Append | Deed]
    future: Durable
    error: Exception | None = None

    def deeds(self) -> list[Deed]:
        return [item for item in self.items if isinstance(item, Deed)]

    def fail(self, error: Exception) -> None:
        self.error = error
        for deed in self.deeds():
            deed.error = error


def answer(deed: Deed | Chore) -> None:
    if deed.future.done():
        return
    if deed.error is None:
        deed.future.set_result(deed.value)
    else:
        deed.future.set_exception(deed.error)
        deed.future.exception()
