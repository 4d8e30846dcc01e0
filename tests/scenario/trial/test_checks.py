"""What a trial may use, and how it may end: a limit of money holds only where every price is known, and giving up is no
end that was wanted."""

from datetime import UTC, datetime

import httpx
import pytest

from loket.core.actions import Call, Done, Say, ToolCall, Usage
from loket.core.events import Decided, Returned
from loket.core.outside import Changed
from loket.core.record import Record
from loket_demos.scenario.run import SEND, run_for, settings_for
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


def gave_up(code: str) -> list[Record]:
    """A message that did not arrive, or may not have, and the end that the script makes of it."""
    scenario = scenario_named("lost-delivery")
    send = Call(calls=(ToolCall(id="send", tool=SEND, args={"text": "Hello", "endpoint": "https://a.example"}),))
    events = (
        Changed(settings=settings_for(run_for(scenario, scenario.agents[0]))),
        Decided(reasoning="first", action=send),
        Returned(call="2.send", ok=False, code=code, text="It was asked."),
        Decided(reasoning="no more", action=Done(outcome="failure", summary="It was asked.")),
    )
    at = datetime(2026, 11, 23, tzinfo=UTC)
    return [Record(seq=seq, at=at, by="planner", event=event) for seq, event in enumerate(events, 1)]


@pytest.mark.parametrize(("code", "ok"), [("task_failed", True), ("unknown_outcome", False)])
async def test_to_give_up_because_nobody_knows_is_never_how_a_scenario_is_to_end(code: str, ok: bool) -> None:
    scenario = scenario_named("lost-delivery")
    async with httpx.AsyncClient(trust_env=False) as http:
        played = Played(Trial(scenario="x", agent="customer"), TrialWire("http://127.0.0.1:9", http))
        for record in gave_up(code):
            played.log.apply(record)
        checks = checked(PlannedScenario(scenario, Expectations(ends=("failure",))), played, TheirLog())
    end = next(check for check in checks if check.name == "end")
    assert (played.end, end.ok) == ("failure", ok)
    assert ok or end.sentence == "It ended as failure, because It was asked; wanted is failure."


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
