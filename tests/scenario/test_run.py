"""A run from its start to its end, as its records and its unified events tell it."""

from collections.abc import AsyncIterator

import pytest

from loket.core.events import Rated, UserSaid
from loket.views.turn_state import ROOT_WINDOW
from loket_demos.scenario.event_lines import AUTHORS
from loket_demos.scenario.events import UnifiedLog
from loket_demos.scenario.shapes import ScriptStep, ToolFixture, scenario_of
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.starting import begin, halt
from tests.scenario.playing import OWNER, Bench, workbench
from tests.scenario.screens import TRIAL


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


async def test_a_script_attaches_what_a_tool_made_before_it_was_used_again(bench: Bench) -> None:
    def paper(id: str) -> ToolFixture:
        made = {"docId": id, "name": f"Paper {id}.txt", "contentType": "text/plain", "content": id}
        return ToolFixture(when={"what": id}, output=made)

    scenario = scenario_named("lost-delivery").in_variant()
    customer, shop = scenario.agents
    looks = customer.tools[0].model_copy(update={"fixtures": (paper("one"), paper("two"))})
    script = (
        *(ScriptStep(tool=looks.tool_name, args={"what": id}) for id in ("one", "two")),
        ScriptStep(say="Here.", attach=("one",)),
    )
    customer = customer.model_copy(update={"tools": (looks,), "script": script})
    run = await bench.start(scenario.model_copy(update={"agents": (customer, shop)}), "customer", starts=True)
    log = await bench.until(
        run, lambda log: any(event.type in ("agent_message", "planner_error") for event in log.events)
    )
    [message] = [event for event in log.events if event.type == "agent_message"]
    assert [file["name"] for file in message.payload["attachments"]] == ["Paper one.txt"]


async def test_events_have_a_channel_and_an_author_that_go_together(bench: Bench) -> None:
    for log in await bench.both("clinic-visit", "patient", "clinic"):
        assert [event.seq for event in log.events] == list(range(1, len(log.events) + 1))
        assert all(event.author in AUTHORS[event.channel] for event in log.events)
        assert not [event for event in log.events if event.type == "planner_error"]


async def test_a_question_that_a_stop_withdrew_is_asked_again_unless_it_was_answered_meanwhile(bench: Bench) -> None:
    """It is part of the script as any other step; no message goes out in its place."""
    scenario = scenario_of(TRIAL)
    for answered, asked in ((False, 2), (True, 1)):
        run = await bench.start(scenario, "asker", starts=True)
        await bench.host.settled(run, await halt(bench.house, OWNER, run))
        if answered:
            await bench.host.settled(
                run, await bench.house.tell(run, UserSaid(text="Lamps, they are lamps."), owner=OWNER)
            )
        await bench.host.settled(run, await begin(bench.house, OWNER, run))
        questions = [event.payload["text"] for event in await bench.events(run, "planner_ask_user")]
        assert questions == ["What is the paper about?"] * asked
        made = [event.payload["name"] for event in await bench.events(run, "tool_call")]
        assert ("make_paper" in made) == answered and ("sendMessage" in made) == answered


async def test_a_script_goes_on_where_it_was_however_long_ago_that_was(bench: Bench) -> None:
    run = await bench.start("lost-delivery", "customer", starts=True)
    await bench.until(run, lambda log: log.state == "submitted")
    for _ in range(2 * ROOT_WINDOW):
        await bench.house.tell(run, Rated(to=1), owner=OWNER)
    await bench.hears(run, "What is the number of the order?", "m1")
    log = await bench.until(run, lambda log: len(_texts(log)) == 3)
    assert "LF-4410" in _texts(log)[2], "it does not begin again"


def _texts(log: UnifiedLog) -> list[str]:
    return [str(event.payload["text"]) for event in log.events if event.type == "agent_message"]
