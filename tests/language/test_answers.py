"""An answer that is in doubt is asked again, and a correction that cannot be read loses nothing told before."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import PendingRequest, Understanding

WEDNESDAY = date(2027, 5, 19)
BOAT = {"nl": "Boot huren", "de": "Boot mieten", "pt": "Alugar barco", "en": "Rent a boat"}
KINDS = {
    "nl": ["kano", "zeilboot"],
    "de": ["Kanu", "Segelboot"],
    "pt": ["canoa", "veleiro"],
    "en": ["canoe", "sailing boat"],
}


def answered(text: str, lang: str, slots: JsonObject, *missing: str) -> Understanding:
    """What is made of a message while a request for a boat waits."""
    day: JsonObject = {"type": "string", "format": "date", "description": "Day"}
    kind: JsonObject = {"type": "string", "enum": [*KINDS[lang]], "description": "Boat"}
    parameters: JsonObject = {"type": "object", "properties": {"day": day, "boat": kind}, "required": ["day", "boat"]}
    index = SkillIndex([Skill("a", BOAT[lang], BOAT[lang], (), (), parameters, writes=True)], lang)
    return index.understand(text, WEDNESDAY, PendingRequest("a", slots, missing))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "na zaterdag"),
        ("nl", "zaterdag of zondag"),
        ("de", "nach Samstag"),
        ("de", "Samstag oder Sonntag"),
        ("pt", "depois de sábado"),
        ("pt", "sábado ou domingo"),
        ("en", "after Saturday"),
        ("en", "Saturday or Sunday"),
    ],
)
def test_an_answer_in_doubt_is_asked_again(lang: str, text: str) -> None:
    boat = {"boat": KINDS[lang][0]}
    found = answered(text, lang, boat, "day")
    assert (found.decision, found.missing, found.slots) == ("clarify", ("day",), (boat,))


@pytest.mark.parametrize(
    ("lang", "text"), [("nl", "zaterdag"), ("de", "am Samstag"), ("pt", "no sábado"), ("en", "on Saturday")]
)
def test_a_clear_answer_is_taken(lang: str, text: str) -> None:
    found = answered(text, lang, {"boat": KINDS[lang][0]}, "day")
    assert (found.decision, found.slots) == ("run", ({"boat": KINDS[lang][0], "day": "2027-05-22"},))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "nee, een zwanenfiets"),
        ("de", "nein, ein Schwanenfahrrad"),
        ("pt", "não, um pedalinho"),
        ("en", "no, a pedalo"),
    ],
)
def test_a_correction_that_cannot_be_read_keeps_what_was_told(lang: str, text: str) -> None:
    day: JsonObject = {"day": "2027-05-22"}
    found = answered(text, lang, day, "boat")
    assert (found.decision, found.missing, found.slots) == ("clarify", ("boat",), (day,))
