"""After a question of an agent, what asks another of its skills for something is a request, and no answer."""

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.street import Site, Street, club_site, street

TRAINING = "When is training at Urmston Town Juniors FC?"


async def asked(there: Street, site: Site) -> None:
    site.state, site.says = "input-required", "Which team's training do you mean?"
    assert "Which team" in await there.say(TRAINING)
    site.state, site.says = "completed", "Fine."


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Is there a place for my 9 year old?", "check_team_availability_v1"),
        ("Is the U12 Panthers full?", "check_team_spaces"),
        ("Is the registration code 200-LIONS-U10-2627 valid?", "validate_registration_code"),
        ("When do the U12 Panthers play next?", "get_match_schedule"),
    ],
)
async def test_another_skill_that_is_asked_for_is_a_new_request(message: str, wanted: str) -> None:
    site = club_site(skills=get_agent_card()["skills"])
    async with street(site) as there:
        await asked(there, site)
        await there.say(message)
    assert data_of(site.tasks[-1])["skill_id"] == wanted
    assert "id" not in site.tasks[-1]


@pytest.mark.parametrize("message", ["U10 Lions", "the under 12s please", "my son's, he is 9", "U12 Panthers?", "U9"])
async def test_what_tells_a_team_is_an_answer(message: str) -> None:
    site = club_site(skills=get_agent_card()["skills"])
    async with street(site) as there:
        await asked(there, site)
        await there.say(message)
    assert data_of(site.tasks[-1])["skill_id"] == "get_training_times"
    assert site.tasks[-1]["id"] == "t-1"
