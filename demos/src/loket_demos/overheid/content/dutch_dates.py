"""Dates as Dutch people write them: reading `15 januari 2024` and `3-4-24`, writing `maandag 26 februari 2024`."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

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
EITHER = re.compile(f"{PATTERN.pattern}|{WITHOUT_YEAR.pattern}", re.IGNORECASE)

_week_day = "|".join(DAYS)
RELATIVE = re.compile(
    rf"\b(?:(?P<near>eergisteren|gisteren)|(?:afgelopen|voorbije|laatstleden) (?P<last>{_week_day})"
    rf"|(?P<jl>{_week_day}) (?:jl|j\.l|laatstleden)\b\.?"
    rf"|vorige week (?P<week>{_week_day})|(?P<turned>{_week_day}) vorige week)\b",
    re.IGNORECASE,
)
"""A day that is told from today."""

_parts = re.compile(r"[^\W_]+")


def has_date(words: str) -> bool:
    """Is there a day of a month in it?"""
    return bool(EITHER.search(words))


def dates_in(words: str) -> frozenset[date]:
    """The whole dates in it."""
    days = (read_date(match.group()) for match in PATTERN.finditer(words))
    return frozenset(day for day in days if day is not None)


def dates_of(text: str, today: date | None) -> Iterator[tuple[re.Match[str], date | None]]:
    """Real dates, whole ones first; at most 200."""
    for count, match in enumerate(PATTERN.finditer(text)):
        if count < MOST_DATES and (day := read_date(match.group())) is not None:
            yield match, day
    for count, match in enumerate(WITHOUT_YEAR.finditer(text)):
        if count < MOST_DATES and read_date(f"{match.group()} 2024") is not None:
            yield match, last_of(match.group(), today) if today else None


def days_before(text: str, today: date | None) -> Iterator[tuple[re.Match[str], date]]:
    """The days that are told from today and that are one day only: `gisteren`, `afgelopen woensdag`, `vorige week
    maandag`. The name of a day alone may be one to come."""
    for count, match in enumerate(RELATIVE.finditer(text)):
        if today and count < MOST_DATES:
            yield match, _day_before(match, today)


def in_figures(match: re.Match[str], day: date | None) -> str:
    """A date as it was written, or, of a day that is told from today, the date that it is."""
    return write_date(day, weekday=False) if day and match.re is RELATIVE else " ".join(match.group().split())


def _day_before(match: re.Match[str], today: date) -> date:
    if near := match["near"]:
        return today - timedelta(days=2 if near.lower() == "eergisteren" else 1)
    last = match["last"] or match["jl"]
    number = DAYS.index((last or match["week"] or match["turned"]).lower())
    back = today.weekday() - number
    return today - timedelta(days=(back - 1) % 7 + 1 if last else back + 7)


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
