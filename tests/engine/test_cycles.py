"""What a turn leaves behind is freed at once; a cycle in the engine would wait for the collector each time."""

import gc

from loket.core.actions import Action, Call, Say, Task
from loket.core.events import Opened, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from tests.engine.rooms import Made, kit_of, room, use
from tests.engine.virtual import live

SPECS = (ToolSpec(name="reads", read_only=True), ToolSpec(name="acts"))
STEPS: tuple[Action, ...] = (use("reads"), use("acts"), Call(calls=(Task(id="a", intent="ask", to="other"),)))


def stepwise(situation: Situation, draft: Draft) -> Action:
    """Each step once, then words that are shown as they are made."""
    said = [record.seq for record in situation.history if isinstance(record.event, UserSaid)]
    done = sum(record.event.kind == "returned" for record in situation.history if record.seq > said[-1])
    if done < len(STEPS):
        return STEPS[done]
    draft.write("That is all.")
    return Say(text="That is all.")


def specialist(situation: Situation, draft: Draft) -> Action:
    return use("reads") if isinstance(situation.woke[-1].event, Opened) else Say(text="yes")


def test_a_turn_leaves_no_cycles() -> None:
    async def main() -> None:
        async with room(kit_of(stepwise, *map(Made, SPECS), others={"other": specialist})) as here:
            await here.settle("once, so that everything there is once is made")
            gc.collect()
            gc.disable()
            gc.set_debug(gc.DEBUG_SAVEALL)
            try:
                await here.settle("and again")
                gc.collect()
                left = [type(one).__qualname__ for one in gc.garbage if type(one).__module__.startswith("loket.")]
                assert left == []
            finally:
                gc.set_debug(0)
                gc.garbage.clear()
                gc.enable()

    live(main())
