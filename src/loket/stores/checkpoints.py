"""Moving what was committed from the log of writes (WAL) into the database, which is when erased bytes become gone.

All checkpoints are ours, none is SQLite's own: right after each, before anything else is written, the gaps of exactly
the pages it moved are blanked. So a remnant can only be on a page that stands in the log of writes; looking at those
pages is enough, however large the database is; and a crash forgets no debt, for the log of writes is still there."""

import logging
import os
import sqlite3
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

from loket.stores import gaps, wal_index
from loket.stores.reserve import Reserve

FRAMES = 1000
"""At so many pages (4 MB) the log of writes is moved, in a quiet moment at half of them."""
_WASTED = 64 * 1024 * 1024  # the file is rewritten at this much free room, if what is in use is this little:
_SMALL = 16 * 1024 * 1024
_PATIENCE_MS = 20  # with readers that are just reading; the writer waits for them

log = logging.getLogger("loket.stores")


class Checkpoints:
    """Lives in the writer thread, on the writer's connection. `emptied` counts for those who look from elsewhere."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.path = Path(db.execute("pragma database_list").fetchone()[2])
        # Closing any descriptor of these files drops the locks that SQLite has on them, so they stay open to the end.
        self.file = os.open(self.path, os.O_RDWR)
        self._wal_path = self.path.with_name(self.path.name + "-wal")
        self._index = os.open(f"{self.path}-shm", os.O_RDONLY)
        self._header = wal_index.header(self._index)
        self._database, self._writes = _identity(self.path), _identity(self._wal_path)
        self._size = gaps.page_size(self.file)
        self._next = FRAMES
        self.due = False
        """Whether a quiet moment would do for moving it."""
        self.reserve = Reserve(self.path.parent, self.file)
        self._lent = False

    def close(self) -> None:
        """When every connection of this process is closed."""
        self._header.close()
        for file in (self.file, self._index):
            os.close(file)

    def gone(self) -> bool:
        """Whether the files on the disk are not ours any more: what is written now would be lost at the end."""
        return _identity(self.path) != self._database or _identity(self._wal_path) != self._writes

    def frames(self) -> int:
        """How many pages stand in the log of writes."""
        return wal_index.frames(self._header)

    def moved(self, quiet: bool = False) -> None:
        """After each commit: moves the log of writes when it is long. Trouble is left to the next time."""
        if (frames := self.frames()) < FRAMES // 2:
            self._next = FRAMES
        self.due = frames >= self._next - FRAMES // 2
        if frames < self._next and not (quiet and self.due):
            return
        self._next, self.due = frames + FRAMES, False
        try:
            self._move()
            self.reserve.restore()
        except (sqlite3.Error, OSError) as error:
            log.warning("the log of writes could not be moved: %s", error)

    def emptied(self) -> bool:
        """Moves everything and cuts the log of writes to nothing: no erased byte is left in either file. False when
        somebody is still reading what was there before."""
        done = self._move() and self._cut()
        if done and self._wasteful():
            self.db.execute("vacuum")
            done = self._move() and self._cut()
        if not self._lent:
            self.reserve.restore()
        return done

    @contextmanager
    def lent(self) -> Generator[bool]:
        """A block that has the room of the reserve; answers whether there is any."""
        self._lent = self.reserve.release()
        try:
            if self._lent:
                self.emptied()
            yield self._lent
            if self._lent:
                self.emptied()
        finally:
            self._lent = False
            self.reserve.restore()

    def blanked(self, numbers: Iterable[int]) -> int | None:
        """Zeroes the gaps of these pages and answers how many had anything in it; None when somebody is still reading
        what was there before."""
        if not self._move():
            return None
        found = gaps.blank(self.file, numbers)
        if found:
            self.db.execute("pragma shrink_memory")
        return found

    def _move(self) -> bool:
        """Whether the database now has everything."""
        busy, frames, moved = self.db.execute("pragma wal_checkpoint(passive)").fetchone()
        if busy or moved < frames:
            return False
        if frames > 0 and gaps.blank(self.file, wal_index.pages(self._index, frames)):
            # or pages as they were would be written again from the memory of this connection
            self.db.execute("pragma shrink_memory")
        return True

    def _cut(self) -> bool:
        self.db.execute(f"pragma busy_timeout = {_PATIENCE_MS}")
        try:
            return not self.db.execute("pragma wal_checkpoint(truncate)").fetchone()[0]
        finally:
            self.db.execute("pragma busy_timeout = 5000")

    def _wasteful(self) -> bool:
        """Whether so much is free and so little in use that rewriting the file costs next to nothing. Otherwise free
        room is used again by what comes."""
        (free,) = self.db.execute("pragma freelist_count").fetchone()
        (pages,) = self.db.execute("pragma page_count").fetchone()
        return free * self._size > _WASTED and (pages - free) * self._size <= _SMALL


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        there = os.stat(path)  # noqa: PTH116 - it is asked twice before each commit, and Path's costs twice as much
    except OSError:
        return None
    return there.st_ino, there.st_dev
