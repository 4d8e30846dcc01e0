"""What is told of a conversation is of one moment: its state is never ahead of its records, nor behind them."""

import asyncio

import pytest

from loket.core.actions import Action, Say
from loket.core.errors import Conflict, NotFound
from loket.core.events import Answered, Stopped
from loket.core.planner import Situation
from loket.core.tool import ToolSpec
from loket.stores.memory import MemoryStore
from tests.engine.holding import HoldingStore
from tests.engine.rooms import Made, Room, kit_of, once, results, room, use
from tests.engine.virtual import live, virtual


def ok(situation: Situation) -> Action:
    return Say(text="ok")


async def seen(here: Room) -> tuple[str, str, int]:
    """The state as the index entry has it, as a look tells it, and the last record of that look."""
    looked = await here.host.look(here.id)
    assert looked.entry is not None
    return (await here.host.owned(here.id)).state, looked.entry.state, looked.upto


def test_the_end_is_told_when_it_is_committed_and_not_before() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        async with room(kit_of(ok), store) as here:
            assert await seen(here) == ("idle", "idle", 1)
            store.patient = True
            telling = asyncio.create_task(here.tell("hi"))
            await virtual().drain()
            assert await seen(here) == ("idle", "idle", 1)
            store.commit(1)
            assert (await here.host.look(here.id)).entry == await store.entry(here.id)
            await virtual().drain()
            assert await seen(here) == ("working", "working", 2) and await telling == 2
            store.commit()
            await virtual().drain()
            assert await seen(here) == ("idle", "idle", 3)
            store.patient = False

    live(main())


def test_a_conversation_that_is_not_committed_is_not_there_yet() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        async with room(kit_of(ok), store) as here:
            store.patient = True
            name = "0000000000000000000007"
            starting = asyncio.create_task(here.host.start("ann", "root", conversation=name))
            await virtual().drain()
            with pytest.raises(NotFound):
                await here.host.owned(name, "ann")
            again = asyncio.create_task(here.host.start("ann", "root", conversation=name))
            await virtual().drain()
            assert not again.done()  # that it exists is told no sooner
            store.commit()
            with pytest.raises(Conflict, match="exists"):
                await again
            assert await starting == name == (await here.host.owned(name, "ann")).conversation
            store.patient = False

    live(main())


class SlowToLook(MemoryStore):
    """Looks after a conversation as a store does that is asked over a network."""

    async def exists(self, conversation: str) -> bool:
        there = await super().exists(conversation)
        await asyncio.sleep(1)
        return there


def test_of_those_who_begin_one_conversation_while_the_store_looks_one_has_begun_it() -> None:
    async def main() -> None:
        async with room(kit_of(ok), SlowToLook(virtual().clock)) as here:
            name = "0000000000000000000007"
            begun = (here.host.start("ann", "root", conversation=name) for _ in range(3))
            first, *others = await asyncio.gather(*begun, return_exceptions=True)
            assert first == name
            assert [getattr(one, "code", one) for one in others] == ["exists", "exists"]

    live(main())


def test_a_call_that_is_stopped_in_the_moment_it_is_begun_leaves_nobody_working() -> None:
    async def main() -> None:
        tool = Made(ToolSpec(name="danger", destructive=True))
        async with room(kit_of(once(use("danger")), tool)) as here:
            await here.settle("go")
            assert (await seen(here))[:2] == ("asking", "asking")
            held = (await here.host.look(here.id)).upto
            yes = asyncio.create_task(here.tell(Answered(to=str(held), approve=True)))
            stop = asyncio.create_task(here.tell(Stopped(scope="/")))
            assert [await yes, await stop] == [held + 1, held + 2]
            await virtual().drain()
            assert tool.calls == [] and results(await here.records()) == [(False, "cancelled")]
            assert (await seen(here))[:2] == ("idle", "idle")

    live(main())
