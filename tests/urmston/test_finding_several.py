"""Several of a kind in one message, a year of school, and the team somebody plays for."""

from typing import Any

import pytest

from loket_assistants.urmston.club.card import get_agent_card
from tests.urmston.errands import DEMO, data_of
from tests.urmston.street import Site, club_site, skill, street

CLUB = "Urmston Town Juniors FC"
PLAYED = skill(
    "match_day",
    "Tells which matches are on a day at the ground.",
    "day",
    day={"type": "string", "format": "date", "description": "Day of the matches"},
)
SPACE = skill(
    "group_space",
    "Checks for space in a group of children by age.",
    "age",
    age={"type": "integer", "description": "Age of the child"},
)


async def asked(message: str, *skills: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
    """What is said to a message in the end, and the parameters of each task that went out."""
    club = club_site(skills=skills or get_agent_card()["skills"])
    async with street(club) as there:
        said = await there.say(message)
    return said, [data_of(task)["parameters"] for task in club.tasks]


@pytest.mark.parametrize("told", ["My son is in year 5", "My year 5 son loves football", "My son is in Year five"])
async def test_a_year_of_school_is_no_age(told: str) -> None:
    _, sent = await asked(f"{told}. Can he join {CLUB}?")
    assert sent == [{"age": 9, "school_year": 5, "gender": "boy"}]


async def test_an_agent_that_knows_ages_alone_is_asked_for_both_of_a_year_of_school() -> None:
    said, sent = await asked(f"My son is in year 5. Is there space for him at {CLUB}?", SPACE)
    assert sent == [{"age": 9}, {"age": 10}]
    assert "Age 9: " in said and "Age 10: " in said


async def test_a_year_of_school_beside_an_age_changes_no_age() -> None:
    _, sent = await asked(f"My son is 10 years old and in year 6. Is there space for him at {CLUB}?", SPACE)
    assert sent == [{"age": 10}]


async def test_several_teams_are_all_asked_for() -> None:
    said, sent = await asked("Is the U12 Panthers team or the U10 Lions team of Urmston Town full?")
    assert sent == [{"team_name": "U12 Panthers"}, {"team_name": "U10 Lions"}]
    assert "Team name U12 Panthers: " in said and "Team name U10 Lions: " in said


async def test_several_days_are_all_asked_for() -> None:
    _, sent = await asked(f"Which matches are on 6 December and on 13 December at {CLUB}?", PLAYED)
    assert sent == [{"day": "2026-12-06"}, {"day": "2026-12-13"}]


async def test_several_children_by_their_date_of_birth_are_all_asked_for_with_their_own_age() -> None:
    _, sent = await asked(f"My daughter was born 3 May 2016 and my son 12 June 2018, can they join {CLUB}?")
    born = [{"age": 10, "date_of_birth": "2016-05-03"}, {"age": 8, "date_of_birth": "2018-06-12"}]
    assert sent == born


@pytest.mark.parametrize(
    "told",
    [
        "My 10-year-old plays for the Rovers",
        "My 10-year-old plays with the Rovers",
        "My 10-year-old is in the Rovers",
        "My 10-year-old trains with the Rovers",
    ],
)
async def test_the_team_that_somebody_plays_for_is_sent(told: str) -> None:
    _, sent = await asked(f"{told}. Is there a place at {CLUB}?")
    assert sent == [{"age": 10, "current_team": "Rovers"}]


@pytest.mark.parametrize("told", ["My 10-year-old plays for Oliver", "My 10-year-old, the Oliver, wants to play"])
async def test_a_name_that_stands_otherwise_is_no_team(told: str) -> None:
    _, sent = await asked(f"{told}. Is there a place at {CLUB}?")
    assert sent == [{"age": 10}]


def baths() -> Site:
    return Site(
        "Brookside Swimming Baths",
        skills=[skill("lanes", "Says when the lanes of the pool are open for swimming.")],
        says="From seven to nine.",
    )


async def test_of_several_that_a_search_leads_to_only_the_one_that_was_asked_before_is_left_out() -> None:
    club = club_site()
    pool = baths()
    async with street(club, pool) as there:
        await there.say(DEMO)
        said = await there.say("When are the lanes of the pool open?")
        assert "From seven to nine." in said
        assert (await there.steps())[0] == "search"
    assert len(club.tasks) == 1


async def test_two_requests_of_which_one_is_for_an_agent_known_before_are_both_answered() -> None:
    club = club_site()
    pool = baths()
    async with street(club, pool) as there:
        await there.say(DEMO)
        said = await there.say("When are the swimming lanes open and check availability for age 7")
        assert "From seven to nine." in said and "U7 Lions" in said
    assert (len(club.tasks), len(pool.tasks)) == (2, 1)
