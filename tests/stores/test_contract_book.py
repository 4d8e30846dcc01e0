"""What every store promises of its index and its Book, asked of each of them through the port."""

from datetime import datetime, timedelta

import pytest

from loket.core.errors import Conflict
from loket.core.ports import State, Store
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, rows


async def test_the_index_is_newest_first_and_pages_by_time(store: Store, clock: SlowClock) -> None:
    for name in "abcdef":
        await store.append(name, rows(1, 1), entry(clock, name, "ann" if name in "abcd" else "bob"))
        clock.pass_(1.000001)
    await store.append("b", rows(2, 2), entry(clock, "b", "ann", "working"))

    async def conversations(
        owner: str | None = None, state: State | None = None, before: datetime | None = None, limit: int = 50
    ) -> str:
        return "".join(e.conversation for e in await store.entries(owner, state, before, limit))

    assert await conversations() == "bfedca"
    assert await conversations(owner="ann") == "bdca"
    assert await conversations(owner="ann", limit=2) == "bd"
    assert await conversations(owner="carl") == ""
    assert await conversations(state="working") == await conversations(owner="ann", state="working") == "b"
    assert await conversations(owner="bob", state="working") == ""
    assert await conversations(owner="ann", state="idle") == "dca"
    page = await store.entries(owner="ann", limit=2)
    assert await conversations(owner="ann", before=page[-1].updated) == "ca"
    assert await store.entry("b") == entry(clock, "b", "ann", "working")
    failed = entry(clock, "b", "ann")._replace(outcome="failure")
    await store.append("b", (), failed)
    assert (
        [e for e in await store.entries(owner="ann") if e.outcome is not None] == [failed] == [await store.entry("b")]
    )
    assert await store.entry("nobody") is None
    assert await store.standing("b") == (failed, 2) and await store.standing("nobody") is None


async def test_the_index_knows_the_assistants(store: Store, clock: SlowClock) -> None:
    for name, owner, assistant in (("a", "ann", "x"), ("b", "bob", "x"), ("c", "ann", "y")):
        await store.append(name, rows(1, 1), entry(clock, name, owner)._replace(assistant=assistant))
        clock.pass_(1)
    assert [e.conversation for e in await store.entries(assistant="x")] == ["b", "a"]
    assert [e.conversation for e in await store.entries(owner="ann", assistant="x", state="idle")] == ["a"]
    assert await store.entries(assistant="z") == []


async def test_an_entry_stands_only_if_its_rows_do(store: Store, clock: SlowClock) -> None:
    await store.append("c", rows(1, 1), entry(clock, "c"))
    clock.pass_(60)
    with pytest.raises(Conflict):
        await store.append("c", rows(5, 5), entry(clock, "c", "ann", "working"))
    found = await store.entry("c")
    assert found is not None
    assert (found.state, found.updated) == ("idle", clock() - timedelta(seconds=60))


async def test_other_names_are_found_by_their_owner_only(store: Store, clock: SlowClock) -> None:
    await store.append("c", rows(1, 1), entry(clock, "c", "ann", "idle", "task-1", "ctx"))
    await store.append("d", rows(1, 1), entry(clock, "d", "bob", "idle", "task-1"))
    assert await store.alias("ann", "task-1") == await store.alias("ann", "ctx") == "c"
    assert await store.alias("bob", "task-1") == "d"
    assert (await store.alias("bob", "ctx"), await store.alias("carl", "task-1")) == (None, None)
    assert (await store.entry("c")) == entry(clock, "c", "ann", "idle", "task-1", "ctx")
    await store.append("c", rows(2, 2), entry(clock, "c", "ann", "idle", "ctx", "task-2"))
    assert (await store.alias("ann", "task-1"), await store.alias("ann", "task-2")) == (None, "c")
    await store.append("e", rows(1, 1), entry(clock, "e", "ann", "idle", "ctx"))
    assert await store.alias("ann", "ctx") == "e"
    assert (await store.entry("c")) == entry(clock, "c", "ann", "idle", "task-2")


async def test_notes_have_versions_and_owners(store: Store) -> None:
    assert await store.look("ann", "pin") is None
    assert await store.note("ann", "pin", {"a": [1, None, "é"]}, expect=0) == 1
    assert await store.note("ann", "pin", 7) == 2
    for expected in (0, 1, 3):
        with pytest.raises(Conflict) as refused:
            await store.note("ann", "pin", 8, expect=expected)
        assert refused.value.code == "changed_meanwhile"
    assert await store.note("ann", "pin", None, expect=2) == 3
    noted = await store.look("ann", "pin")
    assert noted is not None
    assert (noted.name, noted.value, noted.version, noted.expires) == ("pin", None, 3, None)
    assert await store.look("bob", "pin") is None
    await store.forget("bob", "pin")
    assert await store.look("ann", "pin") is not None
    await store.forget("ann", "pin")
    assert await store.look("ann", "pin") is None
    assert await store.note("ann", "pin", 1, expect=0) == 1


async def test_a_kept_value_is_not_the_callers_own(store: Store) -> None:
    value = {"n": 1}
    await store.note("ann", "a", value)
    value["n"] = 2
    noted = await store.look("ann", "a")
    assert noted is not None and noted.value == {"n": 1}


async def test_notes_end_at_their_moment(store: Store, clock: SlowClock) -> None:
    end = clock() + timedelta(seconds=10)
    await store.note("ann", "code", "x", expires=end)
    await store.note("ann", "code2", "y")
    clock.pass_(9.999999)
    noted = await store.look("ann", "code")
    assert noted is not None and noted.expires == end
    clock.pass_(0.000001)
    assert await store.look("ann", "code") is None
    assert [n.name for n in await store.names("ann")] == ["code2"]
    assert await store.note("ann", "code", "again", expect=0) == 1


async def test_names_are_listed_by_prefix_in_order(store: Store) -> None:
    for name in ("push/2", "push/10", "pusher", "print", "push/é", "push/\U0010ffff", "push_1", "push%"):
        await store.note("ann", name, name)
    await store.note("bob", "push/0", 0)
    assert [n.name for n in await store.names("ann", "push/")] == ["push/10", "push/2", "push/é", "push/\U0010ffff"]
    assert [n.name for n in await store.names("ann", "push", limit=2)] == ["push%", "push/10"]
    assert [n.name for n in await store.names("ann", "push_")] == ["push_1"]
    assert len(await store.names("ann")) == 8


async def test_a_name_that_is_given_twice_is_one(store: Store, clock: SlowClock) -> None:
    await store.append("a", rows(1, 1), entry(clock, "a", "ann", "idle", "x", "x"))
    assert await store.alias("ann", "x") == "a"
    await store.append("a", rows(2, 2), entry(clock, "a"))
    assert await store.alias("ann", "x") is None
    await store.append("a", rows(3, 3), entry(clock, "a", "ann", "idle", "x", "x"))
    await store.erase("a")
    assert await store.alias("ann", "x") is None


async def test_a_name_goes_from_one_to_another_in_one_turn(store: Store, clock: SlowClock) -> None:
    await store.append("a", rows(1, 1), entry(clock, "a", "ann", "idle", "x"))
    store.append("b", rows(1, 1), entry(clock, "b", "ann", "idle", "x"))
    await store.append("a", rows(2, 2), entry(clock, "a"))
    assert await store.alias("ann", "x") == "b"
    store.append("b", rows(2, 2), entry(clock, "b"))
    await store.append("a", rows(3, 3), entry(clock, "a", "ann", "idle", "x"))
    assert await store.alias("ann", "x") == "a"
