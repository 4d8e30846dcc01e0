"""Erasing among many conversations: nothing stays in the file, however SQLite has moved it around."""

import asyncio
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from loket.core.ports import Row
from loket.stores.gaps import blank, remnants
from loket.stores.schema import FILE, connect, create, open_writer
from loket.stores.sqlite import SqliteStore
from tests.stores.made import everything, swept


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_stays_of_any_of_many_erased_conversations(tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    heads: dict[str, int] = {}
    async with await SqliteStore.open(tmp_path) as store:

        async def talk(turns: int, names: list[str]) -> None:
            for _ in range(turns):
                for name in luck.choices(names, k=5):
                    heads[name] = heads.get(name, 0) + 1
                    size = luck.choice([2, 20, 60, 300, 900])
                    done = store.append(name, [Row(heads[name], f"<{name}>".encode() * luck.randrange(1, size))])
                await done

        names = [f"talk{n:03}" for n in range(60)]
        await talk(300, names)
        while len(names) > 30:
            gone = names.pop(luck.randrange(len(names)))
            await store.erase(gone)
            await talk(3, names)
            await swept(store)
            found = b"".join((tmp_path / f"{FILE}{suffix}").read_bytes() for suffix in ("", "-wal"))
            assert f"<{gone}>".encode() not in found
            assert await store.erased(gone)
        assert [await store.head(name) for name in names] == [heads.get(name, 0) for name in names]


def moved_rows(folder: Path) -> sqlite3.Connection:
    """A database with copies of rows in the gaps of pages, made the way SQLite makes them: by splitting pages."""
    create(folder)
    db = open_writer(folder)
    for id in (*range(0, 400, 2), *range(399, 0, -2)):
        db.execute("insert into snapshot(id, conversation, view, seq, version, state) values(?, ?, 'v', 1, '1', ?)",
                   (id, id, b"<row %d>" % id * 20))  # fmt: skip
    db.execute("pragma wal_checkpoint(truncate)")
    return db


def test_bytes_of_moved_rows_are_found_and_blanked_and_every_row_is_as_it_was(tmp_path: Path) -> None:
    db = moved_rows(tmp_path)
    file = os.open(tmp_path / FILE, os.O_RDWR)
    try:
        dirty = remnants(file, 1, 1000)
        assert dirty and remnants(file, 1000, 10) is None
        before = db.execute("select * from snapshot").fetchall()
        assert blank(file, dirty) == len(dirty)
        assert remnants(file, 1, 1000) == [] and blank(file, dirty) == 0
        db.execute("pragma shrink_memory")
        assert db.execute("select * from snapshot").fetchall() == before
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)
    finally:
        db.close()
        os.close(file)


def test_a_page_that_contradicts_itself_is_left_alone(tmp_path: Path) -> None:
    db = moved_rows(tmp_path)
    db.close()
    size = (tmp_path / FILE).stat().st_size
    file = os.open(tmp_path / FILE, os.O_RDWR)
    try:
        number = (remnants(file, 1, 1000) or [])[-1]
        page = bytearray(os.pread(file, 4096, (number - 1) * 4096))
        page[5:7] = (4000).to_bytes(2, "big")  # the content would begin behind most of the cells
        os.pwrite(file, page, (number - 1) * 4096)
        assert number not in (remnants(file, 1, 1000) or []) and blank(file, [number]) == 0
        assert os.pread(file, 4096, (number - 1) * 4096) == page and os.fstat(file).st_size == size
    finally:
        os.close(file)


async def writers_reads(store: SqliteStore) -> int:
    """The bytes that the writer thread has read from files up to now."""
    assert store._commits is not None
    told = await store._commits.beside(lambda _: Path("/proc/thread-self/io").read_text())
    return int(str(told).split()[1])


async def erase_cost(folder: Path, others: int) -> int:
    """What the writer reads to erase five conversations of 20 records among so many others."""
    async with await SqliteStore.open(folder) as store:
        await store.warmed()
        for first in range(0, others, 50):
            for n in range(first, first + 50):
                store.append(f"other{n}", [Row(seq, b"x" * 2000) for seq in range(1, 11)])
            await store.note("ann", f"push/other{first}/1", "url")
        for n in range(5):
            await store.append(f"lose{n}", [Row(seq, b"<lose>" * 100) for seq in range(1, 21)])
        await store.erase("other0")
        before = await writers_reads(store)
        for n in range(5):
            await store.erase(f"lose{n}")
        return await writers_reads(store) - before


async def test_what_the_writer_reads_to_erase_does_not_grow_with_the_database(tmp_path: Path) -> None:
    small, large = await erase_cost(tmp_path / "small", 50), await erase_cost(tmp_path / "large", 1000)
    assert (tmp_path / "large" / FILE).stat().st_size > 15 * (tmp_path / "small" / FILE).stat().st_size
    assert large < 2 * small


async def test_a_reader_that_holds_on_delays_the_bytes_and_nobody_else(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("lose", [Row(1, b"<lose>" * 500)])
        await store.append("keep", [Row(1, b"kept")])
        reader = connect(tmp_path, read_only=True)
        reader.execute("begin")
        reader.execute("select count(*) from record").fetchall()
        erasing = asyncio.create_task(store.erase("lose"))
        await store.append("keep", [Row(2, b"kept")])
        await erasing
        assert await store.erased("lose") and await store.read("lose") == []
        assert b"<lose>" in everything(tmp_path)
        reader.close()
        async with asyncio.timeout(20):
            await swept(store)
        assert b"<lose>" not in everything(tmp_path)
        await store.append("keep", [Row(3, b"kept")])


async def test_what_a_crash_left_of_an_erasure_goes_when_the_store_opens(tmp_path: Path) -> None:
    images: list[Path] = []

    def image(of: Path) -> None:
        images.append(tmp_path / f"image{len(images)}")
        shutil.copytree(of, images[-1])

    def on_commit(side: str, number: int) -> None:
        if watching and side == "after" and len(images) < 6:
            image(tmp_path / "data")
            moving = shutil.copytree(tmp_path / "data", tmp_path / f"moving{number}")
            with closing(connect(moving, read_only=False)) as db:
                db.execute("pragma wal_checkpoint(passive)")
                image(moving)  # as if killed between this and the blanking

    watching = False
    async with await SqliteStore.open(tmp_path / "data", on_commit=on_commit) as store:
        for seq in range(1, 700):
            store.append("lose", [Row(seq, b"<lose>" * (1 + seq % 150), f"key of lose {seq}")])
            both = store.append("keep", [Row(seq, b"<keep>" * (1 + seq % 90))])
            if seq % 50 == 0:
                await both
        await store.put("lose", b"<lose>" * 300_000, "text/plain")
        watching = True
        await store.erase("lose")
    assert len(images) == 6 and all(b"<lose>" in everything(image) for image in images[:4])
    for image_folder in images:
        async with await SqliteStore.open(image_folder) as store:
            assert await store.erased("lose") and await store.head("lose") == 0
            await swept(store)
            assert b"<lose>" not in everything(image_folder) and b"key of lose" not in everything(image_folder)
            assert [row.seq for row in await store.read("keep", limit=2000)] == list(range(1, 700))


async def test_wasted_room_is_given_back(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("keep", [Row(1, b"kept")])
        for n in range(3):
            await store.append(f"lose{n}", [Row(seq, b"x" * 60_000) for seq in range(1, 500)])
        for n in range(3):
            await store.erase(f"lose{n}")
        await swept(store)
        assert (tmp_path / FILE).stat().st_size < 1_000_000
        assert [await store.erased(f"lose{n}") for n in range(3)] == [True] * 3
        assert await store.read("keep") == [Row(1, b"kept")]
        await store.append("keep", [Row(2, b"on")])
