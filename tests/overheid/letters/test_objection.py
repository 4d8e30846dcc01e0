"""The person's own letter: whole by the law (Awb 6:5), in their own words, and blank where nobody said anything."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from loket_demos.overheid.content.catalogue import CAPABILITIES

LETTERS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "letters.toml").read_text("utf-8"))["brief"]
STRUCTURE = next(one for one in CAPABILITIES if one.name == "structure_bezwaar")
TODAY = "2026-11-23"


async def structured(text: str, today: str = TODAY) -> dict[str, Any]:
    return dict(await STRUCTURE.call({"raw_text": text, "vandaag": today}))


@pytest.mark.parametrize("letter", [one for one in LETTERS if "route" in one], ids=lambda one: one["naam"])
async def test_nothing_in_either_letter_is_made_up(letter: dict[str, Any]) -> None:
    """Each line of the own letter is ours word for word, the person's word for word, a date or a blank."""
    answer = await structured(letter["tekst"])
    own = answer["objection_letter"]
    for must in ("[Uw naam]", "[Uw adres]", "[Uw handtekening]", "23 november 2026"):
        assert must in own
    said = [line.removeprefix("- ") for line in own.splitlines() if line.startswith("- ")]
    assert all(line in letter["tekst"] for line in said), said
    assert all(any(words in line for line in said) for words in letter["grond"])
    assert ("[Schrijf hier waarom u het er niet mee eens bent.]" in own) == (not letter["grond"])
    quoted = re.findall("“([^”]+)”", answer["draft_response"] + " ".join(answer["key_points"]))
    assert all(words.rstrip(".") in letter["tekst"] for words in quoted), quoted
    shown = "".join(piece["tekst"] for piece in answer["letter"])
    assert shown == letter["tekst"]
    grounds = {piece["tekst"] for piece in answer["letter"] if piece["als"] == "grond"}
    assert grounds == {one["tekst"] for one in answer["overview"]["gronden"]}


async def test_a_fine_is_appealed_and_a_punishment_order_opposed() -> None:
    fine = (await structured("Boete van het CJIB van 2 november 2026. Ik stond stil."))["objection_letter"]
    assert "Ik ga in beroep tegen de boete van 2 november 2026." in fine and "Parket CVOM" in fine
    order = (await structured("Strafbeschikking van 16 november 2026. Ik was er niet bij."))["objection_letter"]
    assert "Ik doe verzet tegen de strafbeschikking van 16 november 2026." in order and "bezwaar" not in order


async def test_who_decided_is_left_blank_when_nobody_knows() -> None:
    own = (await structured("Ik ben het niet eens met uw besluit van 4 november 2026."))["objection_letter"]
    assert "[Naam en adres van wie de brief stuurde]" in own and "[waar het besluit over gaat]" in own


async def test_the_number_of_the_case_is_copied_from_the_letter() -> None:
    own = (await structured("Kenmerk: VB-2026-000123\nIk maak bezwaar tegen uw besluit."))["objection_letter"]
    assert "Kenmerk: VB-2026-000123" in own
    assert "Kenmerk: [het kenmerk op de brief]" in (await structured("Ik maak bezwaar."))["objection_letter"]


LATE = "Ik maak bezwaar tegen de beschikking van 1 september 2026 over mijn huurtoeslag. Mijn huur is hoger."


async def test_a_passed_deadline_changes_both_letters_and_asks_why() -> None:
    answer = await structured(LATE)
    assert "Uw brief komt na de laatste dag: dinsdag 13 oktober 2026." in answer["draft_response"]
    assert "Uw uitleg waarom uw brief later komt" in answer["draft_response"]
    assert "[Schrijf hier waarom uw brief later komt.]" in answer["objection_letter"]
    assert "herziening" in answer["actions"][0] and answer["overview"]["waarom_laat"] is None
    in_time = await structured(LATE, "2026-09-10")
    assert "laatste dag:" not in in_time["draft_response"] and "later" not in in_time["objection_letter"]


async def test_why_it_is_late_is_quoted_when_it_was_said() -> None:
    answer = await structured(f"{LATE} Mijn brief komt te laat, want ik lag in het ziekenhuis.")
    assert answer["overview"]["waarom_laat"] == "ik lag in het ziekenhuis."
    assert "- ik lag in het ziekenhuis." in answer["objection_letter"] and "6:11" in answer["objection_letter"]
    assert "U schrijft ook hoe dat komt." in answer["draft_response"]
    assert "ik lag in het ziekenhuis" not in [piece["tekst"] for piece in answer["letter"] if piece["als"] == "grond"]


async def test_who_thinks_to_be_late_and_is_not_is_told_so() -> None:
    answer = await structured("Ik ben te laat met bezwaar. De beschikking huurtoeslag is van 16 november 2026.")
    assert "nog op tijd" in answer["key_points"][2] and "later" not in answer["objection_letter"]


async def test_a_date_that_may_be_of_something_else_gives_no_last_day() -> None:
    answer = await structured("Mijn auto stond er op 9 januari 2026. Ik maak bezwaar tegen de naheffing parkeren.")
    assert answer["overview"]["termijn"] is None and "weten wij niet" in answer["overview"]["timeline"][1]
    short = await structured("Ik ben het niet eens met het besluit van 3 november over mijn huurtoeslag.")
    assert short["overview"]["termijn"]["laatste_dag"] == "2026-12-15"


@pytest.mark.parametrize(
    ("kind", "words"),
    [("Hallo", "geen brief"), ("Dear Sir, I got a fine and I do not agree with you at all", "Nederlands")],
)
async def test_text_that_is_no_letter_is_said_to_be_none(kind: str, words: str) -> None:
    answer = await structured(kind)
    assert words in answer["key_points"][0] and answer["overview"]["gronden"] == []
