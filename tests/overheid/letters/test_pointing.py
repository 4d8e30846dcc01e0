"""What an objection points back at is the decision, and the day on which a decision came is enough to count from."""

from typing import Any

import pytest

from loket_demos.overheid.content.case_advice import BY_LETTER
from tests.overheid.letters.analysing import agreed

TODAY = "2026-11-23"


async def made(text: str, **answers: str) -> dict[str, Any]:
    return await agreed(text, TODAY, **answers)


def place(answer: dict[str, Any]) -> dict[str, Any] | None:
    """The question about the date, where there is one."""
    return next((one for one in answer["overview"]["invullen"] if one["veld"] == "datum" and not one["gelezen"]), None)


@pytest.mark.parametrize(
    "told",
    [
        "Op 4 november 2026 rekende u mijn uitkering opnieuw uit. Hiertegen maak ik bezwaar.",
        "Jullie schreven mij op 4 november 2026 dat mijn uitkering omlaag gaat. Daar ga ik tegen in bezwaar.",
        "U hebt op 4 november 2026 mijn uitkering lager gemaakt. Ik woon alleen. Met dat besluit ben ik het niet eens.",
    ],
)
async def test_an_objection_that_names_no_decision_is_against_what_stands_before_it(told: str) -> None:
    answer = await made(f"Aan het UWV\n\n{told} Op 2 juni 2026 was ik nog aan het werk.\n\n20 november 2026\nT. Kok")
    assert answer["overview"]["termijn"]["besluit"] == "2026-11-04" and place(answer) is None


@pytest.mark.parametrize(
    "told",
    [
        "Op 4 november 2026 belde u mij. Daar ben ik het niet mee eens.",
        "Op 4 november 2026 hebt u mijn formulier ontvangen. Daar ben ik het niet mee eens.",
        "Op 4 november 2026 vroeg ik om hulp. Daar ben ik het niet mee eens.",
    ],
)
async def test_what_is_no_decision_of_the_office_dates_none(told: str) -> None:
    answer = await made(f"Aan het UWV\n\nIk maak bezwaar tegen het stoppen van mijn WW. {told}")
    assert answer["overview"]["termijn"] is None and place(answer) is not None


@pytest.mark.parametrize(
    "told",
    [
        "Op 10 november 2026 kreeg ik het besluit dat mijn WW stopt. Ik maak bezwaar.",
        "Op 10 november 2026 viel er een besluit over mijn WW in de bus. Ik maak bezwaar.",
    ],
)
async def test_the_day_on_which_it_came_is_counted_from_and_may_be_corrected(told: str) -> None:
    letter = f"Aan het UWV\n\n{told} Ik heb wel gesolliciteerd."
    answer = await made(letter)
    own, asked = answer["objection_letter"], place(answer)
    assert answer["overview"]["termijn"]["laatste_dag"] == "2026-12-22"
    assert BY_LETTER in answer["overview"]["timeline"][1]
    assert "dat ik kreeg op 10 november 2026" in own and "van 10 november 2026" not in own
    assert asked is not None and not asked["nodig"]
    better = await made(letter, datum="6 november 2026")
    assert better["overview"]["termijn"]["laatste_dag"] == "2026-12-18"
    assert "uw besluit van 6 november 2026" in better["objection_letter"]


async def test_in_a_list_of_what_happened_the_line_of_the_decision_dates_it() -> None:
    happened = (
        "- 1 oktober 2026: aanvraag\n- 9 november 2026: besluit, niets toegekend\n- 12 november 2026: besluit in de bus"
    )
    answer = await made(f"Aan het UWV\n\n{happened}\n\nIk maak bezwaar tegen het besluit over mijn WW. Ik werk niet.")
    assert answer["overview"]["termijn"]["besluit"] == "2026-11-09"


async def test_nobody_is_late_by_the_day_on_which_it_came() -> None:
    answer = await made("Aan het UWV\n\nOp 1 september 2026 kreeg ik het besluit dat mijn WW stopt. Ik maak bezwaar.")
    asked = place(answer)
    assert answer["overview"]["termijn"] is None and asked is not None and asked["nodig"]


async def test_the_day_of_a_letter_is_not_that_of_the_decision() -> None:
    lines = "22 november 2026\n\nBeste medewerker,\n\nIk maak bezwaar tegen het lagere bedrag van mijn WW."
    answer = await made(f"Aan het UWV\n\n{lines} Dat was het besluit dat ik op 9 november 2026 kreeg.")
    assert answer["overview"]["termijn"]["besluit"] == "2026-11-09"


async def test_who_quotes_the_decision_and_objects_is_not_asked_whether_they_do() -> None:
    quoted = '"Uw auto stond op 3 maart op uw oprit. Uw vergunning wordt daarom ingetrokken. U krijgt geen nieuwe."'
    letter = f"Aan de gemeente Assen\n\nIn uw besluit van 4 november 2026 staat:\n\n{quoted}\n\n"
    answer = await made(f"{letter}Ik maak bezwaar tegen dit besluit. Ik heb geen oprit.\n\nT. Kok")
    assert "Ik heb geen oprit." in answer["objection_letter"] and "3 maart" not in answer["objection_letter"]


async def test_an_earlier_message_below_a_mail_is_not_the_persons() -> None:
    mail = (
        "Van: T. Kok\nOnderwerp: RE: uw vergunning\n\nGeachte heer Bos,\n\nHet besluit is van 4 november 2026, nummer "
    )
    mine = f"{mail}PV-26-118. Hiermee maak ik bezwaar tegen de weigering van mijn parkeervergunning. Ik heb geen oprit."
    theirs = "> Geachte heer Kok,\n> Uw aanvraag (nummer AA-26-700) is op 1 oktober 2026 ontvangen.\n> Wij bellen u."
    answer = await made(f"{mine}\n\nGroet,\nT. Kok\n\n{theirs}")
    own = answer["objection_letter"]
    assert "Kenmerk: PV-26-118" in own and "besluit van 4 november 2026" in own
    assert "Wij bellen u" not in own and "Ik heb geen oprit." in own


async def test_a_judge_is_what_verzet_asks_for() -> None:
    order = "Op 16 november 2026 kreeg ik een strafbeschikking voor vernieling. "
    wants = await made(f"{order}Ik was er niet en wij willen dat de rechter daarover beslist.")
    assert wants["overview"]["termijn"]["laatste_dag"] == "2026-11-30"
    assert "strafbeschikking die ik kreeg op 16 november 2026" in wants["objection_letter"]
    assert (await made(f"{order}Ik was er niet bij."))["objection_letter"] == ""


@pytest.mark.parametrize(
    ("told", "excuse"),
    [
        ("Ik ben te laat. In september ben ik geopereerd en ik mocht niet uit bed.", "In september ben ik geopereerd"),
        ("Ik ben te laat. Mijn vrouw overleed op 2 oktober 2026.", "Mijn vrouw overleed"),
        ("Ik ben te laat. Uw besluit van 1 september 2026 was onduidelijk.", ""),
        ("Ik ben te laat. Ik vraag u er toch naar te kijken.", ""),
    ],
)
async def test_what_happened_to_the_person_behind_the_lateness_is_why(told: str, excuse: str) -> None:
    answer = await made(f"Aan het UWV\n\nIk maak bezwaar tegen uw besluit van 1 september 2026. {told}")
    assert (answer["overview"]["waarom_laat"] or "").startswith(excuse)
    assert bool(answer["overview"]["waarom_laat"]) is bool(excuse)


@pytest.mark.parametrize(
    ("lines", "frame"),
    [
        ("BEZWAARSCHRIFT", "BEZWAARSCHRIFT"),
        ("Mijn bezwaar tegen de korting", "Mijn bezwaar tegen de korting"),
        (
            "Aan: UWV, afd. Bezwaar, Postbus 1, 1000 AA Amsterdam\nVan: T. Kok, Dorpsstraat 1, 9400 AA Assen",
            "Postbus 1",
        ),
        ("Inzake: T. Kok / korting WW", "T. Kok / korting WW"),
        ("Mijn kenmerk: familie Kok, zaak van de korting op de WW", "familie Kok"),
        ("Van: T. Kok, Dorpsstraat 1, Assen.\nAan: UWV, afdeling Bezwaar.", "Dorpsstraat"),
    ],
)
async def test_lines_above_a_letter_are_no_words_of_the_explanation(lines: str, frame: str) -> None:
    letter = f"{lines}\n\nIk maak bezwaar tegen het besluit van het UWV van 4 november 2026. Ik was ziek.\n\nGr. T. Kok"
    told = (await made(letter))["objection_letter"].partition("in mijn eigen woorden:\n\n")[2]
    assert "Ik was ziek." in told and frame not in told and "Gr." not in told


async def test_the_name_below_a_letter_says_nothing_of_the_matter() -> None:
    letter = (
        "Centrum Indicatiestelling Zorg\n\nIk maak bezwaar tegen uw besluit van 4 november 2026. Ik kan niet lopen."
    )
    answer = await made(f"{letter}\n\nGroeten\nA. Mulder\nDorpsstraat 1\n9400 AA Assen")
    assert answer["overview"]["soort"] == "bezwaar" and "Aan het CIZ" in answer["objection_letter"]
