"""Sides without a script, or whose script does not fit, are played by their goals, and always come to an end."""

from collections.abc import AsyncIterator

import pytest

from loket_demos.scenario.library import shipped
from loket_demos.scenario.shapes import Scenario
from loket_demos.scenario.shipped import scenario_named
from tests.scenario.playing import Bench, workbench


@pytest.fixture(scope="module")
async def bench() -> AsyncIterator[Bench]:
    async with workbench() as made:
        yield made


def unscripted(id: str) -> Scenario:
    scenario = scenario_named(id)
    return scenario.model_copy(update={"agents": tuple(a.model_copy(update={"script": ()}) for a in scenario.agents)})


@pytest.mark.parametrize("id", sorted(shipped()))
async def test_without_scripts_both_sides_come_to_an_end(bench: Bench, id: str) -> None:
    scenario = unscripted(id)
    first, second = (agent.agent_id for agent in scenario.agents)
    logs = await bench.both(scenario, first, second)
    assert all(log.ended for log in logs)
    said = [[event.payload["text"] for event in log.events if event.type == "agent_message"] for log in logs]
    assert said[0] == said[1] and len(said[0]) >= 2
    assert [e.payload for log in logs for e in log.events if e.type == "planner_error"] == []


async def test_a_script_that_does_not_fit_what_is_heard_is_gone_on_from_by_the_goals(bench: Bench) -> None:
    run = await bench.start("clinic-visit", "clinic")
    await bench.hears(run, "Grüß Gott, haben Sie Parkplätze?", "m1")
    log = await bench.until(
        run, lambda log: any(event.type == "agent_message" and event.author == "planner" for event in log.events)
    )
    before = len([event for event in log.events if event.author == "planner" and event.type == "agent_message"])
    await bench.hears(run, "Something that nobody expects.", "m2")
    log = await bench.until(
        run, lambda log: len([e for e in log.events if e.author == "planner" and e.type == "agent_message"]) > before
    )
    assert not [event for event in log.events if event.type == "planner_error"]
