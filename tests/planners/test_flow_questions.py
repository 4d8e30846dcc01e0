"""A flow's own questions and those of its planner: choices with the same ids do not get mixed up."""

from collections.abc import Callable

import pytest

from loket.core.actions import Action, Ask, Choice, Done
from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject, Text
from loket.core.planner import Situation
from loket.core.tool import ToolFailed, ToolSpec
from loket.house.bundle import Bundle
from loket.planners.flow import Flow, FlowPlanner, FlowWords, Progress, Step, call
from loket.tools.function import FunctionTool
from tests.examples.counter import talking

Read = Callable[[Text, Situation], tuple[str, JsonObject] | None]


def shop(
    tool: Callable[[JsonObject], Json],
    words: FlowWords | None = None,
    destructive: bool = False,
    read: Read = lambda text, situation: ("shop/act", {}),
) -> Bundle:
    """A flow that asks what to do with a subscription, then does it."""

    def ask(progress: Progress) -> Action:
        return Ask(
            text="What shall we do?", choices=tuple(Choice(id=id, label=id) for id in ("again", "stop", "restart"))
        )

    steps = (
        Step("choose", "A person knows.", ask),
        call("act", "act", "It is done.", lambda progress: {"do": progress.results["choose"]}),
    )
    flow = Flow("shop/act", "shop", "Shop", steps, lambda progress: Done(summary=f"Did {progress.results['act']}."))
    planner = FlowPlanner((flow,), words or FlowWords(), read=read)
    spec = ToolSpec(name="act", read_only=not destructive, destructive=destructive)
    return Bundle(
        name="shop",
        assistants=(AssistantSpec(name="shop", title="Shop", tools=("act",)),),
        planners={"shop": planner},
        inner=(FunctionTool(spec, tool),),
    )


@pytest.mark.parametrize("choice", ["again", "stop", "restart"])
async def test_a_step_may_offer_any_choice(choice: str) -> None:
    async with talking(shop(lambda args: args["do"])) as talk:
        await talk.say("go")
        await talk.answer(choice=choice)
        assert await talk.last() == f"Did {choice}."


async def test_a_failed_step_is_tried_again_or_given_up() -> None:
    tries: list[JsonObject] = []

    def act(args: JsonObject) -> Json:
        tries.append(args)
        if len(tries) < 3:
            raise ToolFailed("closed", "")
        return "it"

    async with talking(shop(act)) as talk:
        await talk.say("go")
        await talk.answer(choice="stop")
        assert await talk.last() == "This step did not work: (closed). What came before is kept. Try again?"
        await talk.answer(choice="again")
        await talk.answer(choice="again")
        assert await talk.last() == "Did it."
        assert tries == [{"do": "stop"}] * 3
        await talk.say("once more")
        await talk.answer(choice="again")
        assert await talk.last() == "Did it."


async def test_giving_up_ends_the_flow() -> None:
    def act(args: JsonObject) -> Json:
        raise ToolFailed("closed", "The shop is closed.")

    async with talking(shop(act)) as talk:
        await talk.say("go")
        await talk.answer(choice="again")
        assert "The shop is closed." in await talk.last()
        await talk.answer(choice="stop")
        assert await talk.open() == []
        assert (await talk.view("steps"))["status"] == "error"


async def test_a_refused_call_ends_the_flow_in_its_own_words() -> None:
    async with talking(shop(lambda args: "it", FlowWords(refused="As you wish."), destructive=True)) as talk:
        await talk.say("go")
        await talk.answer(choice="stop")
        await talk.answer(refuse=True)
        assert await talk.last() == "As you wish."
        assert await talk.open() == []


@pytest.mark.parametrize("surface", ["", "two words", "x" * 65])
def test_a_flow_whose_surface_can_name_no_task_is_refused_when_it_is_made(surface: str) -> None:
    with pytest.raises(ValueError, match="the flow x needs a surface: 1 to 64 letters"):
        Flow(name="x", surface=surface, title="X", steps=(), finish=lambda progress: Done())


@pytest.mark.parametrize(("names", "told"), [(("a", "a"), "two steps named a"), (("failed",), "may be named failed")])
def test_names_of_steps_that_can_not_work_are_refused_at_once(names: tuple[str, ...], told: str) -> None:
    steps = tuple(call(name, "tool", "why", lambda p: {}) for name in names)
    with pytest.raises(ValueError, match=told):
        Flow("x", "x", "X", steps, lambda p: Done())


async def test_words_that_fit_no_flow_are_asked_back_and_the_next_words_are_read_anew() -> None:
    bundle = shop(lambda args: args["do"], read=lambda text, situation: None if text == "hello" else ("shop/act", {}))
    for how in ("answer", "say"):
        async with talking(bundle) as talk:
            await talk.say("hello")
            (asked,) = await talk.open()
            assert asked["text"] == "I can help with the following. Shop."
            assert (await talk.view("steps"))["status"] == "needs_clarification"
            await (talk.say("please act") if how == "say" else talk.answer(text="please act"))
            (choice,) = await talk.open()
            assert choice["text"] == "What shall we do?"
            await talk.answer(choice="stop")
            assert await talk.last() == "Did stop."
            assert (await talk.view("steps"))["status"] == "ok"
