"""The statements for the book: notes by owner, and the index of conversations."""

import json
import logging
import sqlite3
from dataclasses import dataclass
from typing import Any

from loket.core.data import Json
from loket.core.errors import Conflict, StoreError
from loket.core.ports import Ending, Entry, Noted, State
from loket.stores.checks import damaged
from loket.stores.moment import moment
from loket.stores.parts import parts

log = logging.getLogger("loket.stores")

_ENTRY = """select c.name, e.owner, e.assistant, e.title, e.state, e.created, e.updated, e.outcome,
    (select json_group_array(alias) from (select alias from alias where conversation = e.conversation order by id))
    from entry e join conversation c on c.id = e.conversation"""


def look(db: sqlite3.Connection, owner: str, name: str, now: int) -> Noted | None:
    wanted = """select name, value, version, expires from note where owner = ? and name = ?
        and (expires is null or expires > ?)"""
    found = db.execute(wanted, (owner, name, now)).fetchone()
    return _noted(*found) if found else None


def names(db: sqlite3.Connection, owner: str, prefix: str, limit: int, now: int) -> list[Noted]:
    # no UTF-8 text holds the byte FF, so it ends the range behind everything with this prefix
    wanted = """select name, value, version, expires from note where owner = ? and name >= ? and name < cast(? as text)
        and (expires is null or expires > ?) order by name limit ?"""
    found = db.execute(wanted, (owner, prefix, prefix.encode() + b"\xff", now, limit))
    return [_noted(*row) for row in found.fetchall()]


def entry(db: sqlite3.Connection, conversation: str) -> Entry | None:
    found = db.execute(f"{_ENTRY} where c.name = ?", (conversation,)).fetchone()
    return _entry(*found) if found else None


def standing(db: sqlite3.Connection, conversation: str) -> tuple[Entry, int] | None:
    """In one statement, which sees one commit."""
    head = "select max(seq) from record where conversation = (select id from conversation where name = ?)"
    found = db.execute(f"select *, ({head}) from ({_ENTRY} where c.name = ?)", (conversation, conversation)).fetchone()
    return (_entry(*found[:-1]), found[-1] or 0) if found else None


def entries(
    db: sqlite3.Connection, whose: tuple[str | None, str | None], state: State | None, before: int | None, limit: int
) -> list[Entry]:
    """Those of one owner and with one assistant (`whose`), or of all."""
    named = [pair for pair in zip(("e.owner = ?", "e.assistant = ?"), whose, strict=True) if pair[1] is not None]
    terms = [term for term, _ in named]
    values: list[object] = [value for _, value in named]
    if state is not None:
        # the second half lets SQLite use the partial index, which holds only conversations that are not at rest
        terms.append("e.state = ?" if state == "idle" else "e.state = ? and e.state <> 'idle'")
        values.append(state)
    if before is not None:
        terms.append("e.updated < ?")
        values.append(before)
    where = f"where {' and '.join(terms)}" if terms else ""
    found = db.execute(f"{_ENTRY} {where} order by e.updated desc, e.conversation desc limit ?", (*values, limit))
    return [entry for row in found.fetchall() if (entry := _sound(row)) is not None]


def _sound(row: tuple[Any, ...]) -> Entry | None:
    """A damaged entry hides no other."""
    try:
        return _entry(*row)
    except StoreError as error:
        log.error("%s", error.text)
        return None


def alias(db: sqlite3.Connection, owner: str, alias: str) -> str | None:
    wanted = "select c.name from alias a join conversation c on c.id = a.conversation where owner = ? and alias = ?"
    found = db.execute(wanted, (owner, alias)).fetchone()
    return found[0] if found else None


# Deeds of the writer: each runs inside its transaction.


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be noted, in place of version `expect` or of any."""

    owner: str
    name: str
    value: str
    expect: int | None
    expires: int | None


def note(db: sqlite3.Connection, wish: Wish, now: int) -> int:
    drop(db, db.execute("select id from note where expires <= ?", (now,)).fetchall())
    found = db.execute("select version from note where owner = ? and name = ?", (wish.owner, wish.name)).fetchone()
    version = found[0] if found else 0
    if wish.expect is not None and wish.expect != version:
        raise Conflict("changed_meanwhile", f"{wish.name} has version {version}, not {wish.expect}. Read it again.")
    db.execute(
        """insert into note(owner, name, value, version, expires) values(?, ?, ?, ?, ?) on conflict(owner, name)
        do update set value = excluded.value, version = excluded.version, expires = excluded.expires""",
        (wish.owner, wish.name, wish.value, version + 1, wish.expires),
    )
    if version == 0:
        (id,) = db.execute("select id from note where owner = ? and name = ?", (wish.owner, wish.name)).fetchone()
        db.executemany("insert into note_part(part, note) values(?, ?)", [(part, id) for part in parts(wish.name)])
    return version + 1


def forget(db: sqlite3.Connection, owner: str, name: str) -> None:
    drop(db, db.execute("select id from note where owner = ? and name = ?", (owner, name)).fetchall())


def drop(db: sqlite3.Connection, notes: list[tuple[int]]) -> None:
    """Deletes these notes, and what is found by the parts of their names."""
    for id in notes:
        names = db.execute("select name from note where id = ?", id).fetchall()
        db.executemany(
            "delete from note_part where part = ? and note = ?", [(p, *id) for (n,) in names for p in parts(n)]
        )
        db.execute("delete from note where id = ?", id)


def _noted(name: str, value: str, version: int, expires: int | None) -> Noted:
    try:
        kept: Json = json.loads(value)
        return Noted(name, kept, version, None if expires is None else moment(expires))
    except (ValueError, TypeError, OverflowError) as error:
        raise damaged(f"The note {name}") from error


def _entry(
    name: str,
    owner: str,
    assistant: str,
    title: str,
    state: State,
    created: int,
    updated: int,
    outcome: Ending | None,
    aliases: str,
) -> Entry:
    try:
        if not all(type(text) is str for text in (owner, assistant, title, state)):
            raise TypeError("not text")
        others = tuple(json.loads(aliases))
        return Entry(name, owner, assistant, title, state, moment(created), moment(updated), others, outcome)
    except (ValueError, TypeError, OverflowError) as error:
        raise damaged(f"The entry of conversation {name}") from error
