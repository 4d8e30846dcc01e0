"""A day of the week that is over: the last one that was, or that of last week where a week is told."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex

WEDNESDAY = date(2027, 3, 10)
DAY: JsonObject = {"type": "string", "format": "date", "description": "Day it happened"}
NAMES = {"nl": "Verlies melden", "de": "Verlust melden", "pt": "Avisar uma perda", "en": "Report a loss"}


def day_of(text: str, lang: str) -> object:
    """The day that is taken for a loss that somebody reports on a Wednesday."""
    parameters: JsonObject = {"type": "object", "properties": {"day": DAY}, "required": ["day"]}
    index = SkillIndex([Skill("loss", NAMES[lang], NAMES[lang], (), (), parameters, writes=True)], lang)
    return index.understand(f"{NAMES[lang]}, {text}", WEDNESDAY).slots[0].get("day")


@pytest.mark.parametrize(
    ("lang", "text", "day"),
    [
        ("nl", "afgelopen maandag op de boot", 8),
        ("nl", "vorige maandag", 8),
        ("nl", "laatste dinsdag", 9),
        ("nl", "afgelopen woensdag", 3),
        ("nl", "afgelopen vrijdag", 5),
        ("de", "letzten Montag im Zug", 8),
        ("de", "am vergangenen Dienstag", 9),
        ("de", "letzten Donnerstag", 4),
        ("en", "last Monday on the ferry", 8),
        ("en", "this past Tuesday", 9),
        ("en", "last Friday", 5),
        ("pt", "segunda passada no barco", 8),
        ("pt", "na última terça-feira", 9),
        ("pt", "quinta-feira passada", 4),
    ],
)
def test_without_a_week_it_is_the_last_such_day_that_was(lang: str, text: str, day: int) -> None:
    assert day_of(text, lang) == f"2027-03-{day:02}"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("nl", "vorige week maandag"),
        ("nl", "de maandag van de vorige week"),
        ("de", "letzte Woche Montag"),
        ("de", "am Montag vergangener Woche"),
        ("en", "Monday last week"),
        ("en", "last week, on Monday"),
        ("pt", "na segunda da semana passada"),
        ("pt", "semana passada, na segunda-feira"),
    ],
)
def test_where_last_week_is_told_it_is_the_day_of_that_week(lang: str, text: str) -> None:
    assert day_of(text, lang) == "2027-03-01"
