"""Copying a store: whatever was done there, and while it goes on, the copy holds the same bytes."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from loket.core.errors import Conflict, StoreError
from loket.core.ports import Inventory, Noted, Row, Snapshot, Store
from loket.engine.copying import Copied, Copying, ready_to_serve
from loket.stores.jetstream import JetStore, Servers
from loket.stores.memory import MemoryStore
from loket.stores.moment import now
from loket.stores.sqlite import SqliteStore
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, rows
from tests.tries import tries

names = st.sampled_from(["a", "b", "c"])
bodies = st.tuples(st.binary(max_size=60), st.sampled_from([1, 1, 5_000]))
deeds = st.one_of(
    st.tuples(st.just("append"), names, st.lists(bodies, min_size=1, max_size=4)),
    st.tuples(st.just("redact"), names, bodies),
    st.tuples(st.just("erase"), names, st.none()),
    st.tuples(st.just("keep"), names, bodies),
    st.tuples(st.just("drop"), names, st.none()),
    st.tuples(st.just("note"), names, st.integers()),
    st.tuples(st.just("forget"), names, st.none()),
)
Deed = tuple[str, str, Any]


def quiet(_: Copied) -> None: ...


class Doing:
    """Does what a history says to a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock = SlowClock()
        self.files: dict[str, str] = {}

    async def do(self, deed: Deed) -> None:
        store, (what, name, value) = self.store, deed
        body = value[0] * value[1] if isinstance(value, tuple) else b""
        self.clock.pass_(1)
        if await store.erased(name) and what not in ("note", "forget"):
            return
        head = await store.head(name)
        match what, value:
            case "append", list():
                new = [Row(head + 1 + i, s * n, f"k{head + i}" if i % 2 else None) for i, (s, n) in enumerate(value)]
                # each takes the name "newest" from whoever had it
                await store.append(name, new, entry(self.clock, name, "ann", "idle", f"of {name}", "newest"))
            case "redact", _ if head:
                await store.redact(name, [Row(1 + len(body) % head, body)])
            case "erase", _ if head:
                await store.erase(name)
            case "keep", _:
                self.files[name] = (await store.put(name, body, "a/b")).sha256
            case "drop", _ if name in self.files:
                await store.drop(name, self.files[name])
            case "note", int():
                expires = now() + timedelta(hours=1) if value % 2 else None
                await store.note(f"{name}@x.nl", f"n/{name}", value, expires=expires)
            case "forget", _:
                await store.forget(f"{name}@x.nl", f"n/{name}")
            case _:
                pass


Shown = tuple[dict[str, tuple[Inventory, list[Row], list[bytes | None]]], dict[str, list[Noted]]]


async def shown(store: Store) -> Shown:
    """All that is there, by the port."""
    known = sorted(await store.conversations())
    talks = {
        name: (
            held._replace(entry=held.entry and held.entry._replace(aliases=tuple(sorted(held.entry.aliases)))),
            await store.read(name),
            [await store.get(name, sha256) for sha256 in sorted(held.files)],
        )
        for name, held in zip(known, await store.held(known), strict=True)
    }
    notes = {
        owner: [Noted(one.name, one.value, 0, one.expires) for one in await store.names(owner) if one.name != "copy"]
        for owner in sorted(await store.owners())
    }
    return talks, {owner: some for owner, some in notes.items() if some}


async def copied(source: Store, target: Store, everything: bool = True) -> Copied:
    done = await Copying(source, target, quiet).run(everything)
    assert (done.moving, done.damaged) == (0, {})
    assert await shown(target) == await shown(source)
    return done


@pytest.mark.parametrize("ways", [("sqlite", "nats"), ("nats", "sqlite"), ("memory", "nats"), ("nats", "nats")])
def test_a_copy_of_any_history_is_the_same_and_follows_it(
    ways: tuple[str, str], unused_nats: Callable[[], str]
) -> None:
    @settings(max_examples=tries(3), phases=[Phase.reuse, Phase.generate])
    @given(st.lists(deeds, min_size=8, max_size=25), st.lists(deeds, max_size=12))
    def same(before: list[Deed], after: list[Deed]) -> None:
        asyncio.run(follows(before, after))

    async def follows(before: list[Deed], after: list[Deed]) -> None:
        async with AsyncExitStack() as stack:

            async def opened(way: str) -> Store:
                if way == "memory":
                    return await stack.enter_async_context(MemoryStore())
                if way == "nats":
                    return await stack.enter_async_context(await JetStore.open(Servers.of(unused_nats())))
                folder = Path(stack.enter_context(TemporaryDirectory()))
                return await stack.enter_async_context(await SqliteStore.open(folder))

            source, target = [await opened(way) for way in ways]
            doing = Doing(source)
            for deed in before:
                await doing.do(deed)
            await copied(source, target)
            for deed in after:
                await doing.do(deed)
            await copied(source, target)
            await copied(source, target, everything=False)

    same()


async def test_what_is_written_on_meanwhile_is_copied_again() -> None:
    async with MemoryStore() as source, MemoryStore() as target:
        for number in range(40):
            await source.append(f"c{number}", rows(1, 3))
        head = 3

        def append_meanwhile(_: Copied) -> None:
            """Somebody appends while it is copied, for a while."""
            nonlocal head
            if head < 60:
                head += 1
                source.append("c0", rows(head, head))

        done = await Copying(source, target, append_meanwhile).run()
        assert (done.again, done.moving, await target.head("c0")) == ({"c0"}, 0, 60)
        assert await shown(target) == await shown(source)


async def test_who_writes_faster_than_it_is_copied_is_told(tmp_path: Path) -> None:
    async with MemoryStore() as source, MemoryStore() as target:
        await source.append("a", rows(1, 1))
        head = 1

        def append_meanwhile(_: Copied) -> None:
            nonlocal head
            head += 1
            source.append("a", rows(head, head))

        done = await Copying(source, target, append_meanwhile).run()
        assert done.moving == 1 and done.again == {"a"}
        with pytest.raises(StoreError, match="Not all has been copied"):
            await ready_to_serve(target)
        await copied(source, target, everything=False)
        await ready_to_serve(target)


async def test_nothing_is_copied_over_what_is_no_copy() -> None:
    async with MemoryStore() as source, MemoryStore() as target, MemoryStore() as noted:
        await source.append("a", rows(1, 3))
        await noted.note("ann", "mine", 1)
        await copied(source, target)
        await copied(source, target)
        await ready_to_serve(target)
        for other in (target, noted):
            before = await shown(other)
            with pytest.raises(Conflict, match="is no copy that nobody has served"):
                await Copying(source, other, quiet).run()
            assert await shown(other) == before


async def test_a_copy_of_another_store_is_not_gone_on_with() -> None:
    async with MemoryStore() as source, MemoryStore() as other, MemoryStore() as target:
        await source.append("a", rows(1, 3))
        await other.append("b", rows(1, 3))
        await copied(source, target)
        with pytest.raises(Conflict, match="Conversation a has gone on there"):
            await Copying(other, target, quiet).run()


async def test_what_is_damaged_is_left_out_and_named(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "from") as source:
        clock = SlowClock()
        for name in "abc":
            await source.append(name, rows(1, 300), entry(clock, name))
        file = await source.put("c", b"a file of several bytes", "a/b")
        await source.note("ann", "n", "value of a note")

    def spoilt(old: bytes, new: bytes) -> None:
        path = tmp_path / "from" / "loket.db"
        data = path.read_bytes()
        assert old in data
        path.write_bytes(data.replace(old, new))

    spoilt(b"a file of several bytes", b"a file of severed bytes")
    spoilt(b'"value of a note"', b'"value of a note ')
    async with await SqliteStore.open(tmp_path / "from") as source:
        await source.redact("b", [Row(250, b"UNIQUE BODY")])
    spoilt(b"UNIQUE BODY", b"UNIQUE BODE")
    async with await SqliteStore.open(tmp_path / "from", read_only=True) as source, MemoryStore() as target:
        done = await Copying(source, target, quiet).run()
        assert (done.moving, sorted(done.damaged)) == (0, ["b", "c", "notes of ann"])
        assert "Record 250" in done.damaged["b"] and file.sha256[:12] in done.damaged["c"]
        assert await target.read("a") == await source.read("a")
        assert await target.read("c") == await source.read("c")
        assert await target.entry("b") is None, "nobody goes on with a part of it"
        assert {one.conversation for one in await target.entries()} == {"a", "c"}


async def test_what_a_copy_lost_is_copied_again(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "from") as source:
        await source.append("a", rows(1, 9), None)
        file = await source.put("a", b"a file of several bytes", "a/b")
        await source.save("a", "steps", Snapshot(9, "1", b"state"))
        async with await SqliteStore.open(tmp_path / "to") as target:
            await copied(source, target)
            await target.redact("a", [Row(5, b"something else")])
            await target.drop("a", file.sha256)
            assert await target.load("a", "steps") is None
            await copied(source, target)
