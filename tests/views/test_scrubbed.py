"""A scrubbed log holds nothing that anybody brought in, and is still a log."""

import json
import traceback
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loket.core.errors import StoreError
from loket.core.record import Record, decode, encode
from loket.views.scrubbed import Scrub
from loket.views.turn import Turn
from loket.views.view import fold
from tests.tries import tries
from tests.views.canaries import KINDS, canaried
from tests.views.case import CASES, VIEWS
from tests.views.records import odd_logs

FREE = frozenset(("value", "args", "slots", "form", "edit", "payload", "part", "data", "command"))
TELLING = frozenset(("state", "kind", "status", "seq", "upto", "at", "done", "decided", "scope"))


def scrubbed(records: list[Record], declared: frozenset[str] = frozenset()) -> list[Record]:
    scrub = Scrub(declared)
    return [decode(scrub.line(encode(record))) for record in records]


@settings(max_examples=tries(10))
@given(st.integers(0, 2**32))
def test_no_word_number_or_name_of_any_field_of_any_event_is_left(seed: int) -> None:
    records, words = canaried(seed)
    assert {type(record.event) for record in records} == set(KINDS) and len(words) > 200
    left = b"".join(encode(record) for record in scrubbed(records)).decode()
    assert [word for word in words if word in left] == [] and "1987-06" not in left
    assert [record.event.kind for record in scrubbed(records)] == [record.event.kind for record in records]


def bones(value: Any, name: str = "") -> Any:
    """What is left of a state when nobody's words are looked at."""
    if name in FREE:
        return type(value)
    if isinstance(value, dict):
        return [bones(inner, name) for name, inner in value.items()]
    if isinstance(value, list):
        return [bones(inner) for inner in value]
    if name == "scope":
        return str(value).count("/")
    return value if name in TELLING or isinstance(value, bool) or value is None else 0


@pytest.mark.parametrize("path", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_a_scrubbed_case_is_a_case_with_the_same_bones(path: Path) -> None:
    raw = json.loads(path.read_text())["records"]
    records = [decode(json.dumps(record).encode()) for record in raw]
    bare = scrubbed(records)
    for view in VIEWS:
        before, after = fold(view(), records).state(), fold(view(), bare).state()
        assert bones(after) == bones(before), view.name
    turn, same = Turn(), Turn()
    for record, blank in zip(records, bare, strict=True):
        turn.apply(record)
        same.apply(blank)
        assert [call.state for call in turn.calls.values()] == [call.state for call in same.calls.values()]
        assert len(turn.questions) == len(same.questions) and len(turn.scopes) == len(same.scopes)


@settings(max_examples=tries(20))
@given(odd_logs())
def test_any_log_can_be_scrubbed_and_folded(log: list[Record]) -> None:
    for view in VIEWS:
        json.dumps(fold(view(), scrubbed(log)).state(), allow_nan=False)


def test_declared_names_stay_and_equal_names_stay_equal() -> None:
    lines = [
        {"kind": "decided", "reasoning": "", "action": {"kind": "call", "calls": [_call("a"), _call("b")]}},
        {"kind": "returned", "call": "1.a", "ok": False, "code": "timeout", "value": {"Anna": 1, "Bert": {"Anna": 2}}},
        {"kind": "faulted", "code": "Anna"},
    ]
    at = "2026-03-02T09:00:00Z"
    bodies = [{"seq": n, "at": at, "by": "engine", "event": event} for n, event in enumerate(lines, 1)]
    scrub = Scrub(frozenset({"reserve"}))
    first, second, third = [json.loads(scrub.line(json.dumps(body).encode()))["event"] for body in bodies]
    a, b = first["action"]["calls"]
    assert (a["tool"], b["tool"]) == ("reserve", "reserve") and a["id"] != b["id"]
    assert second["call"] == f"1.{a['id']}" and second["code"] == "timeout"
    [anna, bert] = second["value"]
    assert second["value"] == {anna: 0, bert: {anna: 0}} and third["code"] == anna
    other = json.loads(Scrub().line(json.dumps(bodies[2]).encode()))["event"]["code"]
    assert other != anna, "a stand-in must not be the same in every export: names could be tried"


def test_a_damaged_record_says_where_and_not_what() -> None:
    body = b'{"seq":1,"at":"My name is Wilhelmina","by":"person","event":{"kind":"user_said","text":7}}'
    with pytest.raises(StoreError, match=r"damaged: A record can't be read: at \(datetime") as damaged:
        Scrub().line(body)
    assert "Wilhelmina" not in "".join(traceback.format_exception(damaged.value))


def _call(id: str) -> dict[str, Any]:
    return {"id": id, "tool": "reserve", "args": {}}
