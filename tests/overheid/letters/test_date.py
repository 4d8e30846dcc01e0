"""The date of a decision is its own: not that of somebody else's letter, nor of what an earlier objection was about."""

from typing import Any

import pytest

from loket_demos.overheid.content.case_advice import BY_LETTER, BY_SENDING, FROM_PUBLICATION
from tests.overheid.letters.analysing import STRUCTURE, agreed, asked

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


async def test_a_line_that_an_office_begins_with_its_day_is_its_letter() -> None:
    head = "Ik plak hier de brief:\n\nUWV Ziektewet, 12 november 2026. Kenmerk ZW.26.900."
    said = "U bent op 9 november gezien. Uw Ziektewet-uitkering stopt. Niet eens met deze beslissing? Maak bezwaar."
    answer = await agreed(f'{head}\n"{said}"\n\nIk kan nog niet werken. Ik mag niet tillen.')
    assert "Ik maak bezwaar tegen uw besluit van 12 november 2026." in answer["objection_letter"]


@pytest.mark.parametrize(
    "told",
    [
        "vastgesteld dat ik 90 euro per maand moet terugbetalen",
        "bepaald dat mijn hulp stopt",
        "mijn pas niet willen geven",
    ],
)
async def test_the_day_on_which_an_office_settled_or_would_not_do_something_is_that_of_the_decision(told: str) -> None:
    letter = f"De gemeente Zwolle heeft op 12 november 2026 {told}. Dat kan niet. Ik wil bezwaar maken.\n\nT. Kok"
    assert await last_day(letter) == f"{DAY} bezwaar"


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


async def made(text: str) -> dict[str, Any]:
    """All that is made of it, on 29 November 2026."""
    return await agreed(text)


@pytest.mark.parametrize(
    "told",
    [
        "De brief van de SVB is op 12 november bij ons thuis bezorgd.",
        "De brief van de SVB bereikte mij op 12 november.",
        "Het besluit van de SVB stond op 12 november in mijn berichtenbox.",
        "Op 12 november kwam bericht van de SVB.",
        "De beschikking van de SVB op donderdag 12 november in de bus gekregen.",
    ],
)
async def test_the_day_on_which_a_letter_came_is_told_as_that_and_its_own_is_asked(told: str) -> None:
    answer = await made(f"{told} Mijn AOW wordt verlaagd. Ik woon alleen. Ik maak bezwaar.")
    letter, (_, last, *_) = answer["objection_letter"], answer["overview"]["timeline"]
    assert "dat ik kreeg op 12 november 2026" in letter and "van 12 november" not in letter
    assert "uiterlijk donderdag 24 december 2026" in last and BY_LETTER in last
    assert "datum" in asked(answer)


@pytest.mark.parametrize(
    "told", ["Ik vond de brief van de SVB op 12 november.", "Pas op 12 november las ik het besluit van de SVB."]
)
async def test_the_day_on_which_a_letter_was_found_dates_nothing(told: str) -> None:
    answer = await made(f"{told} Mijn AOW wordt verlaagd. Ik woon alleen. Ik maak bezwaar.")
    begin = answer["objection_letter"].partition("Dit is mijn uitleg")[0]
    assert answer["overview"]["termijn"] is None and "12 november" not in begin


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("Op 17 november 2026 stuurde de SVB een brief. De brief op 19 november in de bus gekregen.", "2026-11-17"),
        ("Op 25 november kreeg ik de aanslag van GBLT. Er staat 30 november 2026 op als dagtekening.", "2026-11-30"),
        ("Op 12 november kwam het besluit van de SVB. 9 november 2026 is de verzenddatum.", "2026-11-09"),
    ],
)
async def test_the_date_on_a_letter_counts_and_not_the_day_on_which_it_came(told: str, day: str) -> None:
    answer = await made(f"{told} Dat klopt niet, want ik woon alleen. Ik maak bezwaar.")
    assert answer["overview"]["termijn"]["besluit"] == day


BOTH = "van 5 november 2026 (bekendgemaakt op 11 november 2026)"
TO_ALL = "Het verkeersbesluit van de gemeente Ede"


@pytest.mark.parametrize(
    ("told", "own"),
    [
        ("Op 11 november 2026 stond in het Gemeenteblad het verkeersbesluit van 5 november 2026.", BOTH),
        (f"{TO_ALL} stond op 11 november 2026 in het Gemeenteblad. Het besluit is van 5 november 2026.", BOTH),
        (f"{TO_ALL} van 5 november 2026 is op 11 november 2026 gepubliceerd.", BOTH),
        (f"{TO_ALL}, genomen op 5 november 2026 en bekendgemaakt in het Gemeenteblad van 11 november 2026.", BOTH),
        ("De gemeente Ede wil een container, besluit van 5 november 2026, publicatie 11 november 2026.", BOTH),
        (f"{TO_ALL} verscheen op 11 november 2026 in de Staatscourant.", "dat op 11 november 2026 bekend is gemaakt"),
    ],
)
async def test_what_is_decided_for_all_counts_from_its_publication_and_keeps_its_own_date(told: str, own: str) -> None:
    answer = await made(f"{told} Ik kan niet meer parkeren voor mijn deur. Ik maak bezwaar.")
    first, last, *_ = answer["overview"]["timeline"]
    assert "woensdag 23 december 2026" in last and FROM_PUBLICATION in first
    assert f"tegen het besluit {own}" in answer["objection_letter"]


PERMIT = "De gemeente Ede heeft een omgevingsvergunning verleend"


@pytest.mark.parametrize(
    ("told", "day"),
    [
        (f"{PERMIT}, verzonden aan de aanvrager op 5 november 2026, gepubliceerd op 11 november 2026.", "2026-11-05"),
        (
            "De gemeente Ede heeft op 5 november 2026 een kapvergunning verleend, publicatie 11 november 2026.",
            "2026-11-05",
        ),
        (f"{PERMIT}, staat in het Gemeenteblad van 11 november 2026.", "2026-11-11"),
    ],
)
async def test_nothing_runs_from_the_publication_of_what_was_sent_to_who_applied(told: str, day: str) -> None:
    answer = await made(f"{told} De dakkapel van de buren neemt mijn zon weg. Ik maak bezwaar.")
    last, counted = answer["overview"]["timeline"][1], answer["overview"]["termijn"]["besluit"]
    assert counted == day and (BY_SENDING in last) == (day == "2026-11-11")


@pytest.mark.parametrize("word", ["uitspraak", "beslissing"])
async def test_what_was_decided_on_an_objection_goes_before_what_it_was_made_against(word: str) -> None:
    told = f"De {word} op bezwaar van de gemeente Ede is van 22 oktober 2026. De beschikking zelf was van 27 februari."
    answer = await made(f"{told} Ik ga in beroep. Mijn huis is minder waard, want het is verzakt.")
    assert answer["overview"]["termijn"]["besluit"] == "2026-10-22"
