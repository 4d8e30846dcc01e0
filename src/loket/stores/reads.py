"""Reading beside the writer: connections of their own, so that neither waits for the other."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from loket.stores.durable import closed
from loket.stores.schema import open_reader, translate

P = ParamSpec("P")
T = TypeVar("T")
_THREADS = 4


class Reads:
    """`now` answers look-ups of a few pages on the event loop: 10 µs, where a hop to a thread and back costs 100.
    `run` is for ranges and long values, which must not hold the loop."""

    def __init__(self, folder: Path, read_only: bool) -> None:
        self._folder = folder
        self._read_only = read_only
        self._own: sqlite3.Connection | None = open_reader(folder, read_only)
        self._idle: list[sqlite3.Connection] = []
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="loket-read")

    def now(self, ask: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Asks at once; only for what an index answers."""
        if self._own is None:
            raise closed()
        try:
            return ask(self._own, *args, **kwargs)
        except sqlite3.Error as error:
            raise translate(error, reading=True) from error

    async def run(self, ask: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Asks in a thread."""
        if self._own is None:
            raise closed()
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: self._ask(ask, *args, **kwargs))

    def close(self) -> None:
        """Waits for the reads under way, which are short, and closes every connection."""
        if self._own is not None:
            self._pool.shutdown(wait=True)
            for db in (self._own, *self._idle):
                db.close()
            self._own = None

    def _ask(self, ask: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            db = self._idle.pop()
        except IndexError:
            db = open_reader(self._folder, self._read_only)
        try:
            return ask(db, *args, **kwargs)
        except sqlite3.Error as error:
            raise translate(error, reading=True) from error
        finally:
            self._idle.append(db)
