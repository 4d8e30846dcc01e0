"""What only the file can get wrong: who may open it, what is in it, and what happens when the disk is full."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest
import uvloop

from loket.core.errors import Conflict, Gone, StoreError, Unavailable
from loket.core.ports import Row, Snapshot
from loket.stores import checkpoints, commits
from loket.stores.checkpoints import Checkpoints
from loket.stores.commits import TURNS, Commits
from loket.stores.lock import holder
from loket.stores.schema import FILE, VERSION, create, open_writer
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


def limit_pages(store: SqliteStore, more: int) -> None:
    """Lets the file grow by so many pages and no more, as a small disk would."""
    assert store._commits is not None
    db = store._commits._db
    count = db.execute("pragma page_count").fetchone()[0]
    db.execute(f"pragma max_page_count = {count + more}")


async def test_a_full_disk_refuses_whole_commits_and_the_store_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("c", [Row(1, b"one")])
        limit_pages(store, 4)
        both = store.append("c", [Row(2, b"two")])
        assert store.append("d", [Row(1, b"long" * 20_000)]) is both
        note = asyncio.ensure_future(store.note("ann", "pin", 1))
        await asyncio.sleep(0)
        behind = store.append("c", [Row(3, b"three")])
        for lost in (both, note, behind):
            with pytest.raises(Unavailable) as refused:
                await lost
            assert refused.value.code == "disk_full"
        assert (await store.head("c"), await store.head("d"), await store.look("ann", "pin")) == (1, 0, None)
        limit_pages(store, 1000)
        await store.append("c", [Row(2, b"two again")])
        await store.append("d", [Row(1, b"long" * 20_000)])
        assert [row.body for row in await store.read("c")] == [b"one", b"two again"]


async def test_a_commit_that_fails_at_the_last_moment_leaves_nothing(tmp_path: Path) -> None:
    failing = False

    def on_commit(side: Literal["before", "after"], number: int) -> None:
        if failing and side == "before":
            raise OSError(28, "No space left on device")

    async with await SqliteStore.open(tmp_path, on_commit=on_commit) as store:
        await store.append("c", [Row(1, b"one")])
        failing = True
        with pytest.raises(Unavailable) as refused:
            await store.append("c", [Row(2, b"two")])
        assert refused.value.code == "disk_full"
        failing = False
        assert await store.head("c") == 1
        await store.append("c", [Row(2, b"two")])
        with pytest.raises(Conflict):
            await store.append("c", [Row(4, b"four")])


async def test_what_queues_behind_a_commit_rides_on_the_next_one(tmp_path: Path) -> None:
    commits: list[int] = []

    def on_commit(side: Literal["before", "after"], number: int) -> None:
        commits.append(number)

    async with await SqliteStore.open(tmp_path, on_commit=on_commit) as store:

        async def talk(name: str) -> None:
            for seq in range(1, 11):
                await store.append(name, [Row(seq, b"x")])

        await asyncio.gather(*(talk(f"c{n}") for n in range(40)))
        assert [await store.head(f"c{n}") for n in range(40)] == [10] * 40
    assert commits == sorted(commits)
    assert len(commits) / 2 < 100  # 400 appends; by tens it would be 10


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_rows_wait_for_company_until_somebody_urges(
    tmp_path: Path, run: Callable[[Coroutine[None, None, None]], None]
) -> None:
    async def talk() -> None:
        create(tmp_path)
        commits = Commits(open_writer(tmp_path), None, linger=3600)
        alone = commits.append("c", [Row(1, b"one")], None)
        await asyncio.sleep(0)
        together = commits.append("c", [Row(2, b"two")], None)
        assert together is alone
        commits.urge()
        async with asyncio.timeout(20):
            await together
            commits.append("c", [Row(3, b"three")], None)
            await commits.submit(lambda db: None)
            kept = commits.append("c", [Row(4, b"four")], None)
            await commits.close()
        assert kept.done()

    run(talk())


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_rows_that_somebody_waits_for_take_along_what_the_next_turns_bring(
    tmp_path: Path, run: Callable[[Coroutine[None, None, None]], None]
) -> None:
    async def talk() -> None:
        create(tmp_path)
        commits = Commits(open_writer(tmp_path), None, linger=3600)
        first = commits.append("c", [Row(1, b"x")], None)
        commits.urge()
        rest: list[asyncio.Future[None]] = []
        for seq in range(2, 2 * TURNS + 2):
            rest.append(commits.append("c", [Row(seq, b"x")], None))
            await asyncio.sleep(0)
        assert [one is first for one in rest] == [True] * (TURNS + 1) + [False] * (TURNS - 1)
        async with asyncio.timeout(20):
            await first
            await commits.close()
        assert rest[-1].done()

    run(talk())


async def test_new_and_known_conversations_are_numbered_by_one_commit(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("b", [Row(1, b"b1")])
        await store.append("gone", [Row(1, b"gone")])
        await store.erase("gone")
    async with await SqliteStore.open(tmp_path) as store:
        with pytest.raises(Conflict):
            await [store.append(name, [Row(1, b"no")]) for name in ("e", "b")][-1]
    async with await SqliteStore.open(tmp_path) as store:
        await [store.append("a", [Row(1, b"a")]), store.append("b", [])][-1]  # not all of these are new
        last = [store.append(name, [Row(1, name.encode())]) for name in ("c", "d")][-1]
        assert store.append("b", [Row(2, b"b2")]) is last and store.append("c", [Row(2, b"c2")]) is last
        await last
        with pytest.raises(Gone):
            await store.append("gone", [Row(1, b"again")])
        await store.append("e", [Row(1, b"e")])
        assert {n: [row.body for row in await store.read(n)] for n in "abcde"} == {
            "a": [b"a"],
            "b": [b"b1", b"b2"],
            "c": [b"c", b"c2"],
            "d": [b"d"],
            "e": [b"e"],
        }


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
