"""The statements that erase a conversation: at once for whoever reads, then step by step from the tables."""

import sqlite3

from loket.stores.notes import drop

_ROWS = 500
_BYTES = 1024 * 1024
"""Of one step: so many are deleted before others get their turn, and fit into the reserve of a full disk."""


def erase(db: sqlite3.Connection, conversation: str) -> None:
    """From now on nobody reads it. What is left to delete is owed durably, and done by `go_on`."""
    db.execute("insert or ignore into conversation(name) values(?)", (conversation,))
    (number,) = db.execute("select id from conversation where name = ?", (conversation,)).fetchone()
    for table in ("entry", "alias"):
        db.execute(f"delete from {table} where conversation = ?", (number,))
    drop(db, db.execute("select note from note_part where part = ?", (conversation,)).fetchall())
    db.execute("update conversation set erased = 1 where id = ?", (number,))
    db.execute("insert or ignore into erasing values(?)", (number,))
    _step(db, number)


def go_on(db: sqlite3.Connection) -> None:
    """A step of what is owed."""
    owed = db.execute("select conversation from erasing limit 1").fetchone()
    if owed is not None:
        _step(db, owed[0])


def is_owed(db: sqlite3.Connection) -> bool:
    """Whether something erased is still to be deleted."""
    return db.execute("select 1 from erasing limit 1").fetchone() is not None


def is_looked_through(db: sqlite3.Connection) -> bool:
    """Whether no page can hold bytes of rows that moved, but those in the log of writes."""
    return bool(db.execute("select value from upkeep where name = 'looked'").fetchone()[0])


def looked_through(db: sqlite3.Connection) -> None:
    db.execute("update upkeep set value = 1 where name = 'looked' and value <> 1")


def _step(db: sqlite3.Connection, number: int) -> None:
    room = _rows(db, number)
    for table in ("snapshot", "blob"):
        while room > 0:
            value = "state" if table == "snapshot" else "data"
            next_one = f"select id, ifnull(length({value}), 0) from {table} where conversation = ? limit 1"
            found = db.execute(next_one, (number,)).fetchone()
            if found is None:
                break
            if found[1] > room and room < _BYTES:
                return
            db.execute(f"delete from {table} where id = ?", (found[0],))
            room -= found[1]
    if room > 0:
        db.execute("delete from erasing where conversation = ?", (number,))


def _rows(db: sqlite3.Connection, number: int) -> int:
    """Deletes the first records; how many more bytes may go in this step, none while there are records."""
    some = "select seq, ifnull(length(body), 0) from record where conversation = ? order by seq limit ?"
    room, last, left = _BYTES, 0, False
    rows = db.execute(some, (number, _ROWS)).fetchall()
    for seq, size in rows:
        if room <= 0:
            left = True
            break
        last, room = seq, room - size
    db.execute("delete from record where conversation = ? and seq <= ?", (number, last))
    return 0 if left or len(rows) == _ROWS else max(room, 1)
