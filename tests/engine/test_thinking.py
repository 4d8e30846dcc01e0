"""When a thought is made again, what wakes a scope in which order, and waits that the clock ends, restarts included."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import pytest

from loket.core.actions import Action, Ask, Call, Choice, Say, Task, ToolCall, Wait
from loket.core.events import Decided, Discarded, Faulted, Returned, UserSaid, Woke
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.engine.host import Host
from loket.stores.memory import MemoryStore
from tests.engine.rooms import Made, Room, kit_of, room, use
from tests.engine.virtual import live, virtual


@asynccontextmanager
async def thinking(shown: bool) -> AsyncIterator[tuple[Room, list[list[int]]]]:
    """A planner that takes ten seconds for each thought; and what each was given."""
    given: list[list[int]] = []

    async def decide(situation: Situation, draft: Draft) -> Action:
        given.append([record.seq for record in situation.woke])
        if shown:
            draft.write("Let me think.")
        await asyncio.sleep(10)
        return Say(text="so be it")

    async with room(kit_of(decide)) as here:
        yield here, given


def test_news_makes_a_thought_anew_but_only_once() -> None:
    async def main() -> None:
        async with thinking(shown=False) as (here, given):
            for text in ("one", "two", "three"):
                seq = await here.tell(text)
                await asyncio.sleep(6)
            await here.host.settled(here.id, seq)
            assert given == [[2], [2, 3], [5]]
            kinds = await here.kinds()
            assert kinds.count("discarded") == 1 and kinds.count("decided") == 2
            took = [seq for decided in await here.events(Decided) for seq in decided.took]
            assert sorted(took) == [r.seq for r in await here.records() if isinstance(r.event, UserSaid)]

    live(main())


def test_a_thought_that_was_shown_stands() -> None:
    async def main() -> None:
        async with thinking(shown=True) as (here, given):
            await here.tell("one")
            await asyncio.sleep(5)
            await here.settle("two")
            # record 3 keeps the words that had been shown for a second
            assert given == [[2], [4]] and not await here.events(Discarded)

    live(main())


@pytest.mark.parametrize("intake", ["together", "one_by_one"])
def test_one_message_at_a_time_waits_until_the_last_one_is_at_rest(intake: str) -> None:
    async def main() -> None:
        given: list[list[str]] = []

        def decide(situation: Situation) -> Action:
            given.append([record.event.kind for record in situation.woke])
            return use("t") if isinstance(situation.woke[-1].event, UserSaid) else Say(text="done")

        async def slow(args: object, context: object) -> None:
            await asyncio.sleep(5)

        async with room(kit_of(decide, Made(ToolSpec(name="t", read_only=True), slow), intake=intake)) as here:
            await here.tell("one")
            await here.tell("two")
            await here.settle("three")
            if intake == "one_by_one":
                assert given == [["user_said"], ["returned"]] * 3
            else:
                assert given == [*[["user_said"]] * 3, ["returned"] * 3]

    live(main())


def test_a_planner_gets_questions_tasks_tools_settings_and_the_moment_of_what_woke_it() -> None:
    async def main() -> None:
        seen: list[Situation] = []

        def decide(situation: Situation) -> Action:
            seen.append(situation)
            if len(seen) == 1:
                return Call(calls=(Task(id="q", intent="q", to="q", args={"n": 1}),))
            return Say(text="ok")

        ask = Ask(text="Well?", choices=(Choice(id="y", label="Y"),))
        kit = kit_of(decide, Made(ToolSpec(name="t")), others={"q": lambda s: ask}, settings={"tone": "calm"})
        async with Host(MemoryStore(virtual().clock), kit, virtual().clock) as host:
            id = await host.start("ann", "root", {"locale": "nl"})
            here = Room(host, id)
            await here.settle("go")
            await asyncio.sleep(100)
            await here.settle("and?")
            last = seen[-1]
            assert [task.scope for task in last.tasks] == ["/3.q/"] and [q.ask for q in last.questions] == [ask]
            assert set(last.tools) == {"t"} and last.settings == {"tone": "calm", "locale": "nl"}
            assert last.now == last.woke[-1].at and (last.now - seen[0].now).total_seconds() == 100
            assert [record.seq for record in last.history][:2] == [1, 2] and last.owner == "ann"

    live(main())


@pytest.mark.parametrize("asks", [False, True])
def test_a_wait_ends_in_time_even_when_the_server_was_away(asks: bool) -> None:
    async def main() -> None:
        store = MemoryStore(virtual().clock)

        def decide(situation: Situation) -> Action:
            event = situation.woke[-1].event
            if isinstance(event, Woke):
                return Say(text="awake")
            if asks and not any(isinstance(r.event, Decided) for r in situation.history):
                return Call(calls=(ToolCall(id="a", tool="held"), ToolCall(id="b", tool="t")))
            return Wait(why="later", until=situation.now + timedelta(seconds=50))

        held = Made(ToolSpec(name="held", destructive=True))
        tool = Made(ToolSpec(name="t", read_only=True))
        kit = kit_of(decide, held, tool)
        async with Host(store, kit, virtual().clock) as first:
            here = Room(first, await first.start("ann", "root"))
            await here.settle("go")
            if asks:
                await here.settle("and now wait")  # with a question open beside it
        await asyncio.sleep(10)
        assert "woke" not in await here.kinds()
        async with Host(store, kit, virtual().clock) as second:
            again = Room(second, here.id)
            await asyncio.sleep(39)
            assert "woke" not in await again.kinds()
            await asyncio.sleep(3)
            assert (await again.kinds())[-2:] == ["woke", "decided"]
            assert len(await again.events(Woke)) == 1

    live(main())


def test_news_ends_a_wait_and_its_clock_wakes_nobody() -> None:
    async def main() -> None:
        def decide(situation: Situation) -> Action:
            if situation.woke[-1].seq == 2:
                return Wait(until=situation.now + timedelta(seconds=5))
            return Say(text="ok")

        async with room(kit_of(decide)) as here:
            await here.settle("go")
            await here.settle("news")
            await asyncio.sleep(20)
            assert await here.kinds() == ["started", "user_said", "decided", "user_said", "decided"]

    live(main())


def test_a_moment_without_a_time_zone_is_a_fault() -> None:
    async def main() -> None:
        until = datetime(2030, 1, 1)  # noqa: DTZ001 - that is the mistake
        async with room(kit_of(lambda situation: Wait(until=until))) as here:
            await here.settle("go")
            assert [fault.code for fault in await here.events(Faulted)] == ["planner_failed"]
            assert not await here.events(Returned)

    live(main())
