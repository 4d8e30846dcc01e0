"""What every store promises of how much is stored of whom."""

from pathlib import Path

import pytest

from loket.core.errors import Conflict
from loket.core.ports import Store, Used
from loket.stores import schema
from loket.stores.sqlite import SqliteStore
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, rows


async def test_bytes_and_conversations_are_counted_by_owner(store: Store, clock: SlowClock) -> None:
    assert await store.used("ann") == Used(0, 0)
    await store.append("a", rows(1, 3), entry(clock, "a"))
    await store.append("b", rows(1, 2))  # whose it is comes with the rest
    await store.put("b", b"0123456789", "text/plain")
    assert await store.used("ann") == Used(1, 15)
    await store.append("b", rows(3, 3), entry(clock, "b"))
    await store.append("c", rows(1, 1), entry(clock, "c", "bob"))
    await store.append("a", (), entry(clock, "a", "ann", "working"))
    for _ in range(2):
        await store.put("a", b"0123456789", "text/plain")
    assert (await store.used("ann"), await store.used("bob")) == (Used(2, 50), Used(1, 5))
    with pytest.raises(Conflict):
        await store.append("a", rows(7, 7))
    assert await store.used("ann") == Used(2, 50)
    assistant = entry(clock, "a").assistant
    assert await store.used("ann", ["other"]) == Used(2, 50)
    assert await store.used("ann", [assistant]) == Used(0, 50)
    await store.erase("a")
    await store.erase("never")
    assert (await store.used("ann"), await store.used("bob")) == (Used(1, 25), Used(1, 5))


async def test_a_database_from_before_is_counted_when_it_is_opened(tmp_path: Path, clock: SlowClock) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("a", rows(1, 3), entry(clock, "a"))
        await store.append("b", rows(1, 1), entry(clock, "b"))
        await store.put("b", b"0123456789", "text/plain")
    db = schema.connect(tmp_path, read_only=False)
    db.execute("drop trigger stored_less")
    db.execute("drop table used")
    db.execute("drop table stored")
    db.close()
    async with await SqliteStore.open(tmp_path) as store:
        assert await store.used("ann") == Used(2, 30)
        await store.append("b", rows(2, 2))
        assert await store.used("ann") == Used(2, 35)


async def test_what_triggers_counted_before_is_counted_once(tmp_path: Path, clock: SlowClock) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("a", rows(1, 3), entry(clock, "a"))
    db = schema.connect(tmp_path, read_only=False)
    for name, event in (("used_first", "insert"), ("used_more", "update of bytes")):
        db.execute(f"create trigger {name} after {event} on used begin update stored set bytes = bytes + 1; end")
    db.close()
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("a", rows(4, 4))
        assert await store.used("ann") == Used(1, 20)


async def test_all_of_a_commit_are_counted(tmp_path: Path, clock: SlowClock) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        waits = [
            store.append(f"c{n}", rows(1, 2), entry(clock, f"c{n}", "ann" if n % 3 else "bob")) for n in range(150)
        ]
        waits += [store.append(f"c{n}", rows(3, 3)) for n in range(150)]
        for wait in waits:
            await wait
        assert (await store.used("ann"), await store.used("bob")) == (Used(100, 1500), Used(50, 750))
