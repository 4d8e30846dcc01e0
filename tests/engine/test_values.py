"""What a tool gives is stored, shown and read back as the same JSON, or refused with the place and the reason."""

import dataclasses
import json
import uuid
from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from loket.core.actions import Candidate, Done
from loket.core.errors import Invalid
from loket.core.events import Progressed, Returned
from loket.core.planner import Situation
from loket.core.tool import ToolFailed, ToolSpec
from loket.engine.values import DEPTH, jsonable
from tests.engine.rooms import Made, kit_of, once, room, use
from tests.engine.virtual import live


class Colour(Enum):
    RED = "red"


class Word(StrEnum):
    YES = "yes"


@dataclasses.dataclass
class Slot:
    day: date
    price: Decimal


class Booking(BaseModel):
    slot: Slot
    by: uuid.UUID


DAY, MOMENT = date(2026, 11, 22), datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
ID = uuid.UUID(int=7)
GOOD: list[tuple[Any, Any]] = [
    (MOMENT, "2026-11-22T09:30:00Z"),
    ({"day": DAY, "of": [Decimal("60.50"), ID]}, {"day": "2026-11-22", "of": ["60.50", str(ID)]}),
    ((Colour.RED, Word.YES), ["red", "yes"]),
    (Booking(slot=Slot(DAY, Decimal(1)), by=ID), {"slot": {"day": "2026-11-22", "price": "1"}, "by": str(ID)}),
    ({1: "one", DAY: "day", Colour.RED: 2}, {"1": "one", "2026-11-22": "day", "red": 2}),
    (OrderedDict(a=timedelta(hours=1)), {"a": "PT1H"}),
    (b"bytes", "bytes"),
    (10**40, 10**40),
]
BAD: list[tuple[Any, str]] = [
    (float("nan"), "the value is nan, which is no number of JSON"),
    ({"rows": [1, {"price": float("inf")}]}, "/rows/1/price is inf, which is no number of JSON"),
    ({"a/b": object()}, "/a~1b is of the type object, which has no JSON form"),
    ({"by": {(1, 2): 3}}, "/by has a key of the type tuple; keys of JSON are texts"),
    (["fine", "\ud800"], "/1 holds half a character (a lone surrogate)"),
    ({"at": Slot(DAY, float("nan"))}, "/at/price is nan"),  # type: ignore[arg-type]
]


def returned(value: Any) -> Returned:
    """What is stored when a tool gives this; the planner is shown the same."""
    shown: list[Any] = []

    def look(situation: Situation) -> Any:
        shown.extend(r.event.value for r in situation.woke if isinstance(r.event, Returned))
        return decide(situation)

    decide = once(use("t"))

    async def story() -> Returned:
        tool = Made(ToolSpec(name="t", read_only=True), lambda args, context: value)
        async with room(kit_of(look, tool)) as here:
            await here.settle("go")
            (back,) = await here.events(Returned)
            assert shown == [back.value], "shown as stored"
            return back

    return live(story())


@pytest.mark.parametrize(("value", "stored"), GOOD, ids=lambda one: type(one).__name__)
def test_what_has_a_json_form_is_kept_in_it(value: Any, stored: Any) -> None:
    back = returned(value)
    assert (back.ok, back.value) == (True, stored)


@pytest.mark.parametrize(("value", "why"), BAD, ids=[why[:30] for _, why in BAD])
def test_what_has_none_is_refused_with_its_place(value: Any, why: str) -> None:
    back = returned(value)
    assert (back.ok, back.code) == (False, "invalid_result")
    assert back.text.startswith(f"The tool ran, but what it gave can't be kept: {why}")


def test_what_is_nested_too_deeply_or_holds_itself_is_refused() -> None:
    around: list[Any] = []
    around.append(around)
    deep: Any = 1
    for _ in range(DEPTH + 1):
        deep = {"x": deep}
    for value in (around, deep):
        with pytest.raises(Invalid, match=f"the value is nested more than {DEPTH} levels deep"):
            jsonable(value)


def test_values_beside_a_failure_and_parts_on_the_way_are_held_to_the_same() -> None:
    def act(args: Any, context: Any) -> None:
        context.progress("half", {"at": MOMENT})
        context.progress("more", {"at": float("nan")})
        raise ToolFailed("no_luck", "Not today.", {"day": DAY, "why": float("nan")})

    async def story() -> None:
        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t", read_only=True), act))) as here:
            await here.settle("go")
            (back,) = await here.events(Returned)
            assert (back.ok, back.code, back.text, back.value) == (False, "no_luck", "Not today.", None)
            parts = [(event.note, event.part) for event in await here.events(Progressed)]
            assert parts == [("half", {"at": "2026-11-22T09:30:00Z"}), ("more", None)]

    live(story())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_json_stays_what_it_is(value: Any) -> None:
    assert jsonable(value) == value == json.loads(json.dumps(jsonable(value)))


def test_a_planner_that_decides_with_no_number_is_faulted_and_nothing_of_it_is_stored() -> None:
    async def story() -> None:
        with pytest.raises(ValidationError):
            Candidate(name="x", score=float("nan"))
        async with room(kit_of(lambda situation: Done(value={"price": float("nan")}))) as here:
            await here.settle("go")
            assert (await here.kinds())[-1] == "faulted"

    live(story())
