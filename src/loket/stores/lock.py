"""The lock on a data folder: one server at a time, and where the one that runs can be reached.

Who runs holds a lock on a file, which says who it is, and one on the folder itself for when that file is deleted."""

import json
import os
import sys
import time
from pathlib import Path

from loket.core.data import Frozen
from loket.core.errors import StoreError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FILE = "loket.lock"
_FAR = 1 << 30  # where Windows locks a byte: beyond the text, so that others can read who holds it


class Holder(Frozen):
    """Who holds a data folder: the process and, once it serves, its address."""

    pid: int
    address: str | None = None


class FolderLock:
    """Held from construction until `release`, or until the process ends however it ends."""

    def __init__(self, folder: Path) -> None:
        try:
            self._file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError("data_folder", f"The data folder {folder} can't be used: {error.strerror}.") from error
        self._folder = -1
        try:
            _take_patiently(self._file)
            self._folder = _folder_taken(folder)
        except OSError as error:
            os.close(self._file)
            raise StoreError("data_in_use", _in_use(folder)) from error
        self.tell(None)

    def tell(self, address: str | None) -> None:
        """Writes down where this process can be reached."""
        text = Holder(pid=os.getpid(), address=address).model_dump_json().encode()
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, text)

    def release(self) -> None:
        """Gives the folder back; the file stays, for removing it could free a lock that somebody else just took."""
        if self._file >= 0:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = -1
            if self._folder >= 0:
                os.close(self._folder)
                self._folder = -1


def holder(folder: Path) -> Holder | None:
    """Who holds the folder now; None when nobody does."""
    try:
        file = os.open(folder / FILE, os.O_RDWR)
    except OSError:
        return None
    try:
        _take(file)
        return None
    except OSError:
        return _read(folder)
    finally:
        os.close(file)


def _take(file: int) -> None:
    if sys.platform == "win32":
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _folder_taken(folder: Path) -> int:
    """The locked folder; -1 where folders can't be locked (Windows, some network file systems). OSError when somebody
    else holds it."""
    if sys.platform == "win32":
        return -1
    file = os.open(folder, os.O_RDONLY)
    try:
        _take(file)
    except OSError as error:
        os.close(file)
        if isinstance(error, BlockingIOError):
            raise
        return -1
    return file


def _take_patiently(file: int) -> None:
    """Tries for a tenth of a second: somebody may only be looking who holds it."""
    for left in range(5, -1, -1):
        try:
            _take(file)
            break
        except OSError:
            if left == 0:
                raise
            time.sleep(0.02)


def _read(folder: Path) -> Holder:
    try:
        return Holder.model_validate(json.loads((folder / FILE).read_bytes()))
    except (OSError, ValueError):
        return Holder(pid=0)


def _in_use(folder: Path) -> str:
    who = _read(folder)
    by = f"process {who.pid}" if who.pid else "another process"
    at = f" at {who.address}" if who.address else ""
    return f"The data folder {folder} is in use by {by}{at}. Stop it, or choose another folder."
