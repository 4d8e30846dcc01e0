"""Answers in a form that the assistant declares: checked, mended once, then an error that is clear."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import BaseModel, Field

from loket import Assistant, Budget, tool
from loket.app import Brought, opened
from loket.config import Config
from loket.core.actions import Done
from loket.core.errors import ConfigError
from loket.core.events import Decided, Returned
from loket.core.model import RESULT, ModelRequest, ToolCallPart
from loket.models.scripted import Line
from loket.planners.chat.reading import ASK
from loket.testing import scripted, talking


class Quote(BaseModel):
    """What a repair costs and how long it takes."""

    euros: int = Field(ge=0)
    days: int


@tool(read_only=True, examples=["How much are new brakes?"])
def price(repair: str) -> str:
    """What a repair costs, in euros."""
    return "25 euros"


SHOP = Assistant("shop", tools=[price], result=Quote)


def wants(name: str, **args: Any) -> ToolCallPart:
    return ToolCallPart(id="c1", name=name, args=args)


async def test_the_answer_is_a_value_of_the_declared_type_and_its_words() -> None:
    model = scripted([[wants("price", repair="brakes")], ["Gladly.", wants(RESULT, euros=25, days=2)]])
    async with talking(SHOP, model=model) as talk:
        answer = await talk.ask("Brakes?")
        assert answer.value == Quote(euros=25, days=2) and answer.text == "Gladly."
        assert {one.name for one in model.requests[0].tools} == {"price", ASK.name, RESULT}
        assert model.requests[0].tool_choice == "required"
    (done,) = [e.action for r in talk.log if isinstance(e := r.event, Decided) and isinstance(e.action, Done)]
    assert done.value == {"euros": 25, "days": 2}


async def test_what_does_not_fit_is_mended_once() -> None:
    for broken in ([wants(RESULT, euros=-1, days=2)], ["25 euros, two days."]):
        model = scripted([broken, [wants(RESULT, euros=25, days=2)]])
        async with talking(SHOP, model=model) as talk:
            answer = await talk.ask("Brakes?")
            assert answer.value == Quote(euros=25, days=2) and answer.text == "euros: 25\ndays: 2"
        shown = "".join(getattr(part, "text", "") for part in model.requests[1].messages[-1].parts)
        assert RESULT in shown and ("/euros" in shown or "calling" in shown)


async def test_what_does_not_fit_twice_is_an_error_that_says_so() -> None:
    shop = Assistant("shop", tools=[price], result=Quote, planner="chat")
    async with talking(shop, model=scripted([["25."], [wants(RESULT, euros="25", days=2)]])) as talk:
        answer = await talk.ask("Brakes?")
        assert answer.value is None and "can't be used, twice" in answer.text and "/euros" in answer.text
    async with talking(SHOP, model=scripted([["25."], ["25."]])) as talk:
        answer = await talk.ask("How much are new brakes?")  # without a model there are words alone
        assert answer.value is None and "without it" in answer.text and "25 euros" in answer.text


async def test_a_question_is_no_answer_and_a_specialist_returns_its_value() -> None:
    def plays(request: ModelRequest) -> Line:
        if request.messages[0].text.startswith("You quote."):
            return [wants(RESULT, euros=9, days=1)]
        results = [part for part in request.messages[-1].parts if part.kind == "tool_result"]
        return "Nine." if results else [wants("quotes", task="Brakes.")]

    quotes = Assistant("quotes", instructions="You quote.", result=Quote)
    async with talking(Assistant("shop", specialists=[quotes]), model=scripted(plays)) as talk:
        assert (await talk.ask("Brakes?")).text.endswith("Nine.")
    (back,) = [record.event for record in talk.log if isinstance(record.event, Returned)]
    assert back.value == {"euros": 9, "days": 1}
    async with talking(SHOP, model=scripted([[wants(ASK.name, question="Which?")]])) as talk:
        answer = await talk.ask("A repair")
        assert answer.value is None and answer.questions[0].text == "Which?"


async def test_the_last_turn_must_be_the_answer_and_the_reasoner_gives_one_too() -> None:
    shop = Assistant("shop", tools=[price], result=Quote, budget=Budget(decisions=2))
    look = [wants("price", repair="brakes")]
    model = scripted([look, look, [wants(RESULT, euros=1, days=1)]])
    async with talking(shop, model=model) as talk:
        assert (await talk.ask("Brakes?")).value == Quote(euros=1, days=1)
    assert model.requests[1].tool_choice == RESULT
    reasoner = Assistant("shop", tools=[price], result=Quote, planner="reasoner")
    reply = json.dumps({"reasoning": "", "calls": [{"tool": RESULT, "args": {"euros": 2, "days": 1}}]})
    async with talking(reasoner, model=scripted(['{"say": "Two euros."}', reply])) as talk:
        assert (await talk.ask("Brakes?")).value == Quote(euros=2, days=1)


def test_a_type_without_fields_is_refused() -> None:
    for wrong in (int, object):
        with pytest.raises(ConfigError, match="result of shop"):
            Assistant("shop", result=wrong)


async def test_other_agents_are_given_the_answer_as_data(tmp_path: Path) -> None:
    model = scripted([["Gladly.", wants(RESULT, euros=25, days=2)]])
    config = Config.model_validate({"data": tmp_path})
    brought = Brought((SHOP,), model)
    async with (
        opened(config, {}, brought=brought) as served,
        httpx.AsyncClient(
            transport=httpx.ASGITransport(served.app), base_url=f"http://127.0.0.1:{config.port}"
        ) as http,
    ):
        message = {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "Brakes?"}]}
        body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}
        answer = await http.post("/a2a/shop", json=body, headers={"A2A-Version": "1.0"})
        assert "result" in answer.json(), answer.text
        task = answer.json()["result"]["task"]
    assert task["status"]["state"] == "TASK_STATE_COMPLETED"
    parts = [part for one in task["artifacts"] for part in one["parts"]]
    assert [part["data"] for part in parts if "data" in part] == [{"euros": 25, "days": 2}]
