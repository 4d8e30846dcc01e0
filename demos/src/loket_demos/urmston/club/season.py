"""Seasons and age groups of junior football in England: who plays where follows from a birthday and a date.

Under n means: younger than n on 31 August before the season begins. Source: youthfootball.org.uk and isfa.org.uk, read
in 2026; the formats are those of the FutureFit rules from season 2026/27 (learn.englandfootball.com)."""

from dataclasses import dataclass
from datetime import date, timedelta

YOUNGEST, OLDEST = 6, 18
"""The age groups a club like this has."""
OPEN_AGE = 16
"""From this age a player may play in adult teams."""
YEARS_BELOW = 5
"""Under n is school year n minus this."""
PLAYS_UP = 1
"""So many groups above their own may children play; below their own they may not."""

_FORMATS = ((7, "3v3"), (9, "5v5"), (11, "7v7"), (13, "9v9"))
_FORMATS_BEFORE = ((8, "5v5"), (10, "7v7"), (12, "9v9"))
_FUTURE_FIT = 2026


@dataclass(frozen=True, slots=True)
class Season:
    """A season by the year in which it begins, on 1 September."""

    start: int

    @property
    def label(self) -> str:
        """As people write it: 2026/27."""
        return f"{self.start}/{(self.start + 1) % 100:02}"

    @property
    def code(self) -> str:
        """As registration codes write it: 2627."""
        return f"{self.start % 100:02}{(self.start + 1) % 100:02}"

    @property
    def first_day(self) -> date:
        return date(self.start, 9, 1)


def season_of(today: date) -> Season:
    """The season a day belongs to."""
    return Season(today.year if today >= date(today.year, 9, 1) else today.year - 1)


def group_born(born: date, season: Season) -> int:
    """The age group (the n of under n) of a child born on this day."""
    return years(born, date(season.start, 8, 31)) + 1


def group_in_year(school_year: int) -> int:
    """The age group of a child in this school year."""
    return school_year + YEARS_BELOW


def groups_aged(age: int, today: date, season: Season) -> tuple[int, ...]:
    """The age groups a child of this age may be in, the younger first: two, unless today is the day that divides."""
    latest = _years_before(today, age)
    earliest = _years_before(today, age + 1) + timedelta(days=1)
    return tuple(sorted({group_born(latest, season), group_born(earliest, season)}))


def born_between(group: int, season: Season) -> tuple[date, date]:
    """The first and the last birthday of an age group."""
    return date(season.start - group, 9, 1), date(season.start - group + 1, 8, 31)


def format_of(group: int, season: Season) -> str:
    """How many play against how many."""
    table = _FORMATS if season.start >= _FUTURE_FIT else _FORMATS_BEFORE
    return next((players for most, players in table if group <= most), "11v11")


def years(born: date, on: date) -> int:
    """The age of somebody born on a day, on another day."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _years_before(day: date, count: int) -> date:
    try:
        return day.replace(year=day.year - count)
    except ValueError:  # 29 February
        return day.replace(year=day.year - count, day=28)
