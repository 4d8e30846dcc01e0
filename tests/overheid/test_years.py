"""The year that is asked about: the newest where none is told, each of several with what was told of it."""

import pytest

from loket.engine.host import Host
from tests.overheid.desk import desk


async def test_without_a_year_it_is_the_newest_one_and_that_is_said(host: Host) -> None:
    said = await (await desk(host)).say("Zorgtoeslag, alleenstaand, inkomen 30000")
    assert "Zorgtoeslag 2026: ongeveer 126 euro" in said
    assert "Jaar: 2026 (dit heeft u niet gezegd)" in said


async def test_years_without_a_formula_are_refused_and_nothing_more_is_asked(host: Host) -> None:
    talk = await desk(host)
    said = await talk.say("Huurtoeslag 2025, alleenstaand, inkomen 20000, huur 600")
    assert "niet alle cijfers" in said and not await talk.asks()


async def test_of_two_years_each_is_worked_out_with_what_was_told_of_it(host: Host) -> None:
    talk = await desk(host)
    asked = await talk.say(
        "Ik ben alleenstaand. In 2024 verdiende ik 30.000, in 2025 31.000. Hoeveel zorgtoeslag was dat in die jaren?"
    )
    assert "meer dan één jaar" in asked
    said = await talk.answer("2024")
    assert "Zorgtoeslag 2024: ongeveer 87 euro per maand" in said and "30.000 euro" in said, said
    assert "U noemde ook 2025." in said
    said = await talk.say("2025")
    assert "Zorgtoeslag 2025: ongeveer 101 euro per maand" in said and "31.000 euro" in said, said
    assert "U noemde ook" not in said


async def test_an_income_of_one_year_is_not_that_of_another(host: Host) -> None:
    talk = await desk(host)
    await talk.say("Alleenstaand. In 2024 verdiende ik 30.000. Wat was mijn zorgtoeslag in 2024 en 2025?")
    said = await talk.answer("2025")
    assert "uw inkomen" in said and await talk.asks(), said


@pytest.mark.parametrize("years", ["2024 en 2025", "2024/2025", "2024, 2025", "2025 of 2024"])
async def test_no_year_of_two_is_left_out(host: Host, years: str) -> None:
    said = await (await desk(host)).say(f"Zorgtoeslag {years}, alleenstaand, inkomen 25.000")
    assert "meer dan één jaar" in said, said
