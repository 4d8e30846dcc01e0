"""The statements for what hangs on one conversation: records, snapshots, blobs, and their end."""

import sqlite3
from collections.abc import Sequence

from loket.core.errors import Gone, NotFound
from loket.core.ports import Row, Snapshot

_ID = "(select id from conversation where name = ? and not erased)"


def read(db: sqlite3.Connection, conversation: str, after: int, before: int | None, limit: int) -> list[Row]:
    start = f"select seq, body, key from record where conversation = {_ID} and seq > ?"
    if before is None:
        found = db.execute(f"{start} order by seq limit ?", (conversation, after, limit)).fetchall()
    else:
        last_first = f"{start} and seq < ? order by seq desc limit ?"
        found = db.execute(last_first, (conversation, after, before, limit)).fetchall()
        found.reverse()
    return [Row(seq, body, key) for seq, body, key in found]


def head(db: sqlite3.Connection, conversation: str) -> int:
    return db.execute(f"select max(seq) from record where conversation = {_ID}", (conversation,)).fetchone()[0] or 0


def find(db: sqlite3.Connection, conversation: str, key: str) -> int | None:
    found = db.execute(f"select seq from record where conversation = {_ID} and key = ?", (conversation, key)).fetchone()
    return found[0] if found else None


def load(db: sqlite3.Connection, conversation: str, view: str) -> Snapshot | None:
    wanted = f"select seq, version, state from snapshot where conversation = {_ID} and view = ?"
    found = db.execute(wanted, (conversation, view)).fetchone()
    return Snapshot(*found) if found else None


def blob(db: sqlite3.Connection, conversation: str, sha256: str) -> bytes | None:
    wanted = f"select data from blob where conversation = {_ID} and sha256 = ?"
    found = db.execute(wanted, (conversation, sha256)).fetchone()
    return found[0] if found else None


def erased(db: sqlite3.Connection, conversation: str) -> bool:
    return db.execute("select 1 from conversation where name = ? and erased", (conversation,)).fetchone() is not None


def known(db: sqlite3.Connection, conversation: str) -> bool:
    wanted = """select 1 from conversation where name = ?
        and (erased or exists(select 1 from entry where conversation = conversation.id))"""
    return db.execute(wanted, (conversation,)).fetchone() is not None


# Deeds of the writer: each runs inside its transaction.


def redact(db: sqlite3.Connection, conversation: str, rows: Sequence[Row]) -> None:
    """Snapshots hold what the records said, so they go too."""
    number = _number(db, conversation)
    for row in rows:
        where = (row.body, number, row.seq)
        if db.execute("update record set body = ? where conversation = ? and seq = ?", where).rowcount == 0:
            raise NotFound("no_such_record", f"There is no record {row.seq} to redact.")
    db.execute("delete from snapshot where conversation = ?", (number,))
    db.execute("update upkeep set value = 1 where name = 'owed'")


def save(db: sqlite3.Connection, conversation: str, view: str, snapshot: Snapshot) -> None:
    db.execute(
        """insert into snapshot(conversation, view, seq, version, state) values(?, ?, ?, ?, ?)
        on conflict(conversation, view) do update set seq = excluded.seq, version = excluded.version,
        state = excluded.state""",
        (_number(db, conversation), view, snapshot.seq, snapshot.version, snapshot.state),
    )


def put(db: sqlite3.Connection, conversation: str, sha256: str, data: bytes) -> None:
    number = _number(db, conversation)
    db.execute("insert or ignore into blob(conversation, sha256, data) values(?, ?, ?)", (number, sha256, data))


def erase(db: sqlite3.Connection, conversation: str) -> None:
    """Records are blanked in place and stay as empty shells until the file is next rewritten: deleting them would
    let SQLite merge pages, which leaves copies of the neighbours behind."""
    db.execute("insert or ignore into conversation(name) values(?)", (conversation,))
    (number,) = db.execute("select id from conversation where name = ?", (conversation,)).fetchone()
    blank = "select coalesce(sum(length(body)), 0) from record where conversation = ?"
    db.execute(f"update upkeep set value = value + ({blank}) where name = 'blank'", (number,))
    db.execute("update record set body = x'', key = null where conversation = ?", (number,))
    for table in ("snapshot", "blob", "entry", "alias"):
        db.execute(f"delete from {table} where conversation = ?", (number,))
    db.execute("delete from note where instr(name, ?)", (conversation,))
    db.execute("update conversation set erased = 1 where id = ?", (number,))
    db.execute("update upkeep set value = 1 where name = 'owed'")


def _number(db: sqlite3.Connection, conversation: str) -> int:
    db.execute("insert or ignore into conversation(name) values(?)", (conversation,))
    number, is_erased = db.execute("select id, erased from conversation where name = ?", (conversation,)).fetchone()
    if is_erased:
        raise Gone("erased", "This conversation was erased.")
    return number
