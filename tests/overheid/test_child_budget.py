"""What kindgebonden budget turns on besides income: who gets the child benefit, and a child that comes of age."""

import pytest

from loket.engine.host import Host
from tests.overheid.desk import desk

GROWN = [
    "Mijn dochter wordt op 15 juni 2025 18 jaar.",
    "Ik heb een zoon van 17, hij wordt in juni 2025 18.",
    "Mijn enige kind is nu 17 en wordt op 15-6-2025 18 jaar.",
    "Mijn zoon wordt 18 op 15 juni 2025.",
]


@pytest.mark.parametrize("told", GROWN)
async def test_a_child_that_comes_of_age_counts_until_the_month_in_which_it_does(host: Host, told: str) -> None:
    """(2511 + 936 + 3389) / 12 is 569; without a child there is none."""
    said = await (await desk(host)).say(f"Kindgebonden budget 2025, alleenstaand, inkomen 27000. {told}")
    assert "569 euro per maand, tot en met juni 2025. Daarna 0 euro per maand." in said, said
    assert "Kind wordt 18: juni 2025" in said


async def test_the_other_children_go_on_counting(host: Host) -> None:
    said = await (await desk(host)).say(
        "Kindgebonden budget 2025, alleenstaand, inkomen 27000, kinderen van 8 en 17. De oudste wordt in mei 2025 18."
    )
    assert "778 euro per maand, tot en met mei 2025. Daarna 491 euro per maand." in said, said


async def test_who_comes_of_age_before_or_after_the_year_changes_nothing_in_it(host: Host) -> None:
    start = "Kindgebonden budget 2025, alleenstaand, inkomen 27000. Mijn zoon wordt op 3 maart"
    said = await (await desk(host)).say(f"{start} 2026 18 jaar.")
    assert "569 euro per maand." in said and "tot en met" not in said
    said = await (await desk(host)).say(
        "Kindgebonden budget 2025, alleen, 27000 per jaar. Mijn zoon werd op 3 maart 2024 18."
    )
    assert "0 euro per maand" in said


async def test_of_two_children_one_that_comes_of_age_is_not_all_that_is_known(host: Host) -> None:
    talk = await desk(host)
    said = await talk.say(
        "Kindgebonden budget 2025, alleenstaand, inkomen 27000, twee kinderen. Mijn dochter wordt in mei 2025 18."
    )
    assert "hoe oud uw kinderen zijn" in said and await talk.asks()


async def test_that_nobody_told_of_the_child_benefit_is_said(host: Host) -> None:
    told = "Kindgebonden budget 2025, alleenstaand, kind van 8, inkomen 30000"
    assert "Kinderbijslag: u krijgt die (dit heeft u niet gezegd)" in await (await desk(host)).say(told)
    said = await (await desk(host)).say(f"{told}. Ik krijg kinderbijslag.")
    assert "Kinderbijslag: u krijgt die\n" in said


BY_ORDER = [
    ("Drie kinderen: de oudste is 13, de andere twee zijn 9 en 4.", 3),
    ("Mijn oudste was heel 2025 al 18, de andere twee zijn 13 en 7.", 2),
    ("Ik heb twee kinderen, de oudste is 13 en de jongste 9.", 2),
    ("Mijn jongste zoon is 4 en mijn dochter is 13.", 2),
]


@pytest.mark.parametrize(("told", "children"), BY_ORDER)
async def test_children_who_are_told_apart_by_their_order_have_ages(host: Host, told: str, children: int) -> None:
    """Without the 3389 of who is alone each child is 2511, and one of 12 to 15 is 703 more."""
    said = await (await desk(host)).say(f"Kindgebonden budget 2025, alleenstaand, inkomen 27000. {told}")
    month = (2511 * children + 703 + 3389) // 12
    assert f"{month:,} euro per maand".replace(",", ".") in said, said


async def test_the_youngest_is_not_the_only_one(host: Host) -> None:
    talk = await desk(host)
    said = await talk.say("Kindgebonden budget 2025, alleenstaand, inkomen 27000. Mijn jongste is 4.")
    assert "hoe oud uw kinderen zijn" in said and await talk.asks()


async def test_an_only_child_behind_its_age_is_one_child(host: Host) -> None:
    said = await (await desk(host)).say(
        "Kinderopvangtoeslag 2025, mijn dochter van 3 (enig kind) gaat 100 uur per maand naar de crèche, 10 euro per"
        " uur. Ik ben alleenstaand, werk en verdien 30000 per jaar."
    )
    assert "960 euro per maand" in said, said
