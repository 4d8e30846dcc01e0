"""Damage on the disk is reported with a code and never taken for what was written; others do not suffer from it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from loket.core.errors import StoreError
from loket.core.ports import Row, Snapshot
from loket.stores.schema import FILE
from loket.stores.sqlite import SqliteStore
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, rows

DAMAGE = {
    "a flipped bit": "update record set body = x'726f7720b2' where seq = 2",
    "another type": "update record set body = 'row 2' where seq = 2",
    "no bytes": "update record set body = 7 where seq = 2",
    "another key": "update record set key = 'j' where seq = 2",
    "text that is none": "update record set key = cast(x'ff' as text) where seq = 2",
    "a row of somebody else": "update record set conversation = 1, seq = 2 where conversation = 2 and seq = 4",
    "another place": "update record set seq = 9 where seq = 2 and conversation = 1",
    "a lost row": "delete from record where seq = 2 and conversation = 1",
}


def tamper(folder: Path, statement: str) -> None:
    """Changes the tables behind the store's back."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        if "set conversation" in statement:
            db.execute("delete from record where conversation = 1 and seq = 2")
        db.execute(statement)
        db.commit()


async def code_of_reading(store: SqliteStore, name: str) -> str:
    with pytest.raises(StoreError) as refused:
        await store.read(name)
    assert refused.value.status == 500 and "damaged" in refused.value.text
    return refused.value.code


@pytest.mark.parametrize("kind", DAMAGE)
async def test_a_row_that_is_not_as_it_was_written_is_damaged(tmp_path: Path, kind: str) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        for name in ("c", "d"):
            await store.append(name, [Row(1, b"row 1"), Row(2, b"row 2", "k"), *rows(3, 4)])
    tamper(tmp_path, DAMAGE[kind].replace("where seq = 2", "where seq = 2 and conversation = 1"))
    async with await SqliteStore.open(tmp_path) as store:
        assert await code_of_reading(store, "c") == "damaged"
        if kind != "a row of somebody else":
            assert len(await store.read("d")) == 4
        await store.append(
            "d" if kind != "a row of somebody else" else "e", rows(5, 5) if "some" not in kind else rows(1, 1)
        )


async def test_bytes_flipped_in_the_file_are_noticed_and_rows_before_them_are_served(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("c", [Row(1, b"first"), Row(2, b"the words of a person"), Row(3, b"third")])
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes().replace(b"words of a person", b"words of a parson"))
    async with await SqliteStore.open(tmp_path) as store:
        assert await store.read("c", limit=1) == [Row(1, b"first")]
        assert await store.read("c", after=2) == [Row(3, b"third")]
        assert await code_of_reading(store, "c") == "damaged"
        await store.append("c", [Row(4, b"on")])
        await store.erase("c")
        assert await store.read("c") == []


async def test_a_damaged_snapshot_is_none_and_a_damaged_file_is_said(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("c", rows(1, 1))
        await store.save("c", "turn", Snapshot(1, "1", b"state"))
        ref = await store.put("c", b"the bytes", "text/plain")
        assert await store.load("c", "turn") == Snapshot(1, "1", b"state")
        assert await store.get("c", ref.sha256) == b"the bytes"
    for column, value in (("state", "x'737461746f'"), ("state", "'state'"), ("seq", "9"), ("version", "'2'")):
        async with await SqliteStore.open(tmp_path) as store:
            await store.save("c", "turn", Snapshot(1, "1", b"state"))
        tamper(tmp_path, f"update snapshot set {column} = {value}")
        async with await SqliteStore.open(tmp_path) as store:
            assert await store.load("c", "turn") is None
    tamper(tmp_path, "update blob set data = x'00'")
    async with await SqliteStore.open(tmp_path) as store:
        with pytest.raises(StoreError) as refused:
            await store.get("c", ref.sha256)
        assert refused.value.code == "damaged"


async def test_a_damaged_entry_or_note_hides_no_other(tmp_path: Path, clock: SlowClock) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        for name in ("c", "d"):
            await store.append(name, rows(1, 1), entry(clock, name))
            await store.note("ann", f"note/{name}", {"of": name})
    tamper(tmp_path, "update entry set updated = 'x', title = 3 where conversation = 1")
    tamper(tmp_path, "update note set value = '{' where name = 'note/c'")
    async with await SqliteStore.open(tmp_path) as store:
        assert [found.conversation for found in await store.entries()] == ["d"]
        for refused in (store.entry("c"), store.look("ann", "note/c")):
            with pytest.raises(StoreError) as error:
                await refused
            assert error.value.code == "damaged"
        noted = await store.look("ann", "note/d")
        assert noted is not None and noted.value == {"of": "d"}


async def test_redacted_and_forked_rows_are_checked_like_others(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("c", [Row(1, b"secret", "k"), Row(2, b"plain")])
        await store.redact("c", [Row(1, b"{}")])
        assert await store.read("c") == [Row(1, b"{}", "k"), Row(2, b"plain")]
    tamper(tmp_path, "update record set body = x'7b20' where seq = 1")
    async with await SqliteStore.open(tmp_path) as store:
        assert await code_of_reading(store, "c") == "damaged"
