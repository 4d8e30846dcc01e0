"""How much is stored of whom: counted in the transaction that stores it, at once for all it stores, and by triggers
where conversations come and go.

Records and files count; snapshots, notes and the index itself do not. What was redacted counts until it is erased."""

import sqlite3
from collections.abc import Collection, Sequence
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
create trigger stored_more after insert on entry begin
    insert into stored select new.owner, new.assistant, 1,
    coalesce((select bytes from used where conversation = new.conversation), 0) where true on conflict(owner, assistant)
    do update set conversations = conversations + 1, bytes = bytes + excluded.bytes; end;
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
    for name in ("used_first", "used_more"):  # they did what `add` does, for each conversation of each commit
        db.execute(f"drop trigger if exists {name}")


def add(db: sqlite3.Connection, sizes: Sequence[tuple[int, int]], new: Collection[int] = ()) -> None:
    """So many bytes were stored of these conversations, by their numbers; the index counts those of `new` ones when it
    takes them in."""
    for first in range(0, len(sizes), _TOGETHER):
        some = sizes[first : first + _TOGETHER]
        each, whose = _adding(len(some))
        values = [value for size in some for value in size]
        db.execute(each, values)
        if any(number not in new for number, _ in some):
            db.execute(whose, values)


@cache
def _adding(count: int) -> tuple[str, str]:
    """The statements that count so many conversations: each by itself, and together for whoever has them."""
    rows = ", ".join(["(?, ?)"] * count)
    each = f"insert into used values {rows} on conflict do update set bytes = bytes + excluded.bytes"
    whose = f"""update stored set bytes = bytes + more from (select owner, assistant, sum(column2) more
        from (values {rows}) join entry on conversation = column1 group by owner, assistant) added
        where stored.owner = added.owner and stored.assistant = added.assistant"""
    return each, whose


def used(db: sqlite3.Connection, owner: str, hidden: Collection[str]) -> Used:
    """What is stored of this owner."""
    found = db.execute("select assistant, conversations, bytes from stored where owner = ?", (owner,)).fetchall()
    return Used(sum(n for name, n, _ in found if name not in hidden), sum(size for _, _, size in found))
