"""What people tell of a decision in everyday words is one; a debt or a payment in it makes nothing else of it."""

from typing import Any

import pytest

from tests.overheid.letters.analysing import agreed

TODAY = "2026-11-23"
WOO = "Ik wil hiertegen pro forma bezwaar instellen en de gronden later aan te vullen."


async def made(text: str) -> dict[str, Any]:
    return await agreed(text, TODAY)


def kind(answer: dict[str, Any]) -> str:
    return str(answer["overview"]["brief"]["soort"])


@pytest.mark.parametrize(
    "told",
    [
        "Ik vroeg de gemeente Assen om geld voor een koelkast. Ze hebben nee gezegd. Ik heb nog beslag op mijn loon.",
        "De gemeente Hulst zegt nee tegen bijzondere bijstand. Ik slaap op de grond. De deurwaarder pakt alles.",
        "Het CIZ schreef op 4 november 2026 dat mijn broer geen indicatie krijgt. Hij kan niet alleen zijn, vind ik.",
        "Brief van het UWV van 4 november 2026 dat ik geen WW krijg. Ik was niet zelf weggegaan bij mijn baas.",
        "In de brief van DUO van 4 november 2026 staat dat ik 1.200 euro terug moet betalen. Ik woonde echt op kamers.",
        "Het waterschap Rivierenland schreef op 4 november 2026: last onder dwangsom. Ons steigertje ligt er al jaren.",
        "De gemeente Assen heeft mijn gehandicaptenparkeerkaart niet verlengd. Ik kan niet lopen. Ik maak bezwaar.",
        "Ma kreeg 4 uur hulp van de Wmo, nu maar 2. Brief gemeente Tiel van 4 november 2026. Mijn ma kan niet tillen.",
        "Het CAK rekent 980 euro, brief van 4 november 2026. Ik woon nog thuis. Kan ik bezwaar maken en tot wanneer?",
        "De RDW zegt nee, brief van 4 november 2026. Mijn trekker is wel gekeurd en ik heb het papier.",
    ],
)
async def test_a_refusal_in_everyday_words_is_a_decision(told: str) -> None:
    answer = await made(told)
    assert kind(answer) == "besluit" and answer["objection_letter"], answer["overview"]["brief"]


@pytest.mark.parametrize(
    ("told", "soort"),
    [
        ("Ik kreeg een aanmaning van de gemeente Assen. Ik had al betaald.", "betalen"),
        (
            "De deurwaarder stuurde een brief over de belasting van de gemeente Assen. Ik kan het nu niet betalen.",
            "betalen",
        ),
        ("De gemeente Assen wil mijn bankafschriften hebben voor de bijstand. Ik heb ze al gestuurd.", "gegevens"),
        ("Ik ben gezakt voor het rijexamen van het CBR. De examinator had haast.", "examen"),
        ("Mijn werkgever zegt nee tegen mijn verlof. Ik heb nog dagen over.", "bedrijf"),
        ("De sportschool zegt nee tegen opzeggen. Ik ben verhuisd.", "bedrijf"),
        ("Mijn zorgverzekeraar zegt dat ik geen bril krijg. Ik zie niks.", "verzekeraar"),
        ("De school van mijn dochter wil 90 euro voor het kamp. Ik kan dat niet betalen.", "bedrijf"),
    ],
)
async def test_what_is_no_decision_stays_none(told: str, soort: str) -> None:
    answer = await made(told)
    assert kind(answer) == soort and answer["objection_letter"] == "", answer["overview"]["brief"]


@pytest.mark.parametrize(
    "told",
    [
        "Basisschool De Zwaluw geeft mijn kinderen geen verlof voor de begrafenis van hun oma in Izmir.",
        "De directeur van de school van mijn dochter zegt nee tegen extra verlof, brief van 9 november 2026.",
        "Ik maak bezwaar tegen het weigeren van verlof voor mijn zoon door de basisschool op 9 november 2026.",
    ],
)
async def test_leave_from_school_is_no_matter_of_a_firm(told: str) -> None:
    answer = await made(f"{told} Wij gaan er maar drie dagen heen.")
    assert kind(answer) != "bedrijf"
    assert "de directeur van de school" in answer["key_points"][1]
    assert any("Leerplichtwet" in one["naam"] for one in answer["bron"])


@pytest.mark.parametrize(
    "told",
    [
        "Ik heb 240 euro boete van het CJIB, ik reed te hard en dat klopt. Kan ik in beroep en in stukjes betalen?",
        "Ik moet de SVB € 800 AOW terugbetalen, brief van 4 november 2026. Dat klopt. Niet in één keer te betalen.",
        "De boete van het CJIB vind ik terecht, maar 310 euro in één keer betalen lukt niet. Mag het in delen betalen?",
        "Ik moet DUO 900 euro terugbetalen. Dat klopt wel, maar niet in één keer te missen. Moet ik bezwaar invullen?",
        "De Belastingdienst wil 900 euro, aanslag van 12 november 2026. Dat is terecht. Kan ik uitstel krijgen?",
        "Dienst Toeslagen vraagt € 900 terug, 4 november 2026. Eigen schuld. Ik kan maar 50 per maand missen.",
    ],
)
async def test_who_only_wants_to_pay_in_parts_gets_no_objection(told: str) -> None:
    answer = await made(told)
    assert kind(answer) == "termijnen" and answer["objection_letter"] == "", answer["overview"]["brief"]


@pytest.mark.parametrize(
    "told",
    [
        "Ik ga in beroep tegen de boete van het CJIB van 4 november 2026. Ik reed er niet. Of mag ik in delen betalen.",
        "Ik maak bezwaar tegen het besluit van DUO van 4 november 2026. Het klopt niet. In één keer betalen lukt niet.",
        "Ik moet het UWV € 900 terugbetalen, besluit van 4 november 2026. Dat klopt niet: ik werkte. In delen betalen?",
        "Ik moet DUO 900 euro terug betalen. Dat is niet goed, ik wil in bezwaar en kan ik zolang niet betalen.",
    ],
)
async def test_who_objects_as_well_gets_a_draft(told: str) -> None:
    assert (await made(told))["objection_letter"]


@pytest.mark.parametrize(
    "told",
    [
        "Ik wil bezwaar maken tegen de meneer van het loket in Tiel. Hij zuchtte de hele tijd. Er is niks besloten.",
        "Ik wil bezwaar indienen over die medewerkster van het UWV. Ze lachte om mijn taal.",
    ],
)
async def test_an_objection_to_a_person_is_a_complaint(told: str) -> None:
    assert kind(await made(told)) == "klacht"


async def test_a_reminder_behind_which_a_decision_stands_is_asked_about() -> None:
    told = "Op 16 november 2026 kreeg ik een aanmaning van de SVB over de AOW. Het besluit kwam nooit bij mij aan."
    answer = await made(told)
    assert kind(answer) == "misschien" and answer["overview"]["brief"]["vraag"]


async def test_beside_a_reminder_the_decision_before_it_is_what_is_asked_about() -> None:
    told = "Op 16 november 2026 kreeg ik een herinnering van DUO. Het besluit daarvoor heb ik nooit gekregen."
    said = (await made(told))["overview"]["brief"]
    assert "besluit dat eraan voorafging" in said["uitleg"] and "Awb 3:41" in said["uitleg"]


@pytest.mark.parametrize(
    ("told", "more"),
    [
        (
            "Ondergetekende kan zich niet verenigen met de kapvergunning die de gemeente Bunnik op {} heeft verleend.",
            "",
        ),
        ("Op mijn Woo-verzoek van 3 juli 2026 besloot de Omgevingsdienst Twente op {} niets te geven.", WOO),
        ("De school van mijn zoon weigert verlof. De brief van de rector is van {}. Ik maak bezwaar.", ""),
    ],
    ids=["a neighbour", "documents", "a head of a school"],
)
async def test_an_objection_in_formal_words_is_one_with_its_date(told: str, more: str) -> None:
    answer = await made(f"{told.format('4 november 2026')} Dat is ten onrechte. {more}\n\nGaarne uw concept.")
    assert kind(answer) == "besluit" and answer["objection_letter"], answer["overview"]["brief"]
    assert answer["overview"]["termijn"]["besluit"] == "2026-11-04"


@pytest.mark.parametrize(
    "told",
    [
        "Ik wil bij de gemeente Tiel documenten opvragen met een Woo-verzoek over de sloop van het zwembad.",
        "Mijn bezwaar van 3 november 2026 tegen het besluit van de gemeente Tiel wil ik graag aanvullen.",
        "Wij kunnen ons goed vinden in de vergunning van de gemeente Tiel van 4 november 2026.",
    ],
)
async def test_what_is_no_objection_in_formal_words_gets_none(told: str) -> None:
    assert (await made(told))["objection_letter"] == ""


@pytest.mark.parametrize(
    "text",
    [
        "hoi kreeg boete 95 euro parkeerschijf lag gewoon achter voorruit klopt niks foto bijgevoegd",
        "Goeiendag, ut UWV wil mien uutkering stopn, mer ik bin nog aaltied krank en kan neet warken",
        "boete gehad van 81 euro bij het station, kaartje lag op dashboard, kan toch niet kloppen",
    ],
)
async def test_dialect_and_notes_are_no_other_language(text: str) -> None:
    assert (await made(text))["overview"]["tekst"] != "andere_taal"


@pytest.mark.parametrize(
    "text",
    [
        "Dzień dobry, dostałem list z gminy o zasiłku i nie zgadzam się z tym, proszę o pomoc w napisaniu",
        "Bonjour, j'ai reçu une lettre du UWV et je ne suis pas d'accord avec la décision de la gemeente",
        "Sehr geehrte Damen und Herren, ich habe einen Bescheid von der Gemeente bekommen und bin nicht einverstanden",
        "Hello, the gemeente has stopped my bijstand and I do not know what to do, can you help me please",
    ],
)
async def test_another_language_is_still_one(text: str) -> None:
    assert (await made(text))["overview"]["tekst"] == "andere_taal"


@pytest.mark.parametrize(
    ("told", "wie"),
    [
        ("mijn VOG is geweigerd, brief van 9 november 2026. mijn baas wacht erop. het was een ruzie.", "Justis"),
        ("Ik moet van het CBR een cursus doen, brief van 10 november 2026. Mijn advocaat doet de strafzaak.", "CBR"),
        (
            "De Kamer van Koophandel heeft mijn inschrijving geweigerd op 3 november 2026. De notaris had alles goed.",
            "Kamer van Koophandel",
        ),
        ("Ik heb een webshop. De NVWA gaf mij 1.050 euro boete, brief van 12 november 2026.", "NVWA"),
        ("Mijn rijbewijs is ongeldig verklaard, brief van 10 november 2026. Mijn baas ontslaat mij nu.", ""),
        ("Mijn horecavergunning is geweigerd op 6 november 2026. De bank geeft mij nu geen lening meer.", ""),
        ("Ik krijg geen VOG. Mijn werkgever heeft hem voor 1 januari nodig. Het was een winkeldiefstal.", ""),
    ],
)
async def test_an_authority_is_no_firm_whatever_firms_are_told_of_beside_it(told: str, wie: str) -> None:
    answer = await made(told)
    assert kind(answer) != "bedrijf", answer["overview"]["brief"]
    assert wie in answer["key_points"][1]


@pytest.mark.parametrize(
    "told",
    [
        "De sportschool weigert mijn opzegging. Ik heb daar een VOG ingeleverd als trainer.",
        "De sportschool heeft mijn opzegging geweigerd. De ACM zegt dat zij niets kunnen doen.",
        "De bank heeft mijn rekening gesloten, brief van 9 november 2026. Ik heb mijn rijbewijs laten zien.",
    ],
)
async def test_a_firm_is_one_where_an_authority_is_only_beside_it(told: str) -> None:
    assert kind(await made(told)) == "bedrijf"


async def test_a_letter_that_somebody_copies_below_their_words_is_not_addressed_by_them() -> None:
    told = (
        "Zojuist ontvangen:\n\nBelastingdienst\nAanslag inkomstenbelasting 2025\nDagtekening 9 november 2026\n\n"
        "Ze hebben mijn hele zorgkostenaftrek geschrapt. Ik reed elke week naar het ziekenhuis. Kan ik bezwaar maken?"
    )
    answer = await made(told)
    assert kind(answer) == "besluit" and not answer["overview"]["brief"]["vraag"] and answer["objection_letter"]


@pytest.mark.parametrize(
    ("told", "soort"),
    [
        (
            (
                "In de brief van de gemeente Assen van 2 november 2026 (kenmerk A-2026-301) is mijn bijstand gestopt. "
                "In die van 9 november 2026 (kenmerk B-2026-778) staat een boete van 300 euro."
            ),
            "twee_besluiten",
        ),
        (
            (
                "2 brieven van gemeente assen. eerste is van 2 november 2026 (nr PW-2026-30) bijstand ingetrokken. "
                "de tweede van 9 november 2026 (nr PW-B-2026-11) een boete van 1.553,70"
            ),
            "twee_besluiten",
        ),
        (
            (
                "Ik maak bezwaar tegen het UWV-besluit van 2 november 2026 (nr 884-2211) over WW. Ook maak ik bezwaar "
                "tegen het besluit van 9 november 2026 (nr 884-9900)."
            ),
            "twee_besluiten",
        ),
        (
            (
                "Mijn aanvraag van 2 november 2026 (kenmerk A-2026-301) bij de gemeente Assen is afgewezen. Besluit is "
                "van 9 november 2026, kenmerk A-2026-302."
            ),
            "besluit",
        ),
        (
            (
                "Op 2 november 2026 heb ik bezwaar gemaakt (nr 2026-5511). Nu kreeg ik een boete van gemeente Assen op "
                "9 november 2026, nr 2026-7788."
            ),
            "besluit",
        ),
        (
            (
                "De SVB schreef op 2 november 2026 met nummer 551-208-336 dat mijn AOW is verlaagd. Het besluit van 9 "
                "november 2026 met nummer 551-208-336 zegt hetzelfde."
            ),
            "besluit",
        ),
    ],
)
async def test_two_decisions_with_days_and_numbers_of_their_own_need_two_letters(told: str, soort: str) -> None:
    answer = await made(f"{told} Ik maak bezwaar. Het geld was geleend van mijn zus.")
    assert kind(answer) == soort, answer["overview"]["brief"]
    assert bool(answer["objection_letter"]) is (soort == "besluit")


@pytest.mark.parametrize(
    "told",
    [
        "De gemeente Ede heeft mijn bezwaar afgewezen op 13 november 2026. Ik wil opnieuw bezwaar maken.",
        "De SVB zei nee op mijn bezwaar, brief van 13 november 2026. Ik maak weer bezwaar, maar dan bij een ander.",
        "Het UWV gaf op 13 november 2026 de beslissing op mijn bezwaar: ongegrond. Ik wil nog een keer in bezwaar.",
    ],
)
async def test_nobody_objects_again_to_what_was_decided_on_their_objection(told: str) -> None:
    answer = await made(f"{told} Ik woon gewoon alleen.")
    letter = answer["objection_letter"]
    assert kind(answer) == "besluit_op_bezwaar" and "Aan de rechtbank" in letter
    assert "Ik woon gewoon alleen." in letter and "opnieuw bezwaar" not in letter and "weer bezwaar" not in letter


async def test_what_was_decided_since_is_no_decision_on_an_earlier_objection() -> None:
    told = "Mijn bezwaar uit 2024 is afgewezen. Op 13 november 2026 heeft de SVB mijn AOW weer verlaagd."
    answer = await made(f"{told} Ik maak weer bezwaar, want ik woon alleen.")
    assert kind(answer) in ("besluit", "misschien") and "rechtbank" not in answer["objection_letter"]
