"""A first name that was told with an age stands for that child in later turns with the personal assistant."""

from typing import Any

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.street import club_site, street

CLUB = "Urmston Town Juniors FC"
TWO = f"I've got two kids, Sam 7 and Lily 10. is there room for both at {CLUB}?"
THREE = f"My children Ben (6), Ava (9) and Joe (12) would like to play at {CLUB}, any room?"
GIRL = f"Is there room for Mia, who is 9, at {CLUB}?"
BOY = f"my son Tom is 8, any places at {CLUB}?"


async def after(*turns: str) -> tuple[list[dict[str, Any]], str]:
    """What the club was asked for by the last of these, and what was said then."""
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        for one in turns[:-1]:
            await there.say(one)
        before = len(club.tasks)
        said = await there.say(turns[-1])
    return [data_of(task) for task in club.tasks[before:]], said


@pytest.mark.parametrize(
    ("turns", "team"),
    [
        ((TWO, "when does Sam train"), "U7 Lions"),
        ((TWO, "Lily's bday is 3 oct", "and when would Sam train"), "U7 Lions"),
        ((TWO, "when does Sam train", "and when does Lily train?"), "U10 Lions"),
        ((THREE, "what time is training for Ava?"), "U9 Lions"),
        ((GIRL, "when does Mia train?"), "U9 Lions"),
    ],
)
async def test_the_team_of_the_child_that_is_named_is_meant(turns: tuple[str, ...], team: str) -> None:
    asked, said = await after(*turns)
    assert asked == [{"skill_id": "get_training_times", "parameters": {"team": team}}], said


@pytest.mark.parametrize(
    ("first", "more", "age", "born"),
    [
        (TWO, "Lily's bday is 3 oct", 10, "2016-10-03"),
        (TWO, "Sam's birthday is 4 may", 7, "2019-05-04"),
        (BOY, "Tom's birthday is 4 may", 8, "2018-05-04"),
        (THREE, "Joe's birthday is 2 september", 12, "2014-09-02"),
    ],
)
async def test_the_birthday_of_a_child_that_is_named_is_of_that_child(
    first: str, more: str, age: int, born: str
) -> None:
    asked, said = await after(first, more)
    assert [(one["parameters"]["age"], one["parameters"]["date_of_birth"]) for one in asked] == [(age, born)], said


@pytest.mark.parametrize(
    ("first", "more", "age"),
    [
        (TWO, "is there still room for Lily?", 10),
        (TWO, "any places for Sam?", 7),
        (THREE, "is there room for Joe?", 12),
    ],
)
async def test_room_is_asked_for_the_child_that_is_named(first: str, more: str, age: int) -> None:
    asked, said = await after(first, more)
    assert [one["parameters"] for one in asked] == [{"age": age}], said


@pytest.mark.parametrize(
    "more",
    [
        "is there room for Ben?",
        "when does Lily's brother train",
        "is there room for Sam's friend?",
        "any room for Lily's twin?",
        "when do the Lily Rovers train?",
        "is there room for Lily's sister?",
        "Lily's brother's birthday is 3 oct",
        "remember Lily's bday is 3 oct",
    ],
)
async def test_nobody_else_is_taken_for_that_child(more: str) -> None:
    asked, said = await after(TWO, more)
    assert asked == [], said


@pytest.mark.parametrize("more", ["when does Ava train", "is there room for Ava?", "Ava's birthday is 4 may"])
async def test_of_two_of_an_age_neither_is_taken_for_the_other(more: str) -> None:
    first = f"My kids are Tom, 8, Ava, 8, and Mia, 10. Any places at {CLUB}?"
    asked, said = await after(first, more)
    assert asked == [], said
