"""The term that a letter itself names for objecting to it: so many weeks or days, or a last day."""

import re
from datetime import date

from loket_demos.overheid.content.dutch_dates import PATTERN, read_date
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.voices import grants_rights

_numbers = {
    "één": 1,
    "een": 1,
    "twee": 2,
    "drie": 3,
    "vier": 4,
    "vijf": 5,
    "zes": 6,
    "acht": 8,
    "tien": 10,
    "twaalf": 12,
}
_span = re.compile(
    rf"\bbinnen (?:een termijn van |de )?([0-9]{{1,2}}|{'|'.join(_numbers)}) ?(?:\([^)]{{1,12}}\) ?)?(weken|dagen)\b"
)
_until = re.compile(r"\b(?:tot en met|t/m|uiterlijk(?: op)?|vóór|voor)\s{1,3}$")
_before = re.compile(r"\b(?:vóór|voor)\s{1,3}$")


class NamedTerm(DataRow):
    """`days` from the date of the letter, or the `last` day; neither when the letter names none, or two."""

    days: int | None = None
    last: date | None = None


def named_term(reading: LetterReading) -> NamedTerm:
    """What the office says in the sentences about what can be done."""
    lows = [one.low for one in reading.clauses if one.voice == "overheid" and grants_rights(one.low)]
    days = {_days(match) for low in lows for match in _span.finditer(low)}
    ends = {day for low in lows for day in _last(low)}
    return NamedTerm(
        days=next(iter(days)) if len(days) == 1 and not ends else None,
        last=next(iter(ends)) if len(ends) == 1 else None,
    )


def _days(match: re.Match[str]) -> int:
    count = int(match[1]) if match[1].isdigit() else _numbers[match[1]]
    return count * 7 if match[2] == "weken" else count


def _last(low: str) -> list[date]:
    found = list[date]()
    for match in PATTERN.finditer(low):
        before, day = low[: match.start()], read_date(match.group())
        if day is not None and _until.search(before):
            found.append(date.fromordinal(day.toordinal() - 1) if _before.search(before) else day)
    return found
