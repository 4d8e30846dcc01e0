"""What a trial may use: a limit of money holds only where every price is known."""

from datetime import UTC, datetime

import httpx
import pytest

from loket.core.actions import Say, Usage
from loket.core.events import Decided
from loket.core.record import Record
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.trial.checks import checked
from loket_demos.scenario.trial.plan import Expectations, PlannedScenario
from loket_demos.scenario.trial.playing import Played
from loket_demos.scenario.trial.results import Trial, TrialCheck
from loket_demos.scenario.trial.theirs import TheirLog
from loket_demos.scenario.trial.wire import TrialWire


def thought(seq: int, price: float | None, model: str) -> Record:
    event = Decided(reasoning="r", action=Say(text="Hello"), usage=Usage(model=model, price=price))
    return Record(seq=seq, at=datetime(2026, 11, 23, tzinfo=UTC), by="planner", event=event)


async def cost(prices: dict[str, float | None], most: float | None) -> list[TrialCheck]:
    records = [thought(seq, price, model) for seq, (model, price) in enumerate(prices.items(), 1)]
    scenario = scenario_named("lost-delivery")
    trial = Trial(scenario=scenario.metadata.id, agent=scenario.agents[0].agent_id)
    async with httpx.AsyncClient(trust_env=False) as http:
        played = Played(trial, TrialWire("http://127.0.0.1:9", http), records=records)
        checks = checked(PlannedScenario(scenario, Expectations(cost=most)), played, TheirLog())
    return [check for check in checks if check.name == "cost"]


@pytest.mark.parametrize(
    ("prices", "ok", "sentence"),
    [
        ({}, True, "$0.0000 of at most $0.05"),
        ({"a": 0.02, "b": 0.03}, True, "$0.0500 of at most $0.05"),
        ({"a": 0.02, "b": 0.04}, False, "$0.0600 of at most $0.05"),
        ({"a": 0.02, "b": None}, False, "and nobody knows what b costs"),
    ],
)
async def test_a_trial_costs_no_more_than_it_may(prices: dict[str, float | None], ok: bool, sentence: str) -> None:
    (check,) = await cost(prices, 0.05)
    assert check.ok == ok and sentence in check.sentence


async def test_without_a_limit_cost_is_no_check() -> None:
    assert await cost({"a": 9.0}, None) == []
