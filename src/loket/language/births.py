"""When somebody was born, as far as it is told by an age: in years and months, at a birthday that is or was on a day or
in a month, by the year or the month of birth alone."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from loket.language.dates import FoundDate
from loket.language.languages import alternatives, language
from loket.language.message import Message
from loket.language.tokens import flat, fold

BIRTH = "birth"
"""The concept of a word for being born."""

OLDEST = 120
"""Nobody is older, in years."""

MONTHS = 12


@dataclass(frozen=True, slots=True)
class FoundBirth:
    """The first and the last day somebody may be born on, told from `start` to before `end` of a text."""

    first: date
    last: date
    start: int
    end: int


def births(message: Message) -> Sequence[FoundBirth]:
    """The births of a message in the order they are told, none inside another."""
    taken: list[FoundBirth] = []
    for birth in (*_in_months(message), *_at_birthdays(message), *_in_years(message)):
        apart = not any(birth.start < other.end and other.start < birth.end for other in taken)
        if apart and birth.first <= message.today:
            taken.append(birth)
    return sorted(taken, key=lambda birth: birth.start)


def _in_months(message: Message) -> Sequence[FoundBirth]:
    """Ages with their months: `5 years 8 months`, `18 months`, told of somebody and of no time that passes."""
    pattern = _patterns(message.tongue.code).months
    found: list[FoundBirth] = []
    for match in pattern.finditer(flat(message.text)):
        months = int(match["y"] or 0) * MONTHS + int(match["m"])
        if months <= OLDEST * MONTHS and (match["old"] or _of_somebody(message, match.start())):
            first = _earlier(message.today, months + 1) + timedelta(days=1)
            found.append(FoundBirth(first, _earlier(message.today, months), match.start(), match.end()))
    return found


def _of_somebody(message: Message, start: int) -> bool:
    """Whether an age may stand at a place: behind a mark, a child, or a word that ages are told with."""
    at, data = message.at(start), message.tongue.data
    if at == 0 or not message.joined(at - 1, at):
        return True
    before = {fold(phrase.split()[-1]) for phrase in (*data["age_is"], *data["age_before"], *data["ones"])}
    return message.folds[at - 1] in before | {one.replace("'", "") for one in before} | message.tongue.children


def _at_birthdays(message: Message) -> Sequence[FoundBirth]:
    """Ages that somebody comes to, or came to, on a day or in a month: `he'll be 15 in May`, `turned 8 last week`."""
    known = _patterns(message.tongue.code)
    found: list[FoundBirth] = []
    for match in known.birthday.finditer(flat(message.text)):
        said, back = match["n"], bool(match["back"])
        age = int(said) if said.isdigit() else language(message.tongue.code).numbers[fold(said)]
        span = _birthday(message, match.end("n"), back)
        if span is not None and message.today.year - age > 1:
            first, last, end = span
            found.append(FoundBirth(_earlier(first, age * MONTHS), _earlier(last, age * MONTHS), match.start(), end))
    return found


def _birthday(message: Message, end: int, back: bool) -> tuple[date, date, int] | None:
    """The days that a birthday behind a place may be on, and where they end in the text."""
    day = next((one for one in message.dates if _follows(message, end, one.start)), None)
    if day is not None:
        return *_days(message, day, back), day.end
    words = ((word, message.tongue.months[word.fold]) for word in message.words if word.fold in message.tongue.months)
    word, month = next((one for one in words if _follows(message, end, one[0].start)), (None, 0))
    if word is None:
        return None
    later, earlier = month < message.today.month, month > message.today.month
    year = message.today.year + (-earlier if back else later)
    return date(year, month, 1), _month_end(date(year, month, 1)), word.end


def _in_years(message: Message) -> Sequence[FoundBirth]:
    """The year, or the month of a year, that somebody was born in."""
    found: list[FoundBirth] = []
    for word in (one for one in message.meanings if one.concept == BIRTH):
        start, end = message.words[word.start].start, message.words[word.end - 1].end
        month = next((one for one in message.dates if one.whole and _follows(message, end, one.start)), None)
        year = next((at for at in range(word.end, min(word.end + 3, len(message.words))) if _year(message, at)), None)
        if month is not None and _YEAR.search(message.text, month.start, month.end):
            found.append(FoundBirth(month.back, _month_end(month.back), start, month.end))
        elif year is not None and all(message.weights[at] < 1 for at in range(word.end, year)):
            value = int(message.words[year].text)
            found.append(FoundBirth(date(value, 1, 1), date(value, 12, 31), start, message.words[year].end))
    return found


def in_month(message: Message, first: date, last: date) -> tuple[date, date] | None:
    """The days of one month between two days, where a message names no more than a month: an answer to `when?`."""
    if any(not one.whole for one in message.dates):
        return None
    named = {message.tongue.months[word] for word in message.folds if word in message.tongue.months}
    if len(named) != 1:
        return None
    month = named.pop()
    begins = next((day for year in (first.year, last.year) if first <= (day := date(year, month, 1)) <= last), None)
    return None if begins is None else (begins, _month_end(begins))


def _follows(message: Message, end: int, start: int) -> bool:
    """Whether a place stands behind another, with nothing but small words between."""
    if start < end or any(mark in message.text[end:start] for mark in ".;!?"):
        return False
    return all(message.weights[at] < 1 for at, word in enumerate(message.words) if end <= word.start < start)


def _days(message: Message, day: FoundDate, back: bool) -> tuple[date, date]:
    """The days that a date may mean: a month or a year that is told whole, the week that is told without its day."""
    told = day.back if back else day.ahead
    words = flat(message.text[day.start : day.end]).split()
    units = {unit: set(map(flat, names)) for unit, names in message.tongue.data["units"].items()}
    if day.whole:
        year = not units["year"].isdisjoint(words)
        return told, date(told.year, 12, 31) if year else _month_end(told)
    if not units["week"].isdisjoint(words) and not any(word in message.tongue.numbers for word in words):
        monday = told - timedelta(days=told.weekday())
        return monday, monday + timedelta(days=6)
    return told, told


def _year(message: Message, at: int) -> bool:
    word = message.words[at]
    dated = any(one.start < word.end and word.start < one.end for one in message.dates)
    return not dated and _YEAR.fullmatch(word.text) is not None


def _month_end(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _earlier(day: date, months: int) -> date:
    """The same day so many months before, or the last of its month."""
    number = day.year * MONTHS + day.month - 1 - months
    first = date(number // MONTHS, number % MONTHS + 1, 1)
    return first.replace(day=min(day.day, _month_end(first).day))


_YEAR = re.compile(r"(?:19|20)\d{2}")


@dataclass(frozen=True, slots=True)
class _Patterns:
    months: re.Pattern[str]
    birthday: re.Pattern[str]


@lru_cache(maxsize=8)
def _patterns(code: str) -> _Patterns:
    data = language(code).data
    units, joins = data["units"], alternatives(data["ands"][:1])
    years, months = (alternatives(units[unit]) for unit in ("year", "month"))
    old = alternatives({name.split()[-1] for name in data["age_after"] if " " in name})
    n = rf"\d{{1,3}}|{alternatives(word for word, number in data['numbers'].items() if 1 <= number <= 99)}"
    came, comes = data["age_came"], data["age_comes"]
    # `she'll be`, and as many type it: `shell be`
    short = alternatives(one[1:] for one in comes if one.startswith("'"))
    alone = alternatives(one for one in comes if not one.startswith("'"))
    return _Patterns(
        re.compile(
            rf"(?<![\d£€$.,])(?:(?P<y>\d{{1,2}})\s*(?:(?:{years})\b,?\s*)?(?:(?:{joins})\s+)?)?"
            rf"(?<!\d)(?P<m>\d{{1,4}})[\s-]*(?:{months})\b(?:[\s-]*(?P<old>{old})\b)?"
        ),
        re.compile(
            rf"(?:\b(?:(?P<back>{alternatives(came)})|(?:{alone}))|(?<=[a-z])'?(?:{short}))\s+(?P<n>{n})\b(?!\s?[%£€$/])"
        ),
    )
