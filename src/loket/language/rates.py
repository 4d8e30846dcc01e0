"""Amounts with what they are for: `3000 euro a month`, `60 hours a week`, `monthly income 2500`."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from loket.language.amounts import FoundNumber
from loket.language.languages import alternatives, language
from loket.language.message import Message
from loket.language.tokens import flat, fold

Unit = Literal["", "hour", "day", "week", "month", "year"]
UNITS: tuple[Unit, ...] = ("hour", "day", "week", "month", "year")
LONG: tuple[Unit, ...] = ("hour", "week", "month", "year")
"""Those that longer words begin with to say what something is per; what begins with a day is mostly of that day."""

AFTER, BEFORE = 3, 4
"""How many words may stand between a figure and its period, behind it and before it."""

YEARS = range(1900, 2101)
NEAR = 3
"""So many years around today people speak of what they have a year or a month; another such figure may be an amount."""

_amount_behind = re.compile(r"\s?[:=(]?\s?(?:€\s?)?\d")


@dataclass(frozen=True, slots=True)
class Rate:
    """An amount from `start` to before `end`: of `money`, or of a `unit`, or of nothing that was told. `per` is its
    period, of which it takes `every` (four weeks)."""

    value: float
    start: int
    end: int
    money: bool = False
    unit: Unit = ""
    per: Unit = ""
    every: int = 1


@dataclass(frozen=True, slots=True)
class Period:
    """A period that is spoken of, from `start` to before `end`; `within`: inside a longer word, as in `Monatslohn`."""

    unit: Unit
    every: int
    start: int
    end: int
    within: bool = False


def rates(message: Message) -> tuple[Rate, ...]:
    """The amounts of a message in their order. Ages, dates, ordinals and years are none."""
    low = flat(message.text)
    found = [_counted(low, one, message.tongue.code) for one in _figures(message)]
    periods = list(periods_in(low, message.tongue.code))
    found = [one for one in found if not any(p.start <= one.start and one.end <= p.end for p in periods)]
    found = _with_periods(message, low, found, periods)
    return tuple(one for one in found if not _is_year(message, one))


def _figures(message: Message) -> list[FoundNumber]:
    """The numbers that can be amounts."""
    other = [(one.start, one.end) for one in (*message.ages, *message.grades, *message.dates)]
    counting = _patterns(message.tongue.code).counting
    low = flat(message.text)
    return [
        one
        for one in message.numbers
        if not one.article
        and not _of_year(message, one)
        and (
            one.kind == "money"
            or counting.match(low, one.end) is not None
            or not any(start < one.end and one.start < end for start, end in other)
        )
    ]


def _of_year(message: Message, number: FoundNumber) -> bool:
    """Whether a figure is a year by the word before it: `in 2025`, whatever period stands before that."""
    at = message.at(number.start)
    bare = number.value in YEARS and message.text[number.start : number.end].isdigit()
    return bare and at > 0 and message.folds[at - 1] == fold(message.tongue.data["month_alone"][0])


def _counted(low: str, number: FoundNumber, code: str) -> Rate:
    rate = Rate(number.value, number.start, number.end, number.kind == "money")
    if not rate.money and (currency := _patterns(code).currency.match(low, number.end)) is not None:
        return replace(rate, money=True, end=currency.end())
    unit = _patterns(code).unit.match(low, number.end)
    if rate.money or unit is None:
        return rate
    name = next(name for name in UNITS if unit[name])
    return replace(rate, unit=name, end=unit.end())


def periods_in(low: str, code: str) -> Iterator[Period]:
    """The periods that a flat text speaks of."""
    patterns = _patterns(code)
    numbers = language(code).numbers
    for match in patterns.period.finditer(low):
        unit: Unit = next(name for name in UNITS if match[name] or match[f"{name}_by"])
        every = match["every"] or match["often"]
        many = 1 if not every else int(every) if every.isdigit() else numbers.get(fold(every), 1)
        yield Period(unit, max(1, many), match.start(), match.end())
    for match in patterns.within.finditer(low):
        if fold(match.group()) not in patterns.other:
            begins: Unit = next(name for name in LONG if match[name])
            yield Period(begins, 1, match.start(), match.end(), within=True)


def _with_periods(message: Message, low: str, found: Sequence[Rate], periods: Sequence[Period]) -> list[Rate]:
    """Each amount with the period that is told right behind it, or else before it; no period serves two. Where each
    has its own right before it (`a week 300 and a month 90`), that one is its own. A longer word (`jaarinkomen`) speaks
    of the amount behind it first."""
    every, free = list(found), list(periods)
    for behind, within in ((True, False), (False, True), (True, True)):
        for at, rate in enumerate(every):
            if rate.per:
                continue
            ahead = every[at + 1].start if at + 1 < len(every) else len(low)
            start = every[at - 1].end if at else 0
            fits = [p for p in free if within or not p.within]
            if behind:
                here = [p for p in fits if rate.end <= p.start < ahead]
            else:
                here = [p for p in fits if start <= p.start and p.end <= rate.start]
            near = [p for p in here if _beside(message, low, rate, p, behind) and not _dates(message, low, rate, p)]
            if behind and any(_heads(message, p, rate) for p in fits):
                near = [p for p in near if not (at + 1 < len(every) and _heads(message, p, every[at + 1]))]
            if near:
                best = near[0] if behind else near[-1]
                free.remove(best)
                end = max(rate.end, best.end) if behind else rate.end
                every[at] = replace(rate, per=best.unit, every=best.every, end=end)
    return every


def _heads(message: Message, period: Period, rate: Rate) -> bool:
    """Whether no word stands between a period and the amount behind it."""
    return period.end <= rate.start and not message.text[period.end : rate.start].strip(" €")


def _beside(message: Message, low: str, rate: Rate, period: Period, behind: bool) -> bool:
    """Whether no sentence ends and few words stand between an amount and a period."""
    start, end = (rate.end, period.start) if behind else (period.end, rate.start)
    if re.search(r"[.!?;](?=\s|$)|\n" if not behind else r"[,.!?;](?=\s|$)|\n", low[start:end]):
        return False
    return _words_between(message, start, end) <= (AFTER if behind else BEFORE)


def _words_between(message: Message, start: int, end: int) -> int:
    begins = [word.start for word in message.words]
    return max(0, bisect_left(begins, end) - bisect_left(begins, start))


def _is_year(message: Message, rate: Rate) -> bool:
    return not rate.per and _may_be_year(message, rate)


def _may_be_year(message: Message, rate: Rate) -> bool:
    if rate.money or rate.unit:
        return False
    return rate.value in YEARS and message.text[rate.start : rate.end].isdigit()


def _dates(message: Message, low: str, rate: Rate, period: Period) -> bool:
    """Whether a figure is the year of what stands beside it, and no amount of that period: words stand between them, or
    the amount comes behind it (`yearly income 2026: 23,500`)."""
    if not _may_be_year(message, rate) or abs(rate.value - message.today.year) > NEAR:
        return False
    if period.start >= rate.end:
        return _words_between(message, rate.end, period.start) > 0
    return _amount_behind.match(low, rate.end) is not None


@dataclass(frozen=True, slots=True)
class _Patterns:
    currency: re.Pattern[str]
    unit: re.Pattern[str]
    counting: re.Pattern[str]
    period: re.Pattern[str]
    within: re.Pattern[str]
    other: frozenset[str]


@lru_cache(maxsize=8)
def _patterns(code: str) -> _Patterns:
    tongue = language(code)
    units, said = tongue.data["units"], tongue.data["rates"]
    names = "|".join(f"(?P<{name}>{alternatives(units[name])})" for name in UNITS)
    adverbs = "|".join(f"(?P<{name}_by>{alternatives(said['adverbs'][name])})" for name in UNITS)
    few = rf"[2-9]|1[0-2]|{alternatives(word for word, number in tongue.data['numbers'].items() if 2 <= number <= 12)}"
    often = rf"(?<![\d.,€£$])(?<![€£$]\s)(?P<often>{few})[-\s]?(?=\w{{5}})"
    per = alternatives(said["per"])
    inside = "|".join(rf"(?P<{name}>(?:{alternatives(units[name])})s?)" for name in LONG)
    other = [*(one for names in tongue.data["weekdays"] for one in names), *tongue.data["weekend"]]
    other += [one for name in UNITS for one in (*units[name], *said["adverbs"][name])]
    return _Patterns(
        currency=re.compile(rf"\s(?:{tongue.alternatives('currency')})(?!\w)"),
        unit=re.compile(rf"\s?-?(?:{names})(?!\w)"),
        counting=re.compile(rf"\s?(?:{alternatives([*units['hour'], *units['day']])})(?!\w)"),
        period=re.compile(
            rf"(?<![^\W\d_])(?:(?:{per})\s?(?:(?P<every>{few})\s)?(?:{names})|(?:{often})?(?:{adverbs}))(?!\w)"
        ),
        within=re.compile(rf"(?<![\w-])(?:{inside})-?[a-z]{{3,}}(?!\w)"),
        other=frozenset(map(fold, other)),
    )
