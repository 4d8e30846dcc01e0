"""The statements that say what is there, for whoever copies a database."""

import sqlite3
from collections.abc import Sequence

from loket.core.ports import Inventory
from loket.stores import notes, records

_FILES = "select sha256 from blob where conversation = (select id from conversation where name = ? and not erased)"


def conversations(db: sqlite3.Connection) -> list[str]:
    wanted = """select name from conversation where erased
        or exists(select 1 from record where conversation = conversation.id)
        or exists(select 1 from blob where conversation = conversation.id)"""
    return [name for (name,) in db.execute(wanted)]


def held(db: sqlite3.Connection, conversations: Sequence[str]) -> list[Inventory]:
    return [_held(db, name) for name in conversations]


def _held(db: sqlite3.Connection, name: str) -> Inventory:
    if records.erased(db, name):
        return Inventory(erased=True)
    entry, head = notes.standing(db, name) or (None, records.head(db, name))
    return Inventory(head, entry, frozenset(sha256 for (sha256,) in db.execute(_FILES, (name,))))


def owners(db: sqlite3.Connection) -> list[str]:
    return [owner for (owner,) in db.execute("select distinct owner from note")]
