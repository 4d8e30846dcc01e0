"""A data folder of version 1 is read as it is and lifted when a server opens it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from loket.core.ports import Row, Snapshot
from loket.stores.gaps import remnants
from loket.stores.schema import APPLICATION, FILE, VERSION
from loket.stores.sqlite import SqliteStore
from tests.stores.made import everything, rows, swept

TABLES_1 = """
create table conversation(id integer primary key, name text not null unique, erased integer not null default 0);
create table record(id integer primary key, conversation integer not null, seq integer not null, key text,
    body blob not null);
create unique index record_seq on record(conversation, seq);
create unique index record_key on record(conversation, key) where key is not null;
create table snapshot(id integer primary key, conversation integer not null, view text not null, seq integer not null,
    version text not null, state blob not null, unique(conversation, view));
create table blob(id integer primary key, conversation integer not null, sha256 text not null, data blob not null,
    unique(conversation, sha256));
create table entry(conversation integer primary key, owner text not null, assistant text not null, title text not null,
    state text not null, created integer not null, updated integer not null);
create index entry_owner on entry(owner, updated);
create index entry_updated on entry(updated);
create index entry_state on entry(state, updated) where state <> 'idle';
create table alias(id integer primary key, owner text not null, alias text not null, conversation integer not null,
    unique(owner, alias));
create index alias_conversation on alias(conversation);
create table note(id integer primary key, owner text not null, name text not null, value text not null,
    version integer not null, expires integer, unique(owner, name));
create index note_expires on note(expires) where expires is not null;
create table upkeep(name text primary key, value integer not null) without rowid;
insert into upkeep values('owed', 0), ('blank', 0);
"""


def version_1(folder: Path) -> None:
    """What the first version left: a conversation, the shell of an erased one, a note, and bytes of moved rows."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("pragma journal_mode=wal")
        db.execute("pragma secure_delete=on")
        db.executescript(f"{TABLES_1}pragma application_id={APPLICATION};pragma user_version=1;")
        db.execute("insert into conversation values(1, 'kept', 0), (2, 'erased', 1)")
        db.executemany(
            "insert into record values(?, 1, ?, ?, ?)", [(n, n, f"k{n}", b"row %d" % n) for n in range(1, 9)]
        )
        db.executemany("insert into record values(?, 2, ?, null, x'')", [(n + 10, n) for n in range(1, 5)])
        db.execute("insert into snapshot values(1, 1, 'turn', 8, '1', x'7b7d')")
        db.execute("insert into note values(1, 'ann', 'push/kept/1', '\"url\"', 1, null)")
        db.commit()
        db.execute("pragma secure_delete=off")
        db.execute("insert into snapshot values(2, 2, 'turn', 8, '1', ?)", (b"<lose>",))
        db.execute("delete from snapshot where id = 2")
        db.commit()


async def test_a_folder_of_version_1_is_read_without_being_changed(tmp_path: Path) -> None:
    version_1(tmp_path / "old")
    before = (tmp_path / "old" / FILE).read_bytes()
    async with await SqliteStore.open(tmp_path / "old", read_only=True) as store:
        assert [row.body for row in await store.read("kept")] == [b"row %d" % n for n in range(1, 9)]
        assert await store.load("kept", "turn") == Snapshot(8, "1", b"{}")
        assert await store.erased("erased") and await store.read("erased") == []
    assert (tmp_path / "old" / FILE).read_bytes() == before


async def test_a_server_lifts_it_and_what_was_erased_before_is_looked_for(tmp_path: Path) -> None:
    version_1(tmp_path / "old")
    assert b"<lose" in everything(tmp_path / "old")
    async with await SqliteStore.open(tmp_path / "old") as store:
        await store.append("kept", [Row(9, b"row 9", "k9")])
        assert [row.body for row in await store.read("kept")] == [b"row %d" % n for n in range(1, 10)]
        assert await store.find("kept", "k3") == 3
        await swept(store)
        assert store._sweep is not None and store._sweep._looking is not None
        await store._sweep._looking
        assert b"<lose" not in everything(tmp_path / "old")
        await store.erase("kept")
        assert await store.look("ann", "push/kept/1") is None
        await store.append("new", rows(1, 3))
    with closing(sqlite3.connect(tmp_path / "old" / FILE)) as db:
        assert db.execute("pragma user_version").fetchone() == (VERSION,)
        assert db.execute("select count(*) from record").fetchone() == (3,)
        assert db.execute("select value from upkeep where name = 'looked'").fetchone() == (1,)
    with (tmp_path / "old" / FILE).open("rb") as file:
        assert remnants(file.fileno(), 1, 1000) == []
