"""What only the file can get wrong: who may open it, what is in it, and what happens when the disk is full."""

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from loket.core.errors import Conflict, StoreError
from loket.core.ports import Row, Snapshot
from loket.stores import checkpoints, commits
from loket.stores.checkpoints import Checkpoints
from loket.stores.lock import holder
from loket.stores.schema import FILE, VERSION
from loket.stores.sqlite import SqliteStore
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, everything, rows, swept


async def refusal(folder: Path, read_only: bool = False) -> StoreError:
    with pytest.raises(StoreError) as refused:
        await SqliteStore.open(folder, read_only=read_only)
    return refused.value


async def test_what_was_stored_is_there_after_opening_again_and_only_for_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    async with await SqliteStore.open(folder) as store:
        await store.append("c", [Row(1, b"one", "k")])
        modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in folder.iterdir()}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert modes.keys() == {FILE, FILE + "-wal", FILE + "-shm", "loket.lock"}
    assert set(modes.values()) == {0o600}
    async with await SqliteStore.open(folder) as store:
        assert await store.read("c") == [Row(1, b"one", "k")]
        await store.append("c", [Row(2, b"two")])
        with pytest.raises(Conflict):
            await store.append("c", [Row(2, b"two")])


async def test_a_second_server_is_told_who_holds_the_folder(tmp_path: Path) -> None:
    assert holder(tmp_path) is None
    async with await SqliteStore.open(tmp_path) as store:
        refused = await refusal(tmp_path)
        assert refused.code == "data_in_use"
        assert f"process {os.getpid()}" in refused.text
        store.tell_address("http://127.0.0.1:10002")
        assert "http://127.0.0.1:10002" in (await refusal(tmp_path)).text
        who = holder(tmp_path)
        assert who is not None and (who.pid, who.address) == (os.getpid(), "http://127.0.0.1:10002")
    assert holder(tmp_path) is None
    async with await SqliteStore.open(tmp_path):
        pass


async def test_a_reader_stands_beside_a_running_server_and_writes_nothing(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("c", [Row(1, b"one")])
        async with await SqliteStore.open(tmp_path, read_only=True) as reader:
            assert await reader.read("c") == [Row(1, b"one")]
            await store.append("c", [Row(2, b"two")])
            assert await reader.head("c") == 2
            for refused in (reader.append("c", [Row(3, b"")]), reader.note("o", "n", 1), reader.erase("c")):
                with pytest.raises(StoreError, match="read_only"):
                    await refused
        await store.append("c", [Row(3, b"three")])
    async with await SqliteStore.open(tmp_path, read_only=True) as reader:
        assert await reader.head("c") == 3
        async with await SqliteStore.open(tmp_path):
            pass


async def test_an_index_from_before_outcomes_is_read_as_it_is_and_completed_by_the_next_server(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("c", rows(1, 1), entry(SlowClock(), "c"))
    with closing(sqlite3.connect(tmp_path / "loket.db")) as db:
        db.execute("alter table entry drop column outcome")
    async with await SqliteStore.open(tmp_path, read_only=True) as reader:
        assert [e.outcome for e in await reader.entries()] == [None]
    async with await SqliteStore.open(tmp_path) as store:
        found = await store.entry("c")
        assert found is not None and found.outcome is None
        await store.append("c", (), found._replace(outcome="failure"))
        async with await SqliteStore.open(tmp_path, read_only=True) as reader:
            assert [e.outcome for e in await reader.entries()] == ["failure"]


async def test_a_database_from_the_future_is_left_alone(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path):
        pass
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(f"pragma user_version = {VERSION + 1}")
    db.close()
    before = (tmp_path / FILE).read_bytes()
    for read_only in (False, True):
        refused = await refusal(tmp_path, read_only)
        assert refused.code == "newer_database"
        assert "newer Loket" in refused.text
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize("damage", ["garbage", "cut", "foreign"])
async def test_a_damaged_or_foreign_file_is_named_and_left_alone(tmp_path: Path, damage: str) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("c", [Row(seq, b"x" * 3000) for seq in range(1, 60)])
    path = tmp_path / FILE
    if damage == "garbage":
        path.write_bytes(b"this is no database" * 500)
    elif damage == "cut":
        os.truncate(path, path.stat().st_size // 2)
    else:
        path.unlink()
        with sqlite3.connect(path) as db:
            db.execute("create table theirs(x)")
        db.close()
    before = path.read_bytes()
    for read_only in (False, True):
        assert (await refusal(tmp_path, read_only)).code == "database_damaged"
    assert path.read_bytes() == before


async def test_damage_found_later_is_told_too(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("c", [Row(seq, b"x" * 3000) for seq in range(1, 200)])
    path = tmp_path / FILE
    data = bytearray(path.read_bytes())
    data[len(data) // 2 :] = os.urandom(len(data) - len(data) // 2)
    path.write_bytes(data)
    async with await SqliteStore.open(tmp_path) as store:
        with pytest.raises(StoreError) as refused:
            await store.read("c")
    assert refused.value.code == "database_damaged"


async def test_there_may_be_nothing_to_read_or_nowhere_to_write(tmp_path: Path) -> None:
    assert (await refusal(tmp_path / "nowhere", read_only=True)).code == "data_missing"
    (tmp_path / FILE).touch()
    assert (await refusal(tmp_path, read_only=True)).code == "data_missing"
    (tmp_path / "file").touch()
    assert (await refusal(tmp_path / "file")).code == "data_folder"


async def test_erased_and_redacted_bytes_are_nowhere_in_the_folder(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        for seq in range(1, 120):
            for name in ("keep", "lose", "blank"):
                body = f"<{name}>".encode() * (5 + seq * 7 % 900)
                store.append(name, [Row(seq, body, f"key of {name} {seq}")])
            await store.save("lose", "steps", Snapshot(seq, "1", b"<lose>" * seq * 9))
            await store.save("keep", "steps", Snapshot(seq, "1", b"<keep>" * seq * 9))
        await store.put("lose", b"<lose>" * 30_000, "text/plain")
        await store.note("ann", "push/lose", "<lose>")
        assert b"<lose>" in everything(tmp_path) and b"<blank>" in everything(tmp_path)
        await store.redact("blank", [Row(seq, b"{}") for seq in range(1, 120)])
        await swept(store)
        assert b"<blank>" not in everything(tmp_path)
        await store.erase("lose")
        await swept(store)
        assert b"<lose>" not in everything(tmp_path) and b"key of lose" not in everything(tmp_path)
        assert len(await store.read("keep")) == 119
        assert [row.body for row in await store.read("blank")] == [b"{}"] * 119
        assert await store.load("keep", "steps") is not None


async def test_a_long_log_is_read_at_its_tail(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        for first in range(1, 300_001, 20_000):
            await store.append("c", [Row(seq, b"%d" % seq) for seq in range(first, first + 20_000)])
        assert await store.head("c") == 300_000
        tail = await store.read("c", before=300_001, limit=200)
        assert [row.seq for row in tail] == list(range(299_801, 300_001))
        assert (await store.read("c", after=150_000, limit=1))[0].body == b"150001"


@pytest.mark.parametrize("quiet", [True, False])
async def test_the_log_of_writes_is_moved_when_nothing_comes_and_at_last_in_any_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quiet: bool
) -> None:
    """What is said meanwhile would wait for it: with moments that are never quiet enough it begins at the limit."""
    monkeypatch.setattr(checkpoints, "FRAMES", 100)
    monkeypatch.setattr(commits, "QUIET_SECONDS", 0.0 if quiet else 3600.0)
    async with await SqliteStore.open(tmp_path) as store:
        assert store._commits is not None
        size, seq, most = (tmp_path / FILE).stat().st_size, 0, 0
        while (tmp_path / FILE).stat().st_size == size:
            most = max(most, await store._commits.beside(Checkpoints.frames))
            if quiet and most >= 50:
                await asyncio.sleep(0)  # nothing more is said
                continue
            seq += 1
            await store.append("c", [Row(seq, b"x" * 3000)])
    assert most < 100 if quiet else most >= 95
