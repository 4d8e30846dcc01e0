"""A call waits for a person as the declaration, the tool and the conversation's settings say, and shows what it is."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from loket.core.actions import Action, Call, Say, ToolCall
from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.events import Answered, Changed, Held, Returned, ToolsFound, UserSaid
from loket.core.planner import Situation
from loket.core.source import SourceState
from loket.core.tool import CallContext, ToolSpec
from loket.engine.kit import Kit
from loket.stores.memory import MemoryStore
from tests.engine.rooms import Made, Room, kit_of, once, results, room, use
from tests.engine.virtual import live, virtual

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"book": {"type": "string", "title": "Book"}},
    "additionalProperties": False,
}
SAVE = ToolSpec(
    name="save",
    title="Save it",
    description="Writes it down.",
    titles={"nl": "Bewaren"},
    descriptions={"nl": "Schrijft het op."},
    input=SCHEMA,
    reversible=True,
)


def test_a_stricter_setting_holds_what_the_declaration_lets_pass_and_shows_it_in_the_persons_language() -> None:
    async def main() -> None:
        save = Made(SAVE)
        async with room(kit_of(once(use("save", {"book": "b2"})), save)) as here:
            await here.settle("go")
            assert not await here.events(Held)
            await here.settle(Changed(settings={"approval": "changes", "locale": "nl-BE"}))
            await here.settle("go again")
            [held] = await here.events(Held)
            assert held.model_dump(exclude={"call", "kind"}) == {
                "why": "changes",
                "title": "Bewaren",
                "description": "Schrijft het op.",
                "source": "",
                "place": "",
                "reversible": True,
                "input": SCHEMA,
                "digest": SAVE.digest,
            }
            assert len(save.calls) == 1
            [question] = [q.id for q in here.host.runs._open[here.id].writer.turn.questions.values()]
            await here.settle(Answered(to=question, edit={"book": "b3"}))
            assert [args for args, _ in save.calls] == [{"book": "b2"}, {"book": "b3"}]

    live(main())


def test_a_declaration_may_hold_everything_or_nothing_by_name() -> None:
    async def main() -> None:
        drop, read = Made(ToolSpec(name="drop", destructive=True)), Made(ToolSpec(name="read", read_only=True))
        both = Call(calls=(ToolCall(id="a", tool="drop"), ToolCall(id="b", tool="read")))
        async with room(kit_of(once(both), drop, read, approvals={"drop": "never", "r*": "always"})) as here:
            await here.settle("go")
            assert [(held.call[-1], held.why) for held in await here.events(Held)] == [("b", "always")]
            assert len(drop.calls) == 1 and not read.calls

    live(main())


def test_a_tool_that_was_ticked_off_is_not_called_and_not_offered() -> None:
    offered: list[Sequence[str]] = []

    def decide(situation: Situation) -> Action:
        offered.append(tuple(situation.tools))
        return use("save") if isinstance(situation.woke[-1].event, UserSaid) else Say(text="done")

    async def main() -> None:
        save = Made(SAVE)
        async with room(kit_of(decide, save)) as here:
            await here.tell(Changed(settings={"tools_off": ["sa*"]}))
            await here.settle("go")
            assert results(await here.records()) == [(False, "not_allowed")]
            assert not save.calls and offered[-1] == ()

    live(main())


@pytest.mark.parametrize("settings", [{"approval": "sometimes"}, {"tools_off": 1}])
def test_settings_that_nobody_understands_are_refused(settings: JsonObject) -> None:
    async def main() -> None:
        kit = kit_of(once(Say(text="hello")))
        async with room(kit) as here:
            with pytest.raises(Invalid, match="setting"):
                await here.tell(Changed(settings=settings))
            with pytest.raises(Invalid, match="setting"):
                await here.host.start("ann", "root", settings)

    live(main())


def test_a_call_under_way_is_not_held_by_a_setting_that_comes_later() -> None:
    async def main() -> None:
        begun, go = asyncio.Event(), asyncio.Event()

        async def slow(args: JsonObject, context: Any) -> Any:
            begun.set()
            await go.wait()
            return "read"

        read = Made(ToolSpec(name="read", read_only=True), slow)
        async with room(kit_of(once(use("read")), read)) as here:
            await here.tell("go")
            await begun.wait()
            await here.tell(Changed(settings={"approval": "always", "tools_off": ["read"]}))
            go.set()
            await virtual().drain()
            assert not await here.events(Held)
            assert results(await here.records()) == [(True, None)]

    live(main())


class Torque:
    """A tool server that may come to say something else of its tools."""

    name = "torque"
    state: SourceState = "up"
    trouble = ""

    def __init__(self) -> None:
        self.made = Made(ToolSpec(name="torque.wrench", source="torque", input=SCHEMA), self.use)
        self.changed: tuple[str, ...] = ()
        self.up = True

    async def discover(self, owner: str) -> tuple[ToolsFound, ...]:
        return (ToolsFound(source="torque", specs=(self.made.spec,), changed=self.changed),) if self.up else ()

    def tool(self, spec: ToolSpec) -> Made:
        return self.made

    def use(self, args: JsonObject, context: CallContext) -> Json:
        """What was called is known as it is now."""
        self.changed = ()
        return {"done": True}

    def change(self, description: str) -> None:
        self.made = Made(
            self.made.spec.model_copy(update={"description": description}), self.use, calls=self.made.calls
        )
        self.changed = ("torque.wrench",)


def served(torque: Torque, **declared: Any) -> Kit:
    kit = kit_of(once(use("torque.wrench", {"book": "b1"})))
    desk = kit.assistants["root"].model_copy(update={"tools": ("torque.*",), **declared})
    return Kit({"root": desk}, kit.planners, sources={"torque": torque})


async def open_questions(here: Room) -> list[str]:
    return list(here.host.runs._open[here.id].writer.turn.questions)


def test_what_a_server_tells_is_recorded_once_and_its_tools_are_checked_and_called() -> None:
    async def main() -> None:
        torque = Torque()
        async with room(served(torque)) as here:
            await here.settle("go")
            await here.settle("go")
            assert [event.specs[0].name for event in await here.events(ToolsFound)] == ["torque.wrench"]
            assert [args for args, _ in torque.made.calls] == [{"book": "b1"}] * 2
        bad = kit_of(once(use("torque.wrench", {"page": 1})))
        async with room(Kit(served(torque).assistants, bad.planners, sources={"torque": torque})) as here:
            await here.settle("go")
            [returned] = await here.events(Returned)
            assert returned.code == "invalid" and "page" in returned.text

    live(main())


def test_a_server_that_is_away_takes_nothing_from_a_conversation() -> None:
    async def main() -> None:
        torque = Torque()
        torque.up = False
        async with room(served(torque)) as here:
            await here.settle("go")
            assert results(await here.records()) == [(False, "invalid")]
            torque.up = True
            await here.settle("go")
            torque.up = False
            await here.settle("go")
            assert results(await here.records()) == [(False, "invalid"), (True, None), (True, None)]

    live(main())


def test_a_tool_that_changed_asks_once_more_and_a_yes_is_to_exactly_what_it_says_now() -> None:
    async def main() -> None:
        torque = Torque()
        async with room(served(torque, approval="never")) as here:
            await here.settle("go")
            torque.change("Sends it to somebody else as well.")
            await here.settle("go")
            [held] = await here.events(Held)
            assert (held.why, held.description) == ("changed", "Sends it to somebody else as well.")
            assert held.digest == torque.made.spec.digest and len(torque.made.calls) == 1
            torque.change("And to a third.")  # while the person thinks
            await here.settle("hello?")
            first, second = await open_questions(here)
            await here.settle(Answered(to=first, approve=True))
            assert len(torque.made.calls) == 1  # that yes was to something else
            [*_, again] = await here.events(Held)
            assert again.description == "And to a third."
            [other] = [one for one in await open_questions(here) if one != second]
            await here.settle(Answered(to=other, approve=True))
            await here.settle(Answered(to=second, approve=True))
            await here.settle("go")
            assert len(torque.made.calls) == 4 and not await open_questions(here)

    live(main())


def test_what_was_found_and_agreed_is_the_same_after_a_restart() -> None:
    async def main() -> None:
        torque, store = Torque(), MemoryStore(virtual().clock)
        async with room(served(torque), store) as here:
            await here.settle("go")
            torque.change("Something else.")
            await here.settle("go")
            await here.host.put_to_sleep(here.id)
            [question] = [record.seq for record in await here.records() if isinstance(record.event, Held)]
            torque.up = False
            await here.settle(Answered(to=str(question), approve=True))
            assert results(await here.records()) == [(True, None)] * 2
            assert len(await here.events(Held)) == 1

    live(main())
