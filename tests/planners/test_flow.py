"""Written flows through the real engine: routing, a second run, stops, resets, agents, and flows that were changed."""

import asyncio
from dataclasses import dataclass
from typing import Any

from loket.core.actions import Action, Ask, Call, Cancel, Done, Task
from loket.core.assistant import AssistantSpec
from loket.core.events import (
    AgentSaid,
    Answered,
    Decided,
    Opened,
    Returned,
    Stopped,
    SurfaceActed,
    SurfaceShown,
    UserSaid,
)
from loket.core.tool import ToolFailed, ToolSpec
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.planners.flow import Flow, FlowPlanner, Progress, Step, call
from loket.stores.memory import MemoryStore
from tests.engine.rooms import Made, Room, room
from tests.engine.virtual import live, virtual


def finish(progress: Progress) -> Done:
    return Done(summary=f"{progress.args.get('n', 'nothing')}: {progress.results.get('one')}", value=progress.results)


def skipped(progress: Progress) -> Action | None:
    return None if progress.args.get("n") else Call(calls=(Task(id="x", intent="look/run", to="root"),))


def flows(*names: str) -> tuple[Flow, ...]:
    """A flow of the surface `look` with these steps, and one beside it."""
    steps = tuple(call(name, "tool", f"The step {name}.", lambda progress: dict(progress.args)) for name in names)
    beside = Flow("aside/run", "aside", "Aside", (call("one", "tool", "One.", lambda p: {}),), finish, asks=False)
    look = Flow(
        "look/run", "look", "Look", (*steps, Step("maybe", "", skipped)), finish, lambda given: {"n": 1, **given}
    )
    return look, beside


def planned(act: Any, *names: str) -> tuple[Kit, Made]:
    planner = FlowPlanner(
        flows(*(names or ("one", "two"))),
        aliases={"look/start": "look/run"},
        resets={"look/reset": "look"},
        read=lambda text, situation: ("look/run", {"n": 5}) if text == "look for me" else None,
    )
    tool = Made(ToolSpec(name="tool", idempotent=True), act)
    root = AssistantSpec(name="root", title="Root", tools=("tool",))
    return Kit({"root": root}, {"root": planner}, {"tool": tool}), tool


def acted(name: str, surface: str = "look", **payload: Any) -> SurfaceActed:
    return SurfaceActed(surface=surface, name=name, payload=payload)


@dataclass
class Waiting:
    """A tool whose first calls hang until they are cancelled."""

    hangs: int = 0
    fails: int = 0

    async def __call__(self, args: dict[str, Any], context: Any) -> Any:
        if self.hangs:
            self.hangs -= 1
            await asyncio.sleep(10_000)
        if self.fails:
            self.fails -= 1
            raise ToolFailed("unreachable", "Nobody answers.")
        return {"got": args}


async def outcomes(here: Room) -> list[tuple[str, str | None, str]]:
    """How each run ended."""
    return [
        (r.event.call.partition(".")[2], r.event.code, r.event.text)
        for r in await here.records()
        if isinstance(r.event, Returned) and r.scope == "/"
    ]


def test_an_event_its_alias_a_sentence_and_an_agent_start_the_same_flow() -> None:
    async def main() -> None:
        kit, _ = planned(Waiting())
        async with room(kit) as here:
            await here.settle(acted("look/run"))
            await here.settle(acted("look/start", n=2))
            await here.settle(UserSaid(text="look for me"))
            data = {"capability": "look/run", "input": {"n": 7}}
            await here.settle(AgentSaid(agent="other", message_id="m", data=data), by="agent")
            assert [text.partition(":")[0] for _, _, text in await outcomes(here)] == ["1", "2", "5", "7"]
            steps = [event.step for event in await here.events(Decided)]
            assert steps[:4] == ["start", "one", "two", "done"]
            await here.settle("what can you do?")
            last = (await here.events(Decided))[-1]
            assert last.step == "unknown" and isinstance(last.action, Ask) and "Look, Aside" in last.action.text
            await here.settle(acted("no/such"))
            assert (await here.events(Decided))[-1].action.kind == "wait"

    live(main())


def test_a_second_run_cancels_the_first_and_leaves_other_surfaces_alone() -> None:
    async def main() -> None:
        kit, tool = planned(Waiting(hangs=2))
        async with room(kit, grace=1.0) as here:
            await here.tell(acted("look/run", n=1))
            await here.tell(acted("aside/run", "aside"))
            await virtual().drain()
            assert len(tool.calls) == 2
            await here.tell(acted("look/run", n=2))
            await asyncio.sleep(40)
            ended = await outcomes(here)
            assert ("look", "cancelled", "") in ended and ended[-2][0] == "look" and ended[-2][1] is None
            assert len([event for event in await here.events(Decided) if isinstance(event.action, Cancel)]) == 1
            assert [name for name, _, _ in ended].count("aside") == 1  # it met its own deadline, nobody cancelled it
            assert [code for name, code, _ in ended if name == "aside"] == ["failed"]

    live(main())


def test_stop_and_reset_end_the_run_and_say_what_the_surface_shows() -> None:
    async def main() -> None:
        kit, _ = planned(Waiting(hangs=2))
        async with room(kit, grace=1.0) as here:
            await here.tell(acted("look/run"))
            await virtual().drain()
            await here.settle(acted("flow/stop"))
            assert [code for _, code, _ in await outcomes(here)] == ["cancelled"]
            await here.tell(acted("look/run"))
            await virtual().drain()
            await here.settle(acted("look/reset"))
            assert [code for _, code, _ in await outcomes(here)] == ["cancelled"] * 2
            await here.settle(acted("nav/open", "home", surfaceId="look"))
            shown = [(shown.surface, shown.message["kind"]) for shown in await here.events(SurfaceShown)]
            assert shown == [("look", "surface/reset"), ("look", "surface/open")]
            assert len(await here.events(Opened)) == 2

    live(main())


def test_a_retry_keeps_its_key_and_what_came_before() -> None:
    async def main() -> None:
        act = Waiting()
        kit, tool = planned(act, "one", "two", "three")

        async def second_fails(args: Any, context: Any) -> Any:
            if len(tool.calls) in (2, 3):
                raise ToolFailed("unreachable", "Nobody answers.")
            return {"call": len(tool.calls)}

        kit, tool = planned(second_fails, "one", "two", "three")
        async with room(kit) as here:
            await here.settle(acted("look/run"))
            for _ in range(2):
                asked = (await here.records())[-1]
                assert isinstance(asked.event, Decided) and asked.event.step == "failed"
                await here.settle(Answered(to=str(asked.seq), choice="again"))
            assert [code for _, code, _ in await outcomes(here)] == [None]
            keys = [context.key for _, context in tool.calls]
            assert keys[1] == keys[2] == keys[3] and len(set(keys)) == 3
            assert [
                event.step for event in await here.events(Decided) if event.action.kind == "call" and event.action.tools
            ] == [*("one", "two", "two", "two", "three")]

    live(main())


def test_a_flow_that_does_not_ask_ends_with_the_failure() -> None:
    async def main() -> None:
        kit, _ = planned(Waiting(fails=1))
        async with room(kit) as here:
            await here.settle(acted("aside/run", "aside"))
            assert await outcomes(here) == [("aside", "failed", "Nobody answers.")]
            back = (await here.events(Returned))[-1]
            assert back.value == {"code": "unreachable", "text": "Nobody answers."}

    live(main())


async def interrupted(store: MemoryStore) -> Room:
    """A run that has done its first step and is in its second when the server stops."""

    async def second_hangs(args: Any, context: Any) -> Any:
        if len(tool.calls) == 2:
            await asyncio.sleep(10_000)
        return {"call": len(tool.calls)}

    kit, tool = planned(second_hangs)
    async with Host(store, kit, virtual().clock) as host:
        here = Room(host, await host.start("ann", "root"))
        await here.tell(acted("look/run"))
        await virtual().drain()
        assert len(tool.calls) == 2
    return here


def test_a_flow_goes_on_after_a_restart_where_it_was() -> None:
    async def main() -> None:
        store = MemoryStore(virtual().clock)
        here = await interrupted(store)
        kit, tool = planned(Waiting())
        async with Host(store, kit, virtual().clock) as host:
            again = Room(host, here.id)
            await host.settled(here.id, 2)
            assert len(tool.calls) == 1 and [code for _, code, _ in await outcomes(again)] == [None]

    live(main())


def test_a_flow_whose_steps_were_renamed_says_so_and_offers_to_start_again() -> None:
    async def main() -> None:
        for choice, ended, calls in (("restart", None, 3), ("stop", "failed", 1)):
            store = MemoryStore(virtual().clock)
            here = await interrupted(store)
            kit, tool = planned(Waiting(), "first", "second")
            async with Host(store, kit, virtual().clock) as host:
                again = Room(host, here.id)
                await host.settled(here.id, 2)
                asked = (await again.records())[-1]
                assert isinstance(asked.event, Decided) and asked.event.step == "renewed"
                await again.settle(Answered(to=str(asked.seq), choice=choice))
                assert [code for _, code, _ in await outcomes(again)] == [ended]
                assert len(tool.calls) == calls

    live(main())


def test_a_stop_of_everything_lets_the_next_run_begin_clean() -> None:
    async def main() -> None:
        kit, tool = planned(Waiting(hangs=1))
        async with room(kit, grace=1.0) as here:
            await here.tell(acted("look/run", n=1))
            await virtual().drain()
            await here.settle(Stopped())
            await here.settle(acted("look/run", n=2))
            assert [text.partition(":")[0] for _, code, text in await outcomes(here) if code is None] == ["2"]
            assert len(tool.calls) == 3

    live(main())
