"""The tool `extract_entities`: the date of the decision, the amount and the subject of a letter.

Everything takes linear time on any text, and the letter stays text: nothing in it is run or rendered."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from pydantic import Field

from loket_demos.overheid.content import dutch_dates
from loket_demos.overheid.content.case_route import find_route, subject
from loket_demos.overheid.content.cases import check_letter
from loket_demos.overheid.content.frozen import DataRow, ToolInput, ToolOutput
from loket_demos.overheid.content.letter_reading import read_letter
from loket_demos.overheid.content.money import read_amount

LOOK_AROUND = 120
"""How many characters before and after a date, in its own sentence, say what the date is of."""
NEAR = 40
MOST_DATES = 200
TIED, CAME, UNTIED, OTHER = 3, 2, 1, 0

_number = r"[0-9]{1,3}(?:\.[0-9]{3}){1,3}(?:,[0-9]{2})?|[0-9]{1,9}(?:[.,][0-9]{2})?"
_amount = re.compile(
    rf"(?:€|\bEUR\b)\s{{0,3}}(?:{_number})(?![0-9])|(?<![0-9.,])(?:{_number})\s{{0,3}}(?:euro\b|EUR\b|€)", re.I
)
_of_decision = re.compile(
    r"beschikking|besluit|dagtekening|verzenddatum|aanslag|boete|naheffing|bekeuring|afwijzing|gedateerd|uw brief|brief"
    r"|beslissing|bericht van|\bdd\b",
    re.I,
)
_dated = re.compile(r"\bdatum\b.{0,3}$", re.I)
_came = re.compile(r"\b(?:kreeg|krijg|ontving|ontvangen|gekregen|stuurde|opgelegd)\b", re.I)
_verbs = r"(?:afgewezen|geweigerd|gestopt|stopgezet|verlaagd|gekort|ingetrokken|beslist|besloten|opgelegd|beëindigd)"
_decided = re.compile(rf"\b{_verbs} op\s{{1,3}}$", re.I)
_decided_then = re.compile(rf"^\s{{1,3}}(?:\w{{1,20}}\s){{0,2}}{_verbs}\b", re.I)
_of = re.compile(r"\bvan\s{1,3}$", re.I)
_until = re.compile(r"^\s{1,3}(?:tot|t/m)\b", re.I)
_of_something_else = re.compile(
    r"\b(?:geboren|geboortedatum|sinds|vanaf|per|tot|t/m|stond|reed|woon\w*|verhuis\w*|contract|getrouwd|gescheiden)\b[^.]*$",
    re.I,
)
_sentence_end = re.compile(r"[.!?]\s|\n")


class EntitiesInput(ToolInput):
    """`vandaag` (ISO date) gives `3 november jl.` its year."""

    text: str = Field(description="de brief")
    vandaag: date | None = None


class Entities(ToolOutput):
    """`datum` and `bedrag` as they stand in the letter, and the same as ISO date and as a number; `datum_zeker`: the
    words around the date say that it is that of the decision."""

    datum: str | None = None
    bedrag: str | None = None
    onderwerp: str
    datum_iso: str | None = None
    bedrag_euro: float | None = None
    datum_zeker: bool = False


class _Dated(DataRow):
    written: str
    day: date | None
    rank: int


def extract_entities(given: EntitiesInput) -> Entities:
    """What can be read from the letter; raises ContentError `too_large`."""
    text = check_letter(given.text)
    reading = read_letter(text)
    dated = decision_date(text, given.vandaag, of_office=reading.kind == "brief_van_overheid")
    shown, amount = first_amount(text) or (None, None)
    return Entities(
        datum=dated.written if dated else None,
        bedrag=shown,
        onderwerp=subject(find_route(reading).route, reading),
        datum_iso=dated.day.isoformat() if dated and dated.day else None,
        bedrag_euro=float(amount) if amount is not None else None,
        datum_zeker=dated is not None and dated.rank >= CAME and dated.day is not None,
    )


def decision_date(text: str, today: date | None = None, *, of_office: bool = False) -> _Dated | None:
    """The real date that the words around it tie to a decision; else one on which something came; else the first that
    is not said to be of something else. A letter of an office has the date of its decision at the top."""
    best: _Dated | None = None
    for match, day in _dates(text, today):
        rank = _rank(text, match.start(), match.end(), of_office=of_office)
        if today is not None and day is not None and day > today:
            rank = min(rank, UNTIED)
        if rank > (best.rank if best else OTHER):
            best = _Dated(written=" ".join(match.group().split()), day=day, rank=rank)
        if rank == TIED:
            break
    return best


def _dates(text: str, today: date | None) -> Iterator[tuple[re.Match[str], date | None]]:
    """Real dates in order, whole ones first; at most 200."""
    for count, match in enumerate(dutch_dates.PATTERN.finditer(text)):
        if count < MOST_DATES and (day := dutch_dates.read_date(match.group())) is not None:
            yield match, day
    for count, match in enumerate(dutch_dates.WITHOUT_YEAR.finditer(text)):
        if count < MOST_DATES and dutch_dates.read_date(f"{match.group()} 2024") is not None:
            yield match, dutch_dates.last_of(match.group(), today) if today else None


def _rank(text: str, start: int, end: int, *, of_office: bool) -> int:
    before = _sentence_end.split(text[max(0, start - LOOK_AROUND) : start].replace("d.d.", "dd "))[-1]
    after = _sentence_end.split(text[end : end + LOOK_AROUND])[0]
    if _of_something_else.search(before[-NEAR:]) or _until.search(after):
        return OTHER
    if _of_decision.search(before) or (of_office and _dated.search(before)):
        return TIED
    if (
        _came.search(after)
        or (_came.search(before) and _of_decision.search(after))
        or _of.search(before)
        or _decided.search(before)
        or _decided_then.search(after)
    ):
        return CAME
    return UNTIED


def first_amount(text: str) -> tuple[str, Decimal] | None:
    """The first amount of euros, as written and as a number."""
    match = _amount.search(text)
    if match is None:
        return None
    written = " ".join(match.group().split())
    digits = re.sub(r"[^0-9.,]", "", written)
    value = read_amount(digits, "bedrag")
    return (written, value) if value is not None else None
