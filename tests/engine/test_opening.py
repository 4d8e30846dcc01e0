"""Opening what is stored: at the tail from a snapshot, once however many ask, with what died in good order or not."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

import pytest

from loket.core.actions import Action, Say
from loket.core.events import UserSaid
from loket.core.planner import Situation
from loket.core.ports import Row
from loket.core.tool import ToolSpec
from loket.engine.host import Host
from loket.engine.recover import SHORT_RECORDS
from loket.engine.runs import SNAPSHOT_RECORDS
from loket.stores.memory import MemoryStore
from loket.views.turn import Turn
from tests.engine.rooms import Made, Room, kit_of, once, room, use
from tests.engine.virtual import live, virtual


class CountingStore(MemoryStore):
    """Counts the rows that are read, and lets others run while it reads, as a real one does."""

    read_rows = 0

    async def read(self, conversation: str, after: int = 0, before: int | None = None, limit: int = 1000) -> list[Row]:
        await asyncio.sleep(0)
        rows = await super().read(conversation, after, before, limit)
        self.read_rows += len(rows)
        return rows


def ok(situation: Situation) -> Action:
    return Say(text="ok")


def test_a_long_log_is_opened_at_its_tail() -> None:
    async def main() -> None:
        store = CountingStore(virtual().clock)
        async with room(kit_of(ok), store) as here:
            for n in range(700):
                await here.settle(f"{n}")
        store.read_rows = 0
        async with Host(store, kit_of(ok), virtual().clock) as host:
            assert await host.tell(here.id, UserSaid(text="hi")) == 1402
            assert store.read_rows < 10
            looked = await host.look(here.id)
            assert looked.upto >= 1402 and store.read_rows < 20

    live(main())


def test_a_snapshot_is_kept_while_it_runs_and_an_older_version_is_not_used() -> None:
    async def main() -> None:
        store = CountingStore(virtual().clock)
        async with room(kit_of(ok), store) as here:
            for n in range(SNAPSHOT_RECORDS // 2):
                await here.settle(f"{n}")
            await asyncio.sleep(20)
            saved = await store.load(here.id, Turn.name)
            assert saved is not None and saved.seq >= SNAPSHOT_RECORDS
            before = (await here.host.look(here.id)).state()
        saved = await store.load(here.id, Turn.name)
        assert saved is not None
        old = type(saved)(saved.seq, "0", b"{}")
        await store.save(here.id, Turn.name, old)
        store.read_rows = 0
        async with Host(store, kit_of(ok), virtual().clock) as host:
            assert await host.tell(here.id, UserSaid(text="hi")) == SNAPSHOT_RECORDS + 2
            assert store.read_rows >= SNAPSHOT_RECORDS
            assert before["transcript"]["version"] == (await host.look(here.id)).state()["transcript"]["version"]

    live(main())


@pytest.mark.parametrize("messages", [1, SHORT_RECORDS])
def test_what_is_short_is_read_again_and_what_is_long_has_a_snapshot(messages: int) -> None:
    async def main() -> None:
        store = CountingStore(virtual().clock)
        async with room(kit_of(ok), store) as here:
            for n in range(messages):
                await here.settle(f"{n}")
            before = (await here.host.look(here.id)).state()
            await asyncio.sleep(100)
            assert here.host.runs.usable(here.id) is None
            kept = [await store.load(here.id, view) for view in (Turn.name, "steps", "transcript")]
            assert [saved is None for saved in kept] == [messages == 1] * 3
            assert await here.settle("hi") == 2 * messages + 2
            await asyncio.sleep(100)
        async with Host(store, kit_of(ok), virtual().clock) as host:
            after = (await host.look(here.id)).state()
            assert await host.tell(here.id, UserSaid(text="hi")) == 2 * messages + 4
            assert before.keys() == after.keys() and before != after

    live(main())


def test_many_who_come_at_once_open_it_once() -> None:
    async def main() -> None:
        store = CountingStore(virtual().clock)
        async with room(kit_of(ok), store) as here:
            await here.settle("hi")
        async with Host(store, kit_of(ok), virtual().clock) as host:
            seqs = await asyncio.gather(*(host.tell(here.id, UserSaid(text=f"{n}"), key=f"{n}") for n in range(20)))
            again = await asyncio.gather(*(host.tell(here.id, UserSaid(text=f"{n}"), key=f"{n}") for n in range(20)))
            assert len(set(seqs)) == 20 and again == seqs
            same = await asyncio.gather(*(host.tell(here.id, UserSaid(text="x"), key="x") for _ in range(20)))
            assert len(set(same)) == 1

    live(main())


@pytest.mark.parametrize("times", [1, 5])
def test_telling_while_it_goes_to_sleep_loses_nothing(times: int) -> None:
    async def main() -> None:
        async def slow(args: object, context: object) -> None:
            try:
                await asyncio.sleep(20)
            except asyncio.CancelledError:
                await asyncio.sleep(1)
                raise

        store = CountingStore(virtual().clock)
        tool = Made(ToolSpec(name="t", idempotent=True, deadline=100), slow)
        async with room(kit_of(once(use("t")), tool), store) as here:
            await here.tell("first")
            await virtual().drain()
            for n in range(times):
                sleeping = asyncio.create_task(here.host.put_to_sleep(here.id))
                await asyncio.sleep(0.5)
                telling = asyncio.create_task(here.tell(f"during {n}", key=f"{n}"))
                await sleeping
                await telling
            await asyncio.sleep(200)
            records = await here.records()
            taken = {seq for r in records for seq in getattr(r.event, "took", ())}
            assert all(r.seq in taken for r in records if isinstance(r.event, UserSaid))
            assert [r.seq for r in records] == list(range(1, len(records) + 1))

    live(main())


def test_a_conversation_that_nobody_uses_sleeps_and_wakes_when_it_is_told() -> None:
    async def main() -> None:
        async with room(kit_of(ok)) as here:
            await here.settle("hi")
            assert here.host.runs.usable(here.id) is not None
            await asyncio.sleep(100)
            assert here.host.runs.usable(here.id) is None
            assert await here.settle("hi") == 4

    live(main())


def test_a_server_that_stops_with_a_tool_that_can_not_be_cancelled_stops_all_the_same() -> None:
    async def main() -> None:
        async def ignore(args: object, context: object) -> None:
            while virtual().moment < 500:
                try:
                    await asyncio.sleep(10)
                except asyncio.CancelledError:
                    continue

        store = MemoryStore(virtual().clock)
        kit = kit_of(once(use("t")), Made(ToolSpec(name="t", deadline=1000), ignore))
        async with Host(store, kit, virtual().clock) as host:
            here = Room(host, await host.start("ann", "root"))
            await here.tell("go")
            await virtual().drain()
            await host.close(grace=1)
            assert virtual().moment < 10
        async with Host(store, kit, virtual().clock) as again:
            await again.settled(here.id, 2)
            assert [r.event.kind for r in await Room(again, here.id).records()][-2:] == ["returned", "decided"]

    live(main())


def test_the_index_follows_what_a_conversation_does() -> None:
    async def main() -> None:
        async def slow(args: object, context: object) -> None:
            await asyncio.sleep(5)

        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t", read_only=True), slow))) as here:
            states: list[str] = []
            updated: Sequence[datetime] = ()
            await here.tell("What a day")
            for seconds in (1, 10):
                await asyncio.sleep(seconds)
                entry = await here.host.store.entry(here.id)
                assert entry is not None and entry.title == "What a day"
                states.append(entry.state)
                updated = (*updated, entry.updated)
            assert states == ["working", "idle"] and len(set(updated)) == 1

    live(main())
