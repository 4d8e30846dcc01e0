"""The number of a case stands in the letter when the person wrote it, in whatever way, and no other number does."""

import pytest

from tests.overheid.letters.analysing import STRUCTURE


async def letter(*lines: str) -> str:
    """The person's own letter, made of a letter to the UWV with these lines."""
    text = "\n".join(["Aan het UWV", "", *lines, "", "Ik heb wel gesolliciteerd."])
    return str((await STRUCTURE.call({"raw_text": text, "vandaag": "2026-11-23"}))["objection_letter"])


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Ik maak bezwaar tegen uw besluit van 3 november 2026 met nummer WW 2026 554.", "WW 2026 554"),
        ("Ik maak bezwaar. De brief is van 3 november 2026, nummer 26-4410-X.", "26-4410-X"),
        ("Ik maak bezwaar tegen uw boete van 3 november 2026 (CJIB 7100 2234 1187 0042).", "7100 2234 1187 0042"),
        ("Betreft: bezwaar, correspondentienr. 77209983\n\nHet gaat om uw besluit van 3 november 2026.", "77209983"),
        ("Bezwaar tegen uw besluit van 3 november 2026 - aanslagbiljetnr 66 203 118", "66 203 118"),
        ("Kenmerk besluit: 88120.WW\nIk maak bezwaar tegen uw besluit van 3 november 2026.", "88120.WW"),
        ("Ik maak bezwaar tegen uw boetebesluit WW 31-NH-661822 van 3 november 2026.", "31-NH-661822"),
        ("Ik maak bezwaar tegen uw brief van 3 november 2026 (nr. KW-26-9917).", "KW-26-9917"),
        ("Ik maak bezwaar tegen het besluit van 3 november 2026, kenmerk Z&W 8812-26.", "Z&W 8812-26"),
        ("Nota 2026.441.07\nIk maak bezwaar tegen uw besluit van 3 november 2026.", "2026.441.07"),
        ("Ik maak bezwaar tegen uw aanslag 66.203.118 van 3 november 2026.", "66.203.118"),
        ("Ik maak bezwaar tegen uw besluit van 3 november 2026, nr HAS-H-26-2205.", "HAS-H-26-2205"),
        ("Ik maak bezwaar tegen uw besluit van 3 november 2026 (V2026/2219) over mijn WW.", "V2026/2219"),
        ("Ik maak bezwaar tegen uw besluit. Mijn dossiernummer is 66.1180.45.", "66.1180.45"),
        ("Ik maak bezwaar tegen uw besluit van 3 november 2026. Ref.nr. 26-AOW-118.", "26-AOW-118"),
        ("Ik maak bezwaar tegen uw besluit. beschikingsnr KOT 2025 / 77.1190.3", "KOT 2025 / 77.1190.3"),
        ("Ik maak bezwaar tegen uw besluit van 3 november 2026.\nZaak: 2026-0098-\n  77413", "2026-0098-77413"),
        ("| Aanslagnummer | 2026.4410.88 |\n\nIk maak bezwaar.", "2026.4410.88"),
        (
            f"Ik maak bezwaar tegen uw besluit. {'Ik solliciteerde. ' * 30}Correspondentienr 1.0772.44.",
            "1.0772.44",
        ),
        ("Betreft: bezwaar, kenmerk WI 55-19-26\n\nHet gaat om uw besluit van 3 november 2026.", "WI 55-19-26"),
    ],
)
async def test_a_number_that_stands_there_is_not_asked(line: str, number: str) -> None:
    assert f"\nKenmerk: {number}\n" in await letter(line)


@pytest.mark.parametrize(
    "line",
    [
        "Ik maak bezwaar tegen uw besluit van 3 november 2026. De buren op nummer 118 krijgen het wel.",
        "Ik maak bezwaar tegen uw besluit van 3 november 2026. Ik woon op Dorpsstraat nr. 118.",
        "Ik maak bezwaar tegen uw besluit van 3 november 2026. De bewoner van nummer 8-23 mag het wel.",
        "Ik maak bezwaar tegen uw besluit van 3 november 2026 over mijn auto 12-AB-34.",
        "Ik maak bezwaar tegen uw besluit van 3 november 2026 (tel. 0612345678).",
        "Ik maak bezwaar tegen uw besluit WW 2026 van 3 november 2026.",
        "Ik maak bezwaar tegen uw besluit van 3 november 2026 over € 1.204,50 in 2026-2027.",
        "Ik maak bezwaar tegen uw besluit van 3 november 2026 (BSN 123456782).",
    ],
)
async def test_a_number_of_something_else_is_no_reference(line: str) -> None:
    assert "\nKenmerk: [" in await letter(line)


@pytest.mark.parametrize("whose", ["Studentnummer", "Leerlingnummer", "Lidnummer", "Deelnemersnummer"])
async def test_the_number_of_a_person_gives_way_to_that_of_the_decision(whose: str) -> None:
    lines = [f"Van: S. Vos, {whose} 44.102.881", "", "Ik maak bezwaar tegen uw besluit van 3 november 2026."]
    assert "\nKenmerk: TB-2026-901\n" in await letter(*lines, "Het kenmerk is TB-2026-901.")
    assert "\nKenmerk: 44.102.881\n" in await letter(*lines)


async def test_what_a_letter_is_about_goes_on_behind_an_abbreviation() -> None:
    own = await letter(
        "Betreft: bezwaar, correspondentienr. 77209983", "", "Het gaat om uw besluit van 3 november 2026."
    )
    assert "“bezwaar, correspondentienr. 77209983”" in own
