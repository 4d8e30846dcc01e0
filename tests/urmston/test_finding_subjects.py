"""A conversation that changes its subject, corrects itself, or puts another question in between."""

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import DEMO, booking, data_of, text_of
from tests.urmston.street import club_site, street


async def test_a_question_for_the_own_tools_leaves_the_open_question_open() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("Can my daughter join Urmston Town Juniors FC?")
        assert "Sunday 22 November 2026" in await there.say("What day is it today?")
        assert "look for an agent" in await there.say("What can you do?")
        assert "U7 Lions" in await there.say("7")
    assert data_of(club.tasks[0])["parameters"] == {"age": 7, "gender": "girl"}


@pytest.mark.parametrize(
    "message",
    [
        "what is the age of the universe",
        "book a table for 4 on Saturday",
        "does Manchester United play on Sunday?",
        "is the code 1234 right for my bike lock?",
    ],
)
async def test_another_subject_is_not_asked_of_the_agent_that_is_known(message: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(DEMO)
        await there.say(message)
        assert (await there.steps())[0] == "search"
        there.search.sites = ()
        await there.say(message)
        assert (await there.steps())[0] == "search"
    assert len(club.tasks) == 1


async def test_a_correction_holds_for_what_is_asked_next() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say(DEMO)
        assert "U9 Lions" in await there.say("sorry, I meant 9")
        assert "U9 Lions" in await there.say("and for girls?")
    assert data_of(club.tasks[2])["parameters"] == {"age": 9, "gender": "girl"}


async def test_a_yes_is_no_part_of_the_request() -> None:
    dinner = booking()
    async with street(dinner) as there:
        await there.say("Book a table at Saffron Table Restaurant for 4 people on 2 December 2026")
        await there.say("yes")
        [sent] = [one for one in await there.decisions() if one.step == "invoke"]
        assert "missing" not in sent.reasoning
    assert "yes" not in text_of(dinner.tasks[0])


@pytest.mark.parametrize(
    ("message", "ages"),
    [
        ("Seb is 10 and Mia is 7. Can they join Urmston Town Juniors FC?", [10, 7]),
        ("Is there space for 8 and 12 year olds at Urmston Town Juniors FC?", [8, 12]),
        ("Is there a place for an 8-year-old and a 12-year-old at Urmston Town Juniors FC?", [8, 12]),
    ],
)
async def test_several_children_are_all_asked_for(message: str, ages: list[int]) -> None:
    club = club_site()
    async with street(club) as there:
        said = await there.say(message)
    assert sorted(data_of(task)["parameters"]["age"] for task in club.tasks) == sorted(ages)
    assert all(f"Age {age}: " in said and f"U{age} Lions" in said for age in ages)


async def test_an_address_that_has_no_agent_or_is_refused_is_told_with_the_reason() -> None:
    club = club_site(skills=())
    async with street(club) as there:
        assert "I found no agent at" in await there.say(f"Can my 10-year-old join? Ask {club.url}")
        assert "I did not call 10.0.0.1: that address is in a private network." in await there.say(
            "Can my 10-year-old join? Ask http://10.0.0.1"
        )
        assert there.search.asked == []


async def test_what_the_agent_at_an_address_can_do_is_told_by_its_skills() -> None:
    club = club_site()
    async with street(club) as there:
        assert "Team vacancy check" in await there.say(f"What can the agent at {club.url} do?")
    assert club.tasks == []
