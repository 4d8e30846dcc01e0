"""What is taken back for something of its sort: the last is taken, or it is asked; never the first in silence."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

WEDNESDAY = date(2027, 3, 10)
CODE: JsonObject = {"type": "string", "pattern": "^[A-Z]{2}[0-9]{4}$", "description": "Order"}
DAY: JsonObject = {"type": "string", "format": "date", "description": "Day"}
CANCEL = {"nl": "Bestelling annuleren", "de": "Bestellung stornieren", "pt": "Cancelar pedido", "en": "Cancel order"}
MOVE = {"nl": "Afspraak verzetten", "de": "Termin verschieben", "pt": "Remarcar consulta", "en": "Move visit"}
SICK = {"nl": "Ziek melden", "de": "Krank melden", "pt": "Avisar falta", "en": "Report absence"}


def understood(text: str, lang: str, name: str, **fields: JsonObject) -> Understanding:
    """What is made of a message for the only skill there is, that needs all of these properties."""
    parameters: JsonObject = {"type": "object", "properties": fields, "required": list(fields)}
    return SkillIndex([Skill("a", name, name, (), (), parameters, writes=True)], lang).understand(text, WEDNESDAY)


def keeps_first(found: Understanding, name: str, first: str) -> bool:
    """Whether the first of two values would be taken without a question."""
    return found.decision == "run" and found.slots[0].get(name) == first


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Annuleer bestelling AB1234. Nee wacht, het is bestelling CD5678 die weg moet, de andere mag blijven"),
        ("de", "Bestellung AB1234 stornieren. Nein, Moment, es ist die CD5678, die weg muss, die andere bleibt"),
        ("pt", "Cancelar o pedido AB1234. Não, calma, é o CD5678 que precisa cancelar, o outro continua"),
        ("en", "Cancel order AB1234. No, hold on, it is CD5678 that must be cancelled, the other one can stay"),
    ],
)
def test_a_code_that_is_taken_back_in_the_next_sentence_is_not_taken(lang: str, text: str) -> None:
    assert not keeps_first(understood(text, lang, CANCEL[lang], order=CODE), "order", "AB1234")


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "Ik wil mij dinsdag ziek melden... ik bedoel, dinsdag ben ik er, vrijdag ben ik er niet"),
        ("de", "Ich muss mich am Dienstag krank melden... ich meine, Dienstag bin ich da, am Freitag fehle ich"),
        ("pt", "Avisar falta na terça... quer dizer, na terça eu vou, é na sexta que eu falto"),
        ("en", "Report absence on Tuesday... I mean, Tuesday I am there, it is Friday that I miss"),
    ],
)
def test_a_day_that_is_told_again_to_take_it_back_is_not_taken(lang: str, text: str) -> None:
    assert not keeps_first(understood(text, lang, SICK[lang], day=DAY), "day", "2027-03-16")


def test_a_day_that_is_put_in_place_of_another_leaves_the_other_to_be_asked() -> None:
    text = "Our visit is on Monday 5 April, but my sister has to work then. Move us to the Thursday instead, please"
    assert not keeps_first(understood(text, "en", MOVE["en"], day=DAY), "day", "2027-04-05")


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Move visit: I can't make it on the 15th, could we do the 19th instead"),
        ("en", "Move visit from 15 March to 19 March instead"),
    ],
)
def test_what_has_a_property_of_its_own_takes_nothing_back(lang: str, text: str) -> None:
    fields = {"date": {**DAY, "description": "Date of the visit"}, "new_date": {**DAY, "description": "New date"}}
    found = understood(text, lang, MOVE[lang], **fields)
    assert (found.decision, found.slots) == ("run", ({"date": "2027-03-15", "new_date": "2027-03-19"},))
