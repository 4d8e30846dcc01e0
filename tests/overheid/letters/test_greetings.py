"""A greeting before the first words of a sentence is one, and no words of the letter that is made."""

import pytest

from tests.overheid.letters.analysing import agreed


@pytest.mark.parametrize(
    ("greeting", "told"),
    [
        ("Hey, ", "de SVB heeft op 9 november 2026 mijn kinderbijslag gestopt."),
        ("Goedenavond allemaal, ", "ik kreeg van het CBR een brief van 9 november 2026 dat ik niet mag rijden."),
        ("hallo ", "ik heb een boete van DUO van 9 november 2026 voor mijn reisproduct."),
        ("Goeiedag, ", "mijn WW is op 9 november 2026 door het UWV gestopt."),
        ("Geachte heer, mevrouw, ", "hierbij maak ik bezwaar tegen de WIA-beslissing van het UWV van 9 november 2026."),
        ("Beste mensen van het loket, ", "mijn WIA is op 9 november 2026 door het UWV afgewezen."),
    ],
)
async def test_a_greeting_on_the_line_of_a_sentence_stays_out(greeting: str, told: str) -> None:
    answer = await agreed(f"{greeting}{told} Ik was die dag gewoon thuis. Ik wil bezwaar maken.")
    words = answer["objection_letter"].partition("in mijn eigen woorden:")[2]
    assert told in words and greeting.strip() not in words
    (ticks,) = (one for one in answer["overview"]["invullen"] if one["veld"] == "redenen")
    assert ticks["heel"] and ticks["keuzes"][0] == told


@pytest.mark.parametrize(
    "told",
    [
        "Mevrouw De Wit, mijn buurvrouw, heeft gezien dat ik thuis was.",
        "Dag van de controle: 3 november, toen was ik thuis.",
    ],
)
async def test_who_or_what_is_spoken_of_is_not_greeted(told: str) -> None:
    answer = await agreed(f"{told} Het UWV heeft op 9 november 2026 mijn WIA gestopt. Ik wil bezwaar maken.")
    assert told in answer["objection_letter"]
