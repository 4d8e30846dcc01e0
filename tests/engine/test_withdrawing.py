"""Withdrawn: what descends from what was taken back ends, with its tasks and waits; everything else goes on."""

import asyncio

from loket.core.actions import Action, Ask, Call, Say, Task, Wait
from loket.core.events import Decided, Discarded, Returned, UserSaid, Withdrawn
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.views.turn import Turn
from loket.views.turn_snapshot import turn_from, turn_json
from tests.engine.rooms import Made, kit_of, room, use
from tests.engine.virtual import live, virtual


async def forever(args: object, context: object) -> None:
    await asyncio.sleep(10_000)


SLOW = Made(ToolSpec(name="t"), forever)


def last_words(situation: Situation) -> str:
    event = situation.woke[-1].event
    return str(event.text) if isinstance(event, UserSaid) else ""


def test_its_tasks_end_and_what_comes_back_of_them_wakes_nobody() -> None:
    def decide(situation: Situation) -> Action:
        if last_words(situation) == "plan":
            return Call(calls=(Task(id="work", intent="x", to="helper"), Task(id="asks", intent="x", to="helper")))
        return Say(text=f"heard {last_words(situation)}")

    def helped(situation: Situation) -> Action:
        return use("t") if "work" in situation.scope else Ask(text="Which?")

    async def main() -> None:
        async with room(kit_of(decide, SLOW, others={"helper": helped})) as here:
            planned = await here.tell("plan")
            await virtual().drain()
            await here.tell(Withdrawn(seqs=(planned,)))
            await here.host.settled(here.id, planned)
            back = {event.call.split(".")[1]: event.code for event in await here.events(Returned)}
            assert (back["work"], back["asks"]) == ("cancelled", "cancelled")
            decided = len(await here.events(Decided))
            await here.settle("still there?")
            assert len(await here.events(Decided)) == decided + 1, "only the new message was thought about"
            assert (await here.events(Decided))[-1].action == Say(text="heard still there?")

    live(main())


def test_a_thought_about_it_is_dropped_and_what_came_with_it_is_thought_about_again() -> None:
    given: list[list[int]] = []

    async def decide(situation: Situation, draft: Draft) -> Action:
        given.append([record.seq for record in situation.woke])
        if len(given) == 1:
            await asyncio.sleep(10)
            return Say(text="too late")
        if len(given) == 2:
            await asyncio.sleep(10)
        return Say(text="heard")

    async def main() -> None:
        async with room(kit_of(decide)) as here:
            first = await here.tell("one")
            second = await here.tell("two")
            await virtual().drain()
            await here.tell(Withdrawn(seqs=(first,)))
            await here.host.settled(here.id, second)
            assert given[0] == [first] and given[-1] == [second], given
            assert [event.took for event in await here.events(Discarded)] == [(first,)]
            assert [event.took for event in await here.events(Decided)] == [(second,)]

    live(main())


def test_a_wait_that_was_for_it_wakes_nobody_and_a_snapshot_knows_that() -> None:
    def decide(situation: Situation) -> Action:
        if last_words(situation) == "wait":
            return Wait(why="an hour", until=situation.now.replace(year=situation.now.year + 1))
        return Say(text="heard")

    async def main() -> None:
        async with room(kit_of(decide, SLOW)) as here:
            waits = await here.settle("wait")
            turn = Turn()
            for record in await here.records():
                turn.apply(record)
            kept = turn_from(turn_json(turn))
            await here.tell(Withdrawn(seqs=(waits,)))
            last = (await here.records())[-1]
            for one in (turn, kept):
                one.apply(last)
                assert one.scopes["/"].wait is None and one.withdrawn == {waits}
            assert turn_json(turn_from(turn_json(turn))) == turn_json(turn)

    live(main())


def test_what_was_also_asked_by_others_goes_on() -> None:
    async def decide(situation: Situation, draft: Draft) -> Action:
        await asyncio.sleep(1)
        return use("t")

    async def main() -> None:
        done = Made(ToolSpec(name="t", read_only=True), forever)
        async with room(kit_of(decide, done, intake="together")) as here:
            first = await here.tell("one")
            await here.tell("two")
            await asyncio.sleep(5)
            assert [event.took for event in await here.events(Decided)] == [(first, first + 1)]
            await here.tell(Withdrawn(seqs=(first,)))
            await virtual().drain()
            assert await here.events(Returned) == [], "what is done for two is not taken back by one"
            await here.tell(Withdrawn(seqs=(first + 1,)))
            await virtual().drain()
            assert [event.code for event in await here.events(Returned)] == ["cancelled"]
            assert len(await here.events(Decided)) == 1

    live(main())
