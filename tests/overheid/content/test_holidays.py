"""Holidays of the Algemene termijnenwet: Easter, the royal day, the decrees."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.holidays import easter, holidays, next_working_day, why_closed


@pytest.mark.parametrize(
    ("year", "day"),
    [
        (1991, "03-31"),
        (2000, "04-23"),
        (2008, "03-23"),
        (2011, "04-24"),
        (2024, "03-31"),
        (2025, "04-20"),
        (2026, "04-05"),
        (2027, "03-28"),
        (2038, "04-25"),
        (2100, "03-28"),
    ],
)
def test_easter(year: int, day: str) -> None:
    assert easter(year) == date.fromisoformat(f"{year}-{day}")


@given(st.integers(1990, 2100))
def test_easter_is_a_sunday_in_its_season(year: int) -> None:
    sunday = easter(year)
    assert sunday.weekday() == 6 and date(year, 3, 22) <= sunday <= date(year, 4, 25)


def test_the_holidays_of_2026() -> None:
    named = {day.isoformat()[5:]: name for day, name in holidays(2026).items() if "gelijk" not in name}
    assert named == {
        "01-01": "Nieuwjaarsdag",
        "04-03": "Goede Vrijdag",
        "04-06": "Tweede Paasdag",
        "04-27": "Koningsdag",
        "05-05": "Bevrijdingsdag",
        "05-14": "Hemelvaartsdag",
        "05-25": "Tweede Pinksterdag",
        "12-25": "Eerste Kerstdag",
        "12-26": "Tweede Kerstdag",
    }


@pytest.mark.parametrize(
    ("day", "name"),
    [("2025-04-26", "Koningsdag"), ("2013-04-30", "Koninginnedag"), ("2006-04-29", "Koninginnedag")],
)
def test_the_royal_day_moves_off_a_sunday_and_changed_in_2014(day: str, name: str) -> None:
    assert why_closed(date.fromisoformat(day)) == name


def test_days_made_equal_by_decree_are_no_working_days() -> None:
    """The Friday after Ascension Day of 2026; the next working day is the Monday."""
    assert next_working_day(date(2026, 5, 14)) == date(2026, 5, 18)


@given(st.dates(date(1990, 1, 1), date(2099, 12, 1)))
def test_the_next_working_day_is_the_first_open_one(day: date) -> None:
    found = next_working_day(day)
    assert why_closed(found) is None and found >= day
    assert all(why_closed(day + timedelta(days=gone)) for gone in range((found - day).days))
