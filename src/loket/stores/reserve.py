"""Room on the disk that is kept for making room: without it nothing could be erased once the disk is full."""

import os
from contextlib import suppress
from pathlib import Path

FILE = "loket.reserve"
BYTES = 8 * 1024 * 1024
"""The log of writes may hold 4 MB that still have to be moved, and a step of erasing adds about 1 MB."""
LEAST = 1024 * 1024
"""A smaller database has no reserve: there is little in it to make room with."""


class Reserve:
    """A file of nothing beside the database, larger than the largest value that may have to be erased."""

    def __init__(self, folder: Path, database: int) -> None:
        self._path = folder / FILE
        self._database = database
        self._wanted = BYTES
        self._whole = 0
        with suppress(FileNotFoundError):
            self._wanted = max(BYTES, self._path.stat().st_size)

    def cover(self, value: int) -> None:
        """A value of so many bytes may have to be erased: each of its pages is written once more then."""
        self._wanted = max(self._wanted, value + value // 8 + BYTES)

    def release(self) -> bool:
        """Gives the room to whoever erases; False when there is none."""
        try:
            had = self._path.stat().st_size > 0
            os.truncate(self._path, 0)
        except OSError:
            return False
        self._whole = 0
        return had

    def restore(self) -> None:
        """Takes the room again, or as much as there is of it."""
        if self._whole == self._wanted or os.fstat(self._database).st_size < LEAST:
            return
        size = self._wanted
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            while size >= LEAST and not _allocated(file, size):
                size //= 2
        finally:
            os.close(file)
        self._whole = self._wanted if size == self._wanted else 0


def _allocated(file: int, size: int) -> bool:
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file, 0, size)
        else:
            _fill(file, size)
    except OSError:
        os.ftruncate(file, 0)
        return False
    return True


def _fill(file: int, size: int) -> None:
    """For systems that can't allocate without writing."""
    for at in range(os.fstat(file).st_size, size, LEAST):
        os.pwrite(file, bytes(min(LEAST, size - at)), at)
