"""Kill -9 at every commit and in between, and a log of writes cut anywhere: nothing durable is lost or torn."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from loket.core.errors import Conflict
from loket.core.ports import Row
from loket.stores import records
from loket.stores.schema import FILE, connect
from loket.stores.sqlite import SqliteStore
from tests.crash.appender import CALLS, body
from tests.crash.killer import Side
from tests.nursery import KILLED, ROOT, nursery
from tests.tries import one_of

CALL = {"one": 1, "three": 3}


def run(folder: Path, side: Side, number: int, lines: int | None = None) -> tuple[dict[str, int], int]:
    """Runs the appender until it dies (by itself, or by us after it printed so many lines): what it called durable."""
    process = nursery().start("tests.crash.appender", str(folder), side, str(number), folder=ROOT)
    durable = {"one": 0, "three": 0}
    with process.out, process.err:
        for count, line in enumerate(process.out, 1):
            name, seq = line.split()
            durable[name.decode()] = int(seq)
            if count == lines:
                process.kill()
        assert process.err.read() == b""
    return durable, process.wait()


async def check(folder: Path, durable: dict[str, int]) -> int:
    """All that was durable is there, without gap, whole calls only; and the log goes on. Returns the number of rows."""
    async with await SqliteStore.open(folder) as store:
        total = 0
        for name, seq in durable.items():
            rows = await store.read(name)
            assert len(rows) >= seq
            assert len(rows) % CALL[name] == 0
            assert rows == [Row(n, body(name, n), f"k{n}") for n in range(1, len(rows) + 1)]
            assert await store.head(name) == len(rows)
            if rows:
                assert await store.find(name, f"k{len(rows)}") == len(rows)
                with pytest.raises(Conflict):
                    await store.append(name, [Row(len(rows), b"")])
            total += len(rows)
        return total


@pytest.mark.parametrize("number", range(1, CALLS + 1))
@pytest.mark.parametrize("side", ["before", "after"])
async def test_killed_at_a_commit(tmp_path: Path, side: Side, number: int) -> None:
    durable, code = run(tmp_path, side, number)
    assert code == KILLED
    total = await check(tmp_path, durable)
    assert (total == 0) == (side == "before" and number == 1)
    again, code = run(tmp_path, "before", 0)  # and life goes on, to its end
    assert code == 0
    assert await check(tmp_path, again) == total + 4 * CALLS


@pytest.mark.parametrize("lines", range(1, 24, 3))
async def test_killed_anywhere_in_between(tmp_path: Path, lines: int) -> None:
    durable, code = run(tmp_path, "before", 0, lines)
    assert code in (KILLED, 0)  # it may have ended just before
    assert sum(durable.values()) > 0
    await check(tmp_path, durable)


@pytest.fixture(scope="module")
async def cut(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database and its log of writes as a crash right after the last commit leaves them."""
    source, copy = tmp_path_factory.mktemp("whole"), tmp_path_factory.mktemp("cut")
    async with await SqliteStore.open(source):
        pass  # the tables are made and checkpointed
    async with await SqliteStore.open(source) as store:
        for seq in range(1, 9):
            await store.append("one", [Row(seq, body("one", seq % 3), f"k{seq}")])
        for name in (FILE, FILE + "-wal"):
            shutil.copy(source / name, copy / name)
    return copy


def open_cut(source: Path, folder: Path, length: int) -> list[Row]:
    """What is found when the log of writes ends after `length` bytes."""
    for name in (FILE, FILE + "-wal", FILE + "-shm"):
        (folder / name).unlink(missing_ok=True)
    shutil.copy(source / FILE, folder / FILE)
    (folder / (FILE + "-wal")).write_bytes((source / (FILE + "-wal")).read_bytes()[:length])
    db: sqlite3.Connection = connect(folder, read_only=False)
    try:
        return records.read(db, "one", 0, None, 100)
    finally:
        db.close()


@pytest.mark.parametrize("eighth", range(8))
async def test_a_log_cut_at_any_byte_of_its_last_frame_holds_all_but_the_last_commit(
    cut: Path, tmp_path: Path, eighth: int
) -> None:
    rows = [Row(seq, body("one", seq % 3), f"k{seq}") for seq in range(1, 9)]
    length = (cut / (FILE + "-wal")).stat().st_size
    frame = 24 + 4096
    assert (length - 32) % frame == 0
    assert open_cut(cut, tmp_path, length) == rows
    part = frame // 8
    for missing in range(eighth * part + 1, (eighth + 1) * part + 1, one_of(37)):
        assert open_cut(cut, tmp_path, length - missing) == rows[:-1]
    open_cut(cut, tmp_path, length - part)
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("one", rows[-1:])
        assert await store.read("one") == rows


async def test_a_log_cut_at_any_frame_holds_a_prefix(cut: Path, tmp_path: Path) -> None:
    rows = [Row(seq, body("one", seq % 3), f"k{seq}") for seq in range(1, 9)]
    length, seen = (cut / (FILE + "-wal")).stat().st_size, 8
    for end in range(length, 0, -4120):
        found = open_cut(cut, tmp_path, end)
        assert found == rows[: len(found)]
        assert len(found) <= seen
        seen = len(found)
    assert seen == 0
