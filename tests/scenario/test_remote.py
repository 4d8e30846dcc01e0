"""The other agent's task is followed: each of its messages once and in order, however it tells them."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loket.house.bundle import Bundle, Services
from loket_demos.scenario.events import UnifiedEvent, UnifiedLog
from loket_demos.scenario.planner.send import SendTool
from loket_demos.scenario.run import ASK
from loket_demos.scenario.shapes import Scenario, ScriptStep
from loket_demos.scenario.shipped import scenario_named
from tests.scenario.counterpart import Dialect, OtherAgent, Turn
from tests.scenario.playing import Bench, Package, workbench
from tests.servers import serving


@pytest.fixture(scope="module")
async def bench() -> AsyncIterator[Bench]:
    async with workbench() as made:
        yield made


def talker(count: int) -> Scenario:
    """A scenario whose first agent writes so many messages."""
    scenario = scenario_named("lost-delivery")
    script = tuple(ScriptStep(say=f"Message {n}.") for n in range(1, count + 1))
    first = scenario.agents[0].model_copy(update={"script": script})
    return scenario.model_copy(update={"agents": (first, *scenario.agents[1:])})


async def played(bench: Bench, agent: OtherAgent, count: int) -> UnifiedLog:
    async with serving(agent.app) as url:
        agent.url = f"{url}/"
        run = await bench.start(talker(count), endpoint=agent.url, alone=True)
        return await bench.until(run, lambda log: bool(log.ended))


def heard(log: UnifiedLog) -> list[str]:
    return [e.payload["text"] for e in log.events if e.type == "agent_message" and e.author == "agent"]


def written(log: UnifiedLog) -> list[str]:
    return [e.payload["text"] for e in log.events if e.type == "agent_message" and e.author == "planner"]


@pytest.mark.parametrize("dialect", ["0.1", "0.3", "1.0"])
async def test_a_run_against_an_agent_comes_to_its_end(bench: Bench, dialect: Dialect) -> None:
    agent = OtherAgent([Turn(("Which one?",)), Turn(("I look.", "It is done."), "completed")], dialect=dialect)
    log = await played(bench, agent, 2)
    assert log.ended == "success" and log.state == "completed"
    assert written(log) == ["Message 1.", "Message 2."]
    assert [one["parts"][0]["text"] for one in agent.got] == written(log)
    assert dialect == "0.1" or [one.get("taskId") or None for one in agent.got] == [None, "t1"]
    assert heard(log) == agent.own_words == ["Which one?", "I look.", "It is done."]
    sleeps = [e.payload for e in log.events if e.type == "tool_call" and e.payload["name"] == "sleep"]
    assert len(sleeps) <= 2, "while a message is out, it is said once that it is waited for"
    assert all(e["args"] == {} and e["reasoning"] == "A call is not back yet." for e in sleeps), "and in one place"


turns = st.builds(
    lambda says, order, extra, cut: Turn(
        tuple(says),
        frames=(*(n % len(says) for n in order), *((len(says) - 1,) if extra else ())),
        cut=cut,
    ),
    says=st.lists(st.sampled_from(["Yes.", "No.", "I look.", "One moment.", "Why?"]), min_size=1, max_size=4),
    order=st.lists(st.integers(0, 3), max_size=5),
    extra=st.booleans(),
    cut=st.booleans(),
)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(turns, min_size=1, max_size=3), st.booleans(), st.booleans(), st.sampled_from(["0.1", "0.3", "1.0"]))
async def test_each_message_once_and_in_order(
    bench: Bench, plan: list[Turn], streams: bool, ids: bool, dialect: Dialect
) -> None:
    last = plan[-1]
    agent = OtherAgent([*plan[:-1], Turn(last.says, "completed", last.frames, last.cut)], streams, ids, dialect)
    log = await played(bench, agent, len(plan))
    assert heard(log) == agent.own_words
    assert written(log) == [f"Message {n}." for n in range(1, len(plan) + 1)]
    assert set(agent.times.values()) == {1}


class Hasty(Package):
    """The workbench with a sendMessage that waits for half a second and no longer."""

    def bundle(self, services: Services) -> Bundle:
        made = super().bundle(services)
        send = next(tool for tool in made.inner if isinstance(tool, SendTool))
        hasty = replace(send, spec=send.spec.model_copy(update={"deadline": 1.0}))
        return replace(made, inner=tuple([hasty if tool is send else tool for tool in made.inner]))


async def test_a_task_that_outlasts_its_call_is_looked_after() -> None:
    agent = OtherAgent([Turn(("It took long.",), "completed")], holds=(1, True))
    async with workbench(package=Hasty()) as bench, serving(agent.app) as url:
        agent.url = f"{url}/"
        agent.state = "working"
        run = await bench.start(talker(1), endpoint=agent.url, alone=True)
        await bench.until(run, lambda log: any(_looks(event) for event in log.events))
        agent.go.set()
        log = await bench.until(run, lambda log: bool(log.ended))
    assert log.ended == "success" and heard(log) == ["It took long."] and len(written(log)) == 1
    assert set(agent.times.values()) == {1}


def _looks(event: UnifiedEvent) -> bool:
    return event.type == "tool_call" and event.payload["name"] == ASK
