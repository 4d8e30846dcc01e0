"""Huurtoeslag: the worked examples of 2023 and 2026, and refusals for the years without a formula."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket_demos.overheid.content import huurtoeslag
from loket_demos.overheid.content.indication import Facts, Indication, Refusal


def facts(income: int, rent: str, **more: object) -> Facts:
    return Facts.model_validate({"inkomen": income, "huur": rent, **more})


def test_the_example_of_2023_to_the_cent() -> None:
    """One person, income 19,375, rent 600: 226.66 + 96.07 = 322.73 a month."""
    year = huurtoeslag.rules_of(2023)
    assert year is not None
    amount = huurtoeslag.month_amount(year, facts(19375, "600", leeftijd=40), Decimal(19375), Decimal(600))
    assert amount is not None and amount.quantize(Decimal("0.01")) == Decimal("322.73")


@pytest.mark.parametrize(
    ("household", "basishuur"),
    [("alleen", "225.54"), ("samen", "225.54"), ("aow_alleen", "223.72"), ("aow_samen", "221.91")],
)
def test_the_lowest_basishuur_of_2023(household: str, basishuur: str) -> None:
    year = huurtoeslag.rules_of(2023)
    assert year is not None and year.factoren is not None
    factors: huurtoeslag.Factors = getattr(year.factoren, household)
    assert factors.basishuur(factors.inkomen.value).quantize(Decimal("0.01")) == Decimal(basishuur)
    assert factors.basishuur(Decimal(0)) == factors.basishuur(factors.inkomen.value)


@pytest.mark.parametrize(
    ("given_facts", "month"),
    [
        (facts(22000, "600", leeftijd=20), 295),
        (facts(34000, "1200", leeftijd=35, partner=True, kinderen=(4,)), 492),
        (facts(29000, "710", leeftijd=70), 307),
    ],
)
def test_the_examples_of_the_folder_of_2026(given_facts: Facts, month: int) -> None:
    """Dienst Toeslagen, Berekening huurtoeslag 2026, its three worked examples."""
    answer = huurtoeslag.indicate(2026, given_facts)
    assert isinstance(answer, Indication) and answer.per_maand == month


@pytest.mark.parametrize("year", [2024, 2025])
def test_years_without_factors_are_refused_with_the_reason(year: int) -> None:
    answer = huurtoeslag.indicate(year, facts(20000, "600"))
    assert isinstance(answer, Refusal) and answer.code == "geen_formule"
    assert "niet alle cijfers" in answer.reden and answer.waar == "toeslagen.nl/proefberekening"


def test_a_high_rent_ends_it_in_2023_and_no_longer_in_2026() -> None:
    before, now = (huurtoeslag.indicate(year, facts(20000, "1000", leeftijd=40)) for year in (2023, 2026))
    assert isinstance(before, Indication) and before.per_maand == 0 and "808,06" in before.uitleg[-1]
    assert isinstance(now, Indication) and now.per_maand > 400


def test_too_much_wealth_is_explained() -> None:
    rich = huurtoeslag.indicate(2026, facts(20000, "600", vermogen=38480))
    fine = huurtoeslag.indicate(2026, facts(20000, "600", vermogen=38479))
    assert isinstance(rich, Indication) and rich.per_maand == 0 and "38.479 euro" in rich.uitleg[-1]
    assert isinstance(fine, Indication) and fine.per_maand == 361


def test_without_rent_there_is_no_amount() -> None:
    answer = huurtoeslag.indicate(2026, Facts(inkomen=Decimal(20000)))
    assert isinstance(answer, Refusal) and answer.code == "huur_ontbreekt"


@given(
    year=st.sampled_from([2023, 2026]),
    income=st.integers(0, 70000),
    more=st.integers(0, 20000),
    rent=st.integers(0, 1500),
    partner=st.booleans(),
)
def test_more_income_never_gives_more_and_never_more_than_the_rent(
    year: int, income: int, more: int, rent: int, partner: bool
) -> None:
    less, least = (
        huurtoeslag.indicate(year, facts(one, str(rent), leeftijd=40, partner=partner))
        for one in (income, income + more)
    )
    assert isinstance(less, Indication) and isinstance(least, Indication)
    assert rent >= less.per_maand >= least.per_maand >= 0
