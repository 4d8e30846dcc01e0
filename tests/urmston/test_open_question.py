"""While something is asked, only what reads as a value is one: a note, a sum or what is told besides is none."""

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.street import Site, Street, club_site, street

NEEDS = "I need to know"


def club() -> Site:
    return club_site(skills=get_agent_card()["skills"][:2])


async def asked(there: Street, message: str = "Is there room for my girl at Urmston Town Juniors FC?") -> None:
    assert NEEDS in await there.say(message)


@pytest.mark.parametrize(
    ("aside", "told"),
    [
        ("cheers. put in my notes: ring the club monday about all 3", "ring the club monday about all 3"),
        ("Thanks! Remember that training is on Tuesday.", "training is on Tuesday"),
        ("note: pay the subs", "pay the subs"),
        ("thank you, 4 x 12.50 please", "50"),
    ],
)
async def test_what_is_for_the_assistant_itself_answers_no_question(aside: str, told: str) -> None:
    site = club()
    async with street(site) as there:
        await asked(there)
        assert told in await there.say(aside)
        assert site.tasks == []
        await there.say("7")
    assert data_of(site.tasks[0])["parameters"]["age"] == 7


@pytest.mark.parametrize(
    "message", ["i don't know", "he would love to play with them", "which one is it?", "ask my wife. she knows it"]
)
async def test_what_does_not_read_as_a_name_is_sent_as_none(message: str) -> None:
    site = club()
    async with street(site) as there:
        await asked(there, "Is the team full at Urmston Town Juniors FC?")
        await there.say(message)
        assert site.tasks == []


async def test_what_reads_as_a_name_is_one() -> None:
    site = club()
    async with street(site) as there:
        await asked(there, "Is the team full at Urmston Town Juniors FC?")
        await there.say("The Lions please")
    assert "Lions" in data_of(site.tasks[0])["parameters"]["team_name"]


@pytest.mark.parametrize(
    "message", ["he's a bit shy you know", "her brother plays there already", "she did ballet before that"]
)
async def test_what_is_told_of_somebody_leaves_the_question_open_and_changes_nothing(message: str) -> None:
    site = club()
    async with street(site) as there:
        await asked(there)
        assert NEEDS in await there.say(message)
        await there.say("7")
    assert data_of(site.tasks[0])["parameters"] == {"gender": "girl", "age": 7}


async def test_a_note_does_not_go_to_the_agent_that_asks() -> None:
    site = club_site(skills=get_agent_card()["skills"])
    async with street(site) as there:
        site.state, site.says = "input-required", "Which team's training do you mean?"
        await there.say("When is training at Urmston Town Juniors FC?")
        site.state, site.says = "completed", "Fine."
        assert "ring the coach" in await there.say("Note: ring the coach")
        assert len(site.tasks) == 1
        await there.say("U10 Lions")
    assert site.tasks[-1]["id"] == "t-1"
