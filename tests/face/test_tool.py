"""`@tool`: the schema that hints and docstring give, values checked on the way in and out, and errors that say what to
write."""

import asyncio
import sqlite3
import threading
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from loket import Context, ToolFailed, tool
from loket.core.tool import CallContext

CONTEXT = CallContext("c", "local", "/", "3.a", "key", 5.0)


class Slot(StrEnum):
    morning = "09:00"
    noon = "12:00"


class Price(BaseModel):
    """What it costs."""

    euro: Decimal
    until: date | None = None


@dataclass
class Bike:
    """A bike."""

    brand: str
    gears: int = 1


class Booking(TypedDict):
    """A booking."""

    number: str
    at: time


@tool
def price(repair: Literal["puncture", "brakes"], *, express: bool = False) -> Price:
    """What a repair costs.

    More than one line.

    Args:
        repair: what is
            broken
        express (bool): whether it can't wait

    Returns:
        the price
    """
    return Price(euro=Decimal("12.50") * (2 if express else 1), until=date(2026, 12, 1))


@tool(destructive=True, reversible=False, title="Book a repair", examples=["Fix my bike"], deadline=5)
async def book(day: date, slot: Slot, world: Context, bikes: Annotated[list[Bike], Field(max_length=3)]) -> Booking:
    """Books it.

    :param day: when it is
        brought
    :type day: date
    """
    assert isinstance(day, date) and isinstance(slot, Slot) and all(isinstance(bike, Bike) for bike in bikes)
    return {"number": f"{world.key}-{len(bikes)}", "at": time(9, 30)}


def test_the_schema_comes_from_hints_and_docstring() -> None:
    spec = price.spec
    assert (spec.name, spec.title, spec.description) == (
        "price",
        "Price",
        "What a repair costs.\n\nMore than one line.",
    )
    assert spec.input == {
        "type": "object",
        "properties": {
            "repair": {"type": "string", "enum": ["puncture", "brakes"], "description": "what is broken"},
            "express": {"type": "boolean", "default": False, "description": "whether it can't wait"},
        },
        "required": ["repair"],
        "additionalProperties": False,
    }
    assert spec.output is not None and set(spec.output["properties"]) == {"euro", "until"}
    assert not spec.destructive and spec.reversible is None


def test_options_references_and_the_context_that_is_no_argument() -> None:
    spec = book.spec
    assert (spec.title, spec.destructive, spec.reversible, spec.deadline) == ("Book a repair", True, False, 5)
    assert list(spec.input["properties"]) == ["day", "slot", "bikes"] and "$defs" not in spec.input
    assert spec.input["properties"]["day"] == {"type": "string", "format": "date", "description": "when it is brought"}
    assert spec.input["properties"]["slot"]["enum"] == ["09:00", "12:00"]
    assert spec.input["properties"]["bikes"]["items"]["properties"]["brand"] == {"type": "string"}
    assert spec.input["x-examples"] == ["Fix my bike"]


async def test_values_are_those_of_the_hints_and_the_result_is_json() -> None:
    assert await price.call({"repair": "brakes", "express": True}, CONTEXT) == {"euro": "25.00", "until": "2026-12-01"}
    args = {"day": "2026-11-26", "slot": "09:00", "bikes": [{"brand": "Gazelle"}]}
    assert await book.call(args, CONTEXT) == {"number": "key-1", "at": "09:30:00"}
    assert price.gives.value({"euro": "25.00", "until": None}) == Price(euro=Decimal(25))


async def test_in_python_it_is_the_function_it_was() -> None:
    assert price("brakes").euro == Decimal("12.50")
    assert price.__name__ == "price" and "What a repair" in (price.__doc__ or "")
    assert (await book(date(2026, 11, 26), Slot.noon, CONTEXT, []))["number"] == "key-0"


async def test_what_no_schema_says_is_refused_with_its_place() -> None:
    @tool
    def even(number: Annotated[int, Field(multiple_of=2)], word: str = "x") -> int:
        return number

    with pytest.raises(ToolFailed) as refused:
        await even.call({"number": 3}, CONTEXT)
    assert (refused.value.code, refused.value.text) == ("invalid", "number: Input should be a multiple of 2.")
    with pytest.raises(ToolFailed, match="unasked: Extra inputs are not permitted"):
        await even.call({"number": 2, "unasked": 1}, CONTEXT)


async def test_a_result_that_is_not_what_the_hint_says_is_a_bug_with_a_sentence() -> None:
    @tool
    def odd() -> Price:
        result: Any = {"dollar": 3}
        return result

    with pytest.raises(TypeError, match="odd gave a value of the type dict, which its return type does not fit"):
        await odd.call({}, CONTEXT)


async def test_a_def_runs_in_a_thread_and_an_async_def_on_the_loop() -> None:
    @tool
    def there() -> int:
        return threading.get_ident()

    @tool
    async def here() -> int:
        return threading.get_ident()

    assert await there.call({}, CONTEXT) != threading.get_ident()
    assert await here.call({}, CONTEXT) == threading.get_ident()


async def test_a_cancelled_def_leaves_its_thread_behind(caplog: pytest.LogCaptureFixture) -> None:
    begun, go = threading.Event(), threading.Event()

    @tool(deadline=1)
    def slow() -> int:
        begun.set()
        go.wait()
        return 1

    call = asyncio.ensure_future(slow.call({}, CONTEXT))
    await asyncio.to_thread(begun.wait)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    go.set()
    assert "did not end in time" in caplog.text


def unhinted(repair) -> str:  # pyright: ignore[reportMissingParameterType]
    return str(repair)


def plural(*repairs: str) -> str:
    return " ".join(repairs)


def placed(repair: str, /) -> str:
    return repair


def connected(connection: sqlite3.Connection) -> str:
    return str(connection)


def giving(repair: str) -> sqlite3.Connection:
    raise NotImplementedError(repair)


WRONG = [
    (unhinted, "unhinted: repair has no type hint. .* write repair: str, for example"),
    (plural, r"plural takes \*repairs, .* Write each argument out"),
    (placed, "placed takes repair by its place only. .* leave the / out"),
    (connected, "connected: connection is a Connection, which can't come as JSON. Take plain values"),
    (giving, "giving gives a Connection, which has no JSON form. Give a pydantic model"),
]


@pytest.mark.parametrize(("function", "sentence"), WRONG)
def test_a_declaration_that_can_not_work_says_what_to_write(function: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        tool(function)


def test_a_method_and_an_unknown_field_say_what_was_meant() -> None:
    class Shop:
        def price(self, repair: str) -> str:
            return repair

    with pytest.raises(TypeError, match=r"price is a method: declare the bound one, tool\(thing.price\)"):
        tool(Shop.price)
    assert list(tool(Shop().price).spec.input["properties"]) == ["repair"]
    misspelled: Any = {"destructiv": True}
    with pytest.raises(TypeError, match="did you mean destructive"):
        tool(**misspelled)(Shop().price)
    with pytest.raises(TypeError, match="price is read_only and destructive"):
        tool(read_only=True, destructive=True)(Shop().price)


def test_a_recursive_type_keeps_its_reference() -> None:
    class Part(BaseModel):
        name: str
        parts: "list[Part]" = []

    Part.model_rebuild(_types_namespace={"Part": Part})

    @tool
    def weigh(part: Part) -> int:
        return len(part.parts)

    assert list(weigh.spec.input["$defs"]) == ["Part"]
