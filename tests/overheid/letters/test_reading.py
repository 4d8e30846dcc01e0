"""Letters with right answers: the office, the date, and reasons that are quoted or asked for, never made up."""

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from loket_demos.overheid.content.case_number import case_numbers
from loket_demos.overheid.content.cases import case_book
from loket_demos.overheid.content.catalogue import TOOLS
from loket_demos.overheid.content.letter_reading import read_letter
from loket_demos.overheid.letter_report import no_letter
from tests.blind.certainty import shares

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


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Ref.: AB-2026-1234", "AB-2026-1234"),
        ("Uw ref: 2026.123.45", "2026.123.45"),
        ("Nr.: 2026/771", "2026/771"),
        ("Strafbeschikking nr 1234 5678", "1234 5678"),
        ("Ref.: bekend bij u", ""),
        ("Telefoon nr 0612345678", ""),
        ("Ik woon op nummer 114", ""),
        ("Bedrag: 450 euro", ""),
    ],
)
def test_a_reference_stands_behind_its_label_also_an_abbreviated_one_or_one_of_two_words(
    line: str, number: str
) -> None:
    letter = f"Ik maak bezwaar tegen het besluit van het UWV van 2 november 2026.\n{line}\nIk was wel beschikbaar."
    assert case_numbers(read_letter(letter)) == ((number,) if number else ())


@pytest.mark.parametrize(
    ("told", "excuse"),
    [
        ("Ik lag in het ziekenhuis. Daarom is mijn bezwaar te laat. Ik kon niet werken.", "Ik lag in het ziekenhuis."),
        ("Mijn bezwaar is te laat, want ik lag in het ziekenhuis.", "Mijn bezwaar is te laat, want ik lag in het"),
        ("Ik heb geen werk. Mijn bezwaar is te laat.", ""),
        ("Ik weet dat ik te laat ben. Mijn brief moest in oktober bij u zijn. Toen lag ik in coma.", "Toen lag ik"),
        ("Mijn bezwaar is te laat. Sorry daarvoor. Ik was opgenomen en kon niet schrijven.", "Ik was opgenomen"),
        ("Mijn bezwaar is te laat. Mijn inkomen is te hoog geschat. Ik was in mei zonder werk.", ""),
    ],
)
def test_why_a_letter_is_late_may_stand_before_it_or_behind_what_is_told_of_that(told: str, excuse: str) -> None:
    reading = read_letter(f"Ik maak bezwaar tegen het besluit van het UWV van 1 september 2026. {told}")
    assert (reading.excuse.tekst if reading.excuse else "").startswith(excuse) and bool(reading.excuse) is bool(excuse)


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("uw besluit van 3 oktober, nee sorry: 13 oktober 2026 over mijn WW.", "2026-10-13"),
        ("de beschikking van het UWV van 2 november 2026 - correctie, 4 november 2026.", "2026-11-04"),
        ("uw besluit van 3 november 2026, sorry dat ik dat nu pas doe. Ik kreeg het op 5 november 2026.", "2026-11-03"),
        ("uw besluit van 3 november 2026. Dat is toch niet goed, want op 5 november 2026 was ik ziek.", "2026-11-03"),
        ("uw besluit van 3 november 2026, en dus niet dat van 5 oktober 2026, over mijn WW.", "2026-11-03"),
    ],
)
def test_a_date_that_is_taken_back_is_not_that_of_the_decision(told: str, day: str) -> None:
    entities = ask("extract_entities", text=f"Ik maak bezwaar tegen {told} Ik heb wel gesolliciteerd.", vandaag=TODAY)
    assert (entities["datum_iso"] if entities["datum_zeker"] else "") == day


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


def test_the_figure_of_certainty_holds_on_the_letters_of_the_blind_sets() -> None:
    for figure, right in shares().items():
        if len(right) >= 8:
            assert abs(sum(right) / len(right) - figure) <= 0.1, (figure, sum(right), len(right))


@pytest.mark.parametrize("told", ["vaak heeft u zes weken", "six weeks", "sechs Wochen", "seis semanas"])
def test_who_writes_in_another_language_is_told_that_the_time_runs(told: str) -> None:
    text = "Bonjour, j'ai reçu une lettre du UWV et je ne suis pas d'accord avec la décision de la gemeente"
    assert told in no_letter(dict(next(one for one in TOOLS if one.name == "classify_case").call({"text": text})))
