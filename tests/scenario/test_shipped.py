"""The scenarios that come with the package: sound, of several fields and languages, and played on both sides to each of
their ends, without a model."""

import json
from collections.abc import AsyncIterator, Iterator

import pytest

from loket_demos.scenario.events import UnifiedLog
from loket_demos.scenario.library import shipped
from loket_demos.scenario.shapes import Scenario, ScenarioVariant
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.validation import validated
from tests.scenario.playing import Bench, workbench

FIELDS = {"prior authorisation", "claims", "booking", "support", "procurement", "public counter"}
EVERY = sorted(shipped())


@pytest.fixture(scope="module")
async def bench() -> AsyncIterator[Bench]:
    async with workbench() as made:
        yield made


@pytest.mark.parametrize("id", EVERY)
def test_each_is_sound_and_whole(id: str) -> None:
    found = validated(shipped()[id])
    assert [str(one) for one in (*found.errors, *found.warnings)] == []
    scenario = scenario_named(id)
    assert scenario.metadata.id == id and len(scenario.agents) == 2
    assert {one.ends for one in scenario.variants} == {"success", "failure"}
    for agent in scenario.agents:
        assert agent.knowledge_base and agent.script and agent.goals
        assert all(tool.fixtures for tool in agent.tools)
    ends = {tool.conversation_end_status for agent in scenario.agents for tool in agent.tools if tool.ends_conversation}
    assert ends == {"success", "failure"}


def test_they_are_of_several_fields_and_languages() -> None:
    scenarios = [scenario_named(id) for id in EVERY]
    assert len(scenarios) >= 10
    assert {tag for one in scenarios for tag in one.metadata.tags} >= FIELDS
    assert {one.metadata.language for one in scenarios} >= {"en", "nl", "de", "pt-BR"}


def courses() -> Iterator[tuple[Scenario, ScenarioVariant]]:
    for id in EVERY:
        scenario = scenario_named(id)
        yield from ((scenario, variant) for variant in scenario.variants)


@pytest.mark.parametrize(
    ("scenario", "variant"),
    list(courses()),
    ids=lambda one: getattr(one, "id", one.metadata.id if isinstance(one, Scenario) else ""),
)
async def test_both_sides_come_to_the_end_of_each_course(
    bench: Bench, scenario: Scenario, variant: ScenarioVariant
) -> None:
    first, second = (agent.agent_id for agent in scenario.agents)
    logs = await bench.both(scenario.in_variant(variant.id), first, second)
    assert [log.ended for log in logs] == [variant.ends, variant.ends]
    said = [[event.payload["text"] for event in log.events if event.type == "agent_message"] for log in logs]
    assert said[0] == said[1] and len(set(said[0])) == len(said[0]) >= 3
    assert not [event for log in logs for event in log.events if event.type == "planner_error"]
    _nothing_of_the_other_side(scenario, variant, logs)


def _nothing_of_the_other_side(
    scenario: Scenario, variant: ScenarioVariant, logs: tuple[UnifiedLog, UnifiedLog]
) -> None:
    """What only the internal notes of one side say is nowhere on the other side."""
    for agent, log in zip(reversed(scenario.agents), logs, strict=True):
        internal = agent.knowledge_base.get("internal") or agent.knowledge_base.get("intern") or {}
        told = json.dumps([event.payload for event in log.events], ensure_ascii=False)
        assert not [text for text in map(str, internal.values()) if text in told]
