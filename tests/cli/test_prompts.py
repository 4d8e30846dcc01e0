"""`loket log prompt`: what a model was asked for a decision can be read later, to the letter."""

import json
from pathlib import Path

import pytest

from loket.cli.prompts import _lines
from loket.core.actions import Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject
from loket.core.errors import Invalid
from loket.core.events import Decided, UserSaid
from loket.core.model import ModelRequest
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.engine.kit import Kit
from loket.engine.prompting import request_of
from loket.tools.function import FunctionTool
from loket.views.prompt import definitions, prompt
from tests.engine.rooms import room
from tests.engine.virtual import live
from tests.serving import ran


class Asking:
    """A planner that says what it would ask a model, and remembers it."""

    def __init__(self) -> None:
        self.asked: list[ModelRequest] = []

    def request(self, situation: Situation) -> ModelRequest:
        woke = [record.seq for record in situation.woke]
        messages = prompt(situation.assistant.instructions, situation.history, woke, 10_000)
        return ModelRequest(messages=messages, tools=definitions(situation.tools.values()))

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        self.asked.append(self.request(situation))
        if isinstance(situation.woke[-1].event, UserSaid):
            return Decision(reasoning="r", action=Call(calls=(ToolCall(id="a", tool="read", args={"x": 1}),)))
        return Decision(reasoning="r", action=Say(text="Read."))


async def long(args: JsonObject) -> JsonObject:
    return {"text": "word " * 20_000}


def test_the_prompt_of_every_decision_can_be_read_later() -> None:
    live(read_again())


async def read_again() -> None:
    planner = Asking()
    spec = AssistantSpec(name="root", title="A", tools=("read",), instructions="Read what you are given.")
    read = FunctionTool(ToolSpec(name="read", description="Reads.", read_only=True), long)
    kit = Kit(assistants={"root": spec}, planners={"root": planner}, tools={"read": read})
    async with room(kit) as here:
        for text in ("One.", "Two."):
            await here.settle(text)
        decisions = [r.seq for r in await here.records() if isinstance(r.event, Decided)]
        assert len(decisions) == len(planner.asked) == 4
        for seq, asked in zip(decisions, planner.asked, strict=True):
            assert await request_of(kit, here.host.store, here.id, seq) == asked
        lines = list(_lines(planner.asked[-1]))
        assert lines[:2] == ["--- system", "Read what you are given."] and '[calls read (a)] {"x": 1}' in lines
        assert "read: Reads." in lines and any("word word" in line for line in lines), "long results are whole"
        with pytest.raises(Invalid, match="no_prompt"):
            await request_of(kit, here.host.store, here.id, 1)


async def test_the_assistants_of_a_file_are_named_for_their_prompts(tmp_path: Path) -> None:
    shop, data = f"{Path(__file__).with_name('shop.py')}:bundle", ("--data", str(tmp_path))
    await ran("ask", shop, "hello", *data)
    [entry] = [json.loads(line) for line in (await ran("log", "list", "--json", *data))[1].splitlines()]
    code, _, complained = await ran("log", "prompt", entry["id"], "3", *data)
    assert code != 0 and "There is no assistant shop here: name its file last" in complained
    assert "another version" not in complained
    _, _, complained = await ran("log", "prompt", entry["id"], "3", shop, *data)
    assert "Decision 3 asked no model" in complained
