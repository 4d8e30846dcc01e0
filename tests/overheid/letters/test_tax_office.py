"""A tax office that collects for water boards and municipalities is who decided, where the letter names it."""

import pytest

from tests.overheid.letters.analysing import STRUCTURE


@pytest.mark.parametrize(
    ("text", "office"),
    [
        ("Belastingsamenwerking Zuiderland\nPostbus 5\n4000 AA Tiel\n\n{}", "Belastingsamenwerking Zuiderland"),
        ("{} Ik kreeg de aanslag van het Oostelijk Belastingkantoor.", "Oostelijk Belastingkantoor"),
        ("Aan het waterschap Vallei\n\n{}", "het waterschap Vallei"),
    ],
)
async def test_a_tax_office_that_the_letter_names_is_who_decided(text: str, office: str) -> None:
    tax = "Ik maak bezwaar tegen de aanslag zuiveringsheffing van 2 november 2026. Ik woon alleen."
    assert f"Aan {office} (de heffingsambtenaar)" in str(
        (await STRUCTURE.call({"raw_text": text.format(tax), "vandaag": "2026-11-23"}))["objection_letter"]
    )
