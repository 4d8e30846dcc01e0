"""The tool `extract_entities`: the date of the decision, the amount and the subject of a letter.

Everything takes linear time on any text, and the letter stays text: nothing in it is run or rendered."""

import re
from datetime import date
from decimal import Decimal

from pydantic import Field

from loket_assistants.overheid.content import dutch_dates
from loket_assistants.overheid.content.cases import case_book, check_letter
from loket_assistants.overheid.content.frozen import Given, Told
from loket_assistants.overheid.content.money import read_amount
from loket_assistants.overheid.content.words import found, plain

NO_SUBJECT = "Onbekend"
LOOK_BACK = 60
"""How many characters before a date say what the date is of."""

_number = r"[0-9]{1,3}(?:\.[0-9]{3}){1,3}(?:,[0-9]{2})?|[0-9]{1,9}(?:[.,][0-9]{2})?"
_amount = re.compile(
    rf"(?:€|\bEUR\b)\s{{0,3}}(?:{_number})(?![0-9])|(?<![0-9.,])(?:{_number})\s{{0,3}}(?:euro\b|EUR\b|€)", re.I
)
_of_decision = re.compile(
    r"beschikking|besluit|dagtekening|aanslag|boete|d\.d\.|gedateerd|uw brief|brief van|beslissing", re.I
)


class EntitiesInput(Given):
    text: str = Field(description="de brief")


class Entities(Told):
    """`datum` and `bedrag` as they stand in the letter, and the same as ISO date and as a number."""

    datum: str | None = None
    bedrag: str | None = None
    onderwerp: str
    datum_iso: str | None = None
    bedrag_euro: float | None = None


def extract_entities(given: EntitiesInput) -> Entities:
    """What can be read from the letter; raises ContentError `too_large`."""
    text = check_letter(given.text)
    written, day = decision_date(text) or (None, None)
    shown, amount = first_amount(text) or (None, None)
    return Entities(
        datum=written,
        bedrag=shown,
        onderwerp=subject(text),
        datum_iso=day.isoformat() if day else None,
        bedrag_euro=float(amount) if amount is not None else None,
    )


def decision_date(text: str) -> tuple[str, date] | None:
    """The first real date with words of a decision shortly before it, else the first real date."""
    first: tuple[str, date] | None = None
    for match in dutch_dates.PATTERN.finditer(text):
        day = dutch_dates.read_date(match.group())
        if day is None:
            continue
        here = (" ".join(match.group().split()), day)
        if _of_decision.search(text, max(0, match.start() - LOOK_BACK), match.start()):
            return here
        first = first or here
    return first


def first_amount(text: str) -> tuple[str, Decimal] | None:
    """The first amount of euros, as written and as a number."""
    match = _amount.search(text)
    if match is None:
        return None
    written = " ".join(match.group().split())
    digits = re.sub(r"[^0-9.,]", "", written)
    value = read_amount(digits, "bedrag")
    return (written, value) if value is not None else None


def subject(text: str) -> str:
    """What the letter is about; the list goes from specific to general, so the first keyword that is found wins."""
    words = plain(text)
    return next((name for word, name in case_book().onderwerpen.items() if found(word, words)), NO_SUBJECT)
