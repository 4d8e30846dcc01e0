"""What never ends meets its limit: loops, talkers, long work, many tokens, tasks inside tasks, planners that break."""

import asyncio
from datetime import timedelta

import pytest

from loket.core.actions import Action, Call, Decision, Say, Task, ToolCall, Usage, Wait
from loket.core.assistant import Budget
from loket.core.events import AgentSaid, Decided, Faulted, Returned, Stopped, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from tests.engine.rooms import Made, Room, kit_of, once, room, use
from tests.engine.virtual import live, virtual

READ = Made(ToolSpec(name="t", read_only=True))


async def stops(here: Room) -> list[tuple[str, str]]:
    return [(stop.scope, stop.code) for stop in await here.events(Stopped)]


def test_a_planner_that_loops_is_stopped_and_a_person_can_go_on() -> None:
    async def main() -> None:
        async with room(kit_of(lambda situation: use("t"), READ, budget=Budget(decisions=5))) as here:
            await here.settle("go")
            assert len(await here.events(Decided)) == 5 and await stops(here) == [("/", "budget_spent")]
            await here.settle(AgentSaid(agent="other", text="hi"), by="agent")
            assert len(await here.events(Decided)) == 5  # an agent does not wake what a limit stopped
            await here.settle("go on")
            assert len(await here.events(Decided)) == 10

    live(main())


def test_a_loop_in_a_task_ends_the_task_alone() -> None:
    async def main() -> None:
        kit = kit_of(
            once(Call(calls=(Task(id="x", intent="loop", to="loop"),))), READ, others={"loop": lambda s: use("t")}
        )
        async with room(kit) as here:
            await here.settle("go")
            assert await stops(here) == [("/3.x/", "budget_spent")]
            assert [back.code for back in await here.events(Returned)][-1] == "budget_spent"
            assert (await here.kinds())[-1] == "decided"

    live(main())


def test_records_without_a_person_are_limited() -> None:
    async def main() -> None:
        budget = Budget(decisions=1000, records=30)
        async with room(kit_of(lambda situation: Say(text="more", final=False), budget=budget)) as here:
            await here.settle("go")
            assert await stops(here) == [("/", "budget_spent")]
            assert len(await here.records()) <= 34

    live(main())


def test_minutes_and_tokens_are_limited() -> None:
    async def main() -> None:
        async def slow(args: object, context: object) -> None:
            await asyncio.sleep(90)

        tool = Made(ToolSpec(name="t", read_only=True, deadline=100), slow)
        async with room(kit_of(lambda situation: use("t"), tool, budget=Budget(minutes=3))) as here:
            await here.host.settled(here.id, await here.tell("go"), deadline=1000)
            assert await stops(here) == [("/", "budget_spent")]
            assert len(await here.events(Decided)) == 3
            assert 180 < virtual().moment < 400

        def costly(situation: Situation) -> Decision:
            usage = Usage(model="m", input_tokens=300, output_tokens=100)
            return Decision(reasoning="", action=Say(text="more", final=False), usage=usage)

        async with room(kit_of(costly, budget=Budget(tokens=1000))) as here:
            await here.settle("go")
            assert len(await here.events(Decided)) == 3 and await stops(here) == [("/", "budget_spent")]

    live(main())


def test_time_in_which_nobody_works_is_not_spent() -> None:
    """Not while a moment is awaited, and not while no server is up: neither thoughts nor calls take it."""

    async def main() -> None:
        tool = Made(ToolSpec(name="t", idempotent=True, deadline=100), lambda args, context: asyncio.sleep(90))

        def decide(situation: Situation) -> Action:
            back = [record for record in situation.history if isinstance(record.event, Returned)]
            if isinstance(situation.woke[-1].event, UserSaid):
                return Wait(why="later", until=situation.now + timedelta(hours=2))
            return Say(text="done") if len(back) == 2 else use("t")

        kit = kit_of(decide, tool, budget=Budget(minutes=4))
        async with room(kit) as here:
            await here.tell("in two hours")
            await asyncio.sleep(2 * 3600 + 120)  # the first call is back, the second is out
            assert (await here.kinds())[-1] == "call_started"
            for _ in range(3):
                await here.host.put_to_sleep(here.id)
                await asyncio.sleep(3600)
                await here.host.wake(here.id)
            await here.host.settled(here.id, 4, deadline=1000)  # the moment
            assert (await here.kinds())[-1] == "decided" and await stops(here) == []
            assert [back.took_ms for back in await here.events(Returned)] == [90_000, 90_000]

    live(main())


def test_tasks_inside_tasks_go_only_so_deep() -> None:
    async def main() -> None:
        def deeper(situation: Situation) -> Action:
            if any(isinstance(record.event, Returned) for record in situation.woke):
                return Say(text="back")
            return Call(calls=(Task(id="x", intent="deep", to="deep"),))

        async with room(kit_of(deeper, others={"deep": deeper}, budget=Budget(depth=3))) as here:
            await here.settle("go")
            codes = [back.code for back in await here.events(Returned)]
            assert codes == ["too_deep", None, None, None]

    live(main())


@pytest.mark.parametrize("in_task", [False, True])
def test_a_planner_that_breaks_twice_faults_its_records(in_task: bool) -> None:
    tries: list[str] = []

    async def main() -> None:
        def breaks(situation: Situation) -> Action:
            tries.append(situation.scope)
            raise ValueError("\ud800 no")

        plan = once(Call(calls=(Task(id="x", intent="b", to="b"),)))
        async with room(kit_of(plan if in_task else breaks, others={"b": breaks})) as here:
            await here.settle("go")
            (fault,) = await here.events(Faulted)
            assert len(tries) == 2
            assert (fault.code, fault.error, fault.text) == ("planner_failed", "ValueError", ""), "words may hold data"
            if in_task:
                assert [back.code for back in await here.events(Returned)] == ["faulted"]
                assert (await here.kinds())[-1] == "decided"

    live(main())


def test_a_planner_that_breaks_once_is_tried_again() -> None:
    async def main() -> None:
        tries: list[int] = []

        def decide(situation: Situation) -> Action:
            tries.append(1)
            if len(tries) == 1:
                raise ConnectionError("the model is away")
            return Say(text="here I am")

        async with room(kit_of(decide)) as here:
            await here.settle("go")
            assert (await here.kinds())[1:] == ["user_said", "decided"]

    live(main())


@pytest.mark.parametrize(
    "action",
    [
        Call(calls=(ToolCall(id="a", tool="t"), ToolCall(id="a", tool="t"))),
        Call(
            calls=(Task(id="a", intent="x", to="root", needs=("b",)), Task(id="b", intent="x", to="root", needs=("a",)))
        ),
        Call(calls=(Task(id="a", intent="x", to="root", needs=("z",)),)),
        Say(text="half \ud800"),
        Say(text="x" * 70_000),
    ],
)
def test_a_decision_that_breaks_a_rule_is_a_fault(action: Action) -> None:
    async def main() -> None:
        async with room(kit_of(once(action), READ)) as here:
            await here.settle("go")
            assert (await here.kinds())[1:] == ["user_said", "faulted"]

    live(main())


def test_a_planner_that_hangs_is_broken() -> None:
    async def main() -> None:
        async def decide(situation: Situation, draft: Draft) -> Action:
            draft.write("wait for it")
            await asyncio.sleep(10_000)
            return Say(text="")

        async with room(kit_of(decide)) as here:
            await here.host.settled(here.id, await here.tell("go"), deadline=1000)
            assert [fault.code for fault in await here.events(Faulted)] == ["planner_failed"]
            assert virtual().moment < 300

    live(main())


def test_a_task_goes_to_a_declared_specialist_or_to_the_assistant_itself() -> None:
    async def main() -> None:
        tasks = tuple(Task(id=to, intent="x", to=to) for to in ("root", "ok", "other"))

        def decide(situation: Situation) -> Action:
            inside = situation.task is not None or isinstance(situation.woke[-1].event, Returned)
            return Say(text="fine") if inside else Call(calls=tasks)

        others = {"ok": lambda s: Say(text="fine"), "other": lambda s: Say(text="fine")}
        async with room(kit_of(decide, others=others, specialists=("ok",))) as here:
            await here.settle("go")
            back = {b.call.split(".")[1]: (b.code, b.text) for b in await here.events(Returned)}
            assert back["other"] == ("invalid", "There is no specialist named other here.")
            assert back["root"] == back["ok"] == (None, "fine")

    live(main())


def test_an_assistant_that_is_not_there_and_a_need_that_failed_are_returned() -> None:
    async def main() -> None:
        tasks = (
            Task(id="a", intent="x", to="nobody"),
            Task(id="b", intent="x", to="ok", needs=("a",)),
            Task(id="c", intent="x", to="ok"),
            Task(id="d", intent="x", to="ok", needs=("c",)),
        )
        async with room(kit_of(once(Call(calls=tasks)), others={"ok": lambda s: Say(text="fine")})) as here:
            await here.settle("go")
            back = {b.call.split(".")[1]: b.code for b in await here.events(Returned)}
            assert back == {"a": "invalid", "b": "needs_failed", "c": None, "d": None}
            assert isinstance((await here.records())[-1].event, Decided)

    live(main())
