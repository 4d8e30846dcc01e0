"""A message to the club that lacks what its last answer was about means that: the child, the teams or the match."""

from pathlib import Path

import pytest

from tests.urmston.rooms import club
from tests.urmston.test_club_ages import talked

GIRL = "My daughter was born 14 March 2018. Which team would she be in?"
NINE = "Is there a place for a 9 year old boy?"


@pytest.mark.parametrize(
    ("turns", "every"),
    [
        ((GIRL, "Is there a space for her?"), ["U9 Kestrels", "Born on 14 March 2018", "as you told me"]),
        ((GIRL, "so are there any places?"), ["U9 Kestrels", "Born on 14 March 2018"]),
        (("he's in year 4, which team", "any room for him"), ["School year 4", "as you told me"]),
        ((NINE, "any room"), ["U9 Hawks", "Age 9", "as you told me"]),
        (("u9 hawks", "places"), ["U9 Hawks"]),
        (("What time do the U10 Lions train?", "places"), ["The U10 Lions", "2 places"]),
        (("When do the U12 Rangers play next?", "do they have any room?"), ["The U12 Rangers", "full"]),
    ],
)
async def test_who_asks_for_places_again_means_the_child_or_the_team_spoken_of(
    tmp_path: Path, turns: tuple[str, ...], every: list[str]
) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert all(one in told for one in every), told


@pytest.mark.parametrize(
    ("turns", "every", "none"),
    [
        (
            (NINE, "When do they train?"),
            ["The U9 Hawks train on Tuesday", "The U10 Lions train on Wednesday"],
            "Tigers",
        ),
        ((GIRL, "when's training"), ["The U9 Kestrels train on Thursday"], "Hawks"),
        ((NINE, "en wanneer trainen ze?"), ["The U9 Hawks train on Tuesday"], "Tigers"),
        (("Is there room in the U7 Otters?", "what days do they train?"), ["The U7 Otters train"], "Foxes"),
        (("What time do the U10 Lions train?", "Where is that?"), ["The U10 Lions", "Millbrook Fields"], "Tigers"),
        (("Are the U12 Stars full?", "where do they train"), ["Station Road Ground"], "Rangers"),
        ((GIRL, "and where is that?"), ["U9 Kestrels", "Millbrook Fields"], "Hawks"),
    ],
)
async def test_they_are_the_teams_that_the_last_answer_told_of(
    tmp_path: Path, turns: tuple[str, ...], every: list[str], none: str
) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert all(one in told for one in every) and none not in told, told


@pytest.mark.parametrize(
    "more", ["and the one after that?", "what about the next one?", "and after that?", "en daarna?"]
)
async def test_the_one_after_that_is_the_next_match_of_the_same_team(tmp_path: Path, more: str) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, "When is the next match for U12 Stars?", more)
        assert "for U12 Stars" in told and "27 December" in told and "Denmoor" not in told, told
        told = await talked(there, "When is the next match for U12 Stars?", more, more)
        assert "no match for U12 Stars" in told or "January" in told, told


@pytest.mark.parametrize(
    "turns",
    [
        (GIRL, "Is there a space for my son?"),
        (GIRL, "is there room for my other daughter?"),
        (NINE, "and is there room for his sister?"),
        (NINE, "and for his brother, any room?"),
    ],
)
async def test_of_another_child_nothing_is_known_yet(tmp_path: Path, turns: tuple[str, ...]) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert "How old is the child?" in told, told
