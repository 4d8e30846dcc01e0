"""The statements for what hangs on one conversation: records, snapshots, blobs."""

import hashlib
import sqlite3
from collections.abc import Sequence

from loket.core.errors import Gone, NotFound
from loket.core.ports import Row, Snapshot
from loket.stores.checks import check_of, damaged
from loket.stores.usage import add_file

_ID = "(select id from conversation where name = ? and not erased)"


def read(db: sqlite3.Connection, conversation: str, after: int, before: int | None, limit: int) -> list[Row]:
    """StoreError `damaged` when a row is not as it was written, or missing."""
    start = f"select seq, body, key, conversation, crc from record where conversation = {_ID} and seq > ?"
    if before is None:
        found = db.execute(f"{start} order by seq limit ?", (conversation, after, limit)).fetchall()
    else:
        last_first = f"{start} and seq < ? order by seq desc limit ?"
        found = db.execute(last_first, (conversation, after, before, limit)).fetchall()
        found.reverse()
    return _checked(found, max(after, 0) + 1 if before is None else None)


def _checked(found: list[tuple[int, bytes, str | None, int, int | None]], first: int | None) -> list[Row]:
    """Rows as they were written, one after another from `first` on."""
    rows: list[Row] = []
    expected = first if first is not None else found[0][0] if found else 0
    for seq, body, key, number, crc in found:
        if seq != expected:
            raise damaged(f"Record {expected}")
        if type(body) is not bytes or (crc is not None and crc != check_of(number, seq, key, body)):
            raise damaged(f"Record {seq}")
        rows.append(Row(seq, body, key))
        expected += 1
    return rows


def head(db: sqlite3.Connection, conversation: str) -> int:
    return db.execute(f"select max(seq) from record where conversation = {_ID}", (conversation,)).fetchone()[0] or 0


def find(db: sqlite3.Connection, conversation: str, key: str) -> int | None:
    found = db.execute(f"select seq from record where conversation = {_ID} and key = ?", (conversation, key)).fetchone()
    return found[0] if found else None


def load(db: sqlite3.Connection, conversation: str, view: str) -> Snapshot | None:
    """None when it is damaged, too: what it says is folded from the records again."""
    wanted = f"select seq, version, state, conversation, crc from snapshot where conversation = {_ID} and view = ?"
    found = db.execute(wanted, (conversation, view)).fetchone()
    if found is None:
        return None
    seq, version, state, number, crc = found
    if type(state) is not bytes or (crc is not None and crc != check_of(number, seq, f"{view} {version}", state)):
        return None
    return Snapshot(seq, version, state)


def blob(db: sqlite3.Connection, conversation: str, sha256: str) -> bytes | None:
    wanted = f"select data from blob where conversation = {_ID} and sha256 = ?"
    found = db.execute(wanted, (conversation, sha256)).fetchone()
    if found is None:
        return None
    data = found[0]
    if type(data) is not bytes or hashlib.sha256(data).hexdigest() != sha256:
        raise damaged(f"The file {sha256[:12]}")
    return data


def erased(db: sqlite3.Connection, conversation: str) -> bool:
    return db.execute("select 1 from conversation where name = ? and erased", (conversation,)).fetchone() is not None


def exists(db: sqlite3.Connection, conversation: str) -> bool:
    wanted = """select 1 from conversation where name = ?
        and (erased or exists(select 1 from entry where conversation = conversation.id))"""
    return db.execute(wanted, (conversation,)).fetchone() is not None


# Deeds of the writer: each runs inside its transaction.


def redact(db: sqlite3.Connection, conversation: str, rows: Sequence[Row]) -> None:
    """Snapshots hold what the records said, so they go too."""
    number = number_of(db, conversation)
    for row in rows:
        found = db.execute(
            "select id, key from record where conversation = ? and seq = ?", (number, row.seq)
        ).fetchone()
        if found is None:
            raise NotFound("no_such_record", f"There is no record {row.seq} to redact.")
        crc = check_of(number, row.seq, found[1], row.body)
        db.execute("update record set body = ?, crc = ? where id = ?", (row.body, crc, found[0]))
    db.execute("delete from snapshot where conversation = ?", (number,))


def save(db: sqlite3.Connection, conversation: str, view: str, snapshot: Snapshot) -> None:
    number = number_of(db, conversation)
    crc = check_of(number, snapshot.seq, f"{view} {snapshot.version}", snapshot.state)
    db.execute(
        """insert into snapshot(conversation, view, seq, version, state, crc) values(?, ?, ?, ?, ?, ?)
        on conflict(conversation, view) do update set seq = excluded.seq, version = excluded.version,
        state = excluded.state, crc = excluded.crc""",
        (number, view, snapshot.seq, snapshot.version, snapshot.state, crc),
    )


def put(db: sqlite3.Connection, conversation: str, sha256: str, data: bytes) -> None:
    number = number_of(db, conversation)
    put = "insert or ignore into blob(conversation, sha256, data) values(?, ?, ?)"
    if db.execute(put, (number, sha256, data)).rowcount == 1:
        add_file(db, number, len(data))


def drop(db: sqlite3.Connection, conversation: str, sha256: str) -> None:
    found = f"conversation = {_ID} and sha256 = ?"
    gone = db.execute(f"delete from blob where {found} returning conversation, -length(data)", (conversation, sha256))
    for number, size in gone.fetchall():
        add_file(db, number, size)


def number_of(db: sqlite3.Connection, conversation: str) -> int:
    db.execute("insert or ignore into conversation(name) values(?)", (conversation,))
    number, is_erased = db.execute("select id, erased from conversation where name = ?", (conversation,)).fetchone()
    if is_erased:
        raise Gone("erased", "This conversation was erased.")
    return number
