"""The tables of the database, their version, and how a connection to it is opened."""

import os
import sqlite3
from pathlib import Path

from loket.core.errors import LoketError, StoreError, Unavailable
from loket.stores import usage
from loket.stores.checks import damaged
from loket.stores.gaps import MOST_PAGES
from loket.stores.parts import parts

FILE = "loket.db"
VERSION = 2
APPLICATION = 0x4C6F6B74  # "Lokt": tells our file from somebody else's database

# Records stand in the order they were written, so a commit of fifty conversations touches two or three pages instead
# of fifty. `crc` is of the row (see checks.py), null in rows of before there was one. `note_part` has the parts of the
# names of notes, among them ids of conversations; `erasing` the conversations of which something is left to delete.
TABLES = """
create table conversation(id integer primary key, name text not null unique, erased integer not null default 0);
create table record(id integer primary key, conversation integer not null, seq integer not null, key text,
    body blob not null, crc integer);
create unique index record_seq on record(conversation, seq);
create unique index record_key on record(conversation, key) where key is not null;
create table snapshot(id integer primary key, conversation integer not null, view text not null, seq integer not null,
    version text not null, state blob not null, crc integer, unique(conversation, view));
create table blob(id integer primary key, conversation integer not null, sha256 text not null, data blob not null,
    unique(conversation, sha256));
create table entry(conversation integer primary key, owner text not null, assistant text not null, title text not null,
    state text not null, created integer not null, updated integer not null, outcome text);
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
create table note_part(part text not null, note integer not null, primary key(part, note)) without rowid;
create table erasing(conversation integer primary key);
insert into upkeep values('looked', 1);
"""

# Version 2 checks rows and erases step by step. What the first one erased is still there as empty shells, and it did
# not blank the gaps of pages.
_TO_2 = """
alter table record add column crc integer;
alter table snapshot add column crc integer;
create table note_part(part text not null, note integer not null, primary key(part, note)) without rowid;
create table erasing(conversation integer primary key);
insert into erasing select id from conversation where erased;
delete from upkeep;
insert into upkeep values('looked', 0);
"""
_AS_2 = """
create temp view record as select *, null as crc from main.record;
create temp view snapshot as select *, null as crc from main.snapshot;
"""


def connect(folder: Path, read_only: bool) -> sqlite3.Connection:
    """A connection in autocommit mode that any one thread at a time may use."""
    path = (folder / FILE).absolute()
    how = "mode=rw" if not read_only else "immutable=1" if _stands_still(path) else "mode=ro"
    return sqlite3.connect(
        f"{path.as_uri()}?{how}", uri=True, timeout=5.0, isolation_level=None, check_same_thread=False
    )


def _stands_still(path: Path) -> bool:
    """Whether nobody can write there: SQLite then must not look for the log of writes, which it would have to make."""
    if os.access(path.parent, os.W_OK) or not path.exists():
        return False
    wal = path.with_name(path.name + "-wal")
    if wal.exists() and wal.stat().st_size > 0 and not path.with_name(path.name + "-shm").exists():
        raise StoreError(
            "read_only_folder",
            f"The last that was written in {path.parent} can't be read where nothing can be written. "
            "Copy the folder to a place where you can write, and read it there.",
        )
    return not wal.exists() or wal.stat().st_size == 0


def create(folder: Path) -> None:
    """Makes the folder and an empty file that only their owner can read."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600))
        (folder / FILE).chmod(0o600)
    except OSError as error:
        raise StoreError("data_folder", f"The data folder {folder} can't be used: {error.strerror}.") from error


def open_writer(folder: Path) -> sqlite3.Connection:
    """The one connection that writes, with the tables made if the file is new."""
    db = connect(folder, read_only=False)
    try:
        check(db, folder)
        for line in (
            "page_size=4096",
            "journal_mode=wal",
            "synchronous=full",
            "secure_delete=on",
            "cache_size=-8000",
            "journal_size_limit=67108864",
            "wal_autocheckpoint=0",
            f"max_page_count={MOST_PAGES}",
            "temp_store=memory",
        ):
            db.execute("pragma " + line).fetchall()
        if _number(db, "user_version") == 0:
            db.executescript(
                f"begin immediate;{TABLES}pragma application_id={APPLICATION};pragma user_version={VERSION};commit;"
            )
        elif _number(db, "user_version") == 1:
            _lift(db)
        if not _knows_outcomes(db):
            db.execute("alter table entry add column outcome text")
        usage.begin(db)
    except sqlite3.Error as error:
        db.close()
        raise translate(error) from error
    except LoketError:
        db.close()
        raise
    return db


def open_reader(folder: Path, read_only: bool) -> sqlite3.Connection:
    """A connection that only reads; `read_only` when no writer of this process keeps the file open."""
    try:
        db = connect(folder, read_only)
    except sqlite3.Error as error:
        raise StoreError("data_missing", f"There is no data to read in {folder}.") from error
    try:
        if read_only:
            check(db, folder)
            if (version := _number(db, "user_version")) == 0:
                raise StoreError("data_missing", f"There is no data to read in {folder}.")
            if version == 1:
                db.execute("pragma temp_store=memory")
                db.executescript(_AS_2)
            if not _knows_outcomes(db):
                db.execute("create temp view entry as select *, null as outcome from main.entry")
        db.execute("pragma query_only=on")
    except sqlite3.Error as error:
        db.close()
        raise translate(error, reading=True) from error
    except LoketError:
        db.close()
        raise
    return db


def _lift(db: sqlite3.Connection) -> None:
    """Makes a database of version 1 one of version 2, at once or not at all."""
    db.execute("begin immediate")
    for statement in _TO_2.split(";"):
        db.execute(statement)
    for note, name in db.execute("select id, name from note").fetchall():
        db.executemany("insert into note_part(part, note) values(?, ?)", [(part, note) for part in parts(name)])
    db.execute(f"pragma user_version={VERSION}")
    db.execute("commit")


def check(db: sqlite3.Connection, folder: Path) -> None:
    """StoreError unless the file is empty or ours, whole at first sight and not newer than this program."""
    version, application = _number(db, "user_version"), _number(db, "application_id")
    tables = db.execute("select count(*) from sqlite_schema").fetchone()[0]
    if version == 0 and application == 0 and tables == 0:
        return
    if application != APPLICATION:
        raise StoreError("database_damaged", f"{folder / FILE} is not a database of Loket.")
    if version > VERSION:
        raise StoreError(
            "newer_database",
            f"{folder / FILE} was written by a newer Loket (data version {version}, this one knows {VERSION}). "
            "Update Loket, or choose another data folder.",
        )


def translate(error: Exception, reading: bool = False) -> LoketError:
    """The refusal a person can read for what the database or the disk said."""
    if isinstance(error, LoketError):
        return error
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL or (isinstance(error, OSError) and error.errno in _NO_SPACE):
        return Unavailable("disk_full", "The disk is full: nothing was stored. Make room and try again.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreError("database_damaged", f"The database is damaged: {error}. Restore it from a copy.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Unavailable("data_busy", "Another program holds the database. Try again.")
    if code in _DISK or isinstance(error, OSError):
        return Unavailable("disk_failed", f"The disk refused: {error}.{'' if reading else ' Nothing was stored.'}")
    if isinstance(error, sqlite3.OperationalError) and "decode to UTF-8" in str(error):
        return damaged("A row of the database")
    return StoreError("database_failed", f"The database refused: {error}.")


_NO_SPACE = (28, 122)  # ENOSPC, EDQUOT
_DISK = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)


def _knows_outcomes(db: sqlite3.Connection) -> bool:
    """Whether the index has a column for outcomes: those of before 22 November 2026 have none."""
    return any(column == "outcome" for _, column, *_ in db.execute("pragma table_info(entry)"))


def _number(db: sqlite3.Connection, pragma: str) -> int:
    return int(db.execute(f"pragma {pragma}").fetchone()[0])
