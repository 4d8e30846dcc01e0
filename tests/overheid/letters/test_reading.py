"""Letters with right answers: the office, the date, and reasons that are quoted or asked for, never made up."""

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from loket_demos.overheid.content.cases import case_book
from loket_demos.overheid.content.catalogue import TOOLS

HERE = Path(__file__).parent
LETTERS: list[dict[str, Any]] = tomllib.loads((HERE / "letters.toml").read_text("utf-8"))["brief"]
WAYS: list[dict[str, str]] = tomllib.loads((HERE / "ways.toml").read_text("utf-8"))["weg"]
TODAY = "2026-11-23"


def ask(tool: str, **given: object) -> dict[str, Any]:
    return dict(next(one for one in TOOLS if one.name == tool).call(given))


@pytest.mark.parametrize("letter", LETTERS, ids=[one["naam"] for one in LETTERS])
def test_a_letter_is_read_as_a_person_reads_it(letter: dict[str, Any]) -> None:
    text = letter["tekst"]
    case = ask("classify_case", text=text)
    assert case["tekst"] == letter.get("soort", "eigen_brief")
    if "route" not in letter:
        assert case["gronden"] == []
        return
    assert case["route"]["code"] == letter["route"]
    entities = ask("extract_entities", text=text, vandaag=TODAY)
    if "datum" in letter:
        assert (entities["datum_iso"] if entities["datum_zeker"] else "") == (letter["datum"] or "")
    quoted = [one["tekst"] for one in (*case["gronden"], *case["misschien"])]
    assert all(any(words in one for one in quoted) for words in letter["grond"]), quoted
    assert letter["grond"] or case["reden"] in (case_book().twijfel, case_book().te_laat), quoted
    if "te_laat" in letter:
        assert (case["reden"] == case_book().te_laat) is letter["te_laat"]


@pytest.mark.parametrize("letter", LETTERS, ids=[one["naam"] for one in LETTERS])
def test_what_is_quoted_stands_in_the_letter_at_the_very_place(letter: dict[str, Any]) -> None:
    text = letter["tekst"]
    for quote in ask("classify_case", text=text)["gronden"]:
        assert text[quote["begin"] : quote["eind"]] == quote["tekst"]


def test_the_figure_of_certainty_is_how_often_the_way_was_right() -> None:
    """By what a way rests on; where nothing says who decides, no office is named."""
    right: dict[str, list[bool]] = defaultdict(list)
    known = [(one["tekst"], one["route"]) for one in [*WAYS, *LETTERS] if "route" in one]
    for text, route in known:
        case = ask("classify_case", text=text)
        right[case["basis"]].append(case["route"]["code"] == route)
        assert case["confidence"] <= 0.95
    for basis, answers in right.items():
        if len(answers) >= 8 and basis not in ("geen", "twijfel"):
            share = sum(answers) / len(answers)
            assert abs(share - case_book().zekerheid[basis]) <= 0.1, (basis, share, len(answers))  # type: ignore[index]
    wrong = [not right for basis, answers in right.items() if basis not in ("geen", "twijfel") for right in answers]
    assert sum(wrong) / len(known) <= 0.05
