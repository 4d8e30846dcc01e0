"""Where a person is asked on the way: what is missing, which one is meant, whether to change or trust something."""

import pytest

from loket.core.actions import Ask
from loket.core.events import Answered
from tests.urmston.errands import DEMO, booking, data_of
from tests.urmston.street import Directory, Site, club_site, skill, street


async def test_a_missing_parameter_is_asked_for_in_the_words_of_the_card() -> None:
    club = club_site()
    async with street(club) as there:
        asked = await there.say("Can my daughter join Urmston Town Juniors FC?")
        assert "age of the child" in asked
        last = (await there.decisions())[-1].action
        assert isinstance(last, Ask) and last.wants is not None
        assert (last.wants.missing, club.tasks) == (("age",), [])
        assert "U9 Lions" in await there.say("she is 9")
        assert data_of(club.tasks[0])["parameters"] == {"age": 9, "gender": "girl"}


async def test_another_request_in_place_of_an_answer_is_taken_as_one() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("Can my daughter join Urmston Town Juniors FC?")
        said = await there.say("What day is it today?")
        assert "Sunday 22 November 2026" in said
        assert club.tasks == []


async def test_words_that_do_not_answer_are_asked_once_more() -> None:
    club = club_site()
    async with street(club) as there:
        asked = await there.say("Can my daughter join Urmston Town Juniors FC?")
        assert await there.say("hm, dunno") == asked
        assert "U9 Lions" in await there.say("nine, I think she is 9 years old")
        assert len(there.search.asked) == 1


async def test_an_agent_that_wants_more_is_answered_in_its_own_task() -> None:
    club = club_site(state="input-required", says="Which position does the child play?")
    async with street(club) as there:
        assert "Which position" in await there.say(DEMO)
        club.state, club.says = "completed", "The U10 Lions have a place for a goalkeeper."
        assert "place for a goalkeeper" in await there.say("goalkeeper")
    first, second = club.tasks
    assert "id" not in first
    assert second["id"] == "t-1"
    assert data_of(second)["parameters"]["position"] == "goalkeeper"


async def test_what_changes_something_is_confirmed_first() -> None:
    dinner = booking()
    async with street(dinner) as there:
        asked = await there.say("Book a table at Saffron Table Restaurant for 4 people on 2 December 2026")
        assert "changes something" in asked and "4" in asked
        assert dinner.tasks == []
        said = await there.tell(Answered(to=await there.question(), approve=True))
        assert "Your table is booked." in said
    assert data_of(dinner.tasks[0])["parameters"] == {"people": 4, "day": "2026-12-02"}


@pytest.mark.parametrize("answer", ["no", "No thanks, leave it"])
async def test_what_is_not_confirmed_is_not_sent(answer: str) -> None:
    dinner = booking()
    async with street(dinner) as there:
        await there.say("Book a table at Saffron Table Restaurant for 4 people")
        assert "nothing was sent" in await there.say(answer)
    assert dinner.tasks == []


async def test_an_agent_at_another_site_is_asked_only_after_a_person_agreed() -> None:
    elsewhere, club = club_site(), club_site()
    async with street(elsewhere) as first, street(club, search=Directory([club])) as there:
        assert first.search.asked == []
        club.base = elsewhere.url
        await there.say(DEMO)
        assert (await there.steps())[-1] == "invoke"
        assert elsewhere.tasks == []
        said = await there.tell(Answered(to=await there.question(), approve=True))
        assert "U10 Lions" in said
        assert len(elsewhere.tasks) == 1


async def test_an_agent_at_another_site_is_left_alone_when_the_person_refuses() -> None:
    elsewhere, club = club_site(), club_site()
    async with street(elsewhere), street(club, search=Directory([club])) as there:
        club.base = elsewhere.url
        await there.say(DEMO)
        assert "nothing was sent" in await there.tell(Answered(to=await there.question(), refuse=True))
    assert elsewhere.tasks == []


def baths() -> Site:
    skills = [
        skill("lane_swimming", "Opening times of the pool for lane swimming."),
        skill("family_swimming", "Opening times of the pool for family swimming."),
    ]
    return Site("Brookside Swimming Baths", skills=skills, says="From seven to nine.")


async def test_alike_skills_are_offered_as_a_choice() -> None:
    pool = baths()
    async with street(pool) as there:
        await there.say("When is the pool of Brookside Swimming Baths open for swimming?")
        last = (await there.decisions())[-1].action
        assert isinstance(last, Ask)
        assert {choice.id for choice in last.choices} == {"lane_swimming", "family_swimming"}
        said = await there.tell(Answered(to=await there.question(), choice="family_swimming"))
        assert "From seven to nine." in said
    assert data_of(pool.tasks[0])["skill_id"] == "family_swimming"


@pytest.mark.parametrize(("words", "at"), [("the second one", 1), ("the last", -1), ("1", 0)])
async def test_a_choice_is_counted_out_in_words(words: str, at: int) -> None:
    pool = baths()
    async with street(pool) as there:
        await there.say("When is the pool of Brookside Swimming Baths open for swimming?")
        asked = (await there.decisions())[-1].action
        assert isinstance(asked, Ask)
        assert "From seven to nine." in await there.say(words)
    assert data_of(pool.tasks[0])["skill_id"] == asked.choices[at].id
