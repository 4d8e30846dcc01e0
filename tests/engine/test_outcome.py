"""How the last thing came out, as the list of conversations says it: after each way to end, and after a restart."""

from collections.abc import Callable
from typing import Any

import pytest

from loket.core.actions import Action, Ask, Call, Cancel, Choice, Done, Say, Task, ToolCall, Wait
from loket.core.assistant import Budget
from loket.core.events import Answered, Changed, Decided, Event, Faulted, Stopped, UserSaid
from loket.core.planner import Situation
from loket.core.tool import ToolFailed, ToolSpec
from loket.engine.host import Host
from loket.stores.memory import MemoryStore
from tests.engine.rooms import Made, Room, kit_of, room, use
from tests.engine.virtual import live, virtual

OK, BAD, REMOVE = "ok", "bad", "remove"


def broken(situation: Situation) -> Action:
    raise RuntimeError("no use")


def asking(situation: Situation) -> Action:
    return Done(summary="Ready, and a question.", asks=True)


def fails(*_: Any) -> None:
    raise ToolFailed("failed", "It went wrong.")


TOOLS = (
    Made(ToolSpec(name=OK, read_only=True)),
    Made(ToolSpec(name=BAD, read_only=True), fails),
    Made(ToolSpec(name=REMOVE, destructive=True)),
)


def both() -> Call:
    return Call(calls=(ToolCall(id="a", tool=BAD), ToolCall(id="b", tool=OK)))


FIRST: dict[str, Callable[[], Action]] = {
    "say": lambda: Say(text="Hello."),
    "neutral": lambda: Done(outcome="neutral", summary="Nothing to do."),
    "done": lambda: Done(summary="Ready."),
    "asks": lambda: Done(summary="Ready, and a question.", asks=True),
    "failed": lambda: Done(outcome="failure", summary="It did not work."),
    "bad": lambda: use(BAD),
    "ok": lambda: use(OK),
    "ok, on": lambda: use(OK),
    "bad, on": lambda: use(BAD),
    "both": both,
    "remove": lambda: use(REMOVE),
    "task": lambda: Call(calls=(Task(id="a", intent="x", to="other"),)),
    "task that asks": lambda: Call(calls=(Task(id="a", intent="x", to="asker"),)),
    "task that asks, on": lambda: Call(calls=(Task(id="a", intent="x", to="asker"),)),
    "for ever": lambda: Say(text="And again.", final=False),
    "choose": lambda: Ask(text="Which?", choices=(Choice(id="1", label="One"),)),
    "long": lambda: use("hang"),
}


def decide(situation: Situation) -> Action:
    event = situation.woke[-1].event
    word = str(event.text) if isinstance(event, UserSaid) else ""
    if word == "break":
        raise RuntimeError("planner bug, line 42")
    if isinstance(event, Changed):
        return Wait()
    said = [str(r.event.text) for r in situation.history if isinstance(r.event, UserSaid)]
    if word == "take back":
        calls = [r.seq for r in situation.history if isinstance(r.event, Decided) and isinstance(r.event.action, Call)]
        return Cancel(calls=(f"{calls[-1]}.a",))
    if word or said[-1] == "for ever":
        return FIRST[word or said[-1]]()
    if said[-1].endswith(", on"):
        return Wait(why="for news")
    return (
        Say(text="Hm.", final=False)
        if said[-1] == "bad" and situation.woke[-1].event.kind == "returned"
        else Say(text="That was it.")
    )


async def listed(room: Room) -> tuple[str, str | None]:
    (entry,) = await room.host.store.entries()
    return entry.state, entry.outcome


ENDS: list[tuple[tuple[Event | str, ...], tuple[str, str | None]]] = [
    ((), ("idle", None)),
    (("say",), ("idle", "success")),
    (("done",), ("idle", "success")),
    (("neutral",), ("idle", "neutral")),
    (("asks",), ("idle", "asks")),
    (("asks", "say"), ("idle", "success")),
    (("task that asks",), ("idle", "asks")),
    (("task that asks, on",), ("idle", "asks")),
    (("task that asks", "done"), ("idle", "success")),
    (("failed",), ("idle", "failure")),
    (("ok",), ("idle", "success")),
    (("bad",), ("idle", "failure")),
    (("both",), ("idle", "success")),
    (("ok, on",), ("idle", None)),
    (("bad, on",), ("idle", "failure")),
    (("ok, on", "say"), ("idle", "success")),
    (("bad", "say"), ("idle", "success")),
    (("bad", Changed(settings={"locale": "nl"})), ("idle", "failure")),
    (("break",), ("idle", "failure")),
    (("say", "break"), ("idle", "failure")),
    (("break", "say"), ("idle", "success")),
    (("for ever",), ("idle", "failure")),
    (("task",), ("idle", "failure")),
    (("bad", "choose"), ("asking", None)),
    (("choose", Answered(to="3", choice="1")), ("idle", "success")),
    (("remove",), ("asking", None)),
    (("remove", Answered(to="4", approve=True)), ("idle", "success")),
    (("remove", Answered(to="4", refuse=True)), ("idle", "neutral")),
    (("say", Stopped()), ("idle", "stopped")),
    (("choose", Stopped()), ("idle", "stopped")),
    (("choose", Stopped(), "say"), ("idle", "success")),
]


@pytest.mark.parametrize(("told", "expected"), ENDS, ids=lambda one: str(one)[:60])
def test_the_list_says_how_the_last_thing_came_out(
    told: tuple[Event | str, ...], expected: tuple[str, str | None]
) -> None:
    async def story() -> None:
        kit = kit_of(decide, *TOOLS, others={"other": broken, "asker": asking}, budget=Budget(decisions=5))
        store = MemoryStore(virtual().clock)
        async with room(kit, store) as here:
            for event in told:
                await here.settle(event)
            assert await listed(here) == expected
        async with Host(store, kit, virtual().clock) as again:
            await again.wake(here.id)
            assert await listed(Room(again, here.id)) == expected, "a restart changes nothing"

    live(story())


def test_what_is_under_way_has_no_outcome_yet_and_a_fault_that_ends_nothing_is_none() -> None:
    async def story() -> None:
        async def hang(*_: Any) -> None:
            await virtual().create_future()

        kit = kit_of(decide, *TOOLS, Made(ToolSpec(name="hang", read_only=True, deadline=900), hang))
        async with room(kit) as here:
            await here.settle("bad")
            await here.tell("long")
            await virtual().drain()
            assert await listed(here) == ("working", None)
            await here.settle(Stopped())
            assert await listed(here) == ("idle", "stopped")
            await here.tell("long")
            await virtual().drain()
            await here.settle("take back")
            assert await listed(here) == ("idle", "stopped"), "also when its planner is who takes it back"
            await here.settle("say")
            await here.settle(Faulted(code="planner_failed"))
            assert await listed(here) == ("idle", "success")

    live(story())
