"""The screens as a fold: a history with a limit, odd logs that change nothing, values of servers that are not ours."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.actions import Ask, Call, Done, Task, ToolCall, Wait
from loket.core.data import JsonObject
from loket.core.events import Answered, Decided, Event, Opened, Progressed, Returned, Stopped, SurfaceShown, Unknown
from loket.core.record import Record
from loket.views.screen import Screens
from loket_demos.overheid.genui.screens import BLOCK_SCREENS
from loket_demos.overheid.screens import HISTORY, SCREENS

AT = datetime(2026, 7, 1, 22, 30, tzinfo=UTC)
SCOPE = "/2.toeslagen/"


def record(seq: int, event: Event, scope: str = SCOPE) -> Record:
    return Record(seq=seq, at=AT + timedelta(seconds=seq), by="planner", scope=scope, event=event)


def running(surface: str = "toeslagen", intent: str = "toeslagen/check", **args: Any) -> Screens:
    screens = Screens(SCREENS)
    task = Task(id=surface, intent=intent, to="overheid", args=args)
    screens.apply(
        record(3, Opened(call=f"2.{surface}", assistant="overheid", version="1", task=task), f"/2.{surface}/")
    )
    return screens


def called(seq: int, step: str) -> Record:
    return record(seq, Decided(reasoning="", action=Call(calls=(ToolCall(id="a", tool=step),)), step=step))


def back(seq: int, value: Any, **more: Any) -> Record:
    return record(seq + 1, Returned(**{"call": f"{seq}.a", "ok": True, "value": value, "took_ms": 12, **more}))


def test_the_history_keeps_two_hundred_lines_and_drops_repeats() -> None:
    screens = running()
    for seq in range(4, 4 + 3 * HISTORY):
        screens.apply(called(seq, "rules_lookup" if seq % 3 else "risk_notes"))
    history = screens.models["toeslagen"]["history"]
    assert len(history) == HISTORY
    pairs = [(line["step"], line["message"]) for line in history]
    assert all(one != other for one, other in pairwise(pairs))
    assert pairs[-1][0] == screens.models["toeslagen"]["status"]["step"]


def test_times_are_those_of_the_netherlands() -> None:
    screens = running()
    screens.apply(called(4, "rules_lookup"))
    assert screens.models["toeslagen"]["status"]["lastRefresh"] == "2026-07-02 00:30:04"


def test_values_of_another_shape_leave_gaps_and_break_nothing() -> None:
    for value in (None, [], "x", 5, {}, {"documenten": "x"}, {"items": {"a": 1}}, {"sha256": "0" * 64}):
        screens = running()
        for seq, step in enumerate(("rules_lookup", "doc_checklist", "risk_notes", "explain_toeslagen")):
            screens.apply(called(4 + 2 * seq, step))
            screens.apply(back(4 + 2 * seq, value))
        sections = screens.models["toeslagen"]["results"]
        assert [section["kind"] for section in sections] == ["documenten", "aandachtspunten", "verrijking"]
        assert all(isinstance(section["items"], list) for section in sections)


def test_a_question_that_is_no_failure_waits() -> None:
    screens = running()
    screens.apply(record(4, Decided(reasoning="", action=Ask(text="Opnieuw beginnen?"), step="renewed")))
    status = screens.models["toeslagen"]["status"]
    assert (status["step"], status["loading"]) == ("waiting", False)


def test_a_run_that_ends_from_outside_says_so_and_one_that_was_done_stays_done() -> None:
    for code, step, words in (
        ("cancelled", "idle", "Gestopt"),
        ("budget_spent", "error", "Dit duurde te lang"),
        ("faulted", "error", "Er ging bij ons iets mis"),
        ("something_new", "error", "Er ging bij ons iets mis"),
    ):
        screens = running()
        screens.apply(called(4, "rules_lookup"))
        screens.apply(record(5, Returned(call="2.toeslagen", ok=False, code=code), "/"))
        status = screens.models["toeslagen"]["status"]
        assert (status["step"], status["loading"]) == (step, False) and words in status["message"]
    screens = running()
    screens.apply(record(4, Decided(reasoning="", action=Done(summary="Klaar."), step="done")))
    screens.apply(record(5, Returned(call="2.toeslagen", ok=False, code="cancelled"), "/"))
    assert screens.models["toeslagen"]["status"]["step"] == "done"


def test_a_bad_patch_is_left_out_and_logged_and_the_rest_applies(caplog: pytest.LogCaptureFixture) -> None:
    screens = running()
    bad = [
        {"op": "jump", "path": "/a"},
        {"op": "add", "path": "no"},
        {"op": "add", "path": "/status/message", "value": "x"},
    ]
    shown = SurfaceShown(surface="toeslagen", message={"kind": "dataModelUpdate", "patches": bad})
    (message,) = screens.project(record(4, shown))
    assert message["patches"] == bad and screens.models["toeslagen"]["status"]["message"] == "x"
    assert len(caplog.records) == 2 and "toeslagen" in caplog.text


def test_the_state_is_restored_whole() -> None:
    screens = running(jaar=2025)
    screens.apply(called(4, "rules_lookup"))
    other = Screens(SCREENS).restored(screens.state())
    for view in (screens, other):
        view.apply(back(4, {"voorwaarden": []}))
    assert other.state() == screens.state()
    assert "(12ms)" in screens.models["toeslagen"]["status"]["message"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=4),
    lambda v: (
        st.lists(v, max_size=3) | st.dictionaries(st.sampled_from(["items", "text", "patches", "a"]), v, max_size=3)
    ),
    max_leaves=6,
)
TOOLS = ("rules_lookup", "doc_checklist", "risk_notes", "explain_toeslagen", "bd_search", "next_node")
steps = st.sampled_from([*TOOLS, "compose_form", "extend_form", "explain_form", "failed", "stop", ""])
NAMES = ("text", "jaar", "kind", "patches", "surfaceId", "form", "values", "results", "state")
objects = st.dictionaries(st.sampled_from(NAMES), json_values, max_size=3)
INTENTS = ("toeslagen/check", "bezwaar/analyse", "genui_tree/choose", "genui_form/change", "x")
calls = st.sampled_from(["4.a", "5.a", "6.a", "2.toeslagen", "9.x", "?"])


@st.composite
def events(draw: st.DrawFn) -> Event:
    kind, step = draw(st.integers(0, 8)), draw(steps)
    match kind:
        case 0:
            return Decided(reasoning="", action=Call(calls=(ToolCall(id="a", tool=step or "t"),)), step=step)
        case 1:
            return Decided(reasoning="", action=draw(st.sampled_from([Ask(text="?"), Done(), Wait()])), step=step)
        case 2 | 3:
            return Returned(call=draw(calls), ok=draw(st.booleans()), value=draw(json_values), code=step or None)
        case 4:
            kinds = st.sampled_from(["surface/open", "surface/reset", "dataModelUpdate", "x"])
            message: JsonObject = {**draw(objects), "kind": draw(kinds)}
            return SurfaceShown(surface=draw(st.sampled_from(["home", "toeslagen", "x"])), message=message)
        case 5:
            intent = draw(st.sampled_from(INTENTS))
            task = Task(id="x", intent=intent, to="overheid", args=draw(objects))
            return Opened(call="2.toeslagen", assistant="overheid", version="1", task=task)
        case 6:
            return Answered(to=draw(calls), choice="again")
        case 7:
            return Progressed(call=draw(calls), part=draw(json_values))
        case _:
            return draw(st.sampled_from([Stopped(scope=SCOPE), Unknown(was="later")]))


@given(st.lists(st.tuples(events(), st.sampled_from(["/", SCOPE, f"{SCOPE}5.a/", "/x/"])), max_size=25))
def test_odd_logs_break_nothing(log: list[tuple[Event, str]]) -> None:
    screens = Screens((*SCREENS, *BLOCK_SCREENS))
    for seq, (event, scope) in enumerate(log, 1):
        for message in screens.project(record(seq, event, scope)):
            assert message["kind"] in ("surface/open", "dataModelUpdate") and message["surfaceId"] in screens.models
    assert Screens((*SCREENS, *BLOCK_SCREENS)).restored(screens.state()).state() == screens.state()
