"""The date of a decision is its own: not that of somebody else's letter, nor of what an earlier objection was about."""

import pytest

from loket_demos.overheid.content.catalogue import CAPABILITIES

STRUCTURE = next(one for one in CAPABILITIES if one.name == "structure_bezwaar")

DAY = "2026-11-12"
REFUSED = "Op 12 november 2026 heeft u mijn rolstoel geweigerd."
AGAINST = "Ik ga in beroep tegen de beslissing op bezwaar"

REJECTED = "Mijn bezwaar tegen de dwangsom van 9 juni 2026 is ongegrond verklaard."


async def last_day(text: str) -> str:
    """The last day and the way, or what is asked about the date."""
    made = await STRUCTURE.call({"raw_text": text, "vandaag": "2026-11-23"})
    term = made["overview"]["termijn"]
    return f"{term['besluit']} {made['overview']['soort']}" if term else "asked"


@pytest.mark.parametrize(
    ("told", "day"),
    [
        (f"{REFUSED} De brief van de ergotherapeut van 21 oktober", DAY),
        (f"{REFUSED} De brief van mijn fysio van 21 oktober 2026", DAY),
        (f"{REFUSED} Het bericht van dokter Vos van 21 oktober 2026", DAY),
        ("U heeft mijn rolstoel geweigerd. De brief van de ergotherapeut van 1 september 2026", ""),
        ("Het gaat om de brief van de afdeling Zorg van 12 november 2026. Mijn rekening van toen", DAY),
        ("Het gaat om de brief van uw afdeling van 12 november 2026. Mijn rekening van toen", DAY),
    ],
)  # fmt: skip
async def test_a_letter_of_somebody_else_is_no_decision(told: str, day: str) -> None:
    letter = f"Aan de gemeente Zwolle\n\nIk maak bezwaar. {told} stuur ik mee. Ik kan niet lopen."
    assert await last_day(letter) == (f"{day} bezwaar" if day else "asked")


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("Op 3 juli 2026 is mijn bijstand gekort. Op 12 november 2026 nog eens.", ""),
        ("Ik bedoel het besluit van 3 juli 2026. Op 12 november 2026 kreeg ik de brief.", ""),
        ("Ik bedoel het besluit van 3 juli 2026. Op 12 november 2026 viel ik. Mijn bezwaar is te laat.", "2026-07-03"),
        ("Ik bedoel het besluit van 3 juli 2026. Op 12 november 2026 ben ik gevallen.", "2026-07-03"),
    ],
)
async def test_nothing_is_late_by_a_date_where_another_may_be_that_of_the_decision(told: str, day: str) -> None:
    about = "Ik maak bezwaar tegen het korten van mijn bijstand."
    letter = f"Aan de gemeente Zwolle\n\n{about} {told} Ik woon alleen.\n\nT. Kok\n20 november 2026"
    assert await last_day(letter) == (f"{day} bezwaar" if day else "asked")


@pytest.mark.parametrize(
    "told",
    [
        f"{AGAINST} van het college van burgemeester en wethouders van Almelo van 4 november 2026. {REJECTED}",
        "Ik ga in beroep. U heeft mijn bezwaar tegen uw besluit van 9 juni 2026 op 4 november 2026 afgewezen.",
        f"{AGAINST} van 4 november 2026. Die ging over mijn bezwaar tegen het besluit van 9 juni 2026.",
        f"{AGAINST}. Op 4 november 2026 besliste het college op mijn bezwaar tegen de dwangsom van 9 juni 2026.",
    ],
)
async def test_what_an_earlier_objection_was_against_is_not_what_is_appealed(told: str) -> None:
    assert await last_day(f"Aan de rechtbank\n\n{told} De schutting staat op eigen grond.") == "2026-11-04 beroep"


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("Ik ging op 13 november 2026 weg, blijkt dat u mij op 4 november 2026 heeft uitgeschreven.", "2026-11-04"),
        ("Wij liepen er op 13 november 2026 langs. U heeft op 4 november 2026 de vergunning verleend.", "2026-11-04"),
        ("Over de storm van 13 oktober 2026 besloot u op 4 november 2026 dat ik niets krijg.", "2026-11-04"),
        ("Na het ongeluk van 1 juli 2026 heeft u op 4 november 2026 mijn rijbewijs ingetrokken.", "2026-11-04"),
        ("Ik kreeg op 4 november 2026 uw besluit.", "2026-11-04"),
        ("U heeft op 4 november 2026 mijn bijstand gestopt. De brief kwam op 9 november 2026.", "2026-11-04"),
        ("Uw brief van 4 november 2026, kreeg hem pas 9 november 2026. U stopt mijn bijstand.", "2026-11-04"),
        ("Ik heb uw besluit ontvangen van 4 november 2026.", "2026-11-04"),
        ("Uw besluit lag op 9 november 2026 op de mat. Er staat op: datum 4 november 2026.", "2026-11-04"),
        ("Bij brief van 4 november 2026 heeft u mijn parkeerkaart ingetrokken.", "2026-11-04"),
    ],
)  # fmt: skip
async def test_a_day_of_another_thing_is_not_the_decisions(told: str, day: str) -> None:
    letter = f"Aan de gemeente Zwolle\n\nIk maak bezwaar. {told} Ik woon alleen."
    assert await last_day(letter) == f"{day} bezwaar"


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("De brief van het UWV is van afgelopen woensdag, mijn WW is geweigerd.", "2026-11-18"),
        ("uwv heeft mn ww geweigerd brief is van vorige week maandag.", "2026-11-16"),
        ("Mijn WW is geweigerd, besluit van het UWV van gisteren.", "2026-11-22"),
        ("Mijn WW is geweigerd, brief van het UWV van vrijdag jl.", "2026-11-20"),
        ("Mijn WW is geweigerd, brief van het UWV van woensdag.", ""),
        ("Mijn WW is geweigerd, ik vond de brief van het UWV gisteren pas.", ""),
        ("Mijn WW is geweigerd, de brief van het UWV kreeg ik gisteren.", ""),
        (f"Mijn WW is geweigerd, besluit van het UWV van {DAY}. Gisteren kreeg ik de brief.", DAY),
        ("Afgelopen woensdag belde ik het UWV. Mijn WW is geweigerd.", ""),
        ("Mijn WW is geweigerd, brief van het UWV van 9 november 2026. Gisteren belde ik ze.", "2026-11-09"),
    ],
)
async def test_a_day_told_from_today_is_the_decisions_where_a_date_would_be(told: str, day: str) -> None:
    assert await last_day(f"{told} Ik had gewoon gesolliciteerd.") == (f"{day} bezwaar" if day else "asked")


@pytest.mark.parametrize(
    "told",
    [
        "De brief van huisarts Jansen van 4 oktober heb ik meegestuurd.",
        "De brief van kinderneuroloog dr. Sandifort van 9 september noemen ze niet.",
        "Ik heb u ook de brief van bewindvoerder Van Dam van 4 oktober gestuurd, die heb ik hier bijgevoegd.",
    ],
)
async def test_what_the_writer_handed_in_or_a_doctor_wrote_dates_no_decision(told: str) -> None:
    assert await last_day(f"Het UWV weigert mijn WIA, besluit van {DAY}. {told}") == f"{DAY} bezwaar"


async def test_an_assessment_that_came_before_its_date_is_counted_from_that_date() -> None:
    told = "Belastingdienst\nAanslag inkomstenbelasting 2025\nDagtekening 4 december 2026\n\nIk maak bezwaar."
    assert await last_day(f"{told} Mijn zorgkosten zijn niet geteld.") == "2026-12-04 bezwaar"
    paid = "De Belastingdienst stuurde een aanslag. Ik moet betalen voor 4 december 2026. Ik maak bezwaar."
    assert await last_day(f"{paid} Mijn zorgkosten zijn niet geteld.") == "asked"
