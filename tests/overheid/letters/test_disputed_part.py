"""Of several charges on one bill the letter says which one it is against."""

from typing import Any

import pytest

from tests.overheid.letters.analysing import analysed


@pytest.mark.parametrize(
    ("bill", "said", "part"),
    [
        (
            "afvalstoffenheffing en rioolheffing",
            "Met de afvalstoffenheffing ben ik het niet eens, want ik woon alleen.",
            "afvalstoffenheffing",
        ),
        (
            "hondenbelasting 98 euro en WOZ-waarde 412.000 euro",
            "Mijn hond is in mei overleden en het huis is kleiner. Ik ben tegen allebei in bezwaar.",
            "hondenbelasting en WOZ-waarde",
        ),
        (
            "rioolheffing, ozb en afvalstoffenheffing",
            "De ozb klopt wel, maar de rioolheffing is te hoog want ik heb geen riool.",
            "rioolheffing",
        ),
        (
            "toeristenbelasting en leges",
            "Ik maak bezwaar tegen de leges, want ik heb niets aangevraagd.",
            "leges",
        ),
    ],
)
async def test_the_letter_says_which_charge_it_is_against(bill: str, said: str, part: str) -> None:
    text = f"Ik kreeg van de gemeente Zeist een aanslag van 9 november 2026 met {bill}. {said} Ik maak bezwaar."
    answer: dict[str, Any] = await analysed(text)
    assert f"Het gaat over: “{part}”." in answer["objection_letter"]
    assert answer["objection_letter"].count("besluit van 9 november 2026") == 2


@pytest.mark.parametrize(
    ("bill", "said"),
    [
        ("rioolheffing", "De rioolheffing is te hoog want ik heb geen riool."),
        ("rioolheffing en hondenbelasting", "Ik heb hem in mei al betaald en er is niets veranderd."),
    ],
)
async def test_where_nobody_says_which_or_there_is_one_it_says_nothing_of_it(bill: str, said: str) -> None:
    text = f"Ik kreeg van de gemeente Zeist een aanslag van 9 november 2026 met {bill}. {said} Ik maak bezwaar."
    answer: dict[str, Any] = await analysed(text)
    assert "Het gaat over" not in answer["objection_letter"] and answer["objection_letter"]


async def test_a_line_that_only_says_what_the_letter_says_above_is_not_said_again() -> None:
    text = "Aan: UWV\nBetreft: bezwaar tegen beslissing van 9 november 2026, kenmerk WW 771.20.449\n\nGeachte heer,\n\n"
    letter = (await analysed(f"{text}Ik ben niet zelf weggegaan.\n\nKim de Boer"))["objection_letter"]
    assert "Het gaat over" not in letter and "Kenmerk: WW 771.20.449" in letter
