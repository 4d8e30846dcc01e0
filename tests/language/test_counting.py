"""Which of several numbers says how many: the part and not the whole; what may be either is asked."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

TODAY = date(2026, 11, 28)
SEATS = {"en": "How many seats", "nl": "Hoeveel plaatsen", "de": "Wie viele Plätze", "pt": "Quantos lugares"}
PEOPLE = {"en": "How many people", "nl": "Hoeveel personen", "de": "Wie viele Personen", "pt": "Quantas pessoas"}
CANCEL = {"en": "Cancel seats", "nl": "Plaatsen annuleren", "de": "Plätze stornieren", "pt": "Cancelar lugares"}
BOOK = {"en": "Book a table", "nl": "Tafel reserveren", "de": "Tisch reservieren", "pt": "Reservar mesa"}


def counted(text: str, lang: str, name: str, said: str, **more: JsonObject) -> Understanding:
    """What is made of a message for the only skill there is, which needs a number."""
    fields: JsonObject = {"number": {"type": "integer", "description": said}, **more}
    parameters: JsonObject = {"type": "object", "properties": fields, "required": list(fields)}
    return SkillIndex([Skill("a", name, name, (), (), parameters, writes=True)], lang).understand(text, TODAY)


@pytest.mark.parametrize(
    ("text", "lang", "number"),
    [
        ("Cancel 2 of my 5 seats", "en", 2),
        ("Of our 6 seats, cancel 3", "en", 3),
        ("Cancel all five seats", "en", 5),
        ("Van de vijf plaatsen hoeven er twee niet meer, die annuleren", "nl", 2),
        ("Annuleer twee van onze vijf plaatsen", "nl", 2),
        ("Von den fünf Plätzen bitte zwei stornieren", "de", 2),
        ("Bitte zwei der fünf Plätze stornieren", "de", 2),
        ("Dos cinco lugares, cancelar dois", "pt", 2),
        ("Cancelar 2 dos meus 5 lugares", "pt", 2),
    ],
)
def test_a_part_is_told_of_a_whole(text: str, lang: str, number: int) -> None:
    found = counted(text, lang, CANCEL[lang], SEATS[lang])
    assert (found.decision, found.slots) == ("run", ({"number": number},))


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Book a table for 4 to 6 people", "en"),
        ("Book a table for 4 or 5 people", "en"),
        ("Book a table for two adults and 3 kids", "en"),
        ("Book a table for two adults and a child", "en"),
        ("Book a table for me and 3 friends", "en"),
        ("Book a table for 6 people, 2 of them vegetarian", "en"),
        ("Tafel reserveren voor 4 tot 6 personen", "nl"),
        ("Tafel reserveren, ik kom met 3 vrienden", "nl"),
        ("Tisch reservieren für 4 oder 5 Personen", "de"),
        ("Tisch reservieren für 2 Erwachsene und 3 Kinder", "de"),
        ("Reservar mesa para 4 ou 5 pessoas", "pt"),
        ("Reservar mesa para mim e mais 3 amigos", "pt"),
    ],
)
def test_a_number_that_may_be_another_is_asked(text: str, lang: str) -> None:
    found = counted(text, lang, BOOK[lang], PEOPLE[lang])
    assert (found.decision, found.missing) == ("clarify", ("number",))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Book a table for 4 people and 2 dogs", 4),
        ("Book table 2 for 4 people", 4),
        ("Book a table for 4 people at 12 euros each", 4),
    ],
)
def test_a_number_beside_its_own_word_is_taken(text: str, number: int) -> None:
    found = counted(text, "en", BOOK["en"], PEOPLE["en"])
    assert found.slots[0]["number"] == number


def test_two_numbers_for_two_properties_are_both_taken() -> None:
    kids: JsonObject = {"type": "integer", "description": "Children"}
    found = counted("Book tickets for two adults and one child", "en", "Book tickets", "Adults", kids=kids)
    assert (found.decision, found.slots) == ("run", ({"number": 2, "kids": 1},))


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Boek een tafel voor 2 volwassenen en 3 kinderen", "nl"),
        ("Book a table for 2 adults and 3 children", "en"),
        ("Einen Tisch buchen für 2 Erwachsene und 3 Kinder", "de"),
        ("Reservar mesa para 2 adultos e 3 crianças", "pt"),
    ],
)
def test_children_are_no_dogs(text: str, lang: str) -> None:
    dogs: JsonObject = {"type": "integer", "minimum": 0}
    number: JsonObject = {"type": "integer", "description": PEOPLE[lang]}
    parameters: JsonObject = {"type": "object", "properties": {"number": number, "dogs": dogs}, "required": ["number"]}
    found = SkillIndex([Skill("a", BOOK[lang], BOOK[lang], (), (), parameters)], lang).understand(text, TODAY)
    assert "dogs" not in found.slots[0]


@pytest.mark.parametrize(
    ("text", "lang"),
    [("One of them is a girl", "en"), ("Een van hen is een meisje", "nl"), ("Eins von ihnen ist ein Mädchen", "de")],
)
def test_how_many_of_them_is_nobodys_age(text: str, lang: str) -> None:
    age: JsonObject = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}
    index = SkillIndex([Skill("a", "Places", "Places for children", ("girl",), (), age)], lang)
    assert index.chosen("a", text, TODAY).missing == ("age",)


def test_the_age_beside_it_is_one() -> None:
    age: JsonObject = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}
    index = SkillIndex([Skill("a", "Places", "Places for children", ("girl",), (), age)], "en")
    assert index.chosen("a", "One of them is 9", TODAY).slots == ({"age": 9},)


SIGN_UP = {"nl": "Inschrijven voor de wandeling", "en": "Sign up for the walk", "de": "Zur Wanderung anmelden",
           "pt": "Inscrever no passeio"}  # fmt: skip
PERSONS = {"nl": "Aantal personen", "en": "Number of people", "de": "Anzahl Personen", "pt": "Número de pessoas"}


def walkers(lang: str, text: str) -> Understanding:
    """What is made of a message to those who organise walks, who need not be told how many people come."""
    number: JsonObject = {"type": "integer", "description": PERSONS[lang], "minimum": 1}
    parameters: JsonObject = {"type": "object", "properties": {"number": number}}
    index = SkillIndex([Skill("a", SIGN_UP[lang], SIGN_UP[lang], (), (), parameters, writes=True)], lang)
    return index.understand(text, TODAY)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Schrijf mij en mijn zus in voor de wandeling"),
        ("nl", "Schrijf mijn buurman en mij in voor de wandeling"),
        ("en", "Sign me and my brother up for the walk"),
        ("en", "My wife and I want to sign up for the walk"),
        ("de", "Melde mich und meinen Mann zur Wanderung an"),
        ("pt", "Inscreva-me a mim e à minha irmã no passeio"),
    ],
)
def test_the_speaker_and_one_other_are_two(lang: str, text: str) -> None:
    found = walkers(lang, text)
    assert (found.decision, found.slots) == ("run", ({"number": 2},))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Schrijf mij en mijn kinderen in voor de wandeling"),
        ("nl", "Schrijf mij en mijn zus en haar man in voor de wandeling"),
        ("en", "Sign me and my brothers up for the walk"),
        ("en", "Sign me and Harriet up for the walk"),
        ("de", "Melde mich und meine Kinder zur Wanderung an"),
        ("pt", "Inscreva-me a mim e aos meus filhos no passeio"),
    ],
)
def test_how_many_come_with_the_speaker_is_asked(lang: str, text: str) -> None:
    assert walkers(lang, text).missing == ("number",)


@pytest.mark.parametrize(
    ("lang", "text"),
    [("nl", "Schrijf mij in voor de wandeling"), ("en", "Sign me up for the walk and send me the route")],
)
def test_the_speaker_alone_counts_nobody(lang: str, text: str) -> None:
    assert "number" not in walkers(lang, text).missing
