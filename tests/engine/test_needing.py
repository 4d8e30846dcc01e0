"""A task that needs another one is given what came of it, and belongs to the answer that it had to wait for."""

from loket.core.actions import Action, Ask, Call, Choice, Done, Say, Task
from loket.core.events import Answered, Decided, Returned
from loket.core.planner import Situation
from tests.engine.rooms import kit_of, room
from tests.engine.virtual import live

FIRST = Task(id="a", intent="find", to="root")
SECOND = Task(id="b", intent="use", to="root", needs=("a",))
BESIDE = Task(id="c", intent="other", to="root")


def decide(situation: Situation) -> Action:
    """Finds by asking, uses what was found, and does another thing beside it."""
    if situation.task is None:
        back = any(isinstance(record.event, Returned) for record in situation.woke)
        return Say(text="done") if back else Call(calls=(FIRST, SECOND, BESIDE))
    if situation.task.id == "c":
        return Done(value="beside")
    if situation.task.id == "b":
        [found] = [record.event for record in situation.needed]
        assert isinstance(found, Returned)
        return Done(value=f"used {found.value}")
    answers = [record.event for record in situation.woke if isinstance(record.event, Answered)]
    if not answers:
        return Ask(text="which?", choices=(Choice(id="x", label="X"), Choice(id="y", label="Y")), lasts=False)
    return Done(value=answers[0].choice)


def test_what_waits_for_a_choice_is_given_what_was_chosen_and_the_answer_waits_for_it() -> None:
    async def main() -> None:
        async with room(kit_of(decide)) as here:
            await here.settle("go")
            assert [one.value for one in await here.events(Returned)] == ["beside"]
            [asked] = [
                r.seq for r in await here.records() if isinstance(r.event, Decided) and r.event.action.kind == "ask"
            ]
            await here.settle(Answered(to=str(asked), choice="y"))
            assert [one.value for one in await here.events(Returned)] == ["beside", "y", "used y"]
            assert (await here.events(Decided))[-1].action == Say(text="done")

    live(main())


def test_a_new_message_takes_what_waits_along() -> None:
    async def main() -> None:
        async with room(kit_of(decide)) as here:
            await here.settle("go")
            await here.settle("again")
            codes = [one.code for one in await here.events(Returned)]
            assert codes == [None, "superseded", "needs_failed"]

    live(main())
