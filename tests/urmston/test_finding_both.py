"""`Both`, `all three` and `they` are those that were asked for before, as many as are meant, and nobody is made up."""

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.street import club_site, street

CLUB = "Urmston Town Juniors FC"


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ((f"My son is 10, which team at {CLUB}?", "what about his sister, 7"), "is there room for both of them"),
        ((f"My son is 10, which team at {CLUB}?", "what about his sister, 7"), "do they both have a place?"),
        ((f"My kids are 7 and 10. Can they join {CLUB}?",), "which of them have places"),
        ((f"My kids are 6, 7 and 10. Can they join {CLUB}?",), "are there spaces for all three?"),
    ],
)
async def test_those_that_were_asked_for_are_each_asked_for_again(first: tuple[str, ...], message: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        for one in first:
            await there.say(one)
        before = [data_of(task)["parameters"] for task in club.tasks]
        await there.say(message)
    assert [data_of(task)["parameters"] for task in club.tasks[len(before) :]] == before


@pytest.mark.parametrize("message", ["is there room for both of them", "are there places for all three"])
async def test_nobody_is_made_up_where_others_are_meant_than_were_told(message: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(f"My son is 10, which team at {CLUB}?")
        await there.say(message)
    assert len(club.tasks) == 1


@pytest.mark.parametrize(
    ("first", "message", "answer"),
    [
        (f"My son is 10, which team at {CLUB}?", "is there room for both of them", "10 and 7"),
        (f"My son is 10, which team at {CLUB}?", "any places for the two of them?", "they are 10 and 7"),
        (f"Is er plek voor mijn zoon van 10 bij {CLUB}?", "is er plek voor allebei?", "10 en 7"),
        (f"Gibt es Platz für meinen Sohn, 10, bei {CLUB}?", "gibt es Platz für beide?", "10 und 7"),
    ],
)
async def test_where_more_are_meant_than_were_told_they_are_asked_for(first: str, message: str, answer: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(first)
        said = await there.say(message)
        assert (len(club.tasks), (await there.steps())[-1]) == (1, "ask"), said
        await there.say(answer)
    assert [data_of(task)["parameters"]["age"] for task in club.tasks[1:]] == [10, 7]
    assert {data_of(task)["skill_id"] for task in club.tasks} == {"check_team_availability_v1"}


async def test_of_three_of_whom_two_are_boys_all_three_are_meant() -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(f"My son is 10, which team at {CLUB}?")
        await there.say("what about his sister, 7")
        await there.say("and my younger son, 6")
        await there.say("is there room for all three of them?")
    assert [data_of(task)["parameters"]["age"] for task in club.tasks] == [10, 7, 6] * 2


@pytest.mark.parametrize("message", ["when do both train?", "when do they both train?"])
async def test_one_team_is_not_told_for_two(message: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(f"My son is 10, which team at {CLUB}?")
        await there.say(message)
        assert (await there.steps())[-1] == "ask"
    assert len(club.tasks) == 1
