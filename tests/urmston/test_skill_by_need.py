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
        (f"What time do the under 7s train at {CLUB}?", "get_training_times"),
        (f"On which evening is training for the U13s of {CLUB}?", "get_training_times"),
        ("Where do the U10 Lions of Urmston Town Juniors train?", "get_training_times"),
        (f"Hoe laat traint de U9 van {CLUB}?", "get_training_times"),
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
    assert club.tasks == [] and "can be asked, but I can't tell that it does this" in said, said


async def test_when_a_team_trains_goes_on_from_what_was_asked_of_it_before() -> None:
    club = club_site(skills=get_agent_card()["skills"], says="Yes.")
    async with street(club) as there:
        await there.say(f"How many places do the U10 Tigers of {CLUB} have left?")
        await there.say("and when do they train?")
    assert [data_of(task)["skill_id"] for task in club.tasks] == ["check_team_spaces", "get_training_times"]
    assert data_of(club.tasks[-1])["parameters"] == {"team": "U10 Tigers"}


async def test_thanks_choose_none_of_the_skills_that_are_shown() -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        asked = await there.say(f"What time is kick off for the under 14 girls at {CLUB}?")
        assert "Which one do you mean?" in asked
        for words in ("thanks!", "ok, thank you"):
            assert await there.say(words) == asked
        await there.say("MatchSchedule")
    assert [data_of(task)["skill_id"] for task in club.tasks] == ["get_match_schedule"]
