"""Kindgebonden budget: the worked example of 2025 and the examples of the folder of 2026."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content import kindgebonden_budget
from loket_demos.overheid.content.indication import Facts, Indication, Refusal


def facts(income: int, *ages: int, partner: bool = False) -> Facts:
    return Facts(inkomen=Decimal(income), kinderen=ages, partner=partner)


def test_the_example_of_2025_to_the_cent() -> None:
    """Single parent, one child of 8, income 30,000: 2511 + 3389 - 0.071 x 1594 = 5786.83 a year."""
    answer = kindgebonden_budget.indicate(2025, facts(30000, 8))
    assert isinstance(answer, Indication)
    assert (answer.per_jaar, answer.per_maand) == (5786.83, 482)


@pytest.mark.parametrize(
    ("given_facts", "month", "year"),
    [
        (facts(45000, 5, 9, partner=True), 392, 4714.72),
        (facts(45000, 13, 16, partner=True), 533, 6402.72),
        (facts(30000, 8), 497, 5975.94),
    ],
)
def test_the_examples_of_the_folder_of_2026(given_facts: Facts, month: int, year: float) -> None:
    answer = kindgebonden_budget.indicate(2026, given_facts)
    assert isinstance(answer, Indication) and (answer.per_maand, answer.per_jaar) == (month, year)


def test_2024_is_only_computed_where_all_amounts_are_known() -> None:
    known = kindgebonden_budget.indicate(2024, facts(20000, 8))
    assert isinstance(known, Indication) and known.per_jaar == 2436 + 3480
    for unknown in (facts(20000, 13), facts(20000, 8, partner=True)):
        answer = kindgebonden_budget.indicate(2024, unknown)
        assert isinstance(answer, Refusal) and answer.code == "geen_formule"


def test_what_is_missing_is_refused() -> None:
    no_ages = kindgebonden_budget.indicate(2026, Facts(inkomen=Decimal(20000)))
    no_year = kindgebonden_budget.indicate(2022, facts(20000, 8))
    assert isinstance(no_ages, Refusal) and no_ages.code == "kinderen_ontbreken"
    assert isinstance(no_year, Refusal) and no_year.code == "geen_cijfers"


def test_too_much_wealth_gives_nothing_and_says_why() -> None:
    answer = kindgebonden_budget.indicate(2026, facts(20000, 8).model_copy(update={"vermogen": Decimal(146012)}))
    assert isinstance(answer, Indication) and answer.per_maand == 0 and "146.011 euro" in answer.uitleg[-1]


@given(
    year=st.sampled_from([2025, 2026]),
    ages=st.lists(st.integers(0, 25), max_size=6),
    income=st.integers(0, 150000),
    partner=st.booleans(),
)
def test_one_more_child_never_gives_less_and_grown_ups_do_not_count(
    year: int, ages: list[int], income: int, partner: bool
) -> None:
    fewer, more, older = (
        kindgebonden_budget.indicate(year, facts(income, *some, partner=partner))
        for some in (ages, [*ages, 3], [*ages, 18])
    )
    assert isinstance(fewer, Indication) and isinstance(more, Indication) and isinstance(older, Indication)
    assert more.per_jaar >= fewer.per_jaar == older.per_jaar
