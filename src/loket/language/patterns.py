"""Fills slots with a pattern: a code as it is written; a day or a month in the form that the pattern wants."""

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from datetime import date
from functools import lru_cache

from loket.core.data import Json
from loket.language.dates import FoundDate
from loket.language.fields import Field, fits
from loket.language.languages import language
from loket.language.letters import is_letter
from loket.language.message import Message
from loket.language.tokens import LANGUAGES

DAYS = ("%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%d-%m-%Y", "%d/%m/%Y", "%d.%m.%Y", "%m/%d/%Y", "%m-%d-%Y")
MONTHS = ("%Y-%m", "%m-%Y", "%m/%Y", "%Y/%m", "%m.%Y", "%Y%m", "%m", "%Y-W%V", "%Y")
"""The forms a day and a month are written in with figures, the surest first."""

SOON = 3
"""So many months before or after today a month without a year is the nearest one; between, nobody knows."""

_SLASHED = re.compile(r"(?<![\w./-])(?P<m>0?[1-9]|1[0-2])[/.-](?P<y>20\d{2})(?![\w/-]|\.\d)")
_BACK = re.compile(r"(?<![\w./-])(?P<y>20\d{2})[/.-](?P<m>0[1-9]|1[0-2])(?![\w/-]|\.\d)")

Piece = tuple[str, int, int]


def matching(message: Message, one: Field, taken: AbstractSet[int]) -> tuple[Json, range] | None:
    """What fits the property's pattern: a day or a month in its form, or a word, as it is or in capitals, or two."""
    # A pattern that any word fits says nothing about a word without figures.
    loose = fits(one, "zzz") or sum(fits(one, "Z" * length) for length in range(4, 8)) > 1
    near = {at for at, root in enumerate(message.stems) if root in one.stems}
    for value, first, last in (*_moments(message, one), *_written(message)):
        if taken & set(range(first, last + 1)) or (loose and not any(c.isdigit() for c in value)):
            continue
        if len(value) == 1 and value.isalpha() and not is_letter(message, first, near):
            continue
        for shaped in dict.fromkeys((value, value.upper())):
            if fits(one, shaped):
                return shaped, range(first, last + 1)
    return None


def _written(message: Message) -> Iterator[Piece]:
    """The codes, the words and each two words as one."""
    for found in message.codes:
        yield found.value, message.at(found.start), message.at(found.end - 1)
    for at, word in enumerate(message.words):
        yield word.text, at, at
    for at, (a, b) in enumerate(zip(message.words, message.words[1:], strict=False)):
        yield a.text + b.text, at, at + 1


def _moments(message: Message, one: Field) -> Iterator[Piece]:
    """The days and months of a message in every form that the pattern takes, unless it takes letters as well."""
    if fits(one, "AB12CD") or fits(one, "AB-12-CD"):
        return
    if not fits(one, "2026-11") and not any(fits(one, _SAMPLE.strftime(form)) for form in (*DAYS, *MONTHS)):
        return
    days = [form for form in _forms(message, one) if fits(one, _SAMPLE.strftime(form))]
    months = [form for form in MONTHS if fits(one, _SAMPLE.strftime(form))]
    for pattern in (_SLASHED, _BACK):
        for match in pattern.finditer(message.text):
            over = message.over(match.start(), match.end())
            month = date(int(match["y"]), int(match["m"]), 1)
            yield from ((month.strftime(form), over.start, over.stop - 1) for form in months)
    for told in message.dates:
        over = message.over(told.start, told.end)
        day = _month(message, one, told) if months and not days else told.back if one.past else told.ahead
        if day is not None and (months or not told.whole):
            yield from ((day.strftime(form), over.start, over.stop - 1) for form in (days or months))
    if months and not days:
        for at, month in _months_told(message):
            yield from ((month.strftime(form), at, at) for form in months)


def _months_told(message: Message) -> Iterator[tuple[int, date]]:
    """The months that are named in any language, with the year behind them or else the nearest."""
    for at, folded in enumerate(message.folds):
        number = _names().get(folded)
        if number is None or folded in message.tongue.function or _dated(message, at):
            continue
        years = [int(word) for word in message.folds[at + 1 : at + 3] if _YEAR.fullmatch(word)]
        month = date(years[0], number, 1) if years else _nearest(message.today, number)
        if month is not None:
            yield at, month


@lru_cache(maxsize=1)
def _names() -> Mapping[str, int]:
    """The names of months of all languages, short ones left aside: they are words elsewhere."""
    every = {name: number for code in LANGUAGES for name, number in language(code).months.items()}
    return {name: number for name, number in every.items() if len(name) > SHORTEST}


SHORTEST = 3
_YEAR = re.compile(r"20\d{2}")
_SAMPLE = date(2026, 11, 23)


def _forms(message: Message, one: Field) -> tuple[str, ...]:
    """The forms of a day; of two that the same pattern takes the one that its words or the country speak for."""
    said = str(one.schema.get("description", "")).lower()
    american = message.american or (said.find("mm/dd") >= 0) or (said.find("mm-dd") >= 0)
    first, rest = ("%m/%d/%Y", "%m-%d-%Y"), ("%d-%m-%Y", "%d/%m/%Y", "%d.%m.%Y")
    return (*DAYS[:3], *(first if american else rest), *(rest if american else first))


def _dated(message: Message, at: int) -> bool:
    return any(at in message.over(told.start, told.end) for told in message.dates)


def _month(message: Message, one: Field, told: FoundDate) -> date | None:
    """The month of a date: with its year where none was told only if it is near, or must lie behind."""
    if one.past:
        return told.back
    if not told.whole or told.ahead == told.back:
        return told.ahead
    return _nearest(message.today, told.ahead.month)


def _nearest(today: date, month: int) -> date | None:
    ahead = (month - today.month) % 12
    if ahead <= SOON:
        return date(today.year + (today.month + ahead > 12), month, 1)
    if 12 - ahead <= SOON:
        return date(today.year - (month > today.month), month, 1)
    return None
