"""Who decided, with the way and the days that the law has: by whom a letter is for, not by whom it names besides."""

from typing import Any

import pytest

from loket_demos.overheid.content.catalogue import TOOLS
from tests.overheid.letters.analysing import STRUCTURE, analysed

CLASSIFY = next(one for one in TOOLS if one.name == "classify_case")
AGAINST = "Ik maak bezwaar tegen uw besluit van 4 november 2026."

OFFICES = [
    ("RDW", "U geeft mij geen kenteken voor mijn aanhanger.", "rdw", 42),
    ("Immigratie- en Naturalisatiedienst", "U wijst mijn verblijfsvergunning af.", "ind", 28),
    ("Immigratie- en Naturalisatiedienst", "U wijst mijn verzoek om naturalisatie af.", "naturalisatie", 42),
    ("Het CAK", "De eigen bijdrage is te hoog.", "cak", 42),
    ("Sociale Verzekeringsbank", "De AOW is te laag.", "svb", 42),
    ("CIZ", "Ik kan niet alleen zijn.", "ciz", 42),
    ("Zorgkantoor Menzis", "Het pgb is te laag.", "zorgkantoor", 42),
    ("Provincie Drenthe", "De ontheffing is nodig voor ons dorpsfeest.", "provincie", 42),
    ("Waterschap Vallei\nt.a.v. het college van dijkgraaf en heemraden", "De duiker blijft.", "waterschap_besluit", 42),
    ("Waterschap Hunze en Aa's", "De zuiveringsheffing is voor een persoon.", "waterschap", 42),
    ("Dienst voor het kadaster en de openbare registers", "De oppervlakte van het perceel klopt niet.", "kadaster", 42),
    ("UWV", "De WW is te laag.", "uitkering_uwv", 42),
    ("DUO", "De basisbeurs is te laag.", "duo", 42),
    ("CBR", "Ik ben wel geschikt om te rijden.", "cbr", 42),
    ("De korpschef van politie", "De aangifte is door de officier van justitie geseponeerd.", "politie", 42),
    ("Gemeente Assen", "De leges zijn te hoog.", "gemeentebelasting", 42),
    ("Gemeente Assen", "Ik heb de scootmobiel nodig, het zorgkantoor betaalt hem niet.", "wmo", 42),
]  # fmt: skip


async def structured(letter: str) -> dict[str, Any]:
    return dict(await STRUCTURE.call({"raw_text": letter, "vandaag": "2026-11-23"}))


@pytest.mark.parametrize(("office", "told", "code", "days"), OFFICES)
def test_the_office_that_a_letter_is_for_decides(office: str, told: str, code: str, days: int) -> None:
    case: dict[str, Any] = dict(
        CLASSIFY.call({"text": f"{office}\nPostbus 12\n9400 AA Assen\n\n{AGAINST} {told}\n\nGroet,\nT. Kok"})
    )
    assert (case["route"]["code"], case["route"]["dagen"]) == (code, days)
    assert case["route"]["bron"], "who decides has a source"


async def test_the_ziektewet_has_a_term_of_its_own() -> None:
    told = "U stopt mijn Ziektewet, maar ik ben nog ziek."
    letter = f"UWV\nPostbus 12\n9400 AA Assen\n\nIk maak bezwaar tegen uw besluit van 16 november 2026. {told}"
    answer = await structured(letter)
    assert "soms al maandag 30 november 2026" in answer["overview"]["timeline"][1]


@pytest.mark.parametrize(
    "letter",
    [
        "De huurcommissie heeft uitspraak gedaan. Verzonden op 4 november 2026. Ik maak bezwaar want de lift is stuk.",
        "Huurcommissie\n\nIk ben het niet eens met uw uitspraak van 4 november 2026. De lift is stuk.",
        "Ik maak bezwaar tegen de uitspraak van de huurcommissie van 4 november 2026. De lift is stuk.",
    ],
)
async def test_the_huurcommissie_takes_no_objections(letter: str) -> None:
    answer = await structured(letter)
    assert answer["objection_letter"] == "" and answer["overview"]["brief"]["soort"] == "huurcommissie"
    assert "acht weken" in answer["overview"]["brief"]["uitleg"]


async def test_a_part_of_a_municipality_is_no_tax_office_of_its_own() -> None:
    letter = (
        "Gemeente Assen, Belastingkantoor\n\nIk maak bezwaar tegen de WOZ-beschikking van 4 november 2026. Te hoog."
    )
    answer = await structured(letter)
    assert "Aan de gemeente Assen (de heffingsambtenaar)" in answer["objection_letter"]


PERMIT, LEVY = "de gemeente", "de gemeente (de heffingsambtenaar)"


@pytest.mark.parametrize(
    ("told", "who"),
    [
        ("Mijn gemeente heeft me een gehandicapten parkeerkaart geweigerd. En wel 92 euro leges betalen!", PERMIT),
        ("De gemeente heeft mijn horecavergunning geweigerd. De leges moest ik vooraf betalen.", PERMIT),
        ("De gemeente vraagt leges voor een kaart. Ik maak bezwaar tegen de afwijzing van de kaart.", PERMIT),
        ("Ik maak bezwaar tegen de leges van de gemeente voor mijn omgevingsvergunning.", LEVY),
        ("De gemeente stuurde een legesnota van 340 euro. Ik had de vergunning ingetrokken.", LEVY),
        ("Ik heb een parkeervergunning maar kreeg een naheffing van de gemeente.", LEVY),
    ],
)
async def test_what_a_permit_costs_is_a_levy_and_its_refusal_is_none(told: str, who: str) -> None:
    made = await analysed(f"{told} Dat klopt niet. Ik maak bezwaar.")
    assert f"U maakt bezwaar bij {who}." in made["key_points"][1]
