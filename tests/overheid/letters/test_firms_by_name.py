"""A private firm by its name: no objection by the law and no last day, but what can be done."""

import pytest

from tests.overheid.letters.analysing import agreed


@pytest.mark.parametrize(
    ("told", "soort", "way"),
    [
        (
            "Menzis vergoedt mijn hoortoestel niet, brief van 4 november 2026. Ik hoor niets. Ik wil bezwaar maken.",
            "verzekeraar",
            "SKGZ",
        ),
        (
            "Besluit van Zilveren Kruis van 12 november 2026: geen tandarts. Dat is onterecht. Ik maak bezwaar.",
            "verzekeraar",
            "SKGZ",
        ),
        (
            "Brief van Nationale-Nederlanden van 9 november 2026: schade niet gedekt. Ik ga daartegen in bezwaar.",
            "verzekeraar",
            "Kifid",
        ),
        (
            "APCOA legt mij een boete op van 95 euro, brief van 20 november 2026. Ik had een kaartje. Ik maak bezwaar.",
            "bedrijf",
            "geschillencommissie",
        ),
        (
            "Naheffing van 60 euro van ParkBee, gedateerd 18 november 2026. De app deed het niet. Ik maak bezwaar.",
            "bedrijf",
            "geschillencommissie",
        ),
        (
            "Ik heb een aanslag gekregen van Interparking van 3 november 2026, 80 euro. Ik maak bezwaar.",
            "bedrijf",
            "geschillencommissie",
        ),
    ],
)
async def test_a_firm_by_its_name_gets_no_objection_and_no_last_day(told: str, soort: str, way: str) -> None:
    answer = await agreed(told)
    brief = answer["overview"]["brief"]
    assert brief["soort"] == soort and way in brief["uitleg"] and "geen overheid" in brief["uitleg"]
    assert answer["objection_letter"] == "" and answer["overview"]["termijn"] is None


@pytest.mark.parametrize(
    "told",
    [
        "Het zorgkantoor van VGZ heeft mijn pgb op 4 november 2026 verlaagd. Dat kan niet. Ik maak bezwaar.",
        "Naheffing parkeerbelasting van de gemeente Breda van 9 november 2026. Q-Park zat vol. Ik maak bezwaar.",
        "Het CAK legt mij sinds 3 november 2026 een premie op. Bij CZ heb ik betaald. Ik maak bezwaar.",
    ],
)
async def test_an_authority_beside_the_name_of_a_firm_is_objected_to(told: str) -> None:
    answer = await agreed(told)
    assert answer["overview"]["brief"]["soort"] == "besluit" and answer["objection_letter"]


@pytest.mark.parametrize(
    "told",
    [
        "De SVB heeft op 9 november 2026 mijn bezwaar over de AOW afgewezen. Ik woon alleen. Ik maak weer bezwaar.",
        "Mijn bezwaarschrift is door DUO ongegrond verklaard. Brief van 9 november 2026. Ik woonde er. Bezwaar graag.",
        "Brief van de gemeente Breda van 9 november 2026: mijn bezwaar is ongegrond. Ik woon alleen. Bezwaar graag.",
    ],
)
async def test_who_wants_to_object_again_after_a_decision_on_it_goes_to_the_court(told: str) -> None:
    answer = await agreed(told)
    overview = answer["overview"]
    assert overview["brief"]["soort"] == "besluit_op_bezwaar" and overview["soort"] == "beroep"
    assert overview["termijn"]["laatste_dag"] == "2026-12-21"
    assert "Aan de rechtbank" in answer["objection_letter"] and "maak bezwaar" not in answer["objection_letter"]


async def test_a_decision_of_its_own_beside_an_old_objection_is_objected_to() -> None:
    told = (
        "Vorig jaar is mijn bezwaar over de WOZ ongegrond verklaard. Nu heeft de gemeente Breda op 9 november 2026 "
        "mijn bijstand ingetrokken. Ik heb nooit samengewoond. Ik maak bezwaar."
    )
    answer = await agreed(told)
    assert answer["overview"]["soort"] == "bezwaar" and answer["overview"]["brief"]["soort"] != "besluit_op_bezwaar"
