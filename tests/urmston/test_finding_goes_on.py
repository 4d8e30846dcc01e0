"""A message to the personal assistant that lacks what the last answer was about means that, and it is shown."""

from typing import Any

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.street import Site, club_site, street

CLUB = "Urmston Town Juniors FC"
ROOM = f"Is there room for a 9 year old boy at {CLUB}?"
GIRL = f"My daughter was born on 14 March 2018. Can she join {CLUB}?"
BORN = {"age": 8, "date_of_birth": "2018-03-14", "gender": "girl"}


def hawks() -> Site:
    """The club, whose answers lead with the U9 Hawks."""
    told = {"team_name": "U9 Hawks", "age_group": "U9", "contact": "u9@example.com", "season": "2026/27"}
    says = "Good news: the U9 Hawks have 1 place. There is also room in the U10 Lions."
    return club_site(skills=get_agent_card()["skills"], says=says, answer=lambda parameters: told)


async def after(*turns: str) -> tuple[list[dict[str, Any]], str]:
    """What the club was asked for by all but the first of these, and what was said in the end."""
    club = hawks()
    async with street(club) as there:
        said = [await there.say(one) for one in turns][-1]
    return [data_of(task) for task in club.tasks[1:]], said


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (ROOM, "When do they train?"),
        (ROOM, "OK and when do they train?"),
        (ROOM, "what time is training?"),
        (GIRL, "so where do they train"),
        (f"Heeft {CLUB} nog plek voor een jongen van 9?", "en wanneer trainen ze?"),
        (f"Hat {CLUB} noch Platz für einen Jungen von 9 Jahren?", "und wann trainieren sie?"),
    ],
)
async def test_they_are_the_team_that_the_last_answer_led_with(first: str, more: str) -> None:
    asked, said = await after(first, more)
    assert asked == [{"skill_id": "get_training_times", "parameters": {"team": "U9 Hawks"}}], said
    assert "U9 Hawks" in said


@pytest.mark.parametrize("more", ["When is their next match?", "who do they play next"])
async def test_their_matches_are_those_of_that_team(more: str) -> None:
    asked, said = await after(ROOM, more)
    assert [one["skill_id"] for one in asked] == ["get_match_schedule"], said
    assert asked[0]["parameters"].get("team") == "U9 Hawks"


@pytest.mark.parametrize("more", ["any room", "are there any places?", "so is there a space for her?"])
async def test_who_asks_for_room_again_means_the_same_child(more: str) -> None:
    asked, said = await after(GIRL, more)
    assert asked == [{"skill_id": "check_team_availability_v1", "parameters": BORN}], said


@pytest.mark.parametrize("more", ["any room", "have they got any places?", "is it full?"])
async def test_room_is_asked_for_in_the_team_whose_training_was_told(more: str) -> None:
    asked, said = await after(f"When do the U10 Lions of {CLUB} train?", more)
    assert asked == [{"skill_id": "check_team_spaces", "parameters": {"team_name": "U10 Lions"}}], said


@pytest.mark.parametrize("more", ["which teams train on Monday?", "when do the U12 Stars train?"])
async def test_who_asks_of_other_teams_means_those(more: str) -> None:
    asked, said = await after(ROOM, more)
    assert all("Hawks" not in str(one["parameters"]) for one in asked), said


@pytest.mark.parametrize("more", ["is there room for my son?", "any room for her brother?"])
async def test_another_child_is_not_of_that_age(more: str) -> None:
    asked, said = await after(GIRL, more)
    assert asked == [], (asked, said)


def by_gender(parameters: dict[str, Any]) -> dict[str, Any]:
    """An answer that leads with a team of girls or of boys."""
    return {"team_name": "U8 Wrens" if parameters.get("gender") == "girl" else "U11 Falcons"}


@pytest.mark.parametrize("more", ["do they train same evening", "and when do they train?", "what days do they train?"])
async def test_they_are_the_teams_of_both_children_where_two_were_told_of(more: str) -> None:
    club = club_site(skills=get_agent_card()["skills"], says="Yes.", answer=by_gender)
    async with street(club) as there:
        await there.say(f"my lad is born 14 sept 2015, which team at {CLUB}")
        await there.say("and my daughter 3 march 2019")
        said = await there.say(more)
    teams = [data_of(task)["parameters"].get("team") for task in club.tasks[2:]]
    assert teams == ["U11 Falcons", "U8 Wrens"], said


@pytest.mark.parametrize("more", ["is there room for both of them", "a place for both?", "any room for them?"])
async def test_room_for_both_is_asked_for_each(more: str) -> None:
    club = club_site(skills=get_agent_card()["skills"], says="Yes.", answer=by_gender)
    async with street(club) as there:
        await there.say(f"my lad is born 14 sept 2015, which team at {CLUB}")
        await there.say("and my daughter 3 march 2019")
        said = await there.say(more)
    assert [data_of(task)["parameters"] for task in club.tasks[2:]] == [
        {"age": 11, "date_of_birth": "2015-09-14", "gender": "boy"},
        {"age": 7, "date_of_birth": "2019-03-03", "gender": "girl"},
    ], said


@pytest.mark.parametrize(
    ("message", "ages"),
    [
        (f"I've got two kids, Sam 7 and Lily 10. is there room for both at {CLUB}?", [7, 10]),
        (f"My children Ben (6), Ava (9) and Joe (12) would like to play at {CLUB}, any room?", [6, 9, 12]),
        (f"any places at {CLUB} for my boys, Tom 8 & Max 11?", [8, 11]),
        (f"Heeft {CLUB} plek voor mijn kinderen, Daan 7 en Noor 9?", [7, 9]),
    ],
)
async def test_children_who_are_named_with_their_ages_are_asked_for_each(message: str, ages: list[int]) -> None:
    club = hawks()
    async with street(club) as there:
        said = await there.say(message)
    assert [data_of(task)["parameters"]["age"] for task in club.tasks] == ages, said


@pytest.mark.parametrize(
    "message",
    [
        f"Can you ask {CLUB} if the U7 Otters have any places left",
        f"could you find out from {CLUB} whether the U7 Otters are full",
        f"please ask {CLUB} about spaces in the U7 Otters",
    ],
)
async def test_a_choice_of_one_is_no_question(message: str) -> None:
    club = hawks()
    async with street(club) as there:
        said = await there.say(message)
    assert [data_of(task) for task in club.tasks] == [
        {"skill_id": "check_team_spaces", "parameters": {"team_name": "U7 Otters"}}
    ], said


@pytest.mark.parametrize("more", ["What day is it on?", "which day of the week is that", "so what day is it on then?"])
async def test_the_day_that_was_just_told_is_meant(more: str) -> None:
    async with street(hawks()) as there:
        await there.say("how many days till Christmas")
        said = await there.say(more)
    assert "Friday" in said, said


async def test_the_day_of_today_is_still_told() -> None:
    async with street(hawks()) as there:
        await there.say("how many days till Christmas")
        said = await there.say("What day is it?")
    assert "Sunday" in said, said


@pytest.mark.parametrize(
    ("more", "day"),
    [
        ("and new years day?", "2027-01-01"),
        ("and on Boxing Day?", "2026-12-26"),
        ("what about Christmas Eve", "2026-12-24"),
        ("and on new year's eve?", "2026-12-31"),
    ],
)
async def test_a_day_that_has_a_name_is_a_day_for_the_same_request(more: str, day: str) -> None:
    asked, said = await after(f"When do the U10 Lions of {CLUB} play next?", more)
    assert [one["parameters"] for one in asked] == [{"team": "U10 Lions", "from": day}], said
