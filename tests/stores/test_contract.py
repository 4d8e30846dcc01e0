"""What every store promises, asked of each of them through the port."""

import asyncio
import gc
import logging
from datetime import datetime, timedelta

import pytest

from loket.core.errors import Conflict, Gone, NotFound, TooLarge, Unavailable
from loket.core.ports import Entry, Row, Snapshot, State, Store
from loket.stores.blob import BLOB_BYTES
from tests.stores.conftest import SlowClock


def rows(first: int, last: int, text: str = "row") -> list[Row]:
    return [Row(seq, f"{text} {seq}".encode()) for seq in range(first, last + 1)]


def entry(clock: SlowClock, name: str, owner: str = "ann", state: State = "idle", *aliases: str) -> Entry:
    return Entry(name, owner, "overheid", f"about {name}", state, clock(), clock(), aliases)


async def test_what_was_appended_is_read_in_order_and_byte_for_byte(store: Store) -> None:
    odd = bytes(range(256))
    await store.append("c", [Row(1, odd, "k1"), Row(2, b"")])
    assert await store.read("c") == [Row(1, odd, "k1"), Row(2, b"")]
    assert await store.head("c") == 2
    assert (await store.read("other"), await store.head("other")) == ([], 0)


async def test_nobody_sees_a_row_before_its_commit(store: Store) -> None:
    done = store.append("c", rows(1, 1))
    assert await store.head("c") == 0
    assert not done.done()
    await done
    assert await store.head("c") == 1


async def test_ranges_run_both_ways_with_a_limit(store: Store) -> None:
    await store.append("c", rows(1, 30))

    async def seqs(after: int = 0, before: int | None = None, limit: int = 1000) -> list[int]:
        return [row.seq for row in await store.read("c", after, before, limit)]

    assert await seqs(limit=3) == [1, 2, 3]
    assert await seqs(after=28) == [29, 30]
    assert await seqs(before=31, limit=3) == [28, 29, 30]
    assert await seqs(before=6, limit=3) == [3, 4, 5]
    assert await seqs(after=4, before=8) == [5, 6, 7]
    assert await seqs(after=4, before=9, limit=2) == [7, 8]
    assert await seqs(after=7, before=8) == await seqs(after=30) == await seqs(before=1) == await seqs(limit=0) == []
    assert await seqs(before=1000, limit=1) == [30]


async def test_appends_of_one_turn_share_one_future(store: Store) -> None:
    first = store.append("a", rows(1, 2))
    assert store.append("b", rows(1, 1)) is first
    assert store.append("a", rows(3, 3)) is first
    await first
    assert (await store.head("a"), await store.head("b")) == (3, 1)
    assert store.append("a", rows(4, 4)) is not first


async def test_a_row_that_does_not_follow_is_refused_and_nothing_of_its_call_is_kept(store: Store) -> None:
    await store.append("c", rows(1, 3))
    for wrong in (rows(3, 4), rows(5, 5), [Row(4, b""), Row(6, b"")], [Row(4, b""), Row(4, b"")]):
        with pytest.raises(Conflict) as refused:
            await store.append("c", wrong)
        assert refused.value.code == "not_next"
    with pytest.raises(Conflict):
        await store.append("new", rows(2, 2))
    assert await store.head("c") == 3
    assert await store.head("new") == 0
    await store.append("c", rows(4, 4))
    await store.append("new", rows(1, 1))


async def test_a_refused_turn_does_not_spoil_the_turns_around_it(store: Store) -> None:
    good = store.append("a", rows(1, 1))
    store.urge()
    await asyncio.sleep(0)
    bad = store.append("b", rows(7, 7))
    store.urge()
    await asyncio.sleep(0)
    after = store.append("a", rows(2, 2))
    await asyncio.gather(good, bad, after, return_exceptions=True)
    assert isinstance(bad.exception(), Conflict)
    assert (good.exception(), after.exception(), await store.head("a")) == (None, None, 2)


async def test_a_key_is_used_once_in_a_conversation_and_finds_its_record(store: Store) -> None:
    await store.append("c", [Row(1, b"x", "k"), Row(2, b"y"), Row(3, b"z")])
    assert (await store.find("c", "k"), await store.find("c", "no"), await store.find("d", "k")) == (1, None, None)
    for again in ([Row(4, b"x", "k")], [Row(4, b"x", "n"), Row(5, b"x", "n")]):
        with pytest.raises(Conflict) as refused:
            await store.append("c", again)
        assert refused.value.code == "key_used"
    assert await store.head("c") == 3
    await store.append("d", [Row(1, b"x", "k")])
    assert await store.find("d", "k") == 1


async def test_a_failure_nobody_waited_for_makes_no_noise(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "asyncio"):
        store.append("c", rows(9, 9))
        await store.save("d", "transcript", Snapshot(0, "1", b"{}"))
        gc.collect()
        await asyncio.sleep(0)
    assert caplog.records == []


async def test_cancelling_one_who_waits_leaves_the_others_alone(store: Store) -> None:
    async def wait(name: str) -> str:
        await store.append(name, rows(1, 1))
        return name

    one, two = asyncio.ensure_future(wait("a")), asyncio.ensure_future(wait("b"))
    await asyncio.sleep(0)
    one.cancel()
    assert await two == "b"
    with pytest.raises(asyncio.CancelledError):
        await one
    assert (await store.head("a"), await store.head("b")) == (1, 1)


async def test_snapshots_are_kept_per_view_and_replaced(store: Store) -> None:
    await store.append("c", rows(1, 9))
    await store.save("c", "transcript", Snapshot(5, "1", b"old"))
    await store.save("c", "steps", Snapshot(5, "2", b"steps"))
    await store.save("c", "transcript", Snapshot(9, "1", b"new" * 5000))
    assert await store.load("c", "transcript") == Snapshot(9, "1", b"new" * 5000)
    assert await store.load("c", "steps") == Snapshot(5, "2", b"steps")
    assert await store.load("d", "steps") is None


async def test_blobs_belong_to_their_conversation(store: Store) -> None:
    ref = await store.put("c", b"long" * 50_000, "text/plain", "longlong")
    assert (ref.size, ref.media, ref.preview) == (200_000, "text/plain", "longlong")
    assert await store.put("c", b"long" * 50_000, "text/plain") == ref.model_copy(update={"preview": ""})
    assert await store.get("c", ref.sha256) == b"long" * 50_000
    assert await store.get("d", ref.sha256) is None
    empty = await store.put("c", b"", "text/plain")
    assert await store.get("c", empty.sha256) == b""
    with pytest.raises(TooLarge):
        await store.put("c", bytes(BLOB_BYTES + 1), "text/plain")


async def test_the_index_is_newest_first_and_pages_by_time(store: Store, clock: SlowClock) -> None:
    for name in "abcdef":
        await store.append(name, rows(1, 1), entry(clock, name, "ann" if name in "abcd" else "bob"))
        clock.pass_(1.000001)
    await store.append("b", rows(2, 2), entry(clock, "b", "ann", "working"))

    async def found(
        owner: str | None = None, state: State | None = None, before: datetime | None = None, limit: int = 50
    ) -> str:
        return "".join(e.conversation for e in await store.entries(owner, state, before, limit))

    assert await found() == "bfedca"
    assert await found(owner="ann") == "bdca"
    assert await found(owner="ann", limit=2) == "bd"
    assert await found(owner="carl") == ""
    assert await found(state="working") == await found(owner="ann", state="working") == "b"
    assert await found(owner="bob", state="working") == ""
    assert await found(owner="ann", state="idle") == "dca"
    page = await store.entries(owner="ann", limit=2)
    assert await found(owner="ann", before=page[-1].updated) == "ca"
    assert await store.entry("b") == entry(clock, "b", "ann", "working")
    assert await store.entry("nobody") is None


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


async def test_redaction_replaces_bodies_keeps_keys_and_drops_what_was_folded_from_them(store: Store) -> None:
    await store.append("c", [Row(1, b"secret", "k"), Row(2, b"plain")])
    await store.save("c", "transcript", Snapshot(2, "1", b"secret"))
    await store.redact("c", [Row(1, b"{}")])
    assert await store.read("c") == [Row(1, b"{}", "k"), Row(2, b"plain")]
    assert await store.load("c", "transcript") is None
    with pytest.raises(NotFound):
        await store.redact("c", [Row(2, b"gone"), Row(3, b"?")])
    assert (await store.read("c"))[1].body == b"plain"
    await store.append("c", rows(3, 3))


async def test_an_erased_conversation_is_gone_for_ever(store: Store, clock: SlowClock) -> None:
    await store.append("c", [Row(1, b"x", "k")], entry(clock, "c", "ann", "idle", "ctx"))
    await store.append("d", [Row(1, b"y", "k")], entry(clock, "d"))
    await store.save("c", "steps", Snapshot(1, "1", b"s"))
    ref = await store.put("c", b"blob", "text/plain")
    await store.note("ann", "push/c/1", "url")
    assert not await store.erased("c")
    await store.erase("c")
    await store.erase("c")
    assert await store.erased("c") and not await store.erased("d")
    assert (await store.read("c"), await store.head("c"), await store.find("c", "k")) == ([], 0, None)
    assert (await store.load("c", "steps"), await store.get("c", ref.sha256)) == (None, None)
    assert (await store.entry("c"), await store.alias("ann", "ctx")) == (None, None)
    assert await store.look("ann", "push/c/1") is None
    assert [e.conversation for e in await store.entries()] == ["d"]
    with pytest.raises(Gone):
        await store.append("c", rows(1, 1))
    with pytest.raises(Gone):
        await store.put("c", b"blob", "text/plain")
    with pytest.raises(Gone):
        await store.save("c", "steps", Snapshot(1, "1", b"s"))
    assert await store.read("d") == [Row(1, b"y", "k")]


async def test_an_erasure_overtakes_what_follows_it_but_not_what_came_before(store: Store) -> None:
    await store.append("c", rows(1, 1))
    before = store.append("c", rows(2, 2))
    await store.erase("c")
    late = store.append("c", rows(3, 3))
    with pytest.raises(Gone):
        await late
    assert before.exception() is None
    assert await store.head("c") == 0


async def test_closing_commits_what_was_taken_and_refuses_the_rest(store: Store) -> None:
    done = store.append("c", rows(1, 1))
    await store.close()
    await store.close()
    assert done.done() and done.exception() is None
    with pytest.raises(Unavailable):
        await store.append("c", rows(2, 2))
    with pytest.raises(Unavailable):
        await store.head("c")
    with pytest.raises(Unavailable):
        await store.note("ann", "a", 1)
