"""Finds dates in a text, named, numbered or told from today, and says which day they are."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any

from loket.language.days_in_words import in_figures
from loket.language.languages import alternatives, language
from loket.language.nth import coming, day_of_week, next_month, weekday_in
from loket.language.spacing import single_spaced
from loket.language.tokens import flat

FIRST, LAST = date(100, 1, 1), date(9000, 1, 1)
"""Between these there is room to count a few years from any day."""

ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""The day that a text is read on of which no date is of interest."""


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date from `start` to before `end`. Without a year it is the next such day `ahead`, or the last one `back`;
    `whole`: no more than the month is known."""

    ahead: date
    back: date
    start: int
    end: int
    whole: bool = False

    @property
    def value(self) -> str:
        """The day ahead, as it is sent."""
        return self.ahead.isoformat()


@dataclass(frozen=True, slots=True)
class _Patterns:
    every: tuple[re.Pattern[str], ...]
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    days: Mapping[str, int]
    units: Mapping[str, str]
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    next_: frozenset[str]
    last: frozenset[str]
    before: re.Pattern[str]
    hint: re.Pattern[str]
    """What some part of every date looks like."""


_NUMBERED = (
    r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?!\d)"
    r"|(?P<a>\d{1,2})(?P<s>[./-])(?P<b>\d{1,2})(?P=s)(?P<c>\d{4}|\d{2})(?!\d)"
)
_SHORT = (
    r"(?P<a>\d{1,2})/(?P<b>\d{1,2})(?![\d/.])|(?P<e>\d{1,2})\.(?P<f>\d{1,2})\.(?!\d)"
    r"|(?P<g>\d{1,2})-(?P<h>\d{1,2})(?![\d-])(?!-?\w)"
)
_YEAR = r"(?P<y>(?:19|20)\d{2})"


def dates(text: str, today: date, code: str, american: bool = False) -> list[FoundDate]:
    """The dates of a text in the order they stand, none inside another."""
    known = _patterns(code)
    low = in_figures(flat(text), code)
    if known.hint.search(low) is None:
        return []
    today = min(max(today, FIRST), LAST)
    taken: list[FoundDate] = []
    alone: set[int] = set()
    for pattern in known.every:
        for match in pattern.finditer(low):
            if any(match.start() < old.end and old.start < match.end() for old in taken):
                continue
            found = _read(match, today, known, american)
            if found is not None:
                taken.append(FoundDate(found[0], found[1], match.start(), match.end(), found[2]))
                if match.groupdict().get("only"):
                    alone.add(match.start())
    for first in [start for one in taken if (start := _beginning(low, one, known)) is not None]:
        over = [one for one in taken if one.start < first.end and first.start < one.end]
        if all(one.start in alone for one in over):
            taken = [one for one in taken if one not in over] + [first]
    return sorted(taken, key=lambda one: one.start)


def _beginning(low: str, end: FoundDate, known: _Patterns) -> FoundDate | None:
    """The day from which it goes on until a date, in the same month: `from 3 to 17 July`."""
    match = known.before.search(low, 0, end.start)
    day = int(match["d"]) if match else 0
    if match is None or end.whole or not low[end.start].isdigit() or not 0 < day < end.ahead.day:
        return None
    return FoundDate(end.ahead.replace(day=day), end.back.replace(day=day), match.start("d"), match.end("d"))


@lru_cache(maxsize=8)
def _patterns(code: str) -> _Patterns:
    data = language(code).data
    months = {flat(name): at + 1 for at, names in enumerate(data["months"]) for name in names}
    weekdays = {flat(name): at for at, names in enumerate(data["weekdays"]) for name in names}
    days = {flat(name): offset for name, offset in data["days"].items()}
    units = {flat(name): unit for unit, names in data["units"].items() for name in names}
    numbers = {flat(word): number for word, number in data["numbers"].items()}
    return _Patterns(
        tuple(re.compile(pattern) for pattern in _sources(code, months, weekdays, days)),
        months,
        weekdays,
        days,
        units,
        numbers,
        {flat(word): number for word, number in data["ordinals"].items()},
        frozenset(map(flat, data["next"])),
        frozenset(map(flat, data["last"])),
        _before(data),
        re.compile(rf"\d|{alternatives([*months, *weekdays, *days, *units, *data['weekend']])}"),
    )


def _before(data: Mapping[str, Any]) -> re.Pattern[str]:
    until = alternatives(pair[1] for pair in data["from_to"])
    on = alternatives([*data["date_of"], *data["date_on"]])
    day = rf"(?<![\w.,:-])(?P<d>\d{{1,2}})(?:{data['day_end']}|\.)?"
    return re.compile(rf"{day}(?:\s*-\s*|\s+(?:{until})\s+(?:(?:{on})\s+)?)$")


def _sources(code: str, *tables: Mapping[str, int]) -> Iterator[str]:
    data = language(code).data
    months, weekdays, days = (alternatives(table) for table in tables)
    long_days = alternatives(name for name in tables[1] if len(name) > 3)
    next_, this, last, of, on, alone, before, ago = (
        alternatives(data[name]) for name in ("next", "this", "last", "date_of", "date_on", "month_alone", "in", "ago")
    )
    year = rf"(?:\s*,?\s*(?:(?:{of})\s+)?{_YEAR})?"
    lead = rf"(?:\b(?:{weekdays})\b\.?,?\s+(?:(?:{of})\s+)?)?"
    when = rf"(?P<which>{next_}|{this}|{last})"
    unit = alternatives(name for unit in ("day", "week", "month", "year") for name in data["units"][unit])
    week = alternatives(data["units"]["week"])
    count = rf"(?P<n>\d{{1,3}}|{alternatives(data['numbers'])})"
    end = rf"(?:\s?(?:{data['day_end']}|\.))?"
    spoken = rf"(?P<n>\d{{1,3}}|{alternatives([*data['numbers'], *data['ones']])})"
    base = rf"(?:(?P<base>{days})|(?P<baseday>{long_days}))"
    yield rf"\b{base}\s+(?:{before})\s+{spoken}\s+(?P<unit>{unit})\b"
    yield rf"\b{spoken}\s+(?P<unit>{week})\s+(?:(?:(?:{on})\s+)?(?P<base>{days})|(?:{on})\s+(?P<baseday>{long_days}))\b"
    yield (
        rf"\b(?P<nth>{alternatives(data['ordinals'])})\s+(?P<weekday>{weekdays})(?:\s+[\w']{{1,4}}){{0,2}}?\s+"
        rf"(?:(?P<in>{months})|(?:(?P<which>{next_})\s+)?(?P<unit>{alternatives(data['units']['month'])}))\b"
    )
    yield rf"\b(?:{_NUMBERED})"
    yield rf"{lead}\b(?P<d>\d{{1,2}}){end}\s*(?:(?:{of})\s+)?(?P<month>{months})\b\.?{year}"
    day = rf"(?P<d>\d{{1,2}})(?!\d|[.:,]\d)(?:{data['day_end']})?"
    # What stands behind `in January` is no day of it (`in January 12 people came`, `die im Januar 12 wird`).
    no_day = rf"(?<!\b{data['month_alone'][0]}\s)"
    yield rf"{lead}{no_day}\b(?P<month>{months})\b\.?\s+(?:(?:{of})\s+)?{day}\b{year}"
    yield rf"\b(?P<month>{months})\b\.?\s*,?\s*(?:(?:{of})\s+)?{_YEAR}\b"
    yield rf"\b(?<![\w.,])(?:{_SHORT})"
    yield rf"{lead}(?:{data['day_alone']})"
    yield rf"\b(?P<named>{days})\b"
    after = rf"\s+(?P<which2>{next_}|{last})"
    weeks = rf"(?:{when}\s+(?P<unit>{week})|(?P<unit2>{week}){after})"
    yield rf"\b{weeks}(?:\s+|,\s*)(?:(?:{on})\s+)?(?P<weekday>{long_days})\b"
    yield rf"\b(?P<later>{long_days})\s+(?:{week})\b(?!\s*\d)"
    yield (rf"\b(?P<weekday>{long_days})\s+(?:(?:{on}|{of})\s+){{0,2}}(?:{when}\s+)?(?P<unit>{week})(?:{after})?\b")
    yield rf"\b{when}\s+(?P<weekday>{weekdays})\b"
    yield rf"\b(?P<weekday>{long_days})\s+(?P<which>{next_}|{last})\b"
    yield rf"\b(?:{on})\s+(?P<weekday>{weekdays})\b|\b(?P<weekday2>{long_days})\b"
    yield rf"\b(?:{before})\s+{count}\s+(?P<unit>{unit})\b"
    yield rf"\b(?P<ago>{ago})\s+{count}\s+(?P<unit>{unit})\b"
    yield rf"\b{count}\s+(?P<unit>{unit})\s+(?P<ago>{ago})\b"
    yield rf"\b{spoken}\s+(?P<unit>{unit})\s+(?:{alternatives(data['hence'])})\b"
    yield rf"\b{when}\s+(?P<unit>{unit})\b|\b(?P<unit2>{unit})\s+(?P<which3>{next_}|{last})\b"
    yield rf"\b(?:{when}|{on})\s+(?P<weekend>{alternatives(data['weekend'])})\b"
    yield rf"(?<!\d\s)\b(?:{alone})\s+(?P<month>{months})\b(?!\s*\d)"


def _read(match: re.Match[str], today: date, known: _Patterns, american: bool) -> tuple[date, date, bool] | None:
    got = {name: value for name, value in match.groupdict().items() if value is not None}
    if "nth" in got:
        return _nth(got, today, known)
    if "month" in got:
        return _month_span(got, today, known.months[single_spaced(got["month"])])
    if "y" in got:
        return _exact(int(got["y"]), int(got["m"]), int(got["d"]))
    if "c" in got:
        year = int(got["c"]) + (2000 if len(got["c"]) == 2 else 0)
        return _numbered(year, int(got["a"]), int(got["b"]), american)
    for first, second in (("a", "b"), ("e", "f"), ("g", "h")):
        if first in got:
            day, month = int(got[first]), int(got[second])
            day, month = (month, day) if (american and day <= 12) or month > 12 else (day, month)
            return _yearless(today, month, day)
    if "only" in got:
        return _day_alone(today, int(got["only"]))
    if "named" in got:
        day_ = today + timedelta(days=known.days[single_spaced(got["named"])])
        return day_, day_, False
    return _relative_span(got, today, known)


def _relative_span(got: Mapping[str, str], today: date, known: _Patterns) -> tuple[date, date, bool] | None:
    which = single_spaced(got.get("which") or got.get("which2") or got.get("which3") or "")
    step = 1 if which in known.next_ else -1 if which in known.last else 0
    weekday = got.get("weekday") or got.get("weekday2")
    unit = known.units.get(single_spaced(got.get("unit") or got.get("unit2") or ""), "")
    if "base" in got or "baseday" in got:
        ahead = known.days[single_spaced(got["base"])] if "base" in got else 0
        base = today + timedelta(days=ahead) if "base" in got else coming(today, known.weekdays[got["baseday"]])
        return _moved(base, unit, int(got["n"]) if got["n"].isdigit() else known.numbers.get(got["n"], 1))
    if "later" in got:  # `Saturday week` is a week after the next one
        day = coming(today, known.weekdays[got["later"]]) + timedelta(days=7)
        return day, day, False
    if "weekend" in got:
        saturday = today + timedelta(days=(5 - today.weekday()) % 7 + (7 if step else 0))
        return saturday, saturday - timedelta(days=7), False
    if weekday is not None:
        return *day_of_week(today, known.weekdays[single_spaced(weekday)], step, bool(unit)), False
    if "n" in got:
        number = int(got["n"]) if got["n"].isdigit() else known.numbers.get(single_spaced(got["n"]), 1)
        return _moved(today, unit, -number if "ago" in got else number)
    if unit and step:
        day = _moved(today, unit, step)
        if unit in ("month", "year"):
            first = day[0].replace(day=1, month=1 if unit == "year" else day[0].month)
            return first, first, True
        return day
    return None


def _nth(got: Mapping[str, str], today: date, known: _Patterns) -> tuple[date, date, bool] | None:
    """The third Friday of a month, or the last one: of this month, or the next where it is over."""
    number, weekday = known.ordinals[got["nth"]], known.weekdays[single_spaced(got["weekday"])]
    first = today.replace(day=1)
    while "in" in got and first.month != known.months[got["in"]]:
        first = next_month(first)
    following = first.replace(year=first.year + 1) if "in" in got else next_month(first)
    months = [following] if "which" in got else [first, following]
    found = next((day for month in months if (day := weekday_in(month, weekday, number)) and day >= today), None)
    return (found, found, False) if found is not None else None


def _exact(year: int, month: int, day: int) -> tuple[date, date, bool] | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found, found, False


def _numbered(year: int, first: int, second: int, american: bool) -> tuple[date, date, bool] | None:
    day, month = (second, first) if american else (first, second)
    return _exact(year, month, day) or _exact(year, day, month)


def _yearless(today: date, month: int, day: int) -> tuple[date, date, bool] | None:
    years = range(today.year - 8, today.year + 9)
    every = [found[0] for year in years if 0 < year < 9999 and (found := _exact(year, month, day))]
    ahead = next((one for one in every if one >= today), None)
    back = next((one for one in reversed(every) if one <= today), None)
    if ahead is None and back is None:
        return None
    return ahead or back or today, back or ahead or today, False


def _month_span(got: Mapping[str, str], today: date, month: int) -> tuple[date, date, bool] | None:
    day = int(got["d"]) if "d" in got else None
    if "y" in got:
        exact = _exact(int(got["y"]), month, day or 1)
        return exact and (exact[0], exact[1], day is None)
    found = _yearless(today, month, day or 1)
    if found is None or day is not None:
        return found
    ahead = found[0] if month != today.month else today.replace(day=1)
    return ahead, found[1], True


def _day_alone(today: date, day: int) -> tuple[date, date, bool] | None:
    if not 1 <= day <= 31:
        return None
    months = [(today.year + (today.month - 1 + n) // 12, (today.month - 1 + n) % 12 + 1) for n in range(-3, 4)]
    every = [found[0] for year, month in months if 0 < year < 9999 and (found := _exact(year, month, day))]
    ahead = next((one for one in every if one >= today), every[-1])
    return ahead, next((one for one in reversed(every) if one <= today), every[0]), False


def _moved(today: date, unit: str, number: int) -> tuple[date, date, bool]:
    """So many units later. A month later than the 31st is the last day of the next month."""
    if unit in ("day", "week"):
        day = today + timedelta(days=number * (7 if unit == "week" else 1))
        return day, day, False
    months = today.year * 12 + today.month - 1 + number * (12 if unit == "year" else 1)
    year, month = min(max(months // 12, 1), 9998), months % 12 + 1
    last = (date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)).day
    day = date(year, month, min(today.day, last))
    return day, day, False
