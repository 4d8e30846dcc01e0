"""Makes erased bytes really gone: from the log of writes, from the tables, and from the unused parts of the file.

SQLite zeroes what is deleted (secure_delete), but merging or splitting pages can leave copies of moved rows in the
gap between a page's directory and its content. We look at every gap; if one holds text, the file is rewritten."""

import os
import re
import sqlite3

from loket.core.errors import Unavailable

_BLANK = 64 * 1024 * 1024  # rewrite at this much wasted room, if it is half of the file
_TREE_PAGES = {0x02: 12, 0x05: 12, 0x0A: 8, 0x0D: 8}  # kinds of B-tree page, with the length of their header
_AT_ONCE = 256  # pages
# Gaps also hold old offsets and, on index pages, numbers: harmless, and never a long run of bytes that text is made of.
_TABLE_TEXT = re.compile(rb"[\x20-\xff]{8}")
_INDEX_TEXT = re.compile(rb"[\x20-\xff]{12}")


def scrub(db: sqlite3.Connection, file: int) -> None:
    """Runs after the commit that erased. Unavailable when readers hold on too long; it is then owed, and done when the
    store is next opened or the erasure repeated."""
    _empty_wal(db)
    (blank,) = db.execute("select value from upkeep where name = 'blank'").fetchone()
    if has_remnants(file) or (blank > _BLANK and blank * 2 > os.fstat(file).st_size):
        db.execute("begin immediate")
        db.execute("delete from record where conversation in (select id from conversation where erased)")
        db.execute("update upkeep set value = 0 where name = 'blank'")
        db.execute("commit")
        db.execute("vacuum")
        _empty_wal(db)
    db.execute("update upkeep set value = 0 where name = 'owed'")


def scrub_if_owed(db: sqlite3.Connection, file: int) -> None:
    """Ends what a crash interrupted."""
    if db.execute("select value from upkeep where name = 'owed'").fetchone()[0]:
        scrub(db, file)


def has_remnants(file: int) -> bool:
    """Whether an unused gap of any page holds what may be text. The log of writes must be empty."""
    # The file descriptor must stay open as long as the database is: closing any of them would drop SQLite's locks.
    size = int.from_bytes(os.pread(file, 2, 16), "big")
    size = 65536 if size == 1 else size
    offset = 0
    while pages := os.pread(file, size * _AT_ONCE, offset):
        for start in range(0, len(pages), size):
            if _is_dirty(pages[start : start + size], header=100 if offset + start == 0 else 0):
                return True
        offset += len(pages)
    return False


def _is_dirty(page: bytes, header: int) -> bool:
    length = _TREE_PAGES.get(page[header])
    if length is None:
        return False  # freed (zeroed) or the rest of a long value: no gaps
    first = header + length + 2 * int.from_bytes(page[header + 3 : header + 5], "big")
    content = int.from_bytes(page[header + 5 : header + 7], "big") or 65536
    text = _TABLE_TEXT if page[header] == 0x0D else _INDEX_TEXT
    return text.search(page, first, content) is not None


def _empty_wal(db: sqlite3.Connection) -> None:
    (busy, _, _) = db.execute("pragma wal_checkpoint(truncate)").fetchone()
    if busy:
        raise Unavailable("erase_unfinished", "Somebody reads the database, so its old pages can't go yet. Try again.")
