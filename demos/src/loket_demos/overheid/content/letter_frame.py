"""What stands above a letter, also where it is put in one paragraph as a sentence: a day, an office, a number."""

import re

from loket_demos.overheid.content.decision_date import dates_in
from loket_demos.overheid.content.dutch_dates import PATTERN
from loket_demos.overheid.content.voices import names_public_body

MOST_WORDS = 10

_place = re.compile(r"(?:[A-Z][\w'’-]{1,30}(?: [A-Z][\w'’-]{1,30}){0,2},|[Dd]atum:?|[Dd]agtekening:?)?$")
_number = re.compile(r"\b(?:[a-z-]{0,30}(?:nummer|nr)|kenmerk|referentie|ref|zaak|dossier)\b\.?:?$", re.IGNORECASE)
_name = re.compile(r"[A-Z][\w'’.&-]*$")
JOINS = frozenset({"de", "het", "den", "der", "van", "en", "te", "ter", "voor", "t.a.v.", "afdeling", "team"})
"""Words between the names of an office and a place."""
OFFICERS = frozenset({"wethouders", "heffingsambtenaar", "inspecteur", "directeur"})
"""Who decides for an office."""


def is_frame(text: str) -> bool:
    """A day with its place, whom it is for, or a number with its label, and nothing besides."""
    words = text.strip(" .").split()
    return 0 < len(words) <= MOST_WORDS and (_is_day(text) or _is_number(words) or _is_for(words))


def _is_day(text: str) -> bool:
    match = PATTERN.search(text)
    before = text[: match.start()].strip() if match and dates_in(text) else "?"
    return match is not None and bool(_place.match(before)) and not text[match.end() :].strip(" .")


def _is_number(words: list[str]) -> bool:
    """A label and the groups of its number, each with a figure."""
    label = [word for word in words if not any(sign.isdigit() for sign in word)]
    numbered = 0 < len(label) <= 2 and len(label) < len(words) and words[: len(label)] == label
    return numbered and bool(_number.search(" ".join(label)))


def _is_for(words: list[str]) -> bool:
    """`Aan`, and the names of an office, or of who decides there."""
    rest = words[1:]
    names = all(_name.match(word) or word in JOINS | OFFICERS or names_public_body(word) for word in rest)
    office = any(word in OFFICERS or names_public_body(word) or word.isupper() for word in rest)
    return words[0].strip(":").lower() == "aan" and names and office
