"""How far a run may go: messages, minutes and money, each of which ends it with its reason and a sentence."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from loket.core.actions import Call, Decision, ToolCall, Usage, Wait
from loket.core.data import Json
from loket.core.events import Changed, Decided, Event, Rated, UserSaid
from loket.core.model import ModelRequest, ModelResponse, TextPart
from loket.core.record import By, Record
from loket.engine.prompting import request_of
from loket.models.scripted import ScriptedModel
from loket.views.turn_state import ROOT_WINDOW
from loket_demos.scenario.acts import Begun, event_of
from loket_demos.scenario.planner.limits import over_limit
from loket_demos.scenario.run import SEND, SETTING, RunLimits
from loket_demos.scenario.starting import RunChange, change
from loket_demos.scenario.whole import WholeRun
from tests.scenario.playing import OWNER, Bench, workbench

AT = datetime(2026, 11, 23, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
async def bench() -> AsyncIterator[Bench]:
    async with workbench() as made:
        yield made


async def test_the_message_after_the_last_one_is_not_sent_and_more_may_be_allowed(bench: Bench) -> None:
    run = await bench.start("lost-delivery", "customer", starts=True, limits={"messages": 1})
    await bench.until(run, lambda log: log.state == "submitted")
    await bench.hears(run, "What is the number of the order?", "m1")
    log = await bench.until(run, lambda log: bool(log.ended))
    assert log.ended == "failure"
    assert len([event for event in log.events if event.type == "agent_message" and event.author == "planner"]) == 1
    assert log.events[-1].payload["text"] == "The messages that this run may send are sent: 1."
    await change(bench.house, OWNER, run, RunChange(limits=RunLimits(messages=9)))
    assert (await bench.house.settings(run, OWNER))[SETTING]["limits"] == {"messages": 9}
    await bench.hears(run, "What is the number of the order, please?", "m2")
    await bench.until(run, lambda log: any("LF-4410" in str(event.payload.get("text")) for event in log.events))


async def test_messages_that_nobody_looks_back_at_any_more_count(bench: Bench) -> None:
    run = await bench.start("lost-delivery", "customer", starts=True, limits={"messages": 1})
    await bench.until(run, lambda log: log.state == "submitted")
    await long_after(bench, run)
    await bench.hears(run, "What is the number of the order?", "m1")
    log = await bench.until(run, lambda log: bool(log.ended))
    assert log.events[-1].payload["text"] == "The messages that this run may send are sent: 1."


@pytest.mark.parametrize("later", [False, True])
async def test_a_model_is_asked_no_more_when_the_money_is_spent(later: bool) -> None:
    asked: list[ModelRequest] = []

    def dear(request: ModelRequest) -> ModelResponse:
        asked.append(request)
        reply = {"reasoning": "So be it.", "action": {"tool": "askUser", "args": {"text": "And now?"}}}
        return ModelResponse(parts=(TextPart(text=json.dumps(reply)),), usage=Usage(model="dear", price=0.5))

    async with workbench(ScriptedModel(dear, "dear")) as bench:
        run = await bench.start("lost-delivery", "customer", limits={"dollars": 0.5})
        await bench.until(run, lambda log: any(event.type == "planner_ask_user" for event in log.events))
        await bench.house.tell(run, Changed(settings={}), owner=OWNER)
        if later:
            await long_after(bench, run)
        await bench.hears(run, "Anything new?", "m1")
        log = await bench.until(run, lambda log: bool(log.ended))
        assert (log.ended, len(asked)) == ("failure", 1)
        assert log.events[-1].payload["text"] == "The dollars that models may cost in this run are spent: 0.5."


WRONG: list[tuple[Json, str]] = [
    ({"messages": 0}, "messages must be a whole number from 1 on"),
    ({"messages": 1.5}, "messages must be a whole number from 1 on"),
    ({"messages": True}, "messages must be a whole number from 1 on"),
    ({"minutes": -1}, "minutes must be a number above 0"),
    ({"dollars": 0}, "dollars must be a number above 0"),
    ({"dollars": "Infinity"}, "dollars must be a number above 0"),
    ({"minutes": float("nan")}, "minutes must be a number above 0"),
    ({"massages": 3}, "there is none called massages; there are messages, minutes, dollars"),
    ([], "must be an object with any of messages, minutes, dollars"),
]


@pytest.mark.parametrize(("limits", "wrong"), WRONG)
async def test_a_limit_is_more_than_nothing_and_one_of_three(bench: Bench, limits: Json, wrong: str) -> None:
    with pytest.raises(ValidationError, match=wrong):
        await bench.start("lost-delivery", "customer", limits=limits)
    with pytest.raises(ValidationError, match=wrong):
        RunChange.model_validate({"limits": limits})


async def long_after(bench: Bench, run: str) -> None:
    """So many records later that a planner does not look back at those of before."""
    for _ in range(2 * ROOT_WINDOW):
        await bench.house.tell(run, Rated(to=1), owner=OWNER)


SENDS = Decision(reasoning="It is time.", action=Call(calls=(ToolCall(id="send", tool=SEND, args={"text": "Hello"}),)))
SLEEPS = Decision(reasoning="Nothing to do.", action=Wait(why="for news"))


def lines(*events: tuple[By, Event, timedelta]) -> list[Record]:
    return [
        Record(seq=seq, at=AT + later, by=by, cause=None, scope="/", key=None, event=event)
        for seq, (by, event, later) in enumerate(events, start=1)
    ]


@given(st.integers(1, 500), st.integers(0, 1000), st.integers(1, 50), st.integers(0, 60))
def test_minutes_count_from_when_it_was_last_begun_and_only_messages_count_as_messages(
    minutes: int, later: int, most: int, sent: int
) -> None:
    history = lines(
        ("person", event_of(Begun()), timedelta(hours=-9)),
        ("planner", Decided(reasoning="So.", action=SLEEPS.action, usage=Usage(price=2.0)), timedelta(hours=-8)),
        ("person", event_of(Begun()), timedelta()),
    )
    now = AT + timedelta(minutes=later)
    whole = WholeRun(sent=sent)
    for record in history:
        whole.apply(record)
    assert bool(over_limit(RunLimits(minutes=minutes), whole, now, SLEEPS)) == (later >= minutes)
    assert bool(over_limit(RunLimits(messages=most), whole, now, SENDS)) == (sent >= most)
    assert not over_limit(RunLimits(messages=most), whole, now, SLEEPS)
    assert not over_limit(RunLimits(), whole, now, SENDS)
    assert over_limit(RunLimits(dollars=2.0), whole, now, None) and not over_limit(
        RunLimits(dollars=2.01), whole, now, None
    )


def test_a_limit_that_nobody_lives_to_see_is_none() -> None:
    far = RunLimits(minutes=1e308, messages=10**30, dollars=1e308)
    assert not over_limit(far, WholeRun(sent=3, begun=AT), AT + timedelta(days=9), SENDS)


async def test_a_model_is_told_how_a_long_run_stands_and_that_is_what_can_be_read_later() -> None:
    asked: list[ModelRequest] = []

    def plays(request: ModelRequest) -> ModelResponse:
        asked.append(request)
        sends = {"tool": "sendMessage", "args": {"text": "Good day."}}
        reply = {"reasoning": "So be it.", "action": sends if len(asked) == 1 else {"tool": "sleep", "args": {}}}
        return ModelResponse(parts=(TextPart(text=json.dumps(reply)),), usage=Usage(model="free", price=0.0))

    async with workbench(ScriptedModel(plays, "free")) as bench:
        run = await bench.start("lost-delivery", "customer", starts=True)
        await bench.until(run, lambda log: len(log.events) > 5)
        await long_after(bench, run)
        seen = len(asked)
        await bench.house.tell(run, UserSaid(text="And?"), owner=OWNER)
        await bench.until(run, lambda _: len(asked) > seen)
        assert "sendMessage is not allowed now" in asked[-1].messages[-1].text, "it has written, and nobody answered"
        await bench.until(run, lambda log: log.events[-1].payload.get("name") == "sleep")
        last = [r.seq for r in await bench.records(run) if isinstance(r.event, Decided)][-1]
        again = await request_of(bench.host.kit, bench.host.store, run, last)
        assert again.messages == asked[-1].messages
