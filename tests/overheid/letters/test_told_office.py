"""An office that is told by its own name is who decided, and the letter is for it by that name; of two it is asked."""

from typing import Any

import pytest

from tests.overheid.letters.analysing import STRUCTURE, agreed, asked

WHY = "Ik vind dat niet goed, want ik deed alles op tijd."


async def made(text: str) -> dict[str, Any]:
    return await agreed(f"{text} {WHY}", "2026-11-23")


def to(answer: dict[str, Any]) -> str:
    """The first line of the address."""
    return str(answer["objection_letter"]).partition("woonplaats]\n\n")[2].partition("\n")[0]


@pytest.mark.parametrize(
    ("told", "office"),
    [
        ("Ik kreeg op 4 november 2026 een boete van het CAK.", "Aan het CAK"),
        ("Boete van de SVB, besluit van 4 november 2026, 300 euro.", "Aan de SVB"),
        ("De KVK heeft mijn zaak op 4 november 2026 uitgeschreven, dat is hun besluit.", "Aan de Kamer van Koophandel"),
        ("Besluit van de NVWA van 4 november 2026: een boete van 525 euro.", "Aan de NVWA"),
        ("NVWA heeft mij op 4 november 2026 beboet. De inspecteur heeft geen foto gemaakt.", "Aan de NVWA"),
        ("Ik maak bezwaar tegen de aanslag van GBLT van 4 november 2026.", "Aan GBLT (de heffingsambtenaar)"),
        ("De aanslag van BghU is van 4 november 2026.", "Aan BghU (de heffingsambtenaar)"),
        ("Mijn naheffing parkeren van 4 november 2026 komt van Cocensus.", "Aan Cocensus (de heffingsambtenaar)"),
        ("BIJ12 heeft op 4 november 2026 mijn aanvraag voor faunaschade afgewezen.", "Aan de provincie"),
        ("De provincie Drenthe heeft op 4 november 2026 de ontheffing geweigerd.", "Aan de provincie Drenthe"),
        ("Waterschap Brabantse Delta legde op 4 november 2026 een dwangsom op.", "Aan het waterschap Brabantse Delta"),
        ("De gemeente Den Bosch heeft op 4 november 2026 mijn bijstand gestopt.", "Aan de gemeente Den Bosch"),
        (
            "Besluit van het college van burgemeester en wethouders van Horst aan de Maas, 4 november 2026, bijstand.",
            "Aan de gemeente Horst aan de Maas",
        ),
        ("gem den bosch weigert mn scootmobiel, brief van 4 november 2026.", "Aan de gemeente Den Bosch"),
        ("Gem. Zwolle heeft op 4 november 2026 mijn scootmobiel geweigerd.", "Aan de gemeente Zwolle"),
        ("DE GEMEENTE ZWOLLE HEEFT OP 4 NOVEMBER 2026 MIJN BIJSTAND GESTOPT.", "Aan de gemeente Zwolle"),
        ("de gemeente bergen op zoom stopt mn bijstand, 4 november 2026.", "Aan de gemeente Bergen op Zoom"),
        ("de gemeente best wel streng stopt mn bijstand, ik maak bezwaar.", "Aan de gemeente"),
        ("Ik maak bezwaar tegen het verkeersbesluit in het Gemeenteblad van Ede.", "Aan de gemeente Ede"),
        ("Ik kreeg op 5 november 2026 een boete van de gemeente Hoorn voor mijn hond.", "Aan de gemeente Hoorn"),
        ("Van gemeente Assen kreeg ik drie brieven, bijstand gestopt op 4 november 2026.", "Aan de gemeente Assen"),
        ("Twee berichten van gemeente Tiel. Mijn bijstand is op 4 november 2026 gestopt.", "Aan de gemeente Tiel"),
        ("Gemeente Ede.\nMijn bijstand is gestopt op 4 november 2026.", "Aan de gemeente Ede"),
        ("Mijn bijstand is gestopt op 4 november 2026. Gemeente Ede.", "Aan de gemeente Ede"),
        (
            "De gemeente weigerde op 4 november 2026 een vergunning voor een dakkapel aan de Brink in Deventer.",
            "Aan de gemeente Deventer",
        ),
        (
            "De gemeente heeft een kapvergunning verleend voor de beuk in de Dorpsstraat te Epe, 4 november 2026.",
            "Aan de gemeente Epe",
        ),
        (
            "Op 4 november 2026 gaf de gemeente een naheffing parkeren, ik stond op de Markt in Roermond.",
            "Aan de gemeente Roermond (de heffingsambtenaar)",
        ),
        ("Besluit van de RDW van 4 november 2026 over mijn kenteken.", "Aan de RDW"),
        ("De IND heeft mijn verblijfsvergunning op 4 november 2026 geweigerd.", "Aan de IND"),
    ],
)
async def test_an_office_that_is_told_by_its_name_is_not_asked_again(told: str, office: str) -> None:
    answer = await made(told)
    assert "wie" not in asked(answer) and to(answer) == office, answer["objection_letter"][:200]


OFFICIAL = """{head}

Geachte mevrouw Oosterhuis,

Wij schrijven u per 1 november 2026 uit. Volgens ons woont u niet meer op dit adres.
Bent u het niet eens met dit besluit? Dan kunt u binnen zes weken bezwaar maken.

Met vriendelijke groet,
{signed}

"""


@pytest.mark.parametrize(
    ("head", "signed", "office"),
    [
        ("Gemeente Zwolle\nAfdeling Burgerzaken\nZwolle, 9 november 2026", "Het college", "Aan de gemeente Zwolle"),
        ("Gemeente Ede\nPostbus 9022, 6710 HK Ede\nDatum: 9 november 2026", "J. Smit", "Aan de gemeente Ede"),
        ("Burgerzaken\nDatum: 9 november 2026", "Gemeente Hof van Twente", "Aan de gemeente Hof van Twente"),
        ("Gemeente Ede\nDatum: 9 november 2026", "Gemeente Barneveld", "Aan de gemeente"),
    ],
)
async def test_the_letterhead_of_a_municipality_says_which_one_it_is(head: str, signed: str, office: str) -> None:
    answer = await made(OFFICIAL.format(head=head, signed=signed))
    assert to(answer) == office, answer["objection_letter"][:200]


@pytest.mark.parametrize(
    ("told", "office"),
    [
        (
            "Bekeuring van het CJIB van 4 november 2026 in de gemeente Tiel, 120 euro voor te hard rijden.",
            "Parket CVOM",
        ),
        (
            "Ik werk bij de KVK. De gemeente Ommen heeft op 4 november 2026 mijn bijstand gestopt.",
            "Aan de gemeente Ommen",
        ),
        (
            "De gemeente heeft op 4 november 2026 mijn bijstand gestopt. Vroeger woonde ik in de gemeente Ommen.",
            "Aan de gemeente",
        ),
        (
            "Ik verhuisde van de gemeente Epe naar de gemeente Wijchen, bijstand afgewezen op 4 november 2026.",
            "Aan de gemeente",
        ),
        (
            "De gemeente heeft op 4 november 2026 mijn bijstand gestopt, ik was bij mijn vriend in Zwolle.",
            "Aan de gemeente",
        ),
        (
            "De gemeente weigerde op 4 november 2026 mijn parkeervergunning omdat ik in Zwolle sta ingeschreven.",
            "Aan de gemeente",
        ),
        (
            "De gemeente weigerde op 4 november 2026 een vergunning voor een terras in Epe. Ik kom uit Zwolle.",
            "Aan de gemeente",
        ),
        ("Het UWV heeft op 4 november 2026 mijn WW gekort. De gemeente Ommen vroeg mijn papieren.", "Aan het UWV"),
        ("De SVB verlaagde op 4 november 2026 mijn AOW, besluit 14. Mijn man werkte bij de NVWA.", "Aan de SVB"),
        (
            "De gemeente Ommen heeft op 4 november 2026 mijn Wmo afgewezen. Het CIZ zei ook nee.",
            "Aan de gemeente Ommen",
        ),
    ],
)
async def test_who_is_only_named_besides_did_not_decide(told: str, office: str) -> None:
    assert to(await made(told)) == office


@pytest.mark.parametrize(
    "told",
    [
        "Besluit van 4 november 2026 over een boete. Ik kreeg hem nadat ik met de RDW had gebeld.",
        "Ik maak bezwaar tegen de boete van 4 november 2026. Het was in de gemeente Hoorn.",
        "Ik maak bezwaar tegen het besluit van 4 november 2026 van de NVWA of de ACM.",
        "Ik maak bezwaar tegen het besluit van 4 november 2026. Mijn vader werkt bij GBLT.",
    ],
)
async def test_where_nobody_says_who_decided_it_is_asked(told: str) -> None:
    assert "wie" in asked(await made(told))


@pytest.mark.parametrize(
    ("told", "wie"),
    [
        (
            "Ik heb bij RVO subsidie aangevraagd. Die is afgewezen, brief van 9 november 2026. De site lag plat.",
            "de RVO",
        ),
        (
            "In juni vroeg ik bij het Schadefonds Geweldsmisdrijven om geld. Afgewezen op 9 november 2026.",
            "het Schadefonds Geweldsmisdrijven",
        ),
        (
            "Ik heb aan de Raad voor Rechtsbijstand een toevoeging gevraagd. Geweigerd, brief van 9 november 2026.",
            "de Raad voor Rechtsbijstand",
        ),
    ],
)
async def test_who_was_applied_to_decided_where_nobody_else_is_named(told: str, wie: str) -> None:
    made = dict(await STRUCTURE.call({"raw_text": told, "vandaag": "2026-11-23"}))
    assert made["overview"]["brief"]["soort"] == "besluit" and wie in made["key_points"][1], made["overview"]["brief"]


async def test_a_firm_is_none_by_what_was_asked_of_an_authority() -> None:
    told = "Ik heb bij de KVK een uittreksel aangevraagd. De bank heeft mijn rekening geweigerd op 9 november 2026."
    made = dict(await STRUCTURE.call({"raw_text": told, "vandaag": "2026-11-23"}))
    assert made["overview"]["brief"]["soort"] == "bedrijf"


async def test_a_firm_beside_what_only_an_authority_refuses_is_asked_about() -> None:
    told = (
        "Justis heeft mij op 4 november 2026 een VOG geweigerd voor een baan bij een middelbare school. De school wil"
    )
    made = dict(await STRUCTURE.call({"raw_text": f"{told} mij nog steeds hebben.", "vandaag": "2026-11-23"}))
    assert made["overview"]["brief"]["soort"] == "besluit" or made["overview"]["brief"]["vraag"]


async def test_the_letterhead_of_an_insurer_is_one() -> None:
    told = (
        "Zonneberg Zorgverzekeringen N.V.\n19 november 2026\n\nGeachte heer Bos,\n\nU vroeg ons een behandeling te "
        "vergoeden. Wij wijzen dat af.\n\nMet vriendelijke groet,\nZonneberg Zorgverzekeringen\n\n=====\n"
        "Ik wil hier een bezwaarschrift tegen. De arts zei dat het moest."
    )
    made = dict(await STRUCTURE.call({"raw_text": told, "vandaag": "2026-11-23"}))
    assert made["overview"]["brief"]["soort"] == "verzekeraar"


RULED = (
    "{office}, Postbus 30000, 9640 RA Veendam\nDatum 18 november 2026\n\nBeslissing op bezwaar\n\nGeachte heer Kok,\n\n"
    "Bij brief van 4 september 2026 maakte u bezwaar tegen ons besluit van 11 augustus 2026. Uw bezwaar is ongegrond. "
    "{where}\n\nHoogachtend,\n{office}\n\nIk heb de auto verkocht en ik wil verder gaan."
)


@pytest.mark.parametrize("office", ["RDW", "UWV", "Gemeente Veendam"])
async def test_the_address_of_whoever_decided_is_not_that_of_the_court(office: str) -> None:
    answer = dict(await STRUCTURE.call({"raw_text": RULED.format(office=office, where=""), "vandaag": "2026-11-23"}))
    assert "Aan de rechtbank\n[Het adres van de rechtbank" in answer["objection_letter"]
    assert "30000" not in answer["objection_letter"] + answer["overview"]["waarheen"]


async def test_the_address_of_the_court_beside_the_way_to_it_is() -> None:
    where = "U kunt binnen zes weken beroep instellen bij de rechtbank Noord-Nederland, Postbus 150, 9700 AD Groningen."
    answer = dict(await STRUCTURE.call({"raw_text": RULED.format(office="RDW", where=where), "vandaag": "2026-11-23"}))
    assert "Aan de rechtbank\nPostbus 150\n9700 AD Groningen" in answer["objection_letter"]


@pytest.mark.parametrize(
    ("told", "office"),
    [
        ("Ik heb bij Senzer bijzondere bijstand gevraagd. Zij schreven nee, brief van 9 november 2026.", "Senzer"),
        ("Ik heb gevraagd bij Senzer geld voor een fornuis. Zij schrijven brief 9 november 2026, nee.", "Senzer"),
        ("Ik heb bij Jumbo om werk gevraagd. Mijn bijstand is geweigerd, brief van 9 november 2026.", "de gemeente"),
        ("Ik heb bij Senzer bijstand gevraagd. De gemeente weigert die, brief van 9 november 2026.", "de gemeente"),
    ],
)
async def test_who_decides_for_a_municipality_is_written_to_by_its_own_name(told: str, office: str) -> None:
    answer = await made(f"{told} Ik heb een uitkering en een schuld bij de gemeente. Ik maak bezwaar.")
    assert to(answer) == f"Aan {office}", answer["objection_letter"]
    assert ("gemeente" in answer["overview"]["waarheen"]) is (office == "de gemeente")


async def test_the_name_at_the_top_of_the_letter_of_an_office_is_whom_it_goes_to() -> None:
    office = "Gemeente Zwolle\nBetreft: besluit bijstand\nDatum: 12 november 2026\n\nWij trekken uw bijstand in."
    answer = await made(f"{office} U kunt bezwaar maken binnen zes weken.\n\nIk maak bezwaar.")
    assert to(answer) == "Aan de gemeente Zwolle"


async def test_about_more_than_ten_days_of_leave_from_school_the_municipality_decides() -> None:
    answer = await made(
        "Ik maak bezwaar. De leerplichtambtenaar van de gemeente Tilburg heeft op 4 november 2026 verlof geweigerd."
    )
    assert to(answer) == "Aan de gemeente Tilburg (de leerplichtambtenaar)"
