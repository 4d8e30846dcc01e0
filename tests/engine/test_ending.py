"""Stop, Cancel and Done: what had not left stays home, what had started gets its grace, nothing is decided after it."""

import asyncio
from typing import Any

import pytest

from loket.core.actions import Action, Ask, Call, Cancel, Choice, Done, Say, Task
from loket.core.events import Answered, CallStarted, Decided, Discarded, Held, Returned, Stopped, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolFailed, ToolSpec
from tests.engine.holding import HoldingStore
from tests.engine.rooms import Made, kit_of, once, results, room, use
from tests.engine.virtual import live, virtual


async def obey(args: object, context: object) -> None:
    await asyncio.sleep(10_000)


async def confirm(args: object, context: object) -> None:
    try:
        await asyncio.sleep(10_000)
    except asyncio.CancelledError:
        raise ToolFailed("cancelled", "Taken back in time.") from None


async def finish(args: object, context: object) -> str:
    try:
        await asyncio.sleep(10_000)
    except asyncio.CancelledError:
        await asyncio.sleep(2)
    return "done anyway"


async def ignore(args: object, context: object) -> None:
    while virtual().moment < 100:
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            continue


@pytest.mark.parametrize(
    ("act", "came"),
    [
        (obey, (False, "unknown_outcome")),
        (confirm, (False, "cancelled")),
        (finish, (True, None)),
        (ignore, (False, "unknown_outcome")),
    ],
)
def test_a_started_call_gets_its_grace_to_say_what_became_of_it(act: Any, came: Any) -> None:
    async def main() -> None:
        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t"), act)), grace=4.0) as here:
            seq = await here.tell("go")
            await virtual().drain()
            await here.tell(Stopped())
            await here.host.settled(here.id, seq)
            assert virtual().moment <= 4.5
            assert results(await here.records()) == [came]
            assert len(await here.events(Decided)) == 1  # nobody thinks about it any more
            await here.settle("and now?")
            assert (await here.kinds())[-1] == "decided"

    live(main())


def test_a_call_that_only_reads_is_cancelled_at_once_and_one_that_never_left_too() -> None:
    async def main() -> None:
        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t", read_only=True), obey))) as here:
            await here.tell("go")
            await virtual().drain()
            await here.settle(Stopped())
            assert results(await here.records()) == [(False, "cancelled")] and virtual().moment == 0

    live(main())


def test_a_call_whose_start_is_not_durable_yet_has_surely_not_left() -> None:
    async def main() -> None:
        store, tool = HoldingStore(virtual().clock), Made(ToolSpec(name="t"))
        store.patient = False
        async with room(kit_of(once(use("t")), tool), store) as here:
            store.patient = True
            telling: list[asyncio.Task[int]] = []
            for event in ("go", Stopped()):
                telling.append(asyncio.create_task(here.tell(event)))
                await virtual().drain()
            store.patient = False
            store.commit()
            await asyncio.gather(*telling)
            await virtual().drain()
            assert "call_started" in await here.kinds()
            assert tool.calls == [] and results(await here.records()) == [(False, "cancelled")]

    live(main())


def test_a_held_call_and_a_question_end_with_a_stop() -> None:
    async def main() -> None:
        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t", destructive=True)))) as here:
            await here.settle("go")
            held = str((await here.records())[-1].seq)
            await here.settle(Stopped())
            assert len(await here.events(Held)) == 1
            assert results(await here.records()) == [(False, "cancelled")]
            late = await here.settle(Answered(to=held, approve=True))
            assert (await here.records())[-1].seq == late and not await here.events(CallStarted)

    live(main())


@pytest.mark.parametrize("shown", [False, True])
def test_a_thought_under_way_is_dropped_even_when_it_was_shown_and_even_when_it_can_not_be_cancelled(
    shown: bool,
) -> None:
    async def main() -> None:
        async def decide(situation: Situation, draft: Draft) -> Action:
            if situation.woke[-1].seq != 2:
                return Say(text="alive")
            if shown:
                draft.write("I am thinking")
            try:
                await asyncio.sleep(50)
            except asyncio.CancelledError:
                await asyncio.sleep(5)  # a planner that does not listen
            return Say(text="too late")

        async with room(kit_of(decide)) as here:
            await here.tell("go")
            await virtual().drain()
            await here.tell(Stopped())
            await here.settle("again")
            await asyncio.sleep(60)
            assert [d.why for d in await here.events(Discarded)] == ["ended"]
            assert [getattr(d.action, "text", "") for d in await here.events(Decided)] == ["alive"]

    live(main())


def test_a_planner_takes_back_calls_and_tasks_below_it_and_goes_on() -> None:
    async def main() -> None:
        def decide(situation: Situation) -> Action:
            event = situation.woke[-1].event
            if isinstance(event, UserSaid) and event.text == "go":
                return Call(calls=(Task(id="x", intent="slow", to="slow"),))
            if isinstance(event, UserSaid):
                return Cancel(scopes=tuple(task.scope for task in situation.tasks if task.scope))
            return Say(text=f"after {event.kind}")

        tool = Made(ToolSpec(name="t", read_only=True), obey)
        async with room(kit_of(decide, tool, others={"slow": lambda situation: use("t")})) as here:
            await here.tell("go")
            await virtual().drain()
            await here.settle("forget it")
            said = [getattr(d.action, "text", "") for d in await here.events(Decided)]
            assert results(await here.records()) == [(False, "cancelled"), (False, "cancelled")]
            assert said[-1] in ("after decided", "after returned")

    live(main())


def test_a_scope_can_not_cancel_itself_or_its_neighbours() -> None:
    async def main() -> None:
        async with room(kit_of(once(Cancel(scopes=("/",))))) as here:
            await here.settle("go")
            assert (await here.kinds())[-1] == "faulted"
            await here.settle("go on")

    live(main())


def test_done_ends_all_below_and_a_persons_word_keeps_the_root_open() -> None:
    async def main() -> None:
        async def decide(situation: Situation, draft: Draft) -> Action:
            event = situation.woke[-1].event
            if isinstance(event, UserSaid) and event.text == "bye":
                draft.write("Well")
                await asyncio.sleep(5)
                return Done(summary="bye")
            if isinstance(event, UserSaid) and event.text == "ask":
                return Call(calls=(Task(id="q", intent="q", to="q"),))
            return Say(text="hello again")

        kit = kit_of(decide, others={"q": lambda situation: Ask(text="Well?", choices=(Choice(id="y", label="Y"),))})
        async with room(kit) as here:
            await here.settle("ask")
            seq = await here.tell("bye")
            await virtual().drain()
            late = await here.tell("one more thing")
            await here.host.settled(here.id, seq)
            await here.host.settled(here.id, late)
            assert results(await here.records()) == [(False, "cancelled")]
            assert (await here.kinds())[-1] == "decided"
            assert [getattr(d.action, "text", d.action.kind) for d in await here.events(Decided)][-1] == "hello again"
            assert [r.code for r in await here.events(Returned)] == ["cancelled"]

    live(main())
