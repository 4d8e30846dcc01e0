"""A few words to the club go on from its last answer; where that can't take them it is asked what is meant."""

from pathlib import Path

import pytest

from tests.urmston.rooms import club
from tests.urmston.test_club_ages import talked


@pytest.mark.parametrize(
    ("turns", "every"),
    [
        (("Is there space for a 12 year old boy?", "and for girls?"), ["girls' team", "12-year-old"]),
        (("When do the U10 Lions train?", "and the Tigers?"), ["The U10 Tigers train"]),
        (("When do the U10 Lions train?", "what about the U12 Stars?"), ["The U12 Stars train"]),
        (("When are the U12 Stars playing next?", "what about the U9 Hawks"), ["for U9 Hawks between"]),
        (("When are the U12 Stars playing next?", "and in January?"), ["for U12 Stars", "1 January 2027"]),
        (("When do the U10 Lions play next?", "is that match home or away?"), ["for U10 Lions"]),
        (("Is the U12 Rangers full?", "when do they train?"), ["The U12 Rangers train"]),
        (("Have the U12 Panthers got room?", "and the Rangers?"), ["The U12 Rangers"]),
        (("Is there room for a child in year 4?", "same for year 7"), ["school year 7"]),
        (("Is there room for a girl of 8?", "same for U10"), ["under 10"]),
        (("Any places for a boy of 13?", "sorry, he's 12 not 13"), ["12-year-old"]),
    ],
)
async def test_a_fragment_takes_what_is_missing_from_the_last_question(
    tmp_path: Path, turns: tuple[str, ...], every: list[str]
) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert all(one in told for one in every), told


@pytest.mark.parametrize(
    "turns",
    [
        ("When do the U10 Lions train?", "and on a unicycle?"),
        ("Is 200-LIONS-U10-2627 valid?", "what about Saturday"),
        ("Is there room for a girl of 8?", "and Saturday?"),
    ],
)
async def test_what_the_last_question_cannot_take_is_asked_with_its_words(
    tmp_path: Path, turns: tuple[str, ...]
) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert f"“{turns[-1].rstrip('?')}”" in told and "How old is the child" not in told, told


@pytest.mark.parametrize("word", ["yes go ahead", "actually cancel that, it is sorted", "can you withdraw it"])
async def test_after_a_report_it_is_told_that_it_stands(tmp_path: Path, word: str) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, "I want to report that a coach shouted at the under 9s on Sunday", word)
    assert "report" in told and "welfare@example.com" in told and "old" not in told, told
