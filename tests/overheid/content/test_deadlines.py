"""Deadlines: the golden dates, and what holds for any date."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content import deadlines
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.holidays import why_closed

GOLDEN = {
    "2017-07-01": "2017-08-14",
    "2017-08-01": "2017-09-12",
    "2025-12-12": "2026-01-23",
    "2026-01-20": "2026-03-03",
    "2026-02-01": "2026-03-16",
    "2026-02-09": "2026-03-23",
    "2026-02-15": "2026-03-30",
    "2026-02-23": "2026-04-07",
    "2026-03-16": "2026-04-28",
}


@pytest.mark.parametrize(("letter", "last"), GOLDEN.items())
def test_golden_deadlines(letter: str, last: str) -> None:
    """Checklist 27: the timeline of a letter stands on these."""
    assert deadlines.deadline(date.fromisoformat(letter)).laatste_dag == date.fromisoformat(last)


@given(letter=st.dates(date(1990, 1, 1), date(2099, 12, 31)), days=st.sampled_from([14, 42]))
def test_a_term_never_ends_early_or_on_a_day_off(letter: date, days: int) -> None:
    term = deadlines.deadline(letter, days)
    assert term.nominaal == letter + timedelta(days=days) <= term.laatste_dag
    assert why_closed(term.laatste_dag) is None
    assert (term.laatste_dag - term.nominaal).days <= 6
    assert term.moved == (term.verschoven_door is not None)
    assert term.uiterlijk_ontvangen == term.laatste_dag + timedelta(days=7)


@given(letter=st.dates(date(1991, 1, 1), date(2099, 1, 1)))
def test_a_later_letter_never_has_an_earlier_deadline(letter: date) -> None:
    before = deadlines.deadline(letter - timedelta(days=1))
    assert before.laatste_dag <= deadlines.deadline(letter).laatste_dag


def test_the_sentence_says_the_day_and_why_it_moved() -> None:
    said = deadlines.explain(deadlines.deadline(date(2026, 2, 23)), "uw bezwaar")
    assert "dinsdag 7 april 2026" in said and "Tweede Paasdag" in said


@pytest.mark.parametrize(
    ("today", "state"), [(date(2026, 3, 16), "op_tijd"), (date(2026, 3, 17), "te_laat"), (None, "onbekend")]
)
def test_in_time_until_the_last_day_itself(today: date | None, state: str) -> None:
    term = deadlines.deadline(date(2026, 2, 1))
    assert term.state(today) == state
    assert ("voorbij" in deadlines.explain(term, "uw bezwaar", today)) == (state == "te_laat")


def test_an_unknown_date_is_said_to_be_unknown() -> None:
    assert "dat weten wij niet" in deadlines.explain(None, "uw bezwaar")


@pytest.mark.parametrize("year", [1, 1989, 2100, 9999])
def test_impossible_years_are_refused(year: int) -> None:
    with pytest.raises(ContentError) as refused:
        deadlines.deadline(date(year, 12, 31))
    assert refused.value.code == "invalid_datum"
