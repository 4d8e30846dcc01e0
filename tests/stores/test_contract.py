"""What every store promises of its logs, snapshots and blobs, asked of each of them through the port."""

import asyncio
import gc
import logging

import pytest

from loket.core.errors import Conflict, TooLarge, Unavailable
from loket.core.ports import Row, Snapshot, Store
from loket.stores.blob import BLOB_BYTES
from tests.stores.made import rows


async def test_what_was_appended_is_read_in_order_and_byte_for_byte(store: Store) -> None:
    odd = bytes(range(256))
    await store.append("c", [Row(1, odd, "k1"), Row(2, b"")])
    assert await store.read("c") == [Row(1, odd, "k1"), Row(2, b"")]
    assert await store.head("c") == 2
    assert (await store.read("other"), await store.head("other")) == ([], 0)


async def test_nobody_sees_a_row_before_its_commit(store: Store) -> None:
    done = store.append("c", rows(1, 1))
    assert not done.done()
    # A look that takes long may find it committed: then it is there to be read.
    assert await store.head("c") == 0 or await store.read("c") == rows(1, 1)
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
        gc.collect()  # what another test left behind is no noise of this one
        caplog.clear()
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
