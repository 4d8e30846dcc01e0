"""What SQLite commits, when, and with what else: on a full disk, in company, with several conversations at once."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Literal

import pytest
import uvloop

from loket.core.errors import Conflict, Gone, StoreError, Unavailable
from loket.core.ports import Row
from loket.stores.commits import TURNS, Commits
from loket.stores.schema import create, open_writer
from loket.stores.sqlite import SqliteStore


async def refusal(folder: Path, read_only: bool = False) -> StoreError:
    with pytest.raises(StoreError) as refused:
        await SqliteStore.open(folder, read_only=read_only)
    return refused.value


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
