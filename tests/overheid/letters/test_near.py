"""Near the last day nobody is told to do anything but send the letter; and that one's words stand whole in it is only
said where they do."""

from typing import Any

import pytest

from loket_demos.overheid.letter_report import YOUR_WORDS, report
from tests.overheid.letters.analysing import STRUCTURE, asked

SVB = "Ik maak bezwaar tegen het besluit van de SVB van 12 oktober 2026 over mijn AOW. Ik woon niet samen."
WOZ = "Ik maak bezwaar tegen de WOZ-beschikking van de gemeente Tiel van 12 oktober 2026. De waarde is te hoog."
FINE = "Ik kreeg op 9 november 2026 een strafbeschikking, CJIB-nummer 12. Ik doe verzet. Ik was er niet."
CALL = ("telefoontje", "taxatieverslag aan")


async def made(text: str, day: str) -> dict[str, Any]:
    return dict(await STRUCTURE.call({"raw_text": text, "vandaag": day}))


@pytest.mark.parametrize("letter", [SVB, WOZ])
@pytest.mark.parametrize(
    ("day", "when"),
    [
        ("2026-11-23", "de laatste dag is vandaag"),
        ("2026-11-22", "de laatste dag is morgen"),
        ("2026-11-21", "de laatste dag is overmorgen"),
        ("2026-11-18", "de laatste dag is over 5 dagen"),
    ],
)
async def test_near_the_last_day_only_the_letter_counts(letter: str, day: str, when: str) -> None:
    answer = await made(letter, day)
    assert when in answer["key_points"][1] and "Awb 6:6" in answer["key_points"][1]
    assert not any(words in answer["key_points"][1] for words in CALL)
    assert report({}, answer, day).startswith("Let op: de laatste dag is")


@pytest.mark.parametrize("letter", [SVB, WOZ])
@pytest.mark.parametrize("day", ["2026-10-20", "2026-11-10", "2026-11-17"])
async def test_while_there_is_time_the_tip_stands(letter: str, day: str) -> None:
    where = (await made(letter, day))["key_points"][1]
    assert any(words in where for words in CALL) and "Let op" not in where


async def test_when_the_day_is_over_nobody_is_told_to_call_first() -> None:
    where = (await made(SVB, "2026-12-20"))["key_points"][1]
    assert "telefoontje" not in where and "Let op" not in where


async def test_the_law_of_punishment_has_no_reasons_that_follow() -> None:
    where = (await made(FINE, "2026-11-22"))["key_points"][1]
    assert "de laatste dag is morgen" in where and "6:6" not in where


async def test_that_it_stands_whole_is_said_where_it_does() -> None:
    assert YOUR_WORDS in report({}, await made(SVB, "2026-11-01"), "2026-11-01")


@pytest.mark.parametrize(
    "more",
    [
        "\n\nGeachte heer,\n\n" + "Ik woon alleen. Dat weet u. " * 40,
        "\n\nMet vriendelijke groet,\nAnna Prins\nMijn buurvrouw kan dat ook zeggen.",
    ],
    ids=["longer than is read", "a sentence below the name"],
)
async def test_that_it_stands_whole_is_not_said_where_something_is_left_out(more: str) -> None:
    answer = await made(SVB + more, "2026-11-01")
    said = report({}, answer, "2026-11-01")
    left_out = "buurvrouw" not in answer["objection_letter"] or more.count("woon alleen") > 30
    assert (YOUR_WORDS in said) is not left_out


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("De SVB schreef mij op 12 oktober 2026 over de AOW. Ik snap het niet.", True),
        ("De RDW stuurde op 12 oktober 2026 iets over mijn kenteken. Ik snap het niet.", True),
    ],
)
async def test_whose_office_is_known_is_not_asked_for_it(text: str, known: bool) -> None:
    answer = await made(text, "2026-11-01")
    assert "bij wie" not in answer["overview"]["brief"]["uitleg"] and ("wie" in asked(answer)) is not known
