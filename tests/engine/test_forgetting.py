"""A conversation that sleeps is out of memory at once: nothing of it waits for the garbage collector."""

import asyncio
import gc
import logging
import weakref
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from loket.core.actions import Action, Ask, Call, Say, Task, Wait
from loket.core.errors import Unavailable
from loket.core.events import Answered, Opened, Stopped, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.engine import runs
from tests.engine.citizens import Watcher
from tests.engine.holding import HoldingStore
from tests.engine.rooms import Made, Room, kit_of, room, use
from tests.engine.virtual import live, virtual


async def hangs(args: object, context: object) -> None:
    await asyncio.sleep(1e6)


async def stubborn(args: object, context: object) -> None:
    with_grace = asyncio.get_running_loop().time() + 60
    while asyncio.get_running_loop().time() < with_grace:
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            continue


TOOLS = (
    Made(ToolSpec(name="reads", read_only=True)),
    Made(ToolSpec(name="acts")),
    Made(ToolSpec(name="harms", destructive=True)),
    Made(ToolSpec(name="hangs", deadline=1e5), hangs),
    Made(ToolSpec(name="stubborn", deadline=5), stubborn),
)
WORDS = {
    "ask": Ask(text="Which?"),
    "acts": use("acts"),
    "held": use("harms"),
    "hangs": use("hangs"),
    "stubborn": use("stubborn"),
    "task": Call(calls=(Task(id="a", intent="read", to="other"), Task(id="b", intent="hang", to="other"))),
}


async def root(situation: Situation, draft: Draft) -> Action:
    event = situation.woke[-1].event
    words = event.text if isinstance(event, UserSaid) else ""
    if words == "wait":
        return Wait(why="so it is", until=situation.now + timedelta(days=3))
    if words == "think":
        draft.write("Let me see")
        await asyncio.sleep(60)
    if words == "break":
        raise RuntimeError("planner bug")
    return WORDS.get(str(words), Say(text="done"))


def other(situation: Situation) -> Action:
    event = situation.woke[-1].event
    if isinstance(event, Opened):
        return use("hangs" if event.task.intent == "hang" else "reads")
    return Say(text="there you are")


async def finished(here: Room) -> None:
    await here.settle("acts")
    await here.settle("hello")


async def asked(here: Room) -> None:
    seq = await here.settle("ask")
    await here.settle(Answered(to=str(seq + 1), text="that"))
    await here.settle("ask")


async def held(here: Room) -> None:
    await here.settle("held")
    await here.settle(Answered(to="4", approve=True))
    await here.settle("held")


async def under_way(here: Room) -> None:
    await here.tell("hangs")
    await asyncio.sleep(1)


async def with_tasks(here: Room) -> None:
    await here.tell("task")
    await asyncio.sleep(1)


async def stopped(here: Room) -> None:
    await with_tasks(here)
    await here.tell("think")
    await asyncio.sleep(1)
    await here.settle(Stopped())


async def given_up(here: Room) -> None:
    await here.tell("stubborn")
    await asyncio.sleep(30)


async def thinking(here: Room) -> None:
    await here.tell("think")
    await asyncio.sleep(1)


async def broken(here: Room) -> None:
    await here.settle("break")


async def waiting(here: Room) -> None:
    await here.settle("wait")


async def watched(here: Room) -> None:
    following = asyncio.create_task(Watcher("w").follow(here.host, here.id))
    await here.settle("acts")
    await virtual().drain()
    following.cancel()
    await asyncio.wait([following])


async def refused(here: Room) -> None:
    """The disk is full while somebody waits for the answer, and there is room again soon."""
    store = here.host.store
    assert isinstance(store, HoldingStore)
    first = await here.settle("hello")
    store.patient = True
    telling = asyncio.create_task(here.tell("acts", key="k"))
    settling = asyncio.create_task(here.host.settled(here.id, first + 2))
    await virtual().drain()
    store.refuse()
    await asyncio.wait([telling])
    assert isinstance(telling.exception(), Unavailable)
    store.patient = False
    await asyncio.sleep(40)
    settling.cancel()
    await asyncio.wait([settling])


async def of_our_own(here: Room) -> None:
    """Something of the engine's own breaks in the middle of its work."""
    run = here.host.runs.usable(here.id)
    assert run is not None
    await here.tell("think")
    await virtual().drain()
    run.writer.turn.calls = None  # type: ignore[assignment]
    await asyncio.sleep(100)
    assert here.host.runs.usable(here.id) is not run


KINDS: dict[str, Callable[[Room], Awaitable[None]]] = {
    kind.__name__: kind
    for kind in (
        *(finished, asked, held, under_way, with_tasks, stopped, given_up, thinking, broken, waiting, watched, refused),
        of_our_own,
    )
}


@contextmanager
def uncollected() -> Generator[None]:
    """Objects go by their count of references alone."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize("kind", KINDS)
def test_what_sleeps_is_forgotten_without_the_collector(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("loket.engine"), "disabled", True)  # pytest keeps what is logged, errors too

    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        async with room(kit_of(root, *TOOLS, others={"other": other}), store) as here:
            left: list[weakref.ref[object]] = []
            opened = here.host.runs.add

            def noticed(writer: object) -> object:
                run = opened(writer)  # type: ignore[arg-type]
                left.extend(map(weakref.ref, (run, run.writer, run.writer.turn, run.writer.feed, run.thinker)))
                return run

            here.host.runs.add = noticed  # type: ignore[assignment,method-assign]
            with uncollected():
                for _ in range(3):
                    await KINDS[kind](Room(here.host, id := await here.host.start("ann", "root")))
                    await here.host.put_to_sleep(id)
                for tool in TOOLS:
                    tool.calls.clear()
                assert len(left) >= 15
                await asyncio.sleep(100)
                alive = [type(one).__name__ for ref in left if (one := ref()) is not None]
                assert alive == []

    live(main())


def test_of_many_who_rest_only_a_crowd_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "CROWD", 20)

    async def main() -> None:
        async with room(kit_of(root, *TOOLS)) as here:
            asked = Room(here.host, await here.host.start("ann", "root"))
            await asked.tell("hangs")
            opened, left = here.host.runs._open, list[weakref.ref[object]]()
            other_one = asked
            with uncollected():
                for _ in range(60):
                    other_one = Room(here.host, await here.host.start("ann", "root"))
                    await other_one.settle("hello")
                    left.append(weakref.ref(opened[other_one.id].writer.turn))
                    await asyncio.sleep(0.5)
                assert len(opened) <= 20 + 20 // 4 + 5 and asked.id in opened
                assert sum(ref() is not None for ref in left) < len(opened)
                await asyncio.sleep(100)
            assert set(opened) == {asked.id}  # it is still at work
            await other_one.settle("and so am I")
            await here.settle("and I am back")
            assert (await here.kinds())[-1] == "decided"

    live(main())


def test_a_watcher_that_left_is_not_kept_for_the_next_news() -> None:
    async def main() -> None:
        async with room(kit_of(root)) as here:
            await here.settle("hello")
            run = here.host.runs.usable(here.id)
            assert run is not None
            for _ in range(5):
                following = asyncio.create_task(Watcher("w").follow(here.host, here.id))
                await virtual().drain()
                following.cancel()
                await asyncio.wait([following])
            assert run.writer.feed._waiting == [] and not run.writer.feed.watching

    live(main())
