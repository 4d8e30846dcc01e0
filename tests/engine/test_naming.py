"""Words that plainly answer a question, or name one of its choices, answer it; all others are a new message."""

import pytest

from loket.core.actions import Action, Ask, Call, Choice, Decision, Done, Say, Task
from loket.core.assistant import AssistantSpec
from loket.core.events import Answered, Closed, Faulted, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.engine.kit import Kit
from tests.engine.rooms import room
from tests.engine.virtual import live

RIGHT = (Choice(id="l", label="left"), Choice(id="r", label="right"))


class Listening:
    """Asks once for each task, with choices or in words alone; it is answered by the label of a choice."""

    def __init__(self, tasks: int, choices: tuple[Choice, ...] = RIGHT) -> None:
        self.choices = choices
        self.plan = Call(calls=tuple(Task(id=f"t{at}", intent="ask", to="root") for at in range(tasks)))

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(reasoning="", action=self._act(situation))

    def _act(self, situation: Situation) -> Action:
        said = [one.event for one in situation.woke]
        if situation.task is None:
            return Say(text="ok") if any(isinstance(one, Returned) for one in said) else self.plan
        answers = [one for one in said if isinstance(one, Answered)]
        return Done(value=answers[0].text) if answers else Ask(text="where?", choices=self.choices, lasts=False)

    def answers(self, ask: Ask, text: str, locale: str) -> bool:
        return locale == "de" and any(one.label == text for one in RIGHT)


def kit(tasks: int, choices: tuple[Choice, ...] = RIGHT) -> Kit:
    return Kit({"root": AssistantSpec(name="root", title="Root", locale="de")}, {"root": Listening(tasks, choices)})


@pytest.mark.parametrize("choices", [RIGHT, ()])
def test_words_that_a_planner_understands_answer_its_question(choices: tuple[Choice, ...]) -> None:
    async def main() -> None:
        async with room(kit(1, choices)) as here:
            await here.settle("go")
            await here.settle("right", key="k")
            assert [one.text for one in await here.events(Answered)] == ["right"]
            assert [one.value for one in await here.events(Returned)] == ["right"]
            assert not await here.events(Closed)
            seqs = [one.seq for one in await here.records() if isinstance(one.event, Answered)]
            assert [await here.tell("right", key="k")] == seqs

    live(main())


@pytest.mark.parametrize(("tasks", "words"), [(1, "up"), (2, "right")])
def test_other_words_and_those_that_name_choices_of_two_questions_close_them(tasks: int, words: str) -> None:
    async def main() -> None:
        async with room(kit(tasks)) as here:
            await here.settle("go")
            await here.settle(words)
            assert not await here.events(Answered)
            assert len(await here.events(Closed)) == tasks
            assert [one.text for one in await here.events(UserSaid)] == ["go", words]

    live(main())


class Broken(Listening):
    """Breaks when it is asked about words."""

    def answers(self, ask: Ask, text: str, locale: str) -> bool:
        raise ValueError(f"never heard of \ud800 {text}")


@pytest.mark.parametrize("tasks", [1, 2])
def test_a_planner_that_breaks_over_words_takes_no_message_from_anybody(tasks: int) -> None:
    async def main() -> None:
        async with room(Kit({"root": AssistantSpec(name="root", title="Root")}, {"root": Broken(tasks)})) as here:
            await here.settle("go")
            said = await here.tell("right", key="k")
            await here.host.settled(here.id, said)
            assert [one.text for one in await here.events(UserSaid)] == ["go", "right"]
            assert len(await here.events(Closed)) == tasks
            faults = [one for one in await here.records() if isinstance(one.event, Faulted)]
            assert [(one.by, one.cause) for one in faults] == [("engine", said)] * tasks
            assert {one.event.code for one in faults if isinstance(one.event, Faulted)} == {"planner_failed"}
            assert await here.tell("right", key="k") == said
            await here.settle("go on")

    live(main())
