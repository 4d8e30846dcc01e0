"""What a specialist may use for one task: its own declaration says so, and the rest of the conversation goes on."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from loket import Assistant, tool
from loket.core.actions import Action, Call, Decision, Say, Task, ToolCall, Usage
from loket.core.assistant import Budget
from loket.core.events import Decided, Held, Returned, Stopped
from loket.core.model import ModelRequest, ModelResponse, TextPart, ToolCallPart, ToolResultPart
from loket.core.outside import Answered
from loket.core.planner import Situation
from loket.core.tool import ToolSpec
from loket.engine.kit import Kit
from loket.models.scripted import Line
from loket.testing import scripted, talking
from tests.engine.rooms import Made, kit_of, once, room, use
from tests.engine.virtual import live

GIVEN = Call(calls=(Task(id="x", intent="look", to="expert"), Task(id="y", intent="look", to="frugal")))
ROOMY = Budget(decisions=50, tokens=100_000)


def with_budget(kit: Kit, name: str, budget: Budget) -> Kit:
    spec = kit.assistants[name].model_copy(update={"budget": budget})
    return replace(kit, assistants={**kit.assistants, name: spec})


def talks(tokens: int, price: float | None = None) -> Callable[[Situation], Decision]:
    def decide(situation: Situation) -> Decision:
        usage = Usage(model="m", input_tokens=tokens, price=price)
        last = len(situation.history) > 12
        return Decision(reasoning="", action=Say(text="more", final=last), usage=usage)

    return decide


@pytest.mark.parametrize(
    ("budget", "why"),
    [
        (Budget(tokens=1000), "The 1000 tokens that models may use for one task are spent."),
        (Budget(dollars=0.5), "The 0.5 dollars that models may cost in one task are spent."),
    ],
)
def test_what_a_specialist_spends_ends_its_task_alone_with_the_reason(budget: Budget, why: str) -> None:
    async def main() -> None:
        others = {"expert": talks(400, 0.2), "frugal": talks(10)}
        kit = with_budget(kit_of(once(GIVEN), others=others, budget=ROOMY), "expert", budget)
        async with room(kit) as here:
            await here.settle("go")
            [stop] = await here.events(Stopped)
            assert (stop.scope, stop.code, stop.text) == ("/3.x/", "budget_spent", why)
            backs = {back.call: (back.ok, back.code, back.text) for back in await here.events(Returned)}
            assert backs["3.x"] == (False, "budget_spent", why) and backs["3.y"][0]
            assert (await here.events(Decided))[-1].action == Say(text="done"), "who asked both goes on"

    live(main())


def test_minutes_of_a_task_are_those_of_its_own_work_and_a_person_gives_it_more() -> None:
    async def main() -> None:
        async def slow(args: object, context: object) -> None:
            await asyncio.sleep(50)

        slowly = Made(ToolSpec(name="t", read_only=True, deadline=100), slow)
        asks = Made(ToolSpec(name="held", destructive=True))

        def expert(situation: Situation) -> Action:
            backs = sum(isinstance(record.event, Returned) for record in situation.history)
            if backs == 1:
                return Call(calls=(ToolCall(id="a", tool="held"),))
            return use("t") if backs < 6 else Say(text="at last")

        kit = kit_of(once(Call(calls=GIVEN.calls[:1])), slowly, asks, others={"expert": expert, "frugal": expert})
        async with room(with_budget(kit, "expert", Budget(minutes=2))) as here:
            seq = await here.tell("go")
            await here.host.settled(here.id, seq, deadline=1000)
            [held] = [r for r in await here.records() if isinstance(r.event, Held)]
            await asyncio.sleep(4000)
            seq = await here.tell(Answered(to=str(held.seq), approve=True))
            await here.host.settled(here.id, seq, deadline=1000)
            [stop] = await here.events(Stopped)
            assert (stop.scope, stop.text) == ("/3.x/", "The 2 minutes for one task are spent.")
            slept = [back for back in await here.events(Returned) if back.took_ms == 50_000]
            assert len(slept) == 4, "one before the person's yes, and three after it"

    live(main())


@tool(read_only=True)
def price(repair: str = "brakes") -> str:
    """What a repair costs, in euros."""
    return "That is 25 euros."


def spends(request: ModelRequest) -> Line:
    """The front asks the expert once; the expert calls its tool for ever, for a thousand tokens each time."""
    usage = Usage(model="m", input_tokens=900, output_tokens=100)
    if "expert" in {one.name for one in request.tools}:
        if isinstance(request.messages[-1].parts[-1], ToolResultPart):
            return f"I was told: {request.messages[-1].parts[-1].text}"
        asks = ToolCallPart(id="d", name="expert", args={"task": "How much?"})
        return ModelResponse(parts=(asks,), finish="tool_calls", usage=usage)
    calls = ToolCallPart(id=f"c{len(request.messages)}", name="price")
    return ModelResponse(parts=(TextPart(text="I look."), calls), finish="tool_calls", usage=usage)


async def test_the_model_of_a_specialist_is_asked_no_more_and_the_person_hears_why() -> None:
    expert = Assistant("expert", tools=[price], planner="chat", budget=Budget(tokens=2500))
    front = Assistant("front", specialists=[expert], planner="chat")
    model = scripted(spends)
    async with talking(front, model=model) as talk:
        answer = await talk.say("How much are new brakes?")
        assert "2500 tokens that models may use for one task are spent" in answer.text
        asked = [one for one in model.requests if "expert" not in {tool.name for tool in one.tools}]
        assert len(asked) == 3
