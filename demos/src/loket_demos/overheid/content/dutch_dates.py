"""Dates as Dutch people write them: reading `15 januari 2024` and `3-4-24`, writing `maandag 26 februari 2024`."""

import re
from collections.abc import Iterator
from datetime import date

from loket_demos.overheid.content.holidays import FIRST_YEAR, LAST_YEAR

MOST_DATES = 200
MONTHS = (
    "januari", "februari", "maart", "april", "mei", "juni",
    "juli", "augustus", "september", "oktober", "november", "december",
)  # fmt: skip
DAYS = ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag")

_short = {name[:3]: number for number, name in enumerate(MONTHS, 1)} | {"mrt": 3, "sept": 9}
_numeric = r"(?<![0-9/.-])[0-9]{1,2}[-/.][0-9]{1,2}[-/.](?:[0-9]{4}|['\u2019]?[0-9]{2})(?![0-9]|[-/.][0-9])"
_iso = r"(?<![0-9/.-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9]|-[0-9])"
_month_names = "|".join((*MONTHS, "jan", "feb", "mrt", "apr", "jun", "jul", "aug", "sept", "sep", "okt", "nov", "dec"))
_day_month = rf"(?<![0-9/.-])[0-9]{{1,2}}e?\s{{1,3}}(?:{_month_names})"
_named = rf"{_day_month}\.?\s{{1,3}}(?:[0-9]{{4}}|['\u2019][0-9]{{2}})(?![0-9])"
PATTERN = re.compile(f"{_iso}|{_numeric}|{_named}", re.IGNORECASE)
"""Finds what looks like a date; bounded on every side, so it takes linear time on any text."""
WITHOUT_YEAR = re.compile(rf"{_day_month}(?![\w]|\.?\s{{1,3}}(?:[0-9]{{4}}|['\u2019][0-9]{{2}}))", re.IGNORECASE)
"""A day and a month alone, as in `3 november jl.`."""

_parts = re.compile(r"[^\W_]+")


def dates_of(text: str, today: date | None) -> Iterator[tuple[re.Match[str], date | None]]:
    """Real dates, whole ones first; at most 200."""
    for count, match in enumerate(PATTERN.finditer(text)):
        if count < MOST_DATES and (day := read_date(match.group())) is not None:
            yield match, day
    for count, match in enumerate(WITHOUT_YEAR.finditer(text)):
        if count < MOST_DATES and read_date(f"{match.group()} 2024") is not None:
            yield match, last_of(match.group(), today) if today else None


def month_of(day: date) -> str:
    """A month and its year in words."""
    return f"{MONTHS[day.month - 1]} {day.year}"


def read_date(text: str) -> date | None:
    """The date that `text` (one match of PATTERN, or an ISO date) means; None when there is no such day."""
    parts = _parts.findall(text)
    if len(parts) != 3:
        return None
    first, second, third = parts
    try:
        if len(first) == 4:
            day = date(int(first), int(second), int(third))
        else:
            month = int(second) if second.isdigit() else _month(second)
            day = date(_year(third), month, int(first.rstrip("eE")))
    except ValueError:
        return None
    return day if FIRST_YEAR <= day.year <= LAST_YEAR else None


def last_of(text: str, today: date) -> date | None:
    """The last day before tomorrow that a day and a month without a year can mean; None when there is no such day."""
    days = (read_date(f"{text} {year}") for year in (today.year, today.year - 1))
    return next((day for day in days if day is not None and day <= today), None)


def write_date(day: date, weekday: bool = True) -> str:
    """`maandag 26 februari 2024`, or without the name of the day."""
    name = f"{DAYS[day.weekday()]} " if weekday else ""
    return f"{name}{day.day} {MONTHS[day.month - 1]} {day.year}"


def _month(name: str) -> int:
    lower = name.lower()
    if lower in MONTHS:
        return MONTHS.index(lower) + 1
    return _short.get(lower, 0)


def _year(text: str) -> int:
    if len(text) == 4:
        return int(text)
    return int(text) + (2000 if int(text) < 70 else 1900)
