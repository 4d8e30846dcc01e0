"""The index of the log of writes tells the pages that the log itself has, also where it goes on in further blocks."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from loket.stores import wal_index

PAGE, HEADER, FRAME = 512, 32, 24


def of_the_log(path: Path, count: int) -> list[int]:
    """The numbers of the pages as each frame of the log begins with them."""
    log, step = path.read_bytes(), FRAME + PAGE
    return sorted({int.from_bytes(log[at : at + 4], "big") for at in range(HEADER, HEADER + count * step, step)})


@pytest.mark.parametrize("pages", [1, 4000, 4062, 4063, 9000])
def test_the_index_names_the_pages_of_the_log(tmp_path: Path, pages: int) -> None:
    path = tmp_path / "some.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for line in (f"page_size={PAGE}", "journal_mode=wal", "synchronous=off", "wal_autocheckpoint=0"):
            db.execute(f"pragma {line}").fetchall()
        db.execute("create table thing(body blob)")
        index = os.open(f"{path}-shm", os.O_RDONLY)
        header = wal_index.header(index)
        while wal_index.frames(header) < pages:
            left = pages - wal_index.frames(header)
            db.execute("insert into thing values(zeroblob(?))", (max(left // 2, 1) * (PAGE - 4) - 100,))
        count = wal_index.frames(header)
        assert wal_index.pages(index, count) == of_the_log(Path(f"{path}-wal"), count)
        header.close()
        os.close(index)
