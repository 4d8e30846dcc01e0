"""What every store promises when words are taken back or a conversation is erased, asked through the port."""

import pytest

from loket.core.errors import Gone, NotFound
from loket.core.ports import Row, Snapshot, Store
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, rows


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
    assert not await store.erased("c") and await store.exists("c")
    await store.erase("c")
    await store.erase("c")
    assert await store.erased("c") and not await store.erased("d")
    assert [await store.exists(name) for name in ("c", "d", "e")] == [True, True, False]
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
