"""Who says that their help gets less, who wrote that and when, and what they want to keep, gets a draft at once."""

import pytest

from tests.overheid.letters.analysing import agreed


@pytest.mark.parametrize(
    "told",
    [
        "De gemeente Tiel schrijft in een brief van 10 november dat mijn begeleiding van 4 uur naar 2 uur gaat.",
        "Ik kreeg een brief van de gemeente Tiel dat mijn hulp 3 uur minder wordt. De brief is van 10 november.",
        "Brief van 10 november van de gemeente Tiel: mijn dagbesteding houdt op.",
        "Van de gemeente Tiel, brief van 10 november: mijn moeder krijgt twee dagdelen minder.",
    ],
)
async def test_less_help_is_a_decision(told: str) -> None:
    answer = await agreed(f"{told} Ik ben 81 en kan niet bukken. Ik wil gewoon mijn hulp houden.")
    assert answer["overview"]["brief"]["soort"] == "besluit" and "niet bukken" in answer["objection_letter"]
    assert answer["overview"]["termijn"]["laatste_dag"] == "2026-12-22"


async def test_less_of_something_else_is_none() -> None:
    answer = await agreed("Ik slaap de laatste weken drie uur minder. De gemeente Tiel weet dat. Wat kan ik doen?")
    assert answer["objection_letter"] == ""
