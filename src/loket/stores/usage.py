"""How much is stored of whom: counted in the transaction that stores it, at once for all it stores, and by a trigger
where conversations go.

Records and files count; snapshots, notes and the index itself do not. What was redacted counts until it is erased."""

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from functools import cache

from loket.core.ports import Used

# `used` is by conversation, since rows may come before the index says whose they are; `stored` is what is asked for.
_TABLES = """
create table used(conversation integer primary key, bytes integer not null);
create table stored(owner text not null, assistant text not null, conversations integer not null,
    bytes integer not null, primary key(owner, assistant)) without rowid;
insert into used select conversation, sum(bytes) from (
    select conversation, length(body) bytes from record union all select conversation, length(data) from blob)
    where conversation in (select conversation from entry) group by conversation;
insert into stored select owner, assistant, count(*), coalesce(sum(bytes), 0) from entry
    left join used using (conversation) group by owner, assistant;
create trigger stored_less after delete on entry begin
    update stored set conversations = conversations - 1,
    bytes = bytes - coalesce((select bytes from used where conversation = old.conversation), 0)
    where owner = old.owner and assistant = old.assistant;
    delete from used where conversation = old.conversation; end;
"""
_TOGETHER = 64
"""Conversations that are counted at once."""


def begin(db: sqlite3.Connection) -> None:
    """Makes the tables when the database has none yet, and counts what is there."""
    if db.execute("select 1 from sqlite_schema where name = 'stored'").fetchone() is None:
        db.executescript(f"begin immediate;{_TABLES}commit;")
    for name in ("used_first", "used_more", "stored_more"):  # they did one by one what `add` and `count` do together
        db.execute(f"drop trigger if exists {name}")


def add(db: sqlite3.Connection, sizes: Mapping[int, int], made: Collection[int] = ()) -> None:
    """So many bytes were stored of these conversations, by their numbers; of those just `made` nothing was before."""
    for new in (True, False):
        left = [size for size in sizes.items() if (size[0] in made) is new]
        for first in range(0, len(left), _TOGETHER):
            some = left[first : first + _TOGETHER]
            db.execute(_adding(len(some), new), [value for size in some for value in size])


def count(db: sqlite3.Connection, more: Mapping[tuple[str, str], Sequence[int]]) -> None:
    """So many conversations that the index took in, and so many bytes, by whose they are and with which assistant."""
    left = [(*whose, *numbers) for whose, numbers in more.items()]
    for first in range(0, len(left), _TOGETHER):
        some = left[first : first + _TOGETHER]
        db.execute(_counting(len(some)), [value for row in some for value in row])


def add_file(db: sqlite3.Connection, number: int, size: int) -> None:
    """So many bytes more of one conversation, or less, whoever has it."""
    add(db, {number: size})
    whose = "(owner, assistant) = (select owner, assistant from entry where conversation = ?)"
    db.execute(f"update stored set bytes = bytes + ? where {whose}", (size, number))


def stored(db: sqlite3.Connection, number: int) -> int:
    """The bytes that are stored of a conversation."""
    found = db.execute("select bytes from used where conversation = ?", (number,)).fetchone()
    return 0 if found is None else found[0]


@cache
def _adding(count: int, new: bool) -> str:
    """The statement that counts so many conversations each by itself, for the first time or again."""
    each = f"insert or fail into used values {', '.join(['(?, ?)'] * count)}"
    return each if new else f"{each} on conflict do update set bytes = bytes + excluded.bytes"


@cache
def _counting(count: int) -> str:
    """The statement that counts them for so many who have them."""
    return f"""insert or fail into stored(owner, assistant, conversations, bytes)
        values {", ".join(["(?, ?, ?, ?)"] * count)} on conflict(owner, assistant) do update
        set conversations = conversations + excluded.conversations, bytes = bytes + excluded.bytes"""


def used(db: sqlite3.Connection, owner: str, hidden: Collection[str]) -> Used:
    """What is stored of this owner."""
    found = db.execute("select assistant, conversations, bytes from stored where owner = ?", (owner,)).fetchall()
    return Used(sum(n for name, n, _ in found if name not in hidden), sum(size for _, _, size in found))
