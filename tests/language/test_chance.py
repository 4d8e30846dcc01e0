"""A question shows what was told: words that only chance gives to a property are left out of it or asked for."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

TODAY = date(2026, 11, 30)
DAY: JsonObject = {"type": "string", "format": "date"}


def text(description: str) -> JsonObject:
    return {"type": "string", "description": description}


def understood(said: str, skill: Skill, lang: str = "en") -> Understanding:
    return SkillIndex([skill], lang).understand(said, TODAY)


def skill(name: str, fields: JsonObject, *required: str) -> Skill:
    parameters: JsonObject = {"type": "object", "properties": fields, "required": list(required)}
    return Skill(name.replace(" ", "_").lower(), name, name, (), (), parameters, writes=True)


TENT = skill(
    "Rent a tent",
    {
        "size": {"type": "string", "description": "Size", "enum": ["small", "large"]},
        "colour": text("Colour"),
        "address": text("Address for delivery"),
        "day": {**DAY, "description": "Day of delivery"},
    },
    "size",
    "day",
)
REPORT = skill(
    "Report a bad parcel",
    {
        "product": text("Product"),
        "problem": {"type": "string", "description": "What is wrong", "enum": ["torn", "late"]},
    },
    "product",
    "problem",
)
SONG = skill(
    "Request a song",
    {"title": text("Title of the song"), "artist": text("Artist"), "day": {**DAY, "description": "Day"}},
    "title",
    "day",
)


@pytest.mark.parametrize(
    "said",
    [
        "rent me a large tent, tunnel shape",
        "a large tent with poles please, to rent",
        "rent a large igloo tent for my nephews",
    ],
)
def test_what_need_not_be_told_is_not_shown_where_only_chance_gives_it(said: str) -> None:
    asked = understood(said, TENT)
    assert (asked.decision, asked.slots, asked.missing) == ("clarify", ({"size": "large"},), ("day",))


def test_what_is_needed_and_is_nothing_but_a_word_is_asked_where_something_else_is() -> None:
    asked = understood("I report a bad parcel: my lentils arrived in a wet bag", REPORT)
    assert asked.decision == "clarify" and set(asked.missing) == {"product", "problem"}
    named = understood("I report a bad parcel: the Gouda was in a wet bag", REPORT)
    assert named.missing == ("problem",)


def test_a_quotation_is_the_value_of_one_property() -> None:
    asked = understood('request the song "Blue in Green" please', SONG)
    assert asked.slots == ({"title": "Blue in Green"},) and asked.missing == ("day",)


@pytest.mark.parametrize(
    ("lang", "said", "names"),
    [
        ("en", "book a stay from 3 to 9 December", ("arrival", "departure")),
        ("nl", "een verblijf boeken van 3 tot 9 december", ("aankomst", "vertrek")),
        ("de", "einen Aufenthalt buchen vom 3.12. bis 9.12.", ("ankunft", "abreise")),
    ],
)
def test_who_stays_arrives_before_they_leave(lang: str, said: str, names: tuple[str, str]) -> None:
    ways: JsonObject = {name: {**DAY, "description": name.capitalize()} for name in names}
    titles = {"en": "Book a stay", "nl": "Verblijf boeken", "de": "Aufenthalt buchen"}
    stay = skill(titles[lang], ways, *names)
    assert understood(said, stay, lang).slots == (dict(zip(names, ("2026-12-03", "2026-12-09"), strict=True)),)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "my dog has been ill since yesterday, book a visit tomorrow"),
        ("de", "mein Hund ist seit gestern krank, bitte einen Besuch buchen, morgen"),
    ],
)
def test_what_is_booked_is_on_the_day_that_is_not_over(lang: str, said: str) -> None:
    visit = skill("Book a visit" if lang == "en" else "Besuch buchen", {"day": {**DAY, "description": "Day"}}, "day")
    assert understood(said, visit, lang).slots == ({"day": "2026-12-01"},)


def test_a_no_at_the_end_belongs_to_what_stands_before_it() -> None:
    code: JsonObject = {"type": "string", "pattern": "^K-[0-9]{3}$", "description": "Nummer van het kaartje"}
    cancel = skill("Kaartje annuleren", {"kaartje": code}, "kaartje")
    said = "Jullie willen mijn kaartje K-204 annuleren, maar dat wil ik dus niet."
    assert understood(said, cancel, "nl").decision != "run"
