"""What is to be undone is asked of no skill that only tells something: that it can't be done is said, with what can."""

from pathlib import Path

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.rooms import club, text_of
from tests.urmston.street import club_site, skill, street

UNDOING = [
    "Please cancel my son's registration",
    "I want to withdraw my daughter from the U10 Lions",
    "Cancel our place in the U9 Hawks please",
    "Can you unsubscribe my 9 year old from the club?",
    "Could you call off the match of the U12 Panthers?",
]
CANCEL = {
    **skill("cancel_registration", "Cancels the registration of a child.", code={"type": "string"}),
    "tags": ["cancel", "registration"],
}


@pytest.mark.parametrize("text", UNDOING)
async def test_the_club_says_that_it_can_not_and_what_it_can(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert text_of(task).startswith("I can't do that."), task
    assert "I can tell whether there is a place" in text_of(task)


@pytest.mark.parametrize("text", UNDOING)
async def test_the_personal_assistant_asks_the_club_nothing(text: str) -> None:
    site = club_site(skills=get_agent_card()["skills"])
    async with street(site) as there:
        said = await there.say(f"{text.rstrip('?')} at Urmston Town Juniors FC")
        assert not site.tasks and not await there.held(), said
        assert "I can't ask" in said and "Team vacancy check" in said, said


@pytest.mark.parametrize(
    "text",
    [
        "We can't make it on Saturday. Is there a place for a 9 year old in another team?",
        "My son quit his old team, is there a place for him? He is 9.",
        "Is the match of the U12 Panthers on Sunday cancelled?",
    ],
)
async def test_what_is_asked_besides_is_answered(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert task["status"]["state"] == "completed", task


async def test_a_skill_that_undoes_it_is_asked() -> None:
    site = club_site()
    site.skills = [*site.skills, CANCEL]
    async with street(site) as there:
        await there.say("Please cancel my son's registration at Urmston Town Juniors FC")
        ((args, *_),) = await there.held()
    assert args["skill_id"] == "cancel_registration"
