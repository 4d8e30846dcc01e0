"""What stands as a value does and is none is asked about, and called by its words; what a name goes on with is its."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import SURE, Thresholds, Understanding

TODAY = date(2026, 3, 4)
DAY: JsonObject = {"type": "string", "format": "date", "description": "Day"}
CANOE = Skill(
    "rent_canoe",
    "Rent a canoe",
    "Rents out a canoe for a day.",
    ("canoe",),
    parameters={
        "type": "object",
        "properties": {
            "model": {"type": "string", "enum": ["river", "lake"], "description": "Model of the canoe"},
            "day": DAY,
            "paddles": {"type": "integer", "description": "Number of paddles"},
            "deposit_paid": {"type": "boolean", "description": "Deposit was left, or a voucher, or a passport"},
            "cover": {"type": "boolean", "description": "With a tarpaulin"},
        },
        "required": ["model", "day"],
    },
)
STOCK = Skill(
    "check_stock",
    "Check the stock",
    "Tells how much of a product the shop has in stock.",
    ("stock", "castle"),
    ("Do you have rice in stock?",),
    parameters={
        "type": "object",
        "properties": {"product": {"type": "string", "description": "Product"}},
        "required": ["product"],
    },
)


def understood(text: str, skill: Skill = CANOE) -> Understanding:
    return SkillIndex([skill], "en", Thresholds(sure=SURE)).understand(text, TODAY)


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("rent a river canoe on 9 March at half past two", ("half past two",)),
        ("rent a river canoe on 9 March and bring it back on 12 March", ("bring", "12 March")),
        ("rent the lake and the creek canoe on 9 March", ("creek",)),
    ],
)
def test_what_seems_to_be_wanted_and_has_no_place_is_asked_about(text: str, unused: tuple[str, ...]) -> None:
    found = understood(text)
    assert (found.decision, found.skills, found.unused) == ("choice", ("rent_canoe",), unused)


@pytest.mark.parametrize(
    "text",
    [
        "rent a river canoe on 9 March, not at half past two",
        "rent a river canoe on 9 March with 2 paddles",
        "rent a river canoe on Monday, so on 9 March",
    ],
)
def test_what_is_refused_or_told_twice_is_no_doubt(text: str) -> None:
    assert understood(text).decision == "run"


def test_what_a_preposition_goes_on_with_may_belong_to_a_name() -> None:
    found = understood("do you have fish in jelly?", STOCK)
    assert (found.decision, found.unused) == ("choice", ("jelly",))


def test_a_name_goes_on_with_capitals_that_the_skill_knows() -> None:
    found = understood("do you have Silver Castle in stock?", STOCK)
    assert (found.decision, found.slots) == ("run", ({"product": "Silver Castle"},))


@pytest.mark.parametrize(("told", "value"), [("with a tarpaulin", True), ("without a tarpaulin", False)])
def test_the_one_word_that_describes_a_property_of_yes_or_no_tells_it(told: str, value: bool) -> None:
    found = understood(f"rent a river canoe on 9 March {told}")
    assert (found.decision, found.slots[0].get("cover")) == ("run", value)


def test_of_several_words_that_describe_it_none_tells_it() -> None:
    assert "deposit_paid" not in understood("rent a river canoe on 9 March, is there a voucher?").slots[0]


LOAN = Skill(
    "lend_tool",
    "Lend a tool",
    "Lends a tool to a neighbour.",
    ("tool", "lend"),
    parameters={
        "type": "object",
        "properties": {
            "tool": {"type": "string", "enum": ["blue_saw", "drill"], "description": "Which tool"},
            "amount": {"type": "integer", "description": "How many"},
            "days": {"type": "integer", "description": "Number of days"},
        },
        "required": ["tool"],
    },
)


@pytest.mark.parametrize("text", ["lend me 3 blue saws for 5 days", "lend me for 5 days 3 blue saws"])
def test_a_number_that_no_other_property_has_is_how_many(text: str) -> None:
    found = understood(text, LOAN)
    assert (found.decision, found.slots) == ("run", ({"tool": "blue_saw", "amount": 3, "days": 5},))


def test_a_number_before_a_value_counts_that_when_there_is_another() -> None:
    assert understood("rent one lake canoe and four of them on 9 March").slots[0].get("paddles") == 4


def test_a_list_of_things_has_how_many_there_are() -> None:
    things: JsonObject = {"type": "array", "items": {"type": "string"}, "description": "What is to be collected"}
    parameters: JsonObject = {"type": "object", "properties": {"day": DAY, "things": things}, "required": ["day"]}
    skill = Skill("collect", "Sperrgut abholen", "Holt Sperrgut ab.", ("Sperrgut",), parameters=parameters)
    found = SkillIndex([skill], "de").understand("Sperrgut abholen am 9. März: Altes Sofa und zwei Matratzen", TODAY)
    assert found.slots == ({"day": "2026-03-09", "things": ["Altes Sofa", "zwei Matratzen"]},)
