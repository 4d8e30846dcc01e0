"""A skill is chosen by what it needs and gives: that a message names the club says nothing of what it asks the club."""

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.street import club_site, street

CLUB = "Urmston Town Juniors FC"


@pytest.mark.parametrize(
    ("message", "skill"),
    [
        (f"Is the U12 Panthers of {CLUB} full?", "check_team_spaces"),
        (f"Is there room in the U10 Tigers at {CLUB}?", "check_team_spaces"),
        ("When does the U9 Hawks of Urmston Town Juniors play?", "get_match_schedule"),
        (f"When are the next fixtures of {CLUB}?", "get_match_schedule"),
    ],
)
async def test_the_skill_that_takes_what_was_told_is_asked(message: str, skill: str) -> None:
    club = club_site(skills=get_agent_card()["skills"], says="Yes.")
    async with street(club) as there:
        await there.say(message)
    assert [data_of(task)["skill_id"] for task in club.tasks] == [skill]


@pytest.mark.parametrize(
    "message",
    [
        f"How do I get to {CLUB}?",
        f"How much is the membership at {CLUB}?",
        f"Does {CLUB} have a website?",
    ],
)
async def test_a_question_that_no_skill_serves_is_told_so(message: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        said = await there.say(message)
    assert club.tasks == [] and "has an automated service, but not for this" in said, said
