"""What a letter is comes first: only against a decision is one drafted, and nothing stands in it that nobody wrote."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.content.dutch_dates import PATTERN
from loket_demos.overheid.content.kind_book import OPEN, kind_book
from tests.overheid.content.test_plain_language import assert_plain
from tests.overheid.letters.analysing import STRUCTURE, agreed
from tests.tries import tries

LETTERS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "kinds.toml").read_text("utf-8"))["brief"]
DECISIONS = [one for one in LETTERS if one["soort"] in OPEN]
TODAY = "2026-11-23"


def ask(tool: str, **given: object) -> dict[str, Any]:
    return dict(next(one for one in TOOLS if one.name == tool).call(given))


async def structured(text: str, wanted: bool = True) -> dict[str, Any]:
    """What is made of it for a person who says that they want to object."""
    answers = {"besluit": "ja"} if wanted else {}
    return await agreed(text, TODAY, **answers)


@pytest.mark.parametrize("letter", LETTERS, ids=lambda one: one["naam"])
async def test_only_a_decision_is_written_against(letter: dict[str, Any]) -> None:
    case, answer = (
        ask("classify_case", text=letter["tekst"]),
        await structured(letter["tekst"], wanted=letter["soort"] in OPEN),
    )
    assert case["brief"]["soort"] == letter["soort"], case["brief"]
    if letter["soort"] not in OPEN:
        assert case["brief"]["uitleg"]
        assert answer["objection_letter"] == ""
        return
    assert bool(case["brief"]["uitleg"]) == bool(case["brief"]["vraag"]) or letter["soort"] == "besluit_op_bezwaar"
    assert case["route"]["code"] == letter["route"] and answer["objection_letter"]


@pytest.mark.parametrize("letter", DECISIONS, ids=lambda one: one["naam"])
async def test_the_reasons_the_date_and_the_amount_are_known_or_left_open(letter: dict[str, Any]) -> None:
    answer = await structured(letter["tekst"])
    seen, own = answer["overview"], answer["objection_letter"]
    quoted = "\n".join(one["tekst"] for one in (*seen["gronden"], *seen["misschien"]))
    assert all(words in quoted for words in letter["grond"])
    assert not any(words in own for words in letter.get("geen", ())), own
    entities, open_ = (
        ask("extract_entities", text=letter["tekst"], vandaag=TODAY),
        {one["veld"] for one in seen["invullen"] if one["nodig"]},
    )
    assert (entities["datum_iso"] if entities["datum_zeker"] else "") == (letter["datum"] or "")
    assert ("datum" in open_) == (not letter["datum"]) and ("reden" in open_) == (not letter["grond"])
    if "bedrag" in letter:
        assert (entities["bedrag_euro"] or "") == letter["bedrag"]
        assert ("bedrag" in open_) == (not letter["bedrag"])
    if "laatste_dag" in letter:
        assert (seen["termijn"] or {}).get("laatste_dag", "") == letter["laatste_dag"]


def invented(text: str, own: str) -> list[str]:
    """Lines of the person's letter with a fact that stands neither in the text nor in our own fixed words."""
    words = own.partition("in mijn eigen woorden:\n\n")[2].partition("\n\nIk vraag u om")[0].splitlines()
    made_up = [line for line in words if line not in text and not line.startswith(("[", "Mijn brief komt na"))]
    days = {re.sub(r"\s+", " ", match.group().lower()) for match in PATTERN.finditer(own)} - {"23 november 2026"}
    said = re.sub(r"\s+", " ", text.lower())
    numbers = [one for one in re.findall(r"€ ?[0-9.,]+", own) if one not in text]
    return [*made_up, *(day for day in days if day not in said), *numbers]


@pytest.mark.parametrize("letter", LETTERS, ids=lambda one: one["naam"])
async def test_no_fact_of_the_letter_is_made_up(letter: dict[str, Any]) -> None:
    own = (await structured(letter["tekst"]))["objection_letter"]
    assert invented(letter["tekst"], own) == []


PIECES = [line for one in LETTERS for line in one["tekst"].split("\n") if line.strip()]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("\n".join))
@settings(max_examples=tries(40))
async def test_letters_that_are_mixed_up_make_no_facts_either(text: str) -> None:
    answer = await structured(text)
    assert invented(text, answer["objection_letter"]) == []
    assert "".join(piece["tekst"] for piece in answer["letter"]) == text[:6000]


def test_what_can_be_done_is_said_in_plain_words_with_its_source() -> None:
    book = kind_book()
    assert_plain(
        [*(one.uitleg for one in book.soorten), book.wie, book.niet_bekend, book.twee_besluiten, book.twee_van_een]
    )
    assert all(one.bronnen for one in book.soorten)


async def test_the_date_and_the_amount_that_were_used_are_marked_and_the_words_of_the_office_around_them() -> None:
    letter = (
        "UWV\nDagtekening: 2 november 2026\nU moet € 640 terugbetalen. U kunt binnen zes weken bezwaar maken bij ons."
        "\n\nIk heb op 2 november 2026 ook gebeld. Ik heb het inkomen wel doorgegeven."
    )
    pieces = (await structured(letter))["letter"]
    assert "".join(one["tekst"] for one in pieces) == letter
    marks = [(one["als"], one["tekst"]) for one in pieces if one["als"] in ("datum", "bedrag")]
    assert marks == [("datum", "2 november 2026"), ("bedrag", "€ 640")]
    assert "UWV\nDagtekening: " in [one["tekst"] for one in pieces if one["als"] == "overheid"]
    assert any("wel doorgegeven" in one["tekst"] for one in pieces if one["als"] == "grond")


@pytest.mark.parametrize("day", ["2026-11-24", "31 februari 2026", "morgen", "2026-99-99"])
async def test_an_answer_that_cannot_be_meant_leaves_its_place_open(day: str) -> None:
    letter = next(one["tekst"] for one in LETTERS if one.get("datum") == "" and one["soort"] in OPEN)
    given = {"raw_text": letter, "vandaag": TODAY, "antwoorden": {"besluit": "ja", "datum": day, "bedrag": "€ 1"}}
    places = dict(await STRUCTURE.call(given))["overview"]["invullen"]
    assert {one["veld"]: one["antwoord"] for one in places}["datum"] == ""
