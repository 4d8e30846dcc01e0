"""Age groups by birthday and by age, and the days matches are played on."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from loket_demos.urmston.club.rows import played_on
from loket_demos.urmston.club.season import (
    Season,
    born_between,
    format_of,
    group_born,
    group_in_year,
    groups_aged,
    season_of,
    years,
)

DAYS = st.dates(date(2020, 1, 1), date(2040, 12, 31))


def test_the_birthday_decides_on_the_last_day_of_august() -> None:
    season = season_of(date(2026, 11, 22))
    assert (season.label, season.code) == ("2026/27", "2627")
    assert group_born(date(2016, 8, 31), season) == 11
    assert group_born(date(2016, 9, 1), season) == 10
    assert group_in_year(2) == 7
    assert born_between(10, season) == (date(2016, 9, 1), date(2017, 8, 31))


@given(today=DAYS, age=st.integers(4, 18))
def test_an_age_means_exactly_the_groups_of_all_birthdays_it_can_have(today: date, age: int) -> None:
    season = season_of(today)
    born = [day for n in range(365 * age - 9, 366 * (age + 1)) if years(day := today - timedelta(days=n), today) == age]
    assert groups_aged(age, today, season) == tuple(sorted({group_born(day, season) for day in born}))


@given(today=DAYS)
def test_a_ten_year_old_may_always_be_in_the_under_tens(today: date) -> None:
    assert 10 in groups_aged(10, today, season_of(today))


@given(today=DAYS, age=st.integers(5, 17))
def test_whoever_is_born_between_the_days_of_a_group_is_in_it(today: date, age: int) -> None:
    season = season_of(today)
    for group in groups_aged(age, today, season):
        first, last = born_between(group, season)
        assert group_born(first, season) == group_born(last, season) == group
        assert group_born(first - timedelta(days=1), season) == group + 1


def test_the_formats_are_those_of_the_rules_of_their_season() -> None:
    assert [format_of(n, Season(2026)) for n in (7, 8, 9, 10, 11, 12, 13, 14)] == [
        *("3v3", "5v5", "5v5", "7v7", "7v7", "9v9", "9v9", "11v11")
    ]
    assert [format_of(n, Season(2025)) for n in (7, 9, 11, 13)] == ["5v5", "7v7", "9v9", "11v11"]


@given(start=st.integers(2020, 2060), week=st.integers(1, 38))
def test_matches_are_on_weekends_of_their_season(start: int, week: int) -> None:
    season = Season(start)
    saturday, sunday = played_on(week, "Saturday", season), played_on(week, "Sunday", season)
    assert (saturday.weekday(), sunday.weekday()) == (5, 6)
    assert season_of(saturday) == season
    assert sunday - saturday == timedelta(days=1)
