"""That somebody fears to be late, or begs pardon for it, is said to whoever helps; why they are is for the office."""

from typing import Any

import pytest

from tests.overheid.letters.analysing import agreed


async def _answer(day: str, said: str, greeting: str = "") -> dict[str, Any]:
    told = f"De gemeente Ede heeft op {day} mijn bijstand gestopt. {said} Ik heb geen spaargeld. Ik wil bezwaar maken."
    return await agreed(f"{greeting}{told}")


@pytest.mark.parametrize("day", ["9 november 2026", "28 september 2026"])
@pytest.mark.parametrize(
    "said",
    [
        "Ben ik nog op tijd?",
        "Ik weet dat ik laat ben.",
        "Sorry dat ik het zo laat stuur.",
        "Kan dat nog?",
        "Red ik het nog?",
        "Ik hoop dat ik niet te laat ben met mijn bezwaar.",
        "Het is aan de late kant, ik weet het.",
        "Sorry voor de late reactie.",
    ],
)
async def test_what_is_said_of_the_lateness_stays_out(day: str, said: str) -> None:
    answer = await _answer(day, said)
    assert said not in answer["objection_letter"] and "geen spaargeld" in answer["objection_letter"]
    assert answer["overview"]["misschien"] == [] and answer["overview"]["waarom_laat"] is None
    assert ("Mijn brief komt na de laatste dag." in answer["objection_letter"]) is (day == "28 september 2026")


@pytest.mark.parametrize(
    "said",
    [
        "Ik weet dat ik er laat mee ben maar ik lag in het ziekenhuis.",
        "Sorry dat ik zo laat ben, ik lag in het ziekenhuis.",
        "Ik ben te laat omdat mijn moeder is overleden.",
    ],
)
async def test_why_it_comes_late_stands_in_the_letter(said: str) -> None:
    answer = await _answer("28 september 2026", said)
    assert said in answer["objection_letter"] and answer["overview"]["waarom_laat"] == said
    assert "[Schrijf hier waarom" not in answer["objection_letter"]


@pytest.mark.parametrize(
    "said",
    [
        "Ik denk dat ik de wijziging op tijd heb doorgegeven.",
        "Ze zeggen dat ik te laat was met mijn formulier.",
        "Ik denk dat de post te laat was.",
    ],
)
async def test_what_was_late_before_the_decision_is_a_reason(said: str) -> None:
    assert said in (await _answer("9 november 2026", said))["objection_letter"]


async def test_who_writes_to_the_office_says_it_to_the_office() -> None:
    said = "Sorry dat ik het zo laat stuur."
    assert said in (await _answer("9 november 2026", said, "Geachte heer of mevrouw,\n\n"))["objection_letter"]
