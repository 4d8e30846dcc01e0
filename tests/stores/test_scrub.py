"""Erasing among many conversations: nothing stays in the file, however SQLite has moved it around."""

import os
import random
import sqlite3
from pathlib import Path

import pytest

from loket.core.ports import Row
from loket.stores.schema import FILE, open_writer
from loket.stores.scrub import has_remnants
from loket.stores.sqlite import SqliteStore


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
            found = b"".join((tmp_path / f"{FILE}{suffix}").read_bytes() for suffix in ("", "-wal"))
            assert f"<{gone}>".encode() not in found
            assert await store.erased(gone)
        assert [await store.head(name) for name in names] == [heads.get(name, 0) for name in names]


def remnant(folder: Path) -> sqlite3.Connection:
    """A database with a copy of deleted text in a gap."""
    folder.mkdir(exist_ok=True)
    (folder / FILE).touch()
    db = open_writer(folder)
    db.execute("pragma secure_delete = off")
    db.execute("insert into snapshot(conversation, view, seq, version, state) values(9, 'v', 1, '1', '<lose>')")
    db.execute("delete from snapshot")
    db.execute("pragma wal_checkpoint(truncate)")
    return db


def test_a_copy_in_a_gap_is_seen_and_a_clean_file_is_clean(tmp_path: Path) -> None:
    db = remnant(tmp_path)
    file = os.open(tmp_path / FILE, os.O_RDONLY)
    try:
        assert b"<lose>" in (tmp_path / FILE).read_bytes()
        assert has_remnants(file)
        db.execute("vacuum")
        db.execute("pragma wal_checkpoint(truncate)")
        assert not has_remnants(file)
        assert b"<lose>" not in (tmp_path / FILE).read_bytes()
    finally:
        db.close()
        os.close(file)


async def test_wasted_room_is_given_back(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("keep", [Row(1, b"kept")])
        for n in range(3):
            await store.append(f"lose{n}", [Row(seq, b"x" * 60_000) for seq in range(1, 500)])
        full = (tmp_path / FILE).stat().st_size
        for n in range(3):
            await store.erase(f"lose{n}")
        assert (tmp_path / FILE).stat().st_size < full // 100
        assert [await store.erased(f"lose{n}") for n in range(3)] == [True] * 3
        assert await store.read("keep") == [Row(1, b"kept")]
        await store.append("keep", [Row(2, b"on")])
