"""Whose name it is, beside the names of other things: what is measured and where something is are no persons."""

from datetime import date

import pytest

from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

TODAY = date(2026, 11, 28)


def understood(text: str, lang: str, label: str, **fields: str) -> Understanding:
    """What is made of a message for the only skill there is; each property is a required text."""
    properties = {field: {"type": "string", "description": said} for field, said in fields.items()}
    parameters = {"type": "object", "properties": properties, "required": list(fields)}
    return SkillIndex([Skill("a", label, label, (), (), parameters, writes=True)], lang).understand(text, TODAY)


MEDICINE = {
    "nl": ("Medicijn geven", "Naam van de hond", "Middel"),
    "en": ("Give medicine", "Name of the dog", "Medicine"),
    "de": ("Medikament geben", "Name des Hundes", "Mittel"),
    "pt": ("Dar remédio", "Nome do cachorro", "Remédio"),
}


@pytest.mark.parametrize(
    ("text", "lang", "slots"),
    [
        ("Moos krijgt 1,5 ml Gastrovet", "nl", {"pet": "Moos", "medicine": "Gastrovet"}),
        ("Geef Bella 2 tabletten Rimadyl", "nl", {"pet": "Bella", "medicine": "Rimadyl"}),
        ("Give 5 ml of Metacam to Otto please", "en", {"pet": "Otto", "medicine": "Metacam"}),
        ("Otto gets 2 tablets of Rimadyl", "en", {"pet": "Otto"}),
        ("Balu bekommt 5 ml Metacam", "de", {"pet": "Balu", "medicine": "Metacam"}),
        ("Dar 5 ml de Metacam pro Rex", "pt", {"pet": "Rex", "medicine": "Metacam"}),
    ],
)
def test_what_is_measured_is_nobody(text: str, lang: str, slots: dict[str, str]) -> None:
    name, pet, medicine = MEDICINE[lang]
    (found,) = understood(f"{name}: {text}", lang, name, pet=pet, medicine=medicine).slots
    assert slots.items() <= found.items()


@pytest.mark.parametrize(("text", "lang"), [("Otto needs Metacam", "en"), ("Bella moet Rimadyl hebben", "nl")])
def test_of_two_names_that_may_change_places_the_first_is_asked(text: str, lang: str) -> None:
    name, pet, medicine = MEDICINE[lang]
    found = understood(text, lang, name, pet=pet, medicine=medicine)
    assert found.decision != "run"


@pytest.mark.parametrize(
    ("text", "lang", "slots"),
    [
        ("Deliver to High Street, for Smith", "en", {"name": "Smith"}),
        ("Deliver to 12 High Street, for Mary Poole", "en", {"name": "Mary Poole", "street": "12 High Street"}),
        ("Bezorgen in de Kerkstraat 12 op naam van Jansen", "nl", {"name": "Jansen"}),
    ],
)
def test_a_street_is_nobody(text: str, lang: str, slots: dict[str, str]) -> None:
    said = {"en": ("Deliver", "Name of the customer", "Street"), "nl": ("Bezorgen", "Naam van de klant", "Straat")}
    label, name, street = said[lang]
    (found,) = understood(text, lang, label, name=name, street=street).slots
    assert slots.items() <= found.items()


@pytest.mark.parametrize(
    ("text", "lang", "label"),
    [
        ("Speelt Zoutweg morgen?", "nl", "Wat draait er"),
        ("Playing The Salt Road tomorrow?", "en", "What is on"),
        ("Gibts Nordlicht noch?", "de", "Was läuft"),
    ],
)
def test_a_word_that_begins_a_question_may_be_no_part_of_a_name(text: str, lang: str, label: str) -> None:
    assert understood(text, lang, label, film="Film").decision != "run"


TRAINER = {
    "nl": ("Privéles boeken", "Naam van de leerling"),
    "en": ("Book a private lesson", "Name of the pupil"),
    "de": ("Einzelstunde buchen", "Name des Schülers"),
    "pt": ("Marcar aula particular", "Nome do aluno"),
}


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("Boek een privéles voor Tessa de Groot", "nl", "Tessa de Groot"),
        ("Boek een privéles voor Sem van der Zee", "nl", "Sem van der Zee"),
        ("Bitte eine Einzelstunde buchen für Jana Schwarz", "de", "Jana Schwarz"),
        ("Quero marcar uma aula particular para Rita da Silva", "pt", "Rita da Silva"),
        ("Book a private lesson for Lucy Green", "en", "Lucy Green"),
    ],
)
def test_a_surname_may_be_a_word_that_means_something_else(text: str, lang: str, name: str) -> None:
    label, pupil = TRAINER[lang]
    assert understood(text, lang, label, pupil=pupil).slots[0].get("pupil") == name


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Ik wil een privéles boeken. Noteer maar voor Joris Bakker", "nl"),
        ("I want to book a private lesson. Put it down for Joris Bakker", "en"),
        ("Quero marcar uma aula particular. Anota aí: Joris Bakker", "pt"),
    ],
)
def test_the_first_word_of_any_sentence_is_no_name_beside_one(text: str, lang: str) -> None:
    label, pupil = TRAINER[lang]
    assert understood(text, lang, label, pupil=pupil).slots[0].get("pupil") == "Joris Bakker"


SWAP = {
    "nl": ("Dienst ruilen", "Naam van wie vraagt", "Naam van de ander"),
    "en": ("Swap a shift", "Name of who asks", "Name of the other person"),
    "de": ("Schicht tauschen", "Name der Person, die fragt", "Name der anderen Person"),
    "pt": ("Trocar turno", "Nome de quem pede", "Nome da outra pessoa"),
}


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Lotte Smit wil haar dienst ruilen met Bram Kok", "nl"),
        ("Erin Walsh would like to swap a shift with Paul Reid", "en"),
        ("Nora Vogt möchte die Schicht mit Emil Haas tauschen", "de"),
        ("Joana Pires quer trocar o turno com Davi Rocha", "pt"),
    ],
)
def test_where_nobody_knows_whose_a_name_is_neither_is_kept(text: str, lang: str) -> None:
    label, asks, other = SWAP[lang]
    found = understood(text, lang, label, person=asks, other_person=other)
    assert found.decision == "clarify"
    assert set(found.missing) >= {"person", "other_person"}
