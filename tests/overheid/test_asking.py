"""Words instead of a form: which flow a sentence is about, and `loket ask` that walks it."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from loket.core.data import BlobRef, JsonObject
from loket.core.planner import Situation
from loket.engine.host import Host
from loket_demos.overheid.allowance_wish import CHECK
from loket_demos.overheid.declaration import OVERHEID
from loket_demos.overheid.flows import read
from loket_demos.overheid.objection import ANALYSE
from tests.overheid.desk import desk
from tests.serving import ran

NOW = Situation("c", "o", "/", OVERHEID, None, datetime(2026, 11, 23, 12, tzinfo=UTC), (), ())
"""A conversation in which nothing was said before."""

QUESTIONS: list[tuple[str, JsonObject]] = [
    (
        "Kan ik in 2025 zorgtoeslag krijgen? Ik ben alleenstaand en mijn inkomen is 30000 euro.",
        {"regeling": "Zorgtoeslag", "jaar": 2025, "situatie": "Alleenstaand", "inkomen": 30000},
    ),
    (
        "Welke papieren heb ik nodig voor huurtoeslag als wij samenwonen?",
        {"regeling": "Huurtoeslag", "situatie": "Samenwonend"},
    ),
    ("In 2025 verdien ik 28.000 euro. Heb ik recht op huurtoeslag?", {"jaar": 2025, "inkomen": 28000}),
    ("Mijn inkomen in 2026 is € 31.000,50, zorgtoeslag?", {"jaar": 2026, "inkomen": 31000.5}),
    ("zorgtoeslag met spaargeld 90000", {"regeling": "Zorgtoeslag", "vermogen": 90000}),
    (
        " ".join([*["Wij wonen sinds kort samen met onze twee kinderen."] * 3, "Krijgen wij kinderopvangtoeslag?"]),
        {"regeling": "Kinderopvangtoeslag", "situatie": "Samenwonend met kinderen"},
    ),
    ("kgb 2026", {"regeling": "Kindgebonden budget", "jaar": 2026}),
]
LETTERS = [
    "Ik wil bezwaar maken tegen een naheffing voor parkeren van 12 januari 2026.",
    "Ik ben het niet eens met de beslissing over mijn huurtoeslag",
    "Ik kreeg een boete van het CJIB",
    "Mijn aanslag inkomstenbelasting klopt niet",
    "Wat kan ik doen tegen een beschikking van de gemeente?",
    "Ik kreeg op 10 november 2026 een strafbeschikking",
    "De gemeente weigert mijn parkeervergunning",
    "mijn uitkering is gekort; de gemeente denkt dat ik een partner heb",
    "Ik werd bekeurd voor bellen in de auto",
    "ik werk 20 uren, het UWV kort mijn WW",
    "help mij met een brief: mijn huurtoeslag van 2023 wordt teruggevorderd, dat klopt niet",
    "Geachte heer,\n" + "Dit gaat over iets. " * 500 + "Daarom maak ik bezwaar.",
]
NEITHER = [
    "",
    "Hoe vraag ik een parkeervergunning aan bij de gemeente?",
    "Wat voor weer wordt het morgen?",
    "🙂" * 10,
    "x" * 5000,
    "(" * 3000,
]


@pytest.mark.parametrize(("text", "form"), QUESTIONS)
def test_a_question_about_an_allowance_fills_the_form(text: str, form: JsonObject) -> None:
    found = read(text, NOW)
    assert found is not None and found[0] == CHECK
    assert {name: found[1].get(name) for name in form} == form


@pytest.mark.parametrize("text", LETTERS)
def test_words_against_a_decision_are_a_letter(text: str) -> None:
    assert read(text, NOW) == (ANALYSE, {"text": text})


@pytest.mark.parametrize("text", NEITHER)
def test_what_fits_neither_starts_nothing(text: str) -> None:
    assert read(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hallo", "Wij helpen met toeslagen"),
        ("Goedemorgen!", "Wij helpen met toeslagen"),
        ("Dank je wel", "Graag gedaan"),
        ("hartelijk bedankt", "Graag gedaan"),
        ("Good morning", "We help with"),
    ],
)
async def test_who_only_greets_or_thanks_is_answered_so(host: Host, text: str, words: str) -> None:
    talk = await desk(host)
    assert words in await talk.say(text) and not await talk.asks()


def test_a_text_too_long_for_a_record_is_a_letter() -> None:
    ref = BlobRef(sha256="0" * 64, size=90_000, media="text/plain", preview="Geachte")
    assert read(ref, NOW) == (ANALYSE, {"text": ref.model_dump(mode="json")})


@pytest.mark.parametrize("text", OVERHEID.starters)
def test_every_starter_starts_something(text: str) -> None:
    assert read(text, NOW) is not None


async def asked(folder: Path, text: str) -> tuple[int, list[JsonObject]]:
    code, said, complained = await ran("ask", "overheid", text, "--json", "--data", str(folder))
    assert complained == ""
    return code, [json.loads(line) for line in said.splitlines()]


def steps_of(lines: list[JsonObject]) -> list[str]:
    events = [line["event"] for line in lines if "event" in line]
    calls = [e for e in events if e["kind"] == "decided" and e["action"]["kind"] == "call"]
    return [e["step"] for e in calls if any(call["kind"] == "tool" for call in e["action"]["calls"])]


async def test_asking_walks_the_right_flow(tmp_path: Path) -> None:
    code, lines = await asked(tmp_path, QUESTIONS[0][0])
    assert (code, lines[-1]["status"]) == (0, "ok")
    assert steps_of(lines) == ["rules_lookup", "doc_checklist", "risk_notes", "explain_toeslagen"]
    code, lines = await asked(tmp_path, LETTERS[0])
    assert (code, lines[-1]["status"]) == (0, "ok")
    assert steps_of(lines) == ["extract_entities", "classify_case", "policy_snippets", "structure_bezwaar"]
    said = str(lines)
    assert "bezwaar bij de gemeente (de heffingsambtenaar)" in said and "staat nog niet in de brief" in said


async def test_asking_something_else_says_what_can_be_done(tmp_path: Path) -> None:
    code, said, _ = await ran("ask", "overheid", "Wat voor weer wordt het?", "--data", str(tmp_path))
    assert code == 3
    assert "Toeslagen Check" in said and "Bezwaar Assistent" in said and "bijvoorbeeld" in said


async def test_asking_prints_the_letter_itself_and_what_is_still_open(tmp_path: Path) -> None:
    text = "Ik maak bezwaar tegen het besluit van het CAK van 13-11-2026. Ik krijg al sinds augustus geen hulp meer."
    code, said, _ = await ran("ask", "overheid", text, "--data", str(tmp_path))
    assert code == 0 and "Ik maak bezwaar tegen uw besluit van 13 november 2026." in said
    assert "Ik krijg al sinds augustus geen hulp meer.\n\n" in said and "Welk kenmerk of nummer" in said


async def test_asking_about_a_letter_without_a_decision_makes_none(tmp_path: Path) -> None:
    text = "Ik kreeg gisteren een aanmaning van het waterschap voor 312 euro. Ik had dit in maart al overgemaakt."
    code, said, _ = await ran("ask", "overheid", text, "--data", str(tmp_path))
    assert code == 4 and "Dit gaat over betalen." in said and "[Uw naam]" not in said
