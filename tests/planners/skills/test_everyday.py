"""Everyday words: what a thing is a kind of, expressions that mean something else, and ranges of days."""

import pytest

from loket.language import Skill, SkillIndex
from loket.language.dates import dates
from loket.language.languages import broader, concepts, fields_of_life, lumps
from tests.planners.skills.test_properties import TODAY
from tests.planners.skills.test_wider import schema

KIND = {"type": "string", "enum": ["noise", "dirt", "animals"], "description": "Kind of nuisance"}
HOUSING = SkillIndex(
    [
        Skill("nuisance", "Report a nuisance", "Reports a nuisance in the neighbourhood.", parameters=schema(
            "kind", kind=KIND
        )),
        Skill("rent", "Rent payments", "Shows which rent was paid.", parameters=schema()),
    ],
    "en",
)  # fmt: skip
LOST = SkillIndex(
    [
        Skill("lost", "Lost property", "Reports something left behind.", parameters=schema(
            "item", item={"type": "string", "description": "What was lost"}
        )),
        Skill("driver", "Rate a driver", "Rates the driver of a taxi.", parameters=schema(
            "stars", stars={"type": "integer", "description": "Stars"}
        )),
    ],
    "en",
)  # fmt: skip
PETS = SkillIndex(
    [
        Skill("stay", "Boarding", "Keeps an animal while its owner is away.", parameters=schema(
            "from", "to", **{
                "from": {"type": "string", "format": "date"}, "to": {"type": "string", "format": "date"}
            }
        )),
    ],
    "en",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I want to report my neighbour's dogs", "animals"),
        ("loud music every night, what a nuisance", "noise"),
        ("litter on the street, what a nuisance", "dirt"),
    ],
)
def test_a_thing_names_the_listed_value_it_is_a_kind_of(text: str, kind: str) -> None:
    understood = HOUSING.understand(text, TODAY)
    assert understood.skills == ("nuisance",) and understood.slots == ({"kind": kind},)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("I left my umbrella on the top deck", "umbrella"),
        ("my daughter forgot her scarf in your bus", "scarf"),
        ("I lost my teddy bear", "teddy bear"),
    ],
)
def test_what_is_looked_for_may_have_a_common_name(text: str, item: str) -> None:
    understood = LOST.understand(text, TODAY)
    assert understood.skills == ("lost",) and understood.slots == ({"item": item},)


def test_a_word_inside_another_expression_does_not_mean_what_it_means_alone() -> None:
    assert LOST.understand("I need a new driver's license", TODAY).decision == "none"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("from 3 to 17 July", "en"),
        ("3-17 July", "en"),
        ("vom 3. bis zum 17. Juli", "de"),
        ("van 3 t/m 17 juli", "nl"),
        ("do dia 3 ao dia 17 de julho", "pt"),
    ],
)
def test_the_days_of_one_month_may_share_its_name(text: str, code: str) -> None:
    assert [str(one.ahead) for one in dates(text, TODAY, code)] == ["2026-07-03", "2026-07-17"]


def test_both_ends_of_a_stay_are_found() -> None:
    understood = PETS.understand("can our cat stay with you from 3 to 17 July", TODAY)
    assert understood.slots == ({"from": "2026-07-03", "to": "2026-07-17"},)


def test_every_concept_is_a_kind_of_known_ones_and_not_of_itself() -> None:
    known = concepts()
    for concept in known:
        assert broader(concept) <= known.keys() and concept not in broader(concept), concept
    assert fields_of_life().keys() <= known.keys() and lumps().keys() <= known.keys()


TABLE = schema("persons", persons={"type": "integer", "description": "Number of persons"})


@pytest.mark.parametrize(
    ("code", "text", "persons"),
    [
        ("de", "einen Tisch reservieren, zu fünft", 5),
        ("de", "wir kommen zu zweit, bitte reservieren", 2),
        ("nl", "een tafel reserveren, we komen met z'n vieren", 4),
        ("nl", "met zijn vijven willen we een tafel", 5),
    ],
)
def test_so_many_people_together_are_counted(code: str, text: str, persons: int) -> None:
    index = SkillIndex([Skill("table", "Reserve a table", "Reserves a table.", parameters=TABLE)], code)
    assert index.understand(text, TODAY).slots == ({"persons": persons},)


MONTH = schema("month", month={"type": "integer", "minimum": 1, "maximum": 12, "description": "Month of the invoice"})


@pytest.mark.parametrize(
    ("code", "text", "month"),
    [
        ("en", "send me the invoice for February again", 2),
        ("en", "the invoice of month 3, please", 3),
        ("en", "I need the May invoice", 5),
        ("de", "die Rechnung vom Oktober nochmal bitte", 10),
        ("pt", "quero a fatura de março", 3),
        ("nl", "graag de factuur van juli", 7),
    ],
)
def test_a_month_that_is_named_is_its_number(code: str, text: str, month: int) -> None:
    index = SkillIndex([Skill("invoice", "Invoice", "Sends the invoice of a month.", parameters=MONTH)], code)
    assert index.understand(text, TODAY).slots == ({"month": month},)


MONEY = {"type": "number"}
HOME = schema(income={**MONEY, "description": "Yearly income"}, rent={**MONEY, "description": "Rent a month"})
CASE = schema("reference", reference={"type": "string", "description": "Reference of the letter"})


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("I rent a small flat for 590 euros, which allowance is there", {"rent": 590}),
        ("which allowance is there with an income of 21000 euros", {"income": 21000}),
        ("which allowance is there, rent 600 euros and income 20000 euros", {"income": 20000, "rent": 600}),
    ],
)
def test_an_amount_belongs_to_what_the_message_speaks_of(text: str, slots: dict[str, int]) -> None:
    index = SkillIndex([Skill("allowance", "Allowance", "Tells which allowance there is.", parameters=HOME)], "en")
    assert index.understand(text, TODAY).slots == (slots,)


@pytest.mark.parametrize("reference", ["2025.H.4471", "AB-12/3", "Z.2026.17", "KT19 OPE"])
def test_a_reference_is_taken_whole(reference: str) -> None:
    index = SkillIndex([Skill("object", "Object", "Objects to a letter.", parameters=CASE)], "en")
    assert index.understand(f"object to the letter, reference {reference}.", TODAY).slots == ({"reference": reference},)


TEXT = {"type": "string"}
BIN = schema("street", street={**TEXT, "description": "Street"}, house_number={**TEXT, "description": "Number"})
CAR = {"type": "string", "enum": ["small", "estate", "van"], "description": "Class of car"}


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("the bin in 14 Larch Road was not emptied", {"street": "Larch Road", "house_number": "14"}),
        ("my bin in Larch Road was not emptied", {"street": "Larch Road"}),
    ],
)
def test_the_number_of_a_house_goes_where_the_schema_has_a_place_for_it(text: str, slots: dict[str, str]) -> None:
    index = SkillIndex([Skill("bin", "Missed bin", "Reports a bin that was not emptied.", parameters=BIN)], "en")
    assert index.understand(text, TODAY).slots == (slots,)


def test_a_small_car_is_no_van() -> None:
    index = SkillIndex([Skill("hold", "Reserve a car", "Holds a car.", parameters=schema("car", car=CAR))], "en")
    assert index.understand("could you hold a small car for me", TODAY).slots == ({"car": "small"},)
