"""A quantity with its unit: an object of both, a number beside the unit, or a duration as ISO 8601."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import PendingRequest

TODAY = date(2026, 4, 28)


def needs(**properties: JsonObject) -> JsonObject:
    """An object schema that needs all of its properties, but for the time of day."""
    return {"type": "object", "properties": properties, "required": [name for name in properties if name != "start"]}


def measure(*units: str) -> JsonObject:
    """A quantity in one of these units."""
    amount: JsonObject = {"type": "number"}
    listed: JsonObject = {"type": "string", "enum": list(units)}
    return {"type": "object", "properties": {"amount": amount, "unit": listed}, "required": ["amount", "unit"]}


LENGTH: JsonObject = {"type": "number", "description": "How much"}
UNIT: JsonObject = {"type": "string", "enum": ["m", "ft"], "description": "Unit of the length"}
DAY: JsonObject = {"type": "string", "format": "date"}
TIME: JsonObject = {"type": "string", "format": "time"}
LASTS: JsonObject = {"type": "string", "format": "duration", "description": "How long"}
YARD = SkillIndex(
    [
        Skill("weigh", "Weigh a parcel", "Records a weight.", ("parcel",), (), needs(weight=measure("g", "kg"))),
        Skill("rope", "Order rope", "Orders rope.", ("order", "rope"), (), needs(length=LENGTH, length_unit=UNIT)),
        Skill("boat", "Rent a boat", "Rents a boat.", ("rent",), (), needs(day=DAY, start=TIME, lasts=LASTS)),
        Skill("boats", "Boats", "Shows which boats there are. Rents nothing.", ("boats",), (), needs(day=DAY)),
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("the parcel weighs 2.5 kg", {"weight": {"amount": 2.5, "unit": "kg"}}),
        ("weigh the parcel: 500 grams", {"weight": {"amount": 500, "unit": "g"}}),
        ("the parcel weighs 3 lb", {"weight": {"amount": 1360.777, "unit": "g"}}),
        ("the parcel weighs 2 kg, no, 3 kg", {"weight": {"amount": 3, "unit": "kg"}}),
        ("order 20 metres of rope", {"length": 20, "length_unit": "m"}),
        ("bestel 12,5 meter touw", {"length": 12.5, "length_unit": "m"}),
        (
            "rent a boat tomorrow at 2 pm for 90 minutes",
            {"day": "2026-04-29", "start": "14:00", "lasts": "PT1H30M"},
        ),
        (
            "boot huren morgen om 14.30 uur voor anderhalf uur",
            {"day": "2026-04-29", "start": "14:30", "lasts": "PT1H30M"},
        ),
        ("Boot mieten am 3. Mai für zwei Tage", {"day": "2026-05-03", "lasts": "P2D"}),
        ("rent a boat from tomorrow for a month", {"day": "2026-04-29", "lasts": "P1M"}),
    ],
)
def test_a_quantity_is_read_with_its_unit(text: str, slots: JsonObject) -> None:
    got = YARD.understand(text, TODAY)
    assert (got.decision, got.slots) == ("run", (slots,))


def test_a_unit_of_one_letter_is_read_and_an_unknown_one_beside_it_does_no_harm() -> None:
    skill = Skill("press", "Press apples", "Presses apples.", ("apples",), (), needs(load=measure("crate", "kg", "t")))
    presses = SkillIndex([skill])
    for text, load in (("press 120 kg of apples", (120, "kg")), ("eine halbe Tonne Äpfel pressen", (0.5, "t"))):
        assert presses.understand(text, TODAY).slots == ({"load": {"amount": load[0], "unit": load[1]}},)


def test_a_year_that_is_over_is_no_day_to_do_anything_on() -> None:
    assert "day" not in YARD.understand("rent a boat last year for 3 hours", TODAY).slots[0]


def test_of_two_quantities_none_is_taken() -> None:
    got = YARD.understand("the parcel weighs 2 kg or 3 kg", TODAY)
    assert (got.decision, got.missing) == ("clarify", ("weight",))


def test_a_number_without_its_unit_is_asked_for_and_told_with_it() -> None:
    asked = YARD.understand("the parcel weighs 500", TODAY)
    assert (asked.decision, asked.missing) == ("clarify", ("weight",))
    got = YARD.understand("750 g", TODAY, PendingRequest("weigh", {}, ("weight",)))
    assert got.slots == ({"weight": {"amount": 750, "unit": "g"}},)


def test_hundredths_of_a_metre_are_said_without_their_unit() -> None:
    height: JsonObject = {"type": "integer", "description": "Height in cm"}
    tailor = SkillIndex(
        [Skill("size", "Size", "Tells the size of a coat by height.", ("size",), (), needs(height_cm=height))]
    )
    for text in ("ik ben 1 meter 84, welke maat jas", "I am 1m84, what size of coat", "1 Meter 84 groß, welche Größe"):
        assert tailor.understand(text, TODAY).slots == ({"height_cm": 184},)


def test_what_a_card_denies_says_nothing_for_its_skill() -> None:
    got = YARD.understand("rent a boat tomorrow", TODAY)
    assert (got.skills, got.missing) == (("boat",), ("lasts",))


POND = SkillIndex(
    [
        Skill("vijver", "Vijver laten graven", "Laat een vijver graven.", (), (), {
            "type": "object",
            "properties": {
                "diepte_m": {"type": "number", "description": "Diepte in meter"},
                "dagen": {"type": "integer", "description": "Aantal dagen"},
            },
        }),
    ],
    "nl",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("Graaf een vijver, een meter of twee diep", {"diepte_m": 2}),
        ("Graaf een vijver van een meter of 3", {"diepte_m": 3}),
        ("Graaf een vijver, dat mag een dag of vijf duren", {"dagen": 5}),
        ("Graaf een vijver in een week of drie", {"dagen": 21}),
        ("Graaf een vijver van een meter diep", {"diepte_m": 1}),
    ],
)
def test_a_metre_or_three_is_about_three(text: str, slots: JsonObject) -> None:
    assert POND.understand(text, TODAY).slots == (slots,)
