"""How much is stored of whom: counted in the transaction that stores it, by triggers where the index changes.

Records and files count; snapshots, notes and the index itself do not. What was redacted counts until it is erased."""

import sqlite3
from collections.abc import Collection, Iterable

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
create trigger used_first after insert on used begin
    update stored set bytes = bytes + new.bytes
    where (owner, assistant) = (select owner, assistant from entry where conversation = new.conversation); end;
create trigger used_more after update of bytes on used begin
    update stored set bytes = bytes + new.bytes - old.bytes
    where (owner, assistant) = (select owner, assistant from entry where conversation = new.conversation); end;
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
_ADD = """insert into used values(?, ?) on conflict(conversation) do update set bytes = bytes + excluded.bytes"""


def begin(db: sqlite3.Connection) -> None:
    """Makes the tables when the database has none yet, and counts what is there."""
    if db.execute("select 1 from sqlite_schema where name = 'stored'").fetchone() is None:
        db.executescript(f"begin immediate;{_TABLES}commit;")


def add(db: sqlite3.Connection, sizes: Iterable[tuple[int, int]]) -> None:
    """So many bytes were stored of these conversations, by their numbers."""
    db.executemany(_ADD, sizes)


def used(db: sqlite3.Connection, owner: str, hidden: Collection[str]) -> Used:
    """What is stored of this owner."""
    found = db.execute("select assistant, conversations, bytes from stored where owner = ?", (owner,)).fetchall()
    return Used(sum(n for name, n, _ in found if name not in hidden), sum(size for _, _, size in found))
