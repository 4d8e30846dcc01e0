"""What stands above the greeting of a letter or below its closing need not be for the office: it is asked about."""

import pytest

from tests.overheid.letters.analysing import analysed, asked

BODY = (
    "Aan de gemeente Ede\n\nBetreft: bezwaar tegen het besluit van 4 november 2026\n\nGeachte heer, mevrouw,\n\n"
    "Ik maak bezwaar tegen uw besluit van 4 november 2026. Mijn bijstand is gestopt, maar ik woon alleen."
)
CLOSED = "Met vriendelijke groet,\n\nPiet Bos"
REASON = "Mijn bijstand is gestopt, maar ik woon alleen."


@pytest.mark.parametrize(
    "line",
    [
        "PS voor de buurvrouw: de sleutel ligt onder de mat, en dank voor het printen.",
        "Verstuurd vanaf de tablet in de kantine, let niet op de vlekken",
        "Het was een lange dag en mijn duim doet zeer.",
    ],
)
async def test_a_line_below_the_closing_waits_for_a_yes(line: str) -> None:
    answer = await analysed(f"{BODY}\n\n{CLOSED}\n\n{line}")
    ticks = answer["overview"]["invullen"][0]
    assert answer["objection_letter"] == "" and asked(answer) == ["redenen"]
    assert any(line.rstrip(".") in one for one in ticks["keuzes"])
    assert not any(line.rstrip(".") in one for one in ticks["gekozen"]) and REASON in ticks["gekozen"]
    kept = await analysed(f"{BODY}\n\n{CLOSED}\n\n{line}", redenen=ticks["keuzes"])
    assert line.rstrip(".") in kept["objection_letter"]


async def test_a_remark_above_the_greeting_waits_and_a_letterhead_is_no_reason() -> None:
    answer = await analysed(f"Dit is mijn tweede versie, Joke keek er al naar.\n\n{BODY}\n\n{CLOSED}")
    assert answer["objection_letter"] == "" and asked(answer) == ["redenen"]
    plain = (await analysed(f"Timmerbedrijf Bos en Zoon\nLangeweg 8\nEde\n\n{BODY}\n\n{CLOSED}"))["objection_letter"]
    assert REASON in plain and "Timmerbedrijf" not in plain.partition("in mijn eigen woorden")[2]


@pytest.mark.parametrize("line", ["", "Bijlage: kopie van het besluit", "06-12345678"])
async def test_what_belongs_to_a_letter_asks_nothing(line: str) -> None:
    assert REASON in (await analysed(f"{BODY}\n\n{CLOSED}\n\n{line}"))["objection_letter"]


async def test_an_appeal_against_what_is_objected_to_is_asked_about() -> None:
    told = "Hiertegen stel ik beroep in. Ik woon alleen."
    answer = await analysed(f"Aan de gemeente Ede\n\nGeacht college,\n\nUw besluit is van 4 november 2026. {told}")
    brief = answer["overview"]["brief"]
    assert answer["objection_letter"] == "" and "in beroep gaat" in brief["uitleg"] and "beroep" in brief["citaat"]
    agreed = await analysed(
        f"Aan de gemeente Ede\n\nGeacht college,\n\nUw besluit is van 4 november 2026. {told}", besluit="Ja"
    )
    assert "Ik woon alleen." in agreed["objection_letter"]
