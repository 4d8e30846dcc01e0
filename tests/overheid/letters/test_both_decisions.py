"""Two decisions that a person objects to in one go: the letter names both, and the earlier last day is the safe one."""

import pytest

from tests.overheid.letters.analysing import agreed

WHY = "Ik heb alles op tijd doorgegeven."


@pytest.mark.parametrize(
    ("told", "first", "second"),
    [
        (
            (
                "Het UWV heeft op 5 november mijn WW gestopt en op 19 november een boete van € 400 opgelegd. "
                f"{WHY} Ik maak bezwaar tegen beide besluiten."
            ),
            ("van 5 november 2026", "donderdag 17 december 2026"),
            ("van 19 november 2026", "donderdag 31 december 2026"),
        ),
        (
            (
                "Twee brieven van de gemeente Ede. De ene van 12 november: mijn bijstand is verlaagd. De andere is van "
                f"3 november, daarin moet ik € 900 terugbetalen. {WHY} Tegen allebei wil ik in bezwaar."
            ),
            ("van 3 november 2026", "dinsdag 15 december 2026"),
            ("van 12 november 2026", "donderdag 24 december 2026"),
        ),
        (
            (
                "De SVB stuurde mij een besluit van 9 november 2026 over terugbetalen. Op 20 november kreeg ik nog een "
                f"besluit, over een boete. {WHY} Bezwaar tegen alle twee graag."
            ),
            ("van 9 november 2026", "maandag 21 december 2026"),
            ("dat ik kreeg op 20 november 2026", "vrijdag 1 januari 2027"),
        ),
    ],
)
async def test_both_are_named_with_both_last_days(told: str, first: tuple[str, str], second: tuple[str, str]) -> None:
    answer = await agreed(told)
    letter, overview = answer["objection_letter"], answer["overview"]
    assert f"uw besluit {first[0]} en het besluit {second[0]}." in letter and WHY in letter
    assert "beide besluiten" in letter
    assert first[1] in overview["timeline"][1] and first[1] in answer["actions"][0]
    if "januari" not in second[1]:
        assert second[1] in overview["timeline"][1]
    assert "twee besluiten" in overview["timeline"][0]


async def test_both_numbers_stand_above_it() -> None:
    told = (
        "Besluit van 5 november 2026, kenmerk AB-26-10554: mijn bijstand is gestopt. Besluit van 19 november 2026, "
        f"kenmerk AB-26-10987: een boete. Ze zijn van de gemeente Ede. {WHY} Ik ben het met allebei niet eens."
    )
    assert "Kenmerk: AB-26-10554 en AB-26-10987" in (await agreed(told))["objection_letter"]


async def test_where_the_first_last_day_is_over_each_has_a_letter_of_its_own() -> None:
    told = (
        "Besluit van 5 oktober 2026 van het UWV: mijn WW is gestopt. Besluit van 19 november 2026: een boete. "
        f"{WHY} Ik maak bezwaar tegen beide."
    )
    answer = await agreed(told)
    assert answer["overview"]["brief"]["soort"] == "twee_besluiten" and answer["objection_letter"] == ""


@pytest.mark.parametrize(
    "told",
    [
        "UWV, besluit van 5 november 2026: geen WW. Op 19 november belde ik. Wij zijn beiden ziek. Ik maak bezwaar.",
        "UWV, besluit van 5 november 2026: geen WW vanaf 1 december 2026. Beide redenen kloppen niet. Ik maak bezwaar.",
    ],
)
async def test_another_day_is_no_second_decision(told: str) -> None:
    letter = (await agreed(told))["objection_letter"]
    assert "uw besluit van 5 november 2026." in letter and "beide besluiten" not in letter
