"""The reason that is shown beside a letter is the person's: not what the office did, gave as its ground or says."""

import pytest

from tests.overheid.letters.analysing import agreed


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (
            (
                "De gemeente Ede heeft op 9 november 2026 mijn bijstand gestopt, maar ik kreeg de brief pas de 12e. "
                "De reden dat ik het er niet mee eens ben: ze zeggen dat ik spaar, maar ik heb niets."
            ),
            "De reden dat ik het er niet mee eens ben: ze zeggen dat ik spaar, maar ik heb niets.",
        ),
        (
            (
                "U heeft mij op 9 november 2026 een WW-uitkering geweigerd omdat ik verwijtbaar werkloos zou zijn. "
                "Dat ben ik niet. Ik nam ontslag omdat mijn loon niet werd betaald."
            ),
            "Ik nam ontslag omdat mijn loon niet werd betaald.",
        ),
        (
            (
                "De gemeente Ede heeft mijn stalling op 9 november 2026 geweigerd omdat de stoep te smal is. "
                "Ik heb gemeten, het is overal drie meter."
            ),
            "Ik heb gemeten, het is overal drie meter.",
        ),
        (
            (
                "Ik krijg een boete van het UWV, brief van 9 november 2026, omdat ik niets zou hebben gemeld. "
                "Ze zeggen dat ik weg was zonder toestemming. Ik lag in het ziekenhuis."
            ),
            "Ik lag in het ziekenhuis.",
        ),
        (
            (
                "Mijn kinderbijslag is gestopt, besluit SVB van 9 november 2026. "
                "De SVB vindt dat mijn zoon niet bij mij woont. Hij slaapt hier elke nacht."
            ),
            "Hij slaapt hier elke nacht.",
        ),
        (
            (
                "Ik schrijf namens mijn vader, hij kan dit zelf niet meer. "
                "Het CIZ heeft op 9 november 2026 zijn Wlz afgewezen. Hij doet niets meer zonder hulp."
            ),
            "Hij doet niets meer zonder hulp.",
        ),
        (
            "Volgens DUO woonde ik thuis, maar ik woonde in Delft. Besluit van DUO van 9 november 2026.",
            "Volgens DUO woonde ik thuis, maar ik woonde in Delft.",
        ),
        (
            "Boete van DUO, besluit van 9 november 2026. Ik had mijn kaart ingeleverd, dat is toch geen reizen?",
            "Ik had mijn kaart ingeleverd, dat is toch geen reizen?",
        ),
    ],
)
async def test_the_own_side_of_a_person_is_shown(told: str, reason: str) -> None:
    answer = await agreed(f"{told} Ik maak bezwaar.")
    assert answer["overview"]["reden"] == reason and f"“{reason}”" in answer["key_points"][0]
    assert reason in answer["objection_letter"] and answer["overview"]["misschien"] == []


async def test_where_only_the_office_is_told_of_no_reason_is_shown() -> None:
    told = "De gemeente Ede heeft op 9 november 2026 mijn bijstand gestopt omdat ik spaargeld heb. Ik maak bezwaar."
    answer = await agreed(told)
    assert "spaargeld" not in answer["key_points"][0] and "spaargeld" not in answer["overview"]["reden"]
    assert "staat er nog niet in" in answer["key_points"][0]


async def test_where_no_sentence_is_clearly_the_reason_none_is_shown() -> None:
    told = (
        "Wij hebben een kleine bakkerij in Ede. De gemeente Ede heeft op 9 november 2026 ons terras geweigerd. Bezwaar."
    )
    answer = await agreed(told)
    assert answer["overview"]["reden"] == "U bent het niet eens met het besluit"
    assert answer["key_points"][0].endswith("Uw redenen staan in de brief.")


@pytest.mark.parametrize(
    "question", ["Hoe kan dat toch?", "Kan ik toch nog bezwaar maken?", "Ik ben toch nog op tijd?"]
)
async def test_a_question_stays_one(question: str) -> None:
    answer = await agreed(f"Boete van DUO, besluit van 9 november 2026. Ik reisde niet. {question} Ik maak bezwaar.")
    assert question not in answer["objection_letter"]


@pytest.mark.parametrize(
    "told",
    [
        "UWV Amsterdam.\nMijn WIA is op 9 november 2026 afgewezen.",
        "SVB Leiden. Mijn kinderbijslag is gestopt, besluit van 9 november 2026.",
        "Mijn kinderbijslag is gestopt, besluit van 9 november 2026. SVB Leiden.",
        "CBR. Besluit van 9 november 2026, ik ben ongeschikt verklaard.",
    ],
)
async def test_the_name_of_an_office_alone_is_no_reason(told: str) -> None:
    answer = await agreed(f"{told} Ik kan alles nog gewoon. Ik wil bezwaar maken.")
    (ticks,) = (one for one in answer["overview"]["invullen"] if one["veld"] == "redenen")
    assert answer["overview"]["reden"] == "Ik kan alles nog gewoon."
    assert not [one for one in ticks["keuzes"] if one in ("UWV Amsterdam.", "SVB Leiden.", "CBR.")]


ABOUT = "De gemeente Epe heeft op 9 november 2026 een vergunning verleend voor een padelbaan."


@pytest.mark.parametrize(
    ("beside", "reason"),
    [
        ("Wij wonen op nummer 12, aan de overkant.", "Het lawaai komt recht onze slaapkamer in."),
        ("Ik woon er precies achter.", "Straks is onze avondrust weg."),
        ("Wij zijn de buren.", "Dat tuinhuis staat dan in de schaduw."),
        ("Ons gezin telt vier personen.", "Zonder dat veldje raken de kinderen hun speelplek kwijt."),
        ("Het besluit is van de wethouder.", "Onze tuin ligt er vlak naast."),
    ],
)
async def test_where_or_who_somebody_is_is_no_reason_beside_what_comes_of_it(beside: str, reason: str) -> None:
    answer = await agreed(f"{ABOUT} {beside} {reason} Wij maken bezwaar.")
    assert answer["overview"]["reden"] == reason and beside in answer["objection_letter"]


async def test_who_only_says_where_they_live_is_shown_no_reason() -> None:
    answer = await agreed(f"{ABOUT} Wij wonen hier precies achter. Wij maken bezwaar.")
    assert answer["overview"]["reden"] == "U bent het niet eens met het besluit"


async def test_that_somebody_does_live_there_is_their_reason() -> None:
    told = "De gemeente Epe heeft mij op 9 november 2026 uitgeschreven. Ik woon gewoon op dit adres. Ik maak bezwaar."
    assert (await agreed(told))["overview"]["reden"] == "Ik woon gewoon op dit adres."
