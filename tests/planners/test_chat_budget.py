"""What a language model may use: when it is spent the conversation goes on without it and says why; what thinks in
another way and goes on spending is stopped."""

from pathlib import Path

import pytest

from loket import Assistant, Budget, tool
from loket.cli.lines import costs_of
from loket.config import load
from loket.core.actions import Action, Decision, ToolCall, Usage
from loket.core.actions import Call as Calls
from loket.core.errors import ConfigError
from loket.core.events import Decided, Stopped
from loket.core.model import ModelRequest, ModelResponse, OnlyModel, TextPart, ToolCallPart
from loket.core.planner import Draft, Situation
from loket.face.opening import talking_with
from loket.models.scripted import Line
from loket.planners.chat.auto import FAILED
from loket.planners.chat.planner import ChatPlanner
from loket.testing import Dialogue, scripted, talking
from loket.views.costs import Costs
from loket.views.view import fold


@tool(read_only=True, examples=["How much are new brakes?"])
def price(repair: str = "brakes") -> str:
    """What a repair costs, in euros."""
    return "That is 25 euros."


def costly(request: ModelRequest) -> Line:
    """Calls the tool for ever, for a thousand tokens and a quarter of a dollar each time."""
    usage = Usage(model="m", input_tokens=900, output_tokens=100, price=0.25)
    asks = ToolCallPart(id=f"c{len(request.messages)}", name="price")
    return ModelResponse(parts=(TextPart(text="I look."), asks), finish="tool_calls", usage=usage)


def spent(talk: Dialogue) -> list[str]:
    decisions = [record.event for record in talk.log if isinstance(record.event, Decided)]
    return [one.why for made in decisions for one in made.considered if one.name == FAILED]


@pytest.mark.parametrize(
    ("budget", "thoughts", "why"),
    [
        (Budget(tokens=2500), 3, "spent: The 2500 tokens that models may use for one message are spent."),
        (Budget(dollars=0.5), 2, "spent: The 0.5 dollars that models may cost in one conversation are spent."),
    ],
)
async def test_when_it_is_spent_the_talk_goes_on_without_the_model(budget: Budget, thoughts: int, why: str) -> None:
    model = scripted(costly)
    async with talking(Assistant("shop", tools=[price], budget=budget), model=model) as talk:
        answer = await talk.say("How much are new brakes?")
        assert "25 euros" in answer.text and "The budget for the language model is spent." in answer.text
        assert len(model.requests) == thoughts and spent(talk) == [why]
        assert not [record for record in talk.log if isinstance(record.event, Stopped)]
        await talk.say("How much are new brakes?")
        # tokens are those of one message, dollars those of the conversation
        assert len(model.requests) == (2 * thoughts if budget.dollars is None else thoughts)
        (line,) = costs_of(fold(Costs(), talk.log))
        assert line.startswith(f"m: {len(model.requests)} answers, {900 * len(model.requests)} tokens in (0 of them")
        assert f"${0.25 * len(model.requests):.6f}" in line


async def test_a_planner_with_nothing_but_a_model_says_that_it_is_spent() -> None:
    model = scripted(costly)
    shop = Assistant("shop", tools=[price], planner=ChatPlanner(OnlyModel(model)), budget=Budget(tokens=500))
    async with talking(shop) as talk:
        assert "The 500 tokens that models may use for one message are spent." in (await talk.say("Brakes?")).text
    assert len(model.requests) == 1


class Spendthrift:
    """Thinks in its own way, and never looks at what it spent."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        action: Action = Calls(calls=(ToolCall(id="a", tool="price"),), text="I look.")
        return Decision(reasoning="", action=action, usage=Usage(model="m", input_tokens=1000, price=0.25))


async def test_what_does_not_heed_the_budget_is_stopped_with_the_reason() -> None:
    shop = Assistant("shop", tools=[price], planner=Spendthrift(), budget=Budget(tokens=2500))
    async with talking(shop) as talk:
        await talk.say("Brakes?")
    (stop,) = [record.event for record in talk.log if isinstance(record.event, Stopped)]
    assert (stop.code, stop.text) == ("budget_spent", "The 2500 tokens that models may use for one message are spent.")


async def test_the_operator_sets_limits_in_place_of_those_of_an_assistant(tmp_path: Path) -> None:
    file = tmp_path / "loket.toml"
    file.write_text("[budgets.shop]\ntokens = 500\n")
    config = load({"data": tmp_path}, {"LOKET_CONFIG": str(file)})
    model = scripted(costly)
    async with talking_with(Assistant("shop", tools=[price]), config=config, env={}, model=model) as talk:
        await talk.say("How much are new brakes?")
        assert len(model.requests) == 1 and "The 500 tokens" in spent(talk)[0]
    for wrong, text in (
        ("[budgets.none]\ntokens = 5\n", "no assistant none"),
        ("[budgets.shop]\ntokens = 0\n", "tokens"),
    ):
        file.write_text(wrong)
        config = load({"data": tmp_path}, {"LOKET_CONFIG": str(file)})
        with pytest.raises(ConfigError, match=text):
            async with talking_with(Assistant("shop"), config=config, env={}):
                pass
