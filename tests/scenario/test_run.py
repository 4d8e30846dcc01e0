"""A run from its start to its end, as its records and its unified events tell it."""

from collections.abc import AsyncIterator

import pytest

from loket_demos.scenario.event_lines import AUTHORS
from tests.scenario.playing import Bench, workbench


@pytest.fixture(scope="module")
async def bench() -> AsyncIterator[Bench]:
    async with workbench() as made:
        yield made


async def test_the_first_step_of_who_begins_is_its_message(bench: Bench) -> None:
    run = await bench.start("lost-delivery", "customer", starts=True)
    log = await bench.until(run, lambda log: any(event.type == "agent_message" for event in log.events))
    [message] = [event for event in log.events if event.type == "agent_message"]
    assert message.author == "planner" and message.agent_id == "customer"
    assert message.payload["text"].startswith("Hello, a lamp")
    [call] = [event for event in log.events if event.type == "tool_call" and event.payload["name"] == "sendMessage"]
    assert call.payload["reasoning"]


@pytest.mark.parametrize(
    ("scenario", "first", "second", "papers"),
    [("lost-delivery", "customer", "shop", 1), ("clinic-visit", "patient", "clinic", 2)],
)
async def test_both_sides_of_a_shipped_scenario_come_to_their_ends(
    bench: Bench, scenario: str, first: str, second: str, papers: int
) -> None:
    ours, theirs = await bench.both(scenario, first, second)
    assert (ours.ended, theirs.ended) == ("success", "success")
    said = [[e.payload["text"] for e in log.events if e.type == "agent_message"] for log in (ours, theirs)]
    assert said[0] == said[1] and len(said[0]) == len(set(said[0])) == 4
    sent = [e for log in (ours, theirs) for e in log.events if e.type == "agent_message" and e.author == "agent"]
    assert sum(len(event.payload["attachments"]) for event in sent) == papers


async def test_events_have_a_channel_and_an_author_that_go_together(bench: Bench) -> None:
    for log in await bench.both("clinic-visit", "patient", "clinic"):
        assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
        assert all(event.author in AUTHORS[event.channel] for event in log.events)
        assert not [event for event in log.events if event.type == "planner_error"]
