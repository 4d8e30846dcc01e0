"""What is made fast is what would have been made with care: the same records, the same bytes."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.actions import Wait
from loket.core.data import trusted
from loket.core.events import Decided, Returned
from loket.core.record import Record, decode, encode
from loket.engine.written import written
from tests.views.records import odd_logs

_numbers = st.floats(allow_nan=False, allow_infinity=False)  # the others are no JSON
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | _numbers | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def record_of(value: Any) -> Record:
    return Record(seq=2, at=NOON, by="tool", event=Returned(call="1.a", ok=True, value=value))


@given(odd_logs())
def test_every_kind_of_record_is_made_and_written_the_same(log: list[Record]) -> None:
    for record in log:
        event = trusted(
            type(record.event), {name: getattr(record.event, name) for name in type(record.event).model_fields}
        )
        assert event == record.event and repr(event) == repr(record.event)
        assert event.model_copy() == record.event.model_copy()
        made = replace(record, event=event)
        assert written(made) == encode(record)
        assert encode(made) == encode(record)
        assert decode(written(made)) == decode(encode(record))


NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(json_values)
def test_every_value_is_written_the_same(value: Any) -> None:
    record = record_of(value)
    assert json.loads(written(record)) == json.loads(encode(record))


@pytest.mark.parametrize("value", [{"a", "b"}, b"bytes", {b"key": 1}, {1: {None: True}}, 1 << 80])
def test_what_is_hardly_json_is_written_the_same(value: object) -> None:
    assert written(record_of(value)) == encode(record_of(value))


@given(st.datetimes(timezones=zones))
def test_every_moment_is_written_the_same(at: datetime) -> None:
    record = Record(seq=2, at=at, by="planner", event=Decided(reasoning="", action=Wait(until=at)))
    assert written(record) == encode(record)


@pytest.mark.parametrize(
    "value", ["half a \ud800", {"\ud800": 1}, object(), [{b"\xff"}], {b"\xff": 1}, [inf], {"a": nan}]
)
def test_what_is_no_json_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"surrogate|Unable to serialize|invalid utf-8|no number of JSON"):
        written(record_of(value))
