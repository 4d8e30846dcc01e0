"""The judge that is a model: it is asked over our own side, and what it says is taken only as it was asked for."""

import json
from pathlib import Path

import httpx
import pytest

from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.trial.judge import judged
from loket_demos.scenario.trial.plan import Expectations, PlannedScenario
from loket_demos.scenario.trial.playing import Played
from loket_demos.scenario.trial.results import Trial
from loket_demos.scenario.trial.server import OwnServer
from loket_demos.scenario.trial.wire import TrialWire
from tests.loopback import Asked, answering, reply


@pytest.mark.parametrize(
    ("says", "wanted"),
    [
        ('```json\n{"reasoning": "It paid.", "passed": true}\n```', {"passed": True, "reasoning": "It paid."}),
        ('{"reasoning": "It lied.", "passed": false}', {"passed": False, "reasoning": "It lied."}),
        ("I think it did well.", {"trouble": "The judge did not answer as it was asked to: I think it did well."}),
    ],
)
async def test_what_a_judge_says_is_read_or_said_to_be_unreadable(says: str, wanted: dict[str, object]) -> None:
    def answer(asked: Asked) -> bytes:
        return reply({"content": says, "requestId": "c.5"})

    planned = PlannedScenario(scenario_named("lost-delivery"), Expectations())
    async with answering(answer) as model, httpx.AsyncClient(trust_env=False) as http:
        played = Played(
            Trial(scenario="lost-delivery", agent="customer"), TrialWire("http://a.example", http), run="r1"
        )
        told = await judged(planned, played, OwnServer(Path("unused"), http, port=model.port), "-")
        sent = model.asked[0].json
    assert told == {**wanted, "requestId": "c.5"}
    assert model.asked[0].target == "/api/llm/complete" and model.asked[0].headers["idempotency-key"] == "judge r1"
    prompt = json.loads(sent["messages"][1]["content"])
    assert (
        prompt["scenario"]["metadata"]["id"] == "lost-delivery" and sent["loggingMetadata"]["stepDescriptor"] == "judge"
    )


async def test_a_judge_that_can_not_be_asked_is_trouble_and_no_verdict() -> None:
    planned = PlannedScenario(scenario_named("lost-delivery"), Expectations())
    wrong = reply({"error": "ProviderError", "message": "no model"}, 502)
    async with answering(lambda asked: wrong) as model, httpx.AsyncClient(trust_env=False) as http:
        played = Played(
            Trial(scenario="lost-delivery", agent="customer"), TrialWire("http://a.example", http), run="r1"
        )
        told = await judged(planned, played, OwnServer(Path("unused"), http, port=model.port), "judge")
    assert list(told) == ["trouble"] and "no model" in str(told["trouble"])
