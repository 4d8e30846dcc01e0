"""What a tool has a language model do counts in the costs and in the budget of its conversation."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from loket import Assistant, Budget, Context, tool
from loket.core.events import Progressed, Returned
from loket.core.model import Finished, Model, ModelFailed, ModelRequest, ToolCallPart, words
from loket.engine.counted_model import CountedModel
from loket.models.scripted import Line
from loket.testing import Dialogue, scripted, talking
from loket.views.costs import Costs

ASKED = ModelRequest(messages=(words("user", "one two three"),))


@tool(read_only=True)
async def think(context: Context) -> str:
    """Think."""
    model = context.model()
    assert model is not None
    try:
        return (await model.complete(ASKED)).text
    except ModelFailed as failed:
        return failed.code


def line(request: ModelRequest) -> Line:
    """Has the tool think, then answers; within the tool it thinks in four words."""
    last = request.messages[-1]
    if last.text == "one two three":
        return "I think so too."
    return [ToolCallPart(id="t", name="think", args={})] if last.role == "user" else "There."


def costs_of(talk: Dialogue) -> Costs:
    costs = Costs()
    for record in talk.log:
        costs.apply(record)
    return costs


async def test_what_a_tool_spends_is_in_the_costs() -> None:
    model = scripted(line)
    async with talking(Assistant("shop", tools=[think], planner="chat"), model=model) as talk:
        assert (await talk.say("Think!")).text == "There."
        [used] = [record.event.usage for record in talk.log if isinstance(record.event, Progressed)]
        assert used is not None and used.tokens == 7
        total = costs_of(talk).total
        assert total.thoughts == len(model.requests) == 3 and total.output_tokens == 4 + 1 + 1


async def test_it_is_not_asked_once_the_budget_is_spent() -> None:
    model = scripted(line)
    shop = Assistant("shop", tools=[think], planner="chat", budget=Budget(tokens=1))
    async with talking(shop, model=model) as talk:
        await talk.say("Think!")
        [back] = [record.event for record in talk.log if isinstance(record.event, Returned)]
        assert back.value == "spent" and len(model.requests) == 1


async def test_a_stream_counts_at_its_end() -> None:
    used: list[int] = []
    model: Model = CountedModel(scripted(line), lambda: "", lambda usage: used.append(usage.tokens))

    async def deltas() -> AsyncGenerator[bool]:
        async with aclosing(model.stream(ASKED)) as stream:
            async for delta in stream:
                yield isinstance(delta, Finished)

    assert [delta async for delta in deltas()][-1] and used == [7]
    with pytest.raises(ModelFailed, match="spent"):
        await CountedModel(model, lambda: "All of it is.", used.append).complete(ASKED)
