"""Listed values that are alike: each is known by what sets it apart from the others, and by nothing that they share."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

TODAY = date(2026, 3, 4)


def understood(text: str, lang: str, name: str, parameters: JsonObject) -> Understanding:
    """What is made of a message for the only skill there is."""
    return SkillIndex([Skill("a", name, name, (), (), parameters, writes=True)], lang).understand(text, TODAY)


def listed(name: str, *values: str) -> JsonObject:
    return {"type": "object", "required": [name], "properties": {name: {"type": "string", "enum": list(values)}}}


SHELF = listed("shelf", "on_the_shelf", "under_the_shelf")
MATRATZE = listed("matratze", "federkernmatratze", "schaumstoffmatratze", "latexmatratze")
PLANK = listed("plek", "op_de_plank", "onder_de_plank")
CAIXA = listed("onde", "na_caixa", "sob_a_caixa")
CLOTH = listed("cloth", "cotton", "velvet", "leather")


@pytest.mark.parametrize(
    ("text", "lang", "name", "parameters"),
    [
        ("Store my parcel near the shelf", "en", "Store a parcel", SHELF),
        ("Bewaar mijn pakket bij de plank", "nl", "Pakket bewaren", PLANK),
        ("Liefert mir bitte eine Matratze", "de", "Matratze liefern", MATRATZE),
        ("Quero guardar o pacote perto da caixa", "pt", "Guardar pacote", CAIXA),
        ("Please make me a jacket", "en", "Make a jacket", CLOTH),
    ],
)
def test_what_several_share_names_none(text: str, lang: str, name: str, parameters: JsonObject) -> None:
    found = understood(text, lang, name, parameters)
    assert (found.decision, found.slots) == ("clarify", ({},))


@pytest.mark.parametrize(
    ("text", "lang", "name", "parameters", "value"),
    [
        ("Store my parcel under the shelf", "en", "Store a parcel", SHELF, "under_the_shelf"),
        ("Store my parcel on shelf", "en", "Store a parcel", SHELF, "on_the_shelf"),
        ("Bewaar mijn pakket onder de plank", "nl", "Pakket bewaren", PLANK, "onder_de_plank"),
        ("Eine Latexmatratze liefern bitte", "de", "Matratze liefern", MATRATZE, "latexmatratze"),
        ("Quero guardar o pacote sob a caixa", "pt", "Guardar pacote", CAIXA, "sob_a_caixa"),
    ],
)
def test_what_sets_it_apart_names_it(text: str, lang: str, name: str, parameters: JsonObject, value: str) -> None:
    found = understood(text, lang, name, parameters)
    assert found.decision == "run" and list(found.slots[0].values()) == [value]


def test_what_would_end_before_it_begins_is_asked() -> None:
    days: JsonObject = {"type": "string", "format": "date"}
    parameters: JsonObject = {
        "type": "object",
        "properties": {"from": days, "until": days},
        "required": ["from", "until"],
    }
    found = understood("Rent me a tent from 12 June until 9 June 2026", "en", "Rent a tent", parameters)
    assert found.decision == "clarify" and set(found.missing) == {"from", "until"}
    found = understood("Rent me a tent from 9 June until 12 June 2026", "en", "Rent a tent", parameters)
    assert found.decision == "run"


def test_what_would_be_moved_to_the_day_it_is_on_is_asked() -> None:
    days: JsonObject = {"type": "string", "format": "date"}
    parameters: JsonObject = {
        "type": "object",
        "properties": {"old_day": days, "new_day": days},
        "required": ["old_day", "new_day"],
    }
    found = understood(
        "Move my rehearsal on 12 June 2026, that is 12/6/2026, please", "en", "Move a rehearsal", parameters
    )
    assert found.decision == "clarify" and "new_day" in found.missing
