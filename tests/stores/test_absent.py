"""What is surely absent: never something that is there, whoever wrote it and in whichever life."""

import sqlite3
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from loket.core.ports import Row
from loket.stores.absent import Absent
from loket.stores.schema import TABLES
from loket.stores.sqlite import SqliteStore
from tests.stores.conftest import SlowClock
from tests.stores.made import entry

names = st.text(min_size=1, max_size=30)


def database(conversations: set[str], notes: set[tuple[str, str]]) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.executescript(TABLES)
    db.executemany("insert into conversation(name) values(?)", [(name,) for name in conversations])
    db.executemany("insert into note(owner, name, value, version) values(?, ?, '1', 1)", list(notes))
    return db


@given(st.sets(names), st.sets(st.tuples(names, names)), st.sets(names), st.sets(names))
def test_what_is_there_is_never_absent_and_most_of_the_rest_is(
    conversations: set[str], notes: set[tuple[str, str]], added: set[str], others: set[str]
) -> None:
    absent = Absent()
    for name in added:
        absent.add(name)
    asked = [*conversations, *notes, *added, *others]
    assert not any(map(absent.surely, asked))
    absent.fill(database(conversations, notes))
    there = conversations | added
    assert not any(map(absent.surely, [*there, *notes]))
    assert sum(not absent.surely(name) for name in others - there) <= 1
    absent.close()
    assert not any(map(absent.surely, asked))


async def test_what_an_earlier_life_wrote_is_found_before_and_after_warming(tmp_path: Path, clock: SlowClock) -> None:
    async with await SqliteStore.open(tmp_path, clock=clock) as store:
        store.append("kept", [Row(1, b"{}")], entry(clock, "kept"))
        await store.append("erased", [Row(1, b"{}")], entry(clock, "erased"))
        await store.erase("erased")
        await store.note("ann", "colour", "red")
    async with await SqliteStore.open(tmp_path, clock=clock) as store:
        for _ in range(2):
            assert [await store.exists(name) for name in ("kept", "erased", "new")] == [True, True, False]
            noted = await store.look("ann", "colour")
            assert noted is not None and noted.value == "red"
            assert await store.look("bob", "colour") is None
            await store.warmed()
        store.append("new", [Row(1, b"{}")], entry(clock, "new"))
        await store.erase("never seen")
        assert await store.exists("new") and await store.exists("never seen")
