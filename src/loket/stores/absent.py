"""What surely is not in the database, known without asking it: a new conversation is asked for before it is made, and
after every commit of the writer a question costs the reader some pages."""

import sqlite3
from collections.abc import Hashable, Iterator
from typing import Any

SLOTS = 1 << 22
"""One byte each. With 100,000 names 1 in 500 absent ones looks like one of them and is asked for after all; with a
million, 1 in 7."""
_SOME = 1000


class Absent:
    """A set of names that may claim too many and never too few (a Bloom filter), and says nothing before `fill` has
    added all that were there. Whoever writes adds every name first. A slot is one byte, so that two threads may add."""

    def __init__(self) -> None:
        self._taken = bytearray(SLOTS)
        self._whole = False
        self._closed = False

    def add(self, name: Hashable) -> None:
        """From now on it may be there."""
        number, taken = hash(name), self._taken
        taken[number % SLOTS] = taken[(number >> 32) % SLOTS] = 1

    def surely(self, name: Hashable) -> bool:
        """Whether it is absent; False also means that nobody knows."""
        number, taken = hash(name), self._taken
        return self._whole and not (taken[number % SLOTS] and taken[(number >> 32) % SLOTS])

    def fill(self, db: sqlite3.Connection) -> None:
        """Adds the names of all conversations and notes; to be called in another thread, once."""
        for (name,) in self._read(db, "select name from conversation"):
            self.add(name)
        for pair in self._read(db, "select owner, name from note"):
            self.add(pair)
        self._whole = not self._closed

    def close(self) -> None:
        """Ends a `fill` that is under way."""
        self._closed = True
        self._whole = False

    def _read(self, db: sqlite3.Connection, query: str) -> Iterator[Any]:
        found = db.execute(query)
        while not self._closed and (rows := found.fetchmany(_SOME)):
            yield from rows
