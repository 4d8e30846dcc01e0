"""Which days are no working days for a legal term, and how a term that ends on one moves.

Algemene termijnenwet, article 1: a term that ends on a Saturday, a Sunday or a holiday goes on to the next day that
is none of these. Days made equal to a holiday by decree are known for 2023 to 2028; a decree we do not know yet can
only make the real last day later than ours."""

from datetime import date, timedelta
from functools import cache

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.sources import Certainty

FIRST_YEAR, LAST_YEAR = 1990, 2100


class FixedDay(DataRow):
    maand: int
    dag: int
    naam: str


class EasterDay(DataRow):
    dagen: int
    naam: str


class RoyalDay(DataRow):
    vanaf: int
    tot: int
    maand: int
    dag: int
    op_zondag: int
    naam: str


class EqualDays(DataRow):
    bron: str
    zekerheid: Certainty
    naam: str
    dagen: tuple[date, ...]


class Holidays(DataRow):
    checked: date
    bron: str
    vast: tuple[FixedDay, ...]
    pasen: tuple[EasterDay, ...]
    koning: tuple[RoyalDay, ...]
    gelijk: EqualDays


@cache
def rules() -> Holidays:
    """The days by rule, read once."""
    return read("feestdagen", Holidays)


def easter(year: int) -> date:
    """Easter Sunday in the Gregorian calendar (the anonymous algorithm of 1876)."""
    a, (b, c) = year % 19, divmod(year, 100)
    (d, e), g = divmod(b, 4), (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


@cache
def holidays(year: int) -> dict[date, str]:
    """The holidays of a year with their Dutch names."""
    known = rules()
    days = {date(year, one.maand, one.dag): one.naam for one in known.vast}
    days |= {easter(year) + timedelta(days=one.dagen): one.naam for one in known.pasen}
    for royal in known.koning:
        if royal.vanaf <= year <= royal.tot:
            birthday = date(year, royal.maand, royal.dag)
            days[birthday.replace(day=royal.op_zondag) if birthday.weekday() == 6 else birthday] = royal.naam
    return {day: known.gelijk.naam for day in known.gelijk.dagen if day.year == year} | days


def why_closed(day: date) -> str | None:
    """The name of the reason why this is no working day, None when it is one."""
    named = holidays(day.year).get(day)
    if named:
        return named
    return {5: "een zaterdag", 6: "een zondag"}.get(day.weekday())


def next_working_day(day: date) -> date:
    """This day, or the first working day after it."""
    while why_closed(day):
        day += timedelta(days=1)
    return day
