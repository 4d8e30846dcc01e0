"""Reading and writing dates as Dutch people write them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content.dutch_dates import PATTERN, WITHOUT_YEAR, last_of, read_date, write_date

DAYS = st.dates(date(1990, 1, 1), date(2099, 12, 31))


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("15 januari 2024", "2024-01-15"),
        ("1 MRT. 2025", "2025-03-01"),
        ("3-4-24", "2024-04-03"),
        ("31/12/2025", "2025-12-31"),
        ("01.02.2026", "2026-02-01"),
        ("5-5-99", "1999-05-05"),
        ("2024-02-29", "2024-02-29"),
        ("3 november '26", "2026-11-03"),
    ],
)
def test_the_usual_ways_to_write_a_date(written: str, day: str) -> None:
    assert read_date(written) == date.fromisoformat(day)


@pytest.mark.parametrize("written", ["31-02-2024", "29 februari 2023", "0-1-2024", "1-13-2024", "1-1-0001", "abc", ""])
def test_days_that_do_not_exist_are_none(written: str) -> None:
    assert read_date(written) is None


@pytest.mark.parametrize(
    ("written", "day"), [("3 november", "2026-11-03"), ("24 december", "2025-12-24"), ("23 nov", "2026-11-23")]
)
def test_a_day_without_a_year_is_the_last_one(written: str, day: str) -> None:
    match = WITHOUT_YEAR.search(f"uw besluit van {written} jl. over mijn toeslag")
    assert match is not None and last_of(match.group(), date(2026, 11, 23)) == date.fromisoformat(day)
    assert WITHOUT_YEAR.search(f"{written} 2024") is None


@given(DAYS)
def test_what_is_written_can_be_read(day: date) -> None:
    match = PATTERN.search(f"Op {write_date(day)} kreeg ik post.")
    assert match is not None and read_date(match.group()) == day


@pytest.mark.parametrize("text", ["1-1-1-1-1", "12-12-12-12", "06-12345678", "1234 AB", "2024-2025", "art. 6:7"])
def test_other_numbers_are_not_taken_for_dates(text: str) -> None:
    assert PATTERN.findall(text) == []
