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
    for name in ("used_first", "used_more", "stored_more"):  # they did one by one what `add` and `begun` do together
        db.execute(f"drop trigger if exists {name}")


def add(
    db: sqlite3.Connection, sizes: Mapping[int, int], absent: Collection[int] = (), made: Collection[int] = ()
) -> None:
    """So many bytes were stored of these conversations, by their numbers. The index counts those that are `absent` from
    it when it takes them in; of those just `made` nothing was stored before."""
    for new in (True, False):
        left = [size for size in sizes.items() if (size[0] in made) is new]
        for first in range(0, len(left), _TOGETHER):
            some = left[first : first + _TOGETHER]
            each, again, whose = _adding(len(some))
            values = [value for size in some for value in size]
            db.execute(each if new else again, values)
            if not absent or any(number not in absent for number, _ in some):
                db.execute(whose, values)


def begun(db: sqlite3.Connection, whose: Mapping[tuple[str, str], Sequence[int]]) -> None:
    """The index took these conversations in, by whose they are and with which assistant."""
    for (owner, assistant), numbers in whose.items():
        for first in range(0, len(numbers), _TOGETHER):
            some = numbers[first : first + _TOGETHER]
            db.execute(_beginning(len(some)), (owner, assistant, len(some), *some))


@cache
def _beginning(count: int) -> str:
    """The statement that counts so many conversations of one owner with one assistant, and their bytes."""
    bytes = f"(select sum(bytes) from used where conversation in ({', '.join(['?'] * count)}))"
    return f"""insert or fail into stored(owner, assistant, conversations, bytes) values(?, ?, ?, coalesce({bytes}, 0))
        on conflict(owner, assistant) do update set conversations = conversations + excluded.conversations,
        bytes = bytes + excluded.bytes"""


@cache
def _adding(count: int) -> tuple[str, str, str]:
    """The statements that count so many conversations: each by itself, for the first time or again, and together for
    whoever has them."""
    rows = ", ".join(["(?, ?)"] * count)
    each = f"insert or fail into used values {rows}"
    again = f"{each} on conflict do update set bytes = bytes + excluded.bytes"
    whose = f"""update or fail stored set bytes = bytes + more from (select owner, assistant, sum(column2) more
        from (values {rows}) join entry on conversation = column1 group by owner, assistant) added
        where stored.owner = added.owner and stored.assistant = added.assistant"""
    return each, again, whose


def used(db: sqlite3.Connection, owner: str, hidden: Collection[str]) -> Used:
    """What is stored of this owner."""
    found = db.execute("select assistant, conversations, bytes from stored where owner = ?", (owner,)).fetchall()
    return Used(sum(n for name, n, _ in found if name not in hidden), sum(size for _, _, size in found))
