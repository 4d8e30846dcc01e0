"""`Assistant`: one declaration, served, opened in code, and refused with a sentence when something does not fit."""

from collections.abc import Generator
from datetime import date
from pathlib import Path
from typing import Any, Literal

import pytest

import loket
from loket import Assistant, Context, ask, call, done, flow, tool
from loket.app import Brought, opened
from loket.config import Config
from loket.core.errors import ConfigError, Conflict
from loket.core.events import CallStarted, Opened
from loket.testing import talking
from tests.serving import serving_here


@tool(read_only=True)
def price(repair: Literal["puncture", "brakes", "service"]) -> str:
    """What a repair costs."""
    return f"{repair} costs 12 euro."


@tool(destructive=True, reversible=True, title="Book a repair")
async def book(day: date, context: Context) -> str:
    """Book a repair in the shop for a day."""
    return f"Booked for {day:%A}, number {context.key[:4]}."


@tool(read_only=True, examples=["Can you true my wheel?"])
def true(wheel: Literal["front", "rear"]) -> str:
    """True a wheel that wobbles."""
    return f"The {wheel} wheel runs true."


WHEELS = Assistant("wheels", title="Wheel builder", summary="Knows wheels and spokes.", tools=[true])
SHOP = Assistant("bikes", title="Bike repair", tools=[price, book], specialists=[WHEELS])


async def test_words_that_are_no_yes_are_told_what_still_waits() -> None:
    async with SHOP.open() as desk:
        await desk.ask("Book a repair on 3 March 2027")
        answer = await desk.ask("yes but only if it rains")
        assert (
            answer.text
            == "Nothing was done yet. I wait for your answer to what stands above: yes, no or another value."
        )
        assert not any(isinstance(record.event, CallStarted) for record in desk.log)


async def test_it_is_asked_in_code_and_a_held_call_is_approved() -> None:
    async with SHOP.open() as desk:
        answer = await desk.ask("What does a puncture cost?")
        assert answer.ok and str(answer) == "puncture costs 12 euro."
        assert [(step.kind, step.name) for step in answer.steps] == [("tool", "price"), ("say", "")]
        answer = await desk.ask("Book a repair on Thursday")
        (asked,) = answer.questions
        assert asked.held is not None and asked.held["tool"] == "book" and not answer.ok
        assert asked.held["reversible"] is True
        assert not any(isinstance(record.event, CallStarted) for record in desk.log)
        answer = await desk.approve()
        assert answer.ok and answer.text.startswith("Booked for Thursday")
        with pytest.raises(Conflict, match="There is no open held call"):
            await desk.approve()


async def test_what_is_held_can_be_changed_or_refused() -> None:
    async with SHOP.open() as desk:
        await desk.ask("Book a repair on Thursday")
        assert "Booked for Tuesday" in (await desk.edit(day="2026-12-01")).text
        assert desk.steps[0].args == {"day": "2026-12-01"}
        await desk.ask("Book a repair on Thursday")
        refused = await desk.refuse()
        assert [step.code for step in refused.steps if step.kind == "tool"] == ["refused"]


async def test_steps_come_one_by_one() -> None:
    async with SHOP.open() as desk:
        steps = [step async for step in desk.stream("What do brakes cost?")]
        assert [(step.kind, step.text or step.value) for step in steps] == [
            ("tool", "brakes costs 12 euro."),
            ("say", "brakes costs 12 euro."),
        ]
        assert desk.steps == tuple(steps)


async def test_words_find_a_specialist_which_works_in_a_scope_of_its_own() -> None:
    async with SHOP.open() as desk:
        answer = await desk.ask("Can you true my rear wheel?")
        assert answer.text == "The rear wheel runs true."
        assert [(step.kind, step.name, step.scope != "/") for step in answer.steps[:2]] == [
            ("tool", "true", True),
            ("task", "wheels", False),
        ]


@tool(read_only=True, examples=["My spokes are loose", "There is rust on the rim"])
def remedy(trouble: Literal["loose spokes", "rust"]) -> str:
    """What helps."""
    return f"Against {trouble}: bring it."


@tool(destructive=True, title="Order parts", examples=["I want to order three tyres"])
def order(part: Literal["tyre", "bell"], number: int) -> str:
    """Order parts for a bike."""
    return f"{number} x {part}"


@flow(title="Advice for a trip", examples=["What do I need for a long trip?"])
def trip(kilometres: int) -> Generator[object, object, object]:
    """Find what a bike lacks for a trip."""
    yield call(order, part="bell", number=1)
    return done("Have a good trip.")


LISTED = Assistant(
    "listed", tools=[order], flows=[trip], specialists=[Assistant("ailments", title="Ailments", tools=[remedy])]
)


async def test_words_reach_whatever_has_examples_for_them() -> None:
    async with LISTED.open() as desk:
        answer = await desk.ask("I want to order three tyres")
        (asked,) = answer.questions
        assert asked.held is not None and asked.held["args"] == {"part": "tyre", "number": 3}
        await desk.refuse()
        assert (await desk.ask("My spokes are loose")).text == "Against loose spokes: bring it."
        (work,) = [r.event.task.task for r in desk.log if isinstance(r.event, Opened) and r.event.task]
        assert work == "My spokes are loose"  # the person's own words, whole


async def test_conversations_in_a_folder_are_there_the_next_time(tmp_path: Path) -> None:
    async with SHOP.open(tmp_path) as desk:
        await desk.ask("What do brakes cost?")
        id, log = desk.conversation, desk.log
    async with SHOP.open(tmp_path) as desk:
        desk.conversation = id
        await desk.ask("What does a service cost?")
        assert desk.log[: len(log)] == log and desk.answer.text == "service costs 12 euro."


async def test_a_server_takes_it_by_module_and_attribute(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=["tests.face.test_assistant:SHOP"]) as here:
        listed = (await here.http.get("/api/assistants")).json()["items"]
        assert [(one["name"], one["title"]) for one in listed] == [("bikes", "Bike repair")]


def test_what_does_not_fit_is_refused_with_a_sentence() -> None:
    plain: Any = [test_what_does_not_fit_is_refused_with_a_sentence]
    with pytest.raises(ConfigError, match=r"test_what_does.* is among the tools of bikes: put @tool above it"):
        Assistant("bikes", tools=plain)
    with pytest.raises(ConfigError, match="prise is among what is published, but there is only price"):
        Assistant("bikes", tools=[price], publish=["prise"])
    with pytest.raises(
        ConfigError, match='bikes has planner="skill": it is one of auto, chat, reasoner, skills, agent'
    ):
        Assistant("bikes", tools=[price], planner="skill")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="two assistants are called bikes"):
        Assistant("bikes", specialists=[Assistant("bikes")])


def test_a_name_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(AttributeError, match="module 'loket' has no attribute 'Asistant'; it has Assistant"):
        _ = loket.Asistant  # pyright: ignore[reportAttributeAccessIssue]


@flow(page="wheel")
def ordering(spokes: int) -> Generator[Any, Any, Any]:
    """Order a wheel."""
    colour = yield ask("Which colour?", choices=["black", "silver"])
    return done(f"{spokes} {colour} spokes.")


BOTH = Assistant("both", flows=[ordering])


async def test_an_assistant_with_pages_is_also_talked_with_unless_it_says_otherwise(tmp_path: Path) -> None:
    """Home of its pages leads to the talk, too."""
    home = BOTH.shown[0]
    assert [part["component"] for part in home.components] == ["Column", "PageHead", "Tile", "Conversations"]
    served = [f"tests.face.test_assistant:{name}" for name in ("BOTH", "SHOP")]
    async with serving_here(tmp_path, assistants=served) as here:
        listed = (await here.http.get("/api/assistants")).json()["items"]
        assert {one["name"]: (len(one["surfaces"]), one["talk"]) for one in listed} == {
            "both": (1, True),
            "bikes": (0, True),
        }
    assert not Assistant("alone", flows=[ordering], talk=False).spec().talk


def same_price(repair: str) -> int:
    """What a repair costs."""
    return 25


PRICE = tool(same_price)
BIKES = Assistant("bikes", title="Bikes", tools=[PRICE])
TRIKES = Assistant("trikes", title="Trikes", tools=[PRICE])


async def test_two_assistants_of_one_file_may_list_the_same_function(tmp_path: Path) -> None:
    served = [f"tests.face.test_assistant:{name}" for name in ("BIKES", "TRIKES")]
    async with serving_here(tmp_path, assistants=served) as here:
        for name in ("bikes", "trikes"):
            made = await here.http.post("/api/conversations", json={"assistant": name})
            assert made.status_code == 201
        assert here.engine.kit.tools["same_price"].spec.name == "same_price"
    other = Assistant("cars", tools=[tool(same_price)])
    config = Config(data=tmp_path)
    with pytest.raises(ConfigError, match="a tool with the name same_price"):
        async with opened(config, {}, brought=Brought((BIKES, other))):
            pass


@pytest.mark.parametrize("given", ["shop.py", 3, None, Assistant])
async def test_what_is_no_assistant_is_refused_in_words(given: Any) -> None:
    with pytest.raises(ConfigError, match="Give it an assistant"):
        async with talking(given):
            pass
