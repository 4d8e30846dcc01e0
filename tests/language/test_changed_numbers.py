"""A number that changes another one is what stays or what goes, as the property wants, or it is asked."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

WEDNESDAY = date(2027, 5, 19)
CHANGE = {"nl": "Plaatsen wijzigen", "de": "Plätze ändern", "pt": "Alterar lugares", "en": "Change seats"}
CANCEL = {"nl": "Plaatsen afzeggen", "de": "Plätze absagen", "pt": "Cancelar lugares", "en": "Cancel seats"}
ORDER = {"nl": "Stoelen bestellen", "de": "Stühle bestellen", "pt": "Encomendar cadeiras", "en": "Order chairs"}


def understood(text: str, lang: str, name: str) -> Understanding:
    """What is made of a message for the only skill there is, that needs a number."""
    number: JsonObject = {"type": "integer", "minimum": 1, "description": name.split()[0]}
    parameters: JsonObject = {"type": "object", "properties": {"seats": number}, "required": ["seats"]}
    index = SkillIndex([Skill("a", name, name, (), (), parameters, writes=True)], lang)
    return index.understand(f"{name}: {text}", WEDNESDAY)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "eentje minder graag"),
        ("nl", "twee meer dan geboekt"),
        ("de", "einer weniger bitte"),
        ("de", "zwei mehr als gebucht"),
        ("pt", "um a menos por favor"),
        ("pt", "dois a mais do que reservei"),
        ("en", "one less please"),
        ("en", "two more than booked"),
    ],
)
def test_more_or_less_than_nobody_knows_what_is_asked(lang: str, text: str) -> None:
    assert understood(text, lang, CHANGE[lang]).missing == ("seats",)
    assert understood(text, lang, CANCEL[lang]).missing == ("seats",)


KEPT = [
    ("nl", "van de 8 plaatsen houden we er 6"),
    ("de", "von den 8 Plätzen behalten wir 6"),
    ("pt", "dos 8 lugares ficamos com 6"),
    ("en", "of the 8 seats we keep 6"),
    ("nl", "van 8 naar 6"),
    ("de", "von 8 auf 6"),
    ("pt", "de 8 para 6"),
    ("en", "from 8 to 6"),
]


@pytest.mark.parametrize(("lang", "text"), KEPT)
def test_what_stays_of_a_whole_is_what_it_is_changed_to(lang: str, text: str) -> None:
    found = understood(text, lang, CHANGE[lang])
    assert (found.decision, found.slots) == ("run", ({"seats": 6},))


@pytest.mark.parametrize(("lang", "text"), KEPT)
def test_what_stays_is_not_what_goes(lang: str, text: str) -> None:
    assert understood(text, lang, CANCEL[lang]).missing == ("seats",)


GONE = [
    ("nl", "3 van onze 10 plaatsen"),
    ("de", "3 von unseren 10 Plätzen"),
    ("pt", "3 dos nossos 10 lugares"),
    ("en", "3 of our 10 seats"),
]


@pytest.mark.parametrize(("lang", "text"), GONE)
def test_a_part_of_a_whole_is_what_goes_and_may_be_what_stays(lang: str, text: str) -> None:
    found = understood(text, lang, CANCEL[lang])
    assert (found.decision, found.slots) == ("run", ({"seats": 3},))
    assert understood(text, lang, CHANGE[lang]).missing == ("seats",)


@pytest.mark.parametrize(
    ("lang", "text"), [("nl", "2 stoelen meer"), ("de", "2 Stühle mehr"), ("pt", "mais 2 cadeiras"), ("en", "2 more")]
)
def test_what_is_ordered_besides_is_ordered(lang: str, text: str) -> None:
    found = understood(text, lang, ORDER[lang])
    assert (found.decision, found.slots) == ("run", ({"seats": 2},))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "9 in plaats van 7"),
        ("nl", "in plaats van 7 graag 9"),
        ("nl", "in plaats van de 7 nu 9"),
        ("de", "9 statt 7"),
        ("de", "statt 7 bitte 9"),
        ("de", "9 anstatt 7"),
        ("pt", "9 em vez de 7"),
        ("pt", "em vez de 7 quero 9"),
        ("en", "9 instead of 7"),
        ("en", "instead of 7 we want 9"),
        ("en", "9 rather than the 7"),
    ],
)
def test_what_gives_way_to_another_number_is_not_it(lang: str, text: str) -> None:
    for name in (CHANGE[lang], ORDER[lang]):
        found = understood(text, lang, name)
        assert (found.decision, found.slots) == ("run", ({"seats": 9},))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "drie mensen vallen af"),
        ("nl", "drie van ons kunnen niet"),
        ("de", "drei Leute springen ab"),
        ("de", "drei Gäste kommen nicht"),
        ("pt", "três pessoas desistiram"),
        ("pt", "três convidados não vêm"),
        ("en", "three people pulled out"),
        ("en", "three of us can't come"),
    ],
)
def test_how_many_leave_is_not_how_many_stay(lang: str, text: str) -> None:
    assert understood(text, lang, CHANGE[lang]).missing == ("seats",)
