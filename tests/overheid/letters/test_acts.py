"""What an office did to somebody, told with a plain verb, is a decision; that it rang or wrote is none."""

from typing import Any

import pytest

from tests.overheid.letters.analysing import agreed


async def nature(text: str) -> dict[str, Any]:
    made: dict[str, Any] = await agreed(text)
    return {**made["overview"]["brief"], "draft": made["objection_letter"]}


@pytest.mark.parametrize(
    "told",
    [
        "Het UWV stopte mijn WW.",
        "DUO nam mijn studentenreisproduct af.",
        "Het UWV zet mijn Ziektewet stop.",
        "Het CBR keurde me af, maar ik zie prima.",
        "Dienst Toeslagen wil mijn huurtoeslag terug.",
        "De gemeente Zwolle gaf me geen parkeerkaart.",
        "Ik nam zelf ontslag en nu krijg ik geen WW van het UWV.",
    ],
)
async def test_an_act_of_an_office_is_objected_to_at_once(told: str) -> None:
    made = await nature(f"{told} Ik snap daar niets van. Ik wil bezwaar maken.")
    assert made["soort"] == "besluit" and "Ik maak bezwaar" in made["draft"]


@pytest.mark.parametrize(
    "told",
    [
        "Het UWV belde mij over mijn WW.",
        "De gemeente Zwolle gaf me geen antwoord.",
        "Van DUO krijg ik geen antwoord.",
        "DUO zette me in de wacht.",
    ],
)
async def test_that_an_office_spoke_is_no_decision(told: str) -> None:
    made = await nature(f"{told} Ik wil bezwaar maken.")
    assert made["draft"] == ""
