"""A fork does no harm: what comes from before it leaves again only when a person says so in the fork."""

import asyncio
from datetime import timedelta

import pytest

from loket.core.actions import Action, Call, Say, Task, Wait
from loket.core.errors import Unavailable
from loket.core.events import (
    Answered,
    Held,
    Opened,
    Returned,
    Stopped,
    UserSaid,
    Woke,
)
from loket.core.planner import Situation
from loket.core.record import Record
from loket.core.tool import CallContext, ToolSpec
from loket.engine.archive import Archive
from loket.engine.kit import key_of
from tests.engine.holding import HoldingStore
from tests.engine.rooms import Made, Room, kit_of, once, room, use
from tests.engine.virtual import live, virtual

HARMS = ToolSpec(name="t", title="Report it", destructive=True)
ACTS = ToolSpec(name="t")
REPEATS = ToolSpec(name="t", idempotent=True)
READS = ToolSpec(name="t", read_only=True)


async def forked(here: Room, at: int) -> Room:
    """The fork, when nothing more happens in it by itself."""
    fork = Room(here.host, await Archive(here.host).fork(here.id, at, "ann"))
    await virtual().drain()
    return fork


async def question(room: Room) -> Record:
    return next(record for record in reversed(await room.records()) if isinstance(record.event, Held))


def test_a_call_that_was_approved_is_asked_about_again_wherever_the_fork_begins() -> None:
    async def main() -> None:
        tool = Made(HARMS)
        async with room(kit_of(once(use("t")), tool)) as here:
            await here.settle("report it")
            await here.settle(Answered(to="4", approve=True))
            kinds = await here.kinds()
            assert kinds == [
                "started",
                "user_said",
                "decided",
                "held",
                "answered",
                "call_started",
                "returned",
                "decided",
            ]
            for at in range(2, kinds.index("returned") + 1):
                fork = await forked(here, at)
                assert len(tool.calls) == 1, f"a fork at {at} did it again"
                asked = await question(fork)
                await fork.settle(Answered(to=str(asked.seq), refuse=True))
                assert [back.code for back in await fork.events(Returned)] == ["refused"]
                again = await forked(here, at)
                asked = await question(again)
                await again.settle(Answered(to=str(asked.seq), approve=True))
                call = asked.event.call  # type: ignore[union-attr]
                assert [c.key for _, c in tool.calls[1:]] == [key_of(again.id, call)]
                del tool.calls[1:]
            assert (await (await forked(here, 7)).kinds())[-2:] == ["forked", "decided"]

    live(main())


@pytest.mark.parametrize("spec", [ACTS, REPEATS], ids=["unsafe", "idempotent"])
def test_what_changes_something_is_asked_about_in_a_fork_though_nobody_was_asked_before(spec: ToolSpec) -> None:
    async def main() -> None:
        tool = Made(spec)
        async with room(kit_of(once(use("t")), tool)) as here:
            await here.settle("do it")
            for at in (2, 3, 4):
                fork = await forked(here, at)
                held = (await question(fork)).event
                assert isinstance(held, Held) and held.why == "fork" and len(tool.calls) == 1
                assert (await here.host.owned(fork.id)).state == "asking"
                await here.host.put_to_sleep(fork.id)
                await here.host.wake(fork.id)
                assert len(tool.calls) == 1 and (await fork.kinds()).count("held") == 1
            await fork.settle("and now something new")  # a word of the person's own in the fork
            assert len(tool.calls) == 2

    live(main())


def test_what_only_reads_goes_on_in_a_fork_and_what_follows_from_it_is_asked_about() -> None:
    async def main() -> None:
        reads, acts = Made(READS), Made(ToolSpec(name="u"))

        def decide(situation: Situation) -> Action:
            event = situation.woke[-1].event
            if isinstance(event, UserSaid):
                return use("t")
            return use("u") if isinstance(event, Returned) and event.call == "3.a" else Say(text="done")

        async with room(kit_of(decide, reads, acts)) as here:
            await here.settle("go")
            fork = await forked(here, 3)
            assert len(reads.calls) == 2 and len(acts.calls) == 1
            asked = await question(fork)
            await fork.settle(Answered(to=str(asked.seq), approve=True))
            assert len(acts.calls) == 2

    live(main())


def test_inside_a_task_it_is_the_same() -> None:
    async def main() -> None:
        tool = Made(ACTS)

        def other(situation: Situation) -> Action:
            return use("t") if isinstance(situation.woke[-1].event, Opened) else Say(text="yes")

        plan = Call(calls=(Task(id="a", intent="ask", to="other"), Task(id="b", intent="ask", to="other")))
        async with room(kit_of(once(plan), tool, others={"other": other})) as here:
            await here.settle("go")
            assert len(tool.calls) == 2
            for at in range(2, (await here.kinds()).index("returned")):
                fork = await forked(here, at)
                assert (await fork.kinds()).count("held") == 2 and len(tool.calls) == 2
            for record in await fork.records():
                if isinstance(record.event, Held):
                    assert record.scope != "/"
                    await fork.settle(Answered(to=str(record.seq), refuse=True))
            assert len(tool.calls) == 2 and (await fork.kinds())[-1] == "decided"

    live(main())


def test_what_was_called_off_while_it_ran_is_not_looked_for_in_the_fork() -> None:
    async def main() -> None:
        async def slow(args: object, context: CallContext) -> None:
            await asyncio.sleep(100)

        tool = Made(REPEATS, slow)
        async with room(kit_of(once(use("t")), tool)) as here:
            await here.tell("go")
            await asyncio.sleep(1)
            at = await here.settle(Stopped())
            await asyncio.sleep(20)
            fork = await forked(here, at)
            assert [back.code for back in await fork.events(Returned)] == ["unknown_outcome"]
            assert len(tool.calls) == 1 and "held" not in await fork.kinds()

    live(main())


def test_a_moment_that_was_set_before_the_fork_is_no_word_in_it() -> None:
    async def main() -> None:
        tool = Made(ACTS)

        def decide(situation: Situation) -> Action:
            event = situation.woke[-1].event
            if isinstance(event, UserSaid):
                return Wait(why="later", until=situation.now + timedelta(hours=1))
            return use("t") if isinstance(event, Woke) else Say(text="done")

        async with room(kit_of(decide, tool)) as here:
            await here.settle("in an hour")
            fork = await forked(here, 3)
            await asyncio.sleep(2 * 3600)
            assert len(tool.calls) == 1 and (await fork.kinds())[-1] == "held"
            await fork.settle("in an hour")
            await asyncio.sleep(2 * 3600)
            assert len(tool.calls) == 2  # it was set in the fork

    live(main())


def test_a_fork_that_could_not_be_written_leaves_nothing_that_could_wake() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        tool = Made(ACTS)
        async with room(kit_of(once(use("t")), tool), store) as here:
            await here.settle("do it")
            store.patient = True
            forking = asyncio.create_task(Archive(here.host).fork(here.id, 3, "ann"))
            await virtual().drain()
            store.refuse()
            store.patient = False
            with pytest.raises(Unavailable):
                await forking
            assert [entry.conversation for entry in await store.entries()] == [here.id] and len(tool.calls) == 1

    live(main())
