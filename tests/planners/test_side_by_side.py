"""Calls of one decision come back together, also to a planner that is given one thing at a time (note 0004)."""

from typing import Literal

import pytest

from loket.core.actions import Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.events import Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.house.bundle import Bundle
from loket.tools.function import FunctionTool
from tests.examples.counter import talking


class Adding:
    """Calls a tool twice side by side, then says how many values one thought was given."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """The calls for a message, the count for results."""
        if isinstance(situation.woke[0].event, UserSaid):
            calls = tuple(ToolCall(id=id, tool="one") for id in ("a", "b"))
            return Decision(reasoning="Both at once.", action=Call(calls=calls))
        values = [record.event.value for record in situation.woke if isinstance(record.event, Returned)]
        return Decision(reasoning="Both are here.", action=Say(text=f"{values}"))


@pytest.mark.parametrize("intake", ["one_by_one", "together"])
async def test_one_thought_is_given_all_results_of_a_decision(intake: Literal["one_by_one", "together"]) -> None:
    tool = FunctionTool(ToolSpec(name="one", read_only=True), lambda args: 1)
    adder = AssistantSpec(name="adder", title="Adder", tools=("one",), intake=intake)
    async with talking(Bundle("adder", (adder,), {"adder": Adding()}, (tool,))) as talk:
        await talk.say("go")
        assert await talk.last() == "[1, 1]"
        assert sum(record.event.kind == "decided" for record in await talk.records()) == 2
