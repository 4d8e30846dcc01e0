"""The tool `extract_entities`: the date of the decision, the amount and the subject of a letter.

Everything takes linear time on any text, and the letter stays text: nothing in it is run or rendered."""

import re
from datetime import date
from decimal import Decimal

from pydantic import Field

from loket_demos.overheid.content import dutch_dates
from loket_demos.overheid.content.cases import case_book, check_letter
from loket_demos.overheid.content.frozen import ToolInput, ToolOutput
from loket_demos.overheid.content.money import read_amount
from loket_demos.overheid.content.words import occurs, plain

NO_SUBJECT = "Onbekend"
LOOK_AROUND = 60
"""How many characters before and after a date, in its own sentence, say what the date is of."""
TIED, CAME = 2, 1

_number = r"[0-9]{1,3}(?:\.[0-9]{3}){1,3}(?:,[0-9]{2})?|[0-9]{1,9}(?:[.,][0-9]{2})?"
_amount = re.compile(
    rf"(?:€|\bEUR\b)\s{{0,3}}(?:{_number})(?![0-9])|(?<![0-9.,])(?:{_number})\s{{0,3}}(?:euro\b|EUR\b|€)", re.I
)
_of_decision = re.compile(
    r"beschikking|besluit|dagtekening|verzenddatum|aanslag|boete|gedateerd|uw brief|brief van|beslissing|\bdd\b", re.I
)
_came = re.compile(r"\b(?:kreeg|krijg|ontving|ontvangen|gekregen|stuurde|opgelegd)\b", re.I)
_sentence_end = re.compile(r"[.!?]\s|\n")


class EntitiesInput(ToolInput):
    text: str = Field(description="de brief")


class Entities(ToolOutput):
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
    """The real date that the words around it tie to a decision; else one on which something came; else the first."""
    best: tuple[int, tuple[str, date]] | None = None
    for match in dutch_dates.PATTERN.finditer(text):
        day = dutch_dates.read_date(match.group())
        if day is None:
            continue
        rank = _rank(text, match.start(), match.end())
        if best is None or rank > best[0]:
            best = (rank, (" ".join(match.group().split()), day))
        if rank == TIED:
            break
    return best[1] if best else None


def _rank(text: str, start: int, end: int) -> int:
    before = text[max(0, start - LOOK_AROUND) : start].replace("d.d.", "dd ")
    after = text[end : end + LOOK_AROUND]
    if _of_decision.search(_sentence_end.split(before)[-1]):
        return TIED
    return CAME if _came.search(_sentence_end.split(after)[0]) else 0


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
    return next((name for word, name in case_book().onderwerpen.items() if occurs(word, words)), NO_SUBJECT)
