"""Rows and entries as the contract suite appends them."""

from pathlib import Path

from loket.core.ports import Entry, Row, State
from loket.stores.sqlite import SqliteStore
from tests.stores.conftest import SlowClock


def rows(first: int, last: int, text: str = "row") -> list[Row]:
    """From the first seq to the last."""
    return [Row(seq, f"{text} {seq}".encode()) for seq in range(first, last + 1)]


def entry(clock: SlowClock, name: str, owner: str = "ann", state: State = "idle", *aliases: str) -> Entry:
    """A conversation of the index, as of now."""
    return Entry(name, owner, "overheid", f"about {name}", state, clock(), clock(), aliases)


def everything(folder: Path) -> bytes:
    """All that is on the disk, but the index of the log of writes, which has numbers only."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()) if not file.name.endswith("-shm"))


async def swept(store: SqliteStore) -> None:
    """Returns when nothing is owed any more."""
    assert store._sweep is not None
    if store._sweep._sweeping is not None:
        await store._sweep._sweeping


def used(folder: Path) -> int:
    return sum(file.stat().st_blocks * 512 for file in folder.iterdir() if not file.name.endswith("-shm"))


class SmallDisk:
    """Refuses to commit while the folder uses more than there is."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bytes = folder, 1 << 40

    def __call__(self, side: str, number: int) -> None:
        if side == "before" and used(self.folder) > self.bytes:
            raise OSError(28, "No space left on device")
