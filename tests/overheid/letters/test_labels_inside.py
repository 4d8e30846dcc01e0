"""A label inside a sentence says which day and which number it is."""

import pytest

from tests.overheid.letters.analysing import agreed


@pytest.mark.parametrize(
    ("told", "day", "number"),
    [
        (
            "Boete, te hard. Datum beschikking 9 november 2026, pleegdatum 21 oktober, CJIB 1182 0045 9917 3304.",
            "2026-11-09",
            "1182 0045 9917 3304",
        ),
        (
            "Boete CJIB 2244 1100 9876 5432, overtredingsdatum 2 oktober 2026, datum beschikking 12 november 2026.",
            "2026-11-12",
            "2244 1100 9876 5432",
        ),
        (
            "Aanvraagdatum 1 mei 2026, besluitdatum 10 november 2026: Geen urgentieverklaring (nr U2026-0041877).",
            "2026-11-10",
            "U2026-0041877",
        ),
        (
            "Kapvergunning op 5 november 2026 door de gemeente verleend, zaak 2026-118830, ik las het op 12 november.",
            "2026-11-05",
            "2026-118830",
        ),
        (
            "De gemeente heeft dat op 5 november 2026 geweigerd en verstuurd (nr Z2026-00041877). Ik zag het 12 nov.",
            "2026-11-05",
            "Z2026-00041877",
        ),
    ],
)
async def test_the_label_says_it(told: str, day: str, number: str) -> None:
    answer = await agreed(f"{told} Ik ben het er niet mee eens. Het klopt niet.")
    assert (answer["overview"]["termijn"] or {}).get("besluit") == day
    assert f"Kenmerk: {number}\n" in answer["objection_letter"]


async def test_the_day_of_what_somebody_read_is_its_own() -> None:
    told = (
        "Met verbazing las ik uw aanslag, dagtekening 13 november 2026. Het bezwaar over 2020 wees u op 4 mei 2022 af."
    )
    answer = await agreed(f"Aan de Belastingdienst\n\n{told} Het is te veel. Ik maak bezwaar.")
    assert answer["overview"]["termijn"]["besluit"] == "2026-11-13"
