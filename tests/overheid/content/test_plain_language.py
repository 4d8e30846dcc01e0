"""Everything a person reads is plain Dutch (B1): short sentences, easy words, hardly any passive, no exclamation marks.

The gate: on average at most 12 words a sentence, none above 20, Flesch-Douma at least 65, no word of the replace
list, at most one passive in five sentences. Names of laws may stay."""

import tomllib
from collections.abc import Iterator
from datetime import date
from importlib.resources import files
from itertools import product

import pytest

from loket_demos.overheid.content.cases import case_book
from loket_demos.overheid.content.catalogue import CAPABILITIES, TOOLS
from loket_demos.overheid.content.deadlines import deadline
from loket_demos.overheid.content.fallback_letter import fallback_letter
from loket_demos.overheid.content.structure_bezwaar import BezwaarInput, read_case
from tests.overheid.content import b1

READ_BY_PEOPLE = {
    "tekst", "zonder", "uitleg", "reden", "opmerking", "text", "b1_explanation", "snippet", "snippets", "wie", "brief",
    "na", "beslist", "te_laat", "tip", "bewijs", "aanhef", "ontvangst", "bullet_te_laat", "slot", "groet", "opnieuw",
    "vervolg", "redenen", "met", "onbekend", "document", "aandachtspunt", "twijfel", "documenten", "let_op", "timeline",
    "key_points", "actions", "title", "message", "draft_response", "objection_letter", "bullet_reden", "te_laat_dag",
    "te_laat_gezegd", "te_laat_uitleg", "te_laat_vraag", "zonder_reden", "met_reden", "van_overheid", "eigen",
}  # fmt: skip
FILES = ["voorwaarden", "documenten", "aandachtspunten", "uitleg", "bezwaar", "conceptbrief", "zoeken"]
LETTERS = [
    "Besluit van 23 februari 2026 over mijn huurtoeslag. Mijn inkomen klopt niet.",
    "Op 1 februari 2026 kreeg ik een boete van het CJIB. Ik heb niet zelf gereden.",
    "Naheffing parkeerbelasting van 3-3-2026, ik had al betaald",
    "Mijn WOZ-waarde van 1-2-2026 is te hoog",
    "Ik ben te laat met bezwaar tegen mijn bijstand",
    "Een strafbeschikking van 2-2-2026",
    "Het UWV stopt mijn WW-uitkering",
    "De SVB verlaagt mijn AOW",
    "Een aanslag van de Belastingdienst",
    "",
]


def texts(node: object, read: bool = False) -> Iterator[str]:
    match node:
        case str():
            if read:
                yield node.replace("{", "").replace("}", "")
        case dict():
            for name, inner in node.items():
                yield from texts(inner, read or name in READ_BY_PEOPLE)
        case list() | tuple():
            for inner in node:
                yield from texts(inner, read)
        case _:
            return


def assert_plain(found: list[str]) -> None:
    """The gate over all texts together, and what must hold for each text alone."""
    together = b1.measure("\n".join(found))
    assert together.breaches == (), together
    for text in found:
        alone = b1.measure(text)
        assert alone.longest <= b1.LONGEST_SENTENCE and not alone.replace, text
        assert "!" not in text and " je " not in f" {text.lower()} " and " jij " not in f" {text.lower()} "


@pytest.mark.parametrize("name", FILES)
def test_the_texts_of_each_data_file(name: str) -> None:
    data = tomllib.loads(files("loket_demos.overheid").joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))
    found = list(texts(data))
    assert len(found) > 10
    assert_plain(found)


@pytest.mark.parametrize(
    "regeling", ["Huurtoeslag", "Zorgtoeslag", "Kindgebonden budget", "Kinderopvangtoeslag", "iets"]
)
@pytest.mark.parametrize("jaar", [2020, 2023, 2024, 2025, 2026])
def test_what_the_tools_say_about_an_allowance(regeling: str, jaar: int) -> None:
    asked: dict[str, object] = {
        "regeling": regeling,
        "jaar": jaar,
        "situatie": "Samenwonend met kinderen, student, gaat verhuizen",
        "loonOfVermogen": True,
        "inkomen": 47000,
        "vermogen": 200000,
        "huur": 700,
        "kinderen": [4, 13],
        "opvang": [{"soort": "dagopvang", "uren": 100, "uurprijs": 10}],
    }
    for name in ("rules_lookup", "doc_checklist", "risk_notes"):
        assert_plain(list(texts(next(tool for tool in TOOLS if tool.name == name).call(asked))))


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("today", [None, "2026-03-01", "2026-12-01"])
async def test_what_a_letter_gives(letter: str, today: str | None) -> None:
    structure = next(one for one in CAPABILITIES if one.name == "structure_bezwaar")
    classify = next(tool for tool in TOOLS if tool.name == "classify_case")
    assert_plain(list(texts(await structure.call({"raw_text": letter, "vandaag": today}))))
    assert_plain(list(texts(classify.call({"text": letter}))))


REASONS = (
    "",
    "Ik had al betaald.",
    "Ik woonde toen al een jaar alleen en mijn zoon was al lang het huis uit.",
    "Mijn buurman Jan Jansen reed in mijn auto.",
)
LATE = ("", "Ik ben te laat.", "Ik ben te laat, want ik lag in het ziekenhuis.")


@pytest.mark.parametrize("route", [route.code for route in case_book().routes])
def test_each_draft_letter_on_its_own(route: str) -> None:
    """Checklist 28: 120 to 180 words for every kind of case, with a reason and without, in time and late."""
    wrong = list[str]()
    for reason, late, day in product(REASONS, LATE, ("2026-10-01", "2026-11-20", "")):
        case = read_case(BezwaarInput(raw_text=f"{reason} {late} Ik maak bezwaar.", vandaag=date(2026, 11, 23)))
        term = deadline(date.fromisoformat(day), case_book().route(route).dagen) if day else None
        found = case.found.model_copy(update={"route": case_book().route(route)})
        body = fallback_letter(case.model_copy(update={"found": found, "term": term})).partition("\n")[2]
        read, words = b1.measure(body), len(body.split())
        assert "Jansen" not in body and ("Ik had al betaald." in body) == (reason == REASONS[1])
        if read.breaches or not 120 <= words <= 180:
            wrong.append(f"{reason!r} {late!r} {day}: {words} words, {read.breaches}")
    assert not wrong, "\n".join(wrong)


B1_TEXT = (
    "U krijgt een brief van de gemeente. In de brief staat wat u moet betalen. Bent u het er niet mee eens? "
    "Dan kunt u een brief terug sturen. Doe dat binnen zes weken. Zet uw naam en adres in de brief."
)
LEGAL_TEXT = (
    "Indien de belanghebbende zich met de onderhavige beschikking niet kan verenigen, dient hij, teneinde de "
    "ontvankelijkheid van het bezwaarschrift te waarborgen, binnen de wettelijk voorgeschreven termijn een gemotiveerd "
    "bezwaarschrift in te dienen, hetwelk door het bestuursorgaan wordt beoordeeld conform de geldende bepalingen."
)


def test_the_measure_tells_plain_from_legal_text() -> None:
    assert b1.measure(B1_TEXT).breaches == () and b1.measure(B1_TEXT).ease > 75
    legal = b1.measure(LEGAL_TEXT)
    assert legal.ease < 40 and legal.average > 30
    assert {"indien", "teneinde", "conform"} <= set(legal.replace)
    assert any("passive" not in breach for breach in legal.breaches) and b1.is_passive(LEGAL_TEXT)


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("huis", 1),
        ("bezwaar", 2),
        ("kinderopvangtoeslag", 6),
        ("officier", 3),
        ("reëel", 2),
        ("zeeën", 2),
        ("bijeen", 2),
        ("coördinatie", 5),
        ("nieuwe", 2),
        ("39.719", 1),
    ],
)
def test_syllables(word: str, count: int) -> None:
    assert b1.syllables(word) == count
