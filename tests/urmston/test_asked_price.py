"""What something costs is asked of a skill that speaks of prices; an age in the question makes it none for places."""

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import PLACES, data_of
from tests.urmston.street import club_site, skill, street

PRICES = skill(
    "membership_price",
    "Tells what the membership costs: the price of a season.",
    age={"type": "integer", "description": "Age of the child in years."},
)
QUESTIONS = [
    "What does a season of football cost for my 8 year old at Urmston Town Juniors FC?",
    "what does it cost for a boy of 8 at Urmston Town Juniors FC?",
    "wat kost een seizoen voetbal voor een kind van 8 bij Urmston Town Juniors FC?",
    "Was kostet das bei Urmston Town Juniors FC für ein Kind von 8 Jahren?",
    "quanto custa para um menino de 8 anos no Urmston Town Juniors FC?",
]


@pytest.mark.parametrize("message", QUESTIONS)
async def test_no_skill_that_tells_something_else_is_asked(message: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        said = await there.say(message)
        assert not club.tasks and "Urmston Town Juniors FC Agent" in said, said


@pytest.mark.parametrize("message", QUESTIONS)
async def test_the_skill_that_tells_prices_is(message: str) -> None:
    club = club_site()
    club.skills = [*club.skills, PRICES]
    async with street(club) as there:
        await there.say(message)
    assert [data_of(task)["skill_id"] for task in club.tasks] == ["membership_price"]


async def test_a_place_that_is_asked_for_beside_the_price_is_asked_about() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("Is there a place for a boy of 9 at Urmston Town Juniors FC, and what does it cost?")
    assert [data_of(task)["skill_id"] for task in club.tasks] == [PLACES]
