"""Kinderopvangtoeslag: the examples of the folder of 2026, the edges of 2025, and no guessing in between."""

import itertools
from decimal import Decimal

import pytest

from loket_demos.overheid.content import kinderopvangtoeslag
from loket_demos.overheid.content.indication import Care, CareKind, Facts, Indication, Refusal


def care(kind: CareKind, hours: str, price: str) -> Care:
    return Care(soort=kind, uren=Decimal(hours), uurprijs=Decimal(price))


def test_the_example_with_one_child() -> None:
    """Income 60,000, 122 hours day care at 10.50: 93.9 % of 1281 = 1202 a month."""
    answer = kinderopvangtoeslag.indicate(
        2026, Facts(inkomen=Decimal(60000), opvang=(care("dagopvang", "122", "10.50"),))
    )
    assert isinstance(answer, Indication) and answer.per_maand == 1202


@pytest.mark.parametrize("order", [1, -1])
def test_the_example_with_two_children_whatever_their_order(order: int) -> None:
    """Income 120,000; prices above the maximum are cut; the child with most hours is the first child."""
    both = (care("dagopvang", "87", "12.45"), care("buitenschools", "65", "10.10"))[::order]
    answer = kinderopvangtoeslag.indicate(2026, Facts(inkomen=Decimal(120000), opvang=both))
    assert isinstance(answer, Indication) and answer.per_maand == 1162


def test_no_more_than_230_hours_count() -> None:
    year = kinderopvangtoeslag.rules_of(2026)
    assert year is not None
    assert kinderopvangtoeslag.costs(year, care("gastouder", "240", "9.00")) == 230 * Decimal("8.49")


@pytest.mark.parametrize(("income", "month"), [(47403, 1028), (159225, 356)])
def test_2025_is_computed_at_the_known_edges(income: int, month: int) -> None:
    answer = kinderopvangtoeslag.indicate(
        2025, Facts(inkomen=Decimal(income), opvang=(care("dagopvang", "100", "11"),))
    )
    assert isinstance(answer, Indication) and answer.per_maand == month


@pytest.mark.parametrize("income", [47404, 100000, 159224])
def test_2025_is_refused_between_the_edges(income: int) -> None:
    answer = kinderopvangtoeslag.indicate(
        2025, Facts(inkomen=Decimal(income), opvang=(care("dagopvang", "100", "11"),))
    )
    assert isinstance(answer, Refusal) and answer.code == "geen_formule" and "gokken niet" in answer.reden


def test_2025_is_refused_for_a_second_child_and_2024_for_everyone() -> None:
    two = Facts(inkomen=Decimal(20000), opvang=(care("dagopvang", "100", "11"), care("gastouder", "50", "7")))
    for year in (2024, 2025):
        answer = kinderopvangtoeslag.indicate(year, two)
        assert isinstance(answer, Refusal) and answer.code == "geen_formule"


def test_the_table_of_2026_has_no_holes_and_never_rises() -> None:
    year = kinderopvangtoeslag.rules_of(2026)
    assert year is not None
    bands = year.banden
    assert bands[0].vanaf == 0 and bands[-1].tot == 0
    for one, following in itertools.pairwise(bands):
        assert one.tot + 1 == following.vanaf
        assert one.eerste >= following.eerste and (one.volgende or 0) >= (following.volgende or 0)
