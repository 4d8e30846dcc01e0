"""An hour without its part of the day is read alike in four languages: by what stands around it, else it is asked."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

WEDNESDAY = date(2027, 5, 19)
ANY = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
EVENINGS = "^(1[7-9]|2[0-2]):[0-5][0-9]$"
NAMES = {"nl": "Tafel reserveren", "de": "Tisch reservieren", "pt": "Reservar mesa", "en": "Book a table"}
SEVEN = [("nl", "om 7 uur"), ("de", "um 7 Uhr"), ("de", "um 7"), ("pt", "às 7h"), ("pt", "às 7"), ("en", "at 7")]
IN_THE_EVENING = [
    ("nl", "vanavond om 7 uur"),
    ("de", "heute Abend um 7 Uhr"),
    ("pt", "hoje à noite às 7h"),
    ("en", "tonight at 7"),
    ("nl", "om 7 uur 's avonds"),
    ("de", "um 7 Uhr abends"),
    ("pt", "às 7h da noite"),
    ("en", "at 7 in the evening"),
    ("nl", "om 19 uur"),
    ("de", "um 19 Uhr"),
    ("pt", "às 19h"),
    ("en", "at 19:00"),
]


def understood(text: str, lang: str, pattern: str = ANY) -> Understanding:
    """What is made of a message to a place that books tables."""
    fields: JsonObject = {"time": {"type": "string", "pattern": pattern, "description": "Time"}}
    parameters: JsonObject = {"type": "object", "properties": fields, "required": ["time"]}
    index = SkillIndex([Skill("a", NAMES[lang], NAMES[lang], (), (), parameters, writes=True)], lang)
    return index.understand(f"{NAMES[lang]} {text}", WEDNESDAY)


@pytest.mark.parametrize(("lang", "when"), SEVEN)
def test_seven_may_be_in_the_morning_or_in_the_evening(lang: str, when: str) -> None:
    assert understood(when, lang).missing == ("time",)


@pytest.mark.parametrize(("lang", "when"), IN_THE_EVENING)
def test_the_part_of_the_day_says_which(lang: str, when: str) -> None:
    found = understood(when, lang)
    assert (found.decision, found.slots) == ("run", ({"time": "19:00"},))


@pytest.mark.parametrize(("lang", "when"), SEVEN)
def test_so_do_the_hours_that_a_property_takes(lang: str, when: str) -> None:
    found = understood(when, lang, EVENINGS)
    assert (found.decision, found.slots) == ("run", ({"time": "19:00"},))


@pytest.mark.parametrize(
    ("when", "time"),
    [("om een uur of drie", "15:00"), ("rond een uur of 4", "16:00"), ("vanavond om een uur of acht", "20:00")],
)
def test_an_hour_or_three_is_about_three(when: str, time: str) -> None:
    assert understood(when, "nl").slots == ({"time": time},)
