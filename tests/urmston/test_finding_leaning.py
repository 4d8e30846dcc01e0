"""After an answer, a question that names nothing of its own goes to the agent of that answer and to nobody else: what
no skill of it serves is told with what it can do."""

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import DEMO, data_of
from tests.urmston.street import Directory, Site, club_site, skill, street

PRICES = skill(
    "membership_price",
    "Tells what the membership costs: the price of a season.",
    age={"type": "integer", "description": "Age of the child in years."},
)


@pytest.mark.parametrize("message", ["what does that cost?", "and the prices?", "And how much is it?", "wat kost dat?"])
async def test_the_agent_of_the_last_answer_is_asked_when_it_has_a_skill_for_it(message: str) -> None:
    club = club_site()
    club.skills = [*club.skills, PRICES]
    async with street(club) as there:
        await there.say(DEMO)
        await there.say(message)
        assert await there.steps() == ["choose", "invoke", "answer"] and len(there.search.asked) == 1
    assert [data_of(task)["skill_id"] for task in club.tasks][1:] == ["membership_price"]


@pytest.mark.parametrize(
    ("message", "tells"),
    [
        ("what does that cost?", "Agent that. What I can ask there:\n- Team vacancy check\n"),
        ("how much is it per season?", "Agent that. What I can ask there:\n- Team vacancy check\n"),
        ("hoeveel kost het per seizoen?", "Agent. Dit kan ik daar wel vragen:\n- Team vacancy check\n"),
        ("when do they train?", "Agent that. What I can ask there:\n- Team vacancy check\n"),
        ("where is it?", "Agent that. What I can ask there:\n- Team vacancy check\n"),
        ("and the prices?", "Agent that. What I can ask there:\n- Team vacancy check\n"),
        ("And the address?", "Agent that. What I can ask there:\n- Team vacancy check\n"),
        ("what about parking?", "Agent that. What I can ask there:\n- Team vacancy check\n"),
        ("wat kost dat?", "Agent. Dit kan ik daar wel vragen:\n- Team vacancy check\n"),
        ("was kostet das?", "Agent. Fragen kann ich dort:\n- Team vacancy check\n"),
        ("quanto custa isso?", "Agent. O que posso perguntar ali:\n- Team vacancy check\n"),
    ],
)
async def test_what_it_has_no_skill_for_is_told_with_what_it_can_do(message: str, tells: str) -> None:
    club = club_site(skills=[one for one in get_agent_card()["skills"] if one["id"] != "get_training_times"])
    async with street(club) as there:
        await there.say(DEMO)
        assert tells in await there.say(message)
        assert await there.steps() == ["answer"] and len(there.search.asked) == 1
    assert len(club.tasks) == 1


@pytest.mark.parametrize("message", ["what are the opening hours?", "Do they have a website?"])
async def test_what_only_sounds_like_another_skill_is_neither_asked_nor_proposed(message: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(DEMO)
        said = await there.say(message)
        assert "Shall I" not in said and "I can't ask" in said, said
    assert len(club.tasks) == 1


@pytest.mark.parametrize("message", ["Do they have a website?", "How much is the membership?", "how do I get there?"])
async def test_who_answered_last_is_named_with_what_it_can_do_when_nobody_else_is_there(message: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club, search=Directory([])) as there:
        await there.say(f"{DEMO} {club.url}")
        said = await there.say(message)
        assert "Urmston Town Juniors" in said and "What I can ask there:\n- Team vacancy check\n" in said, said
    assert len(club.tasks) == 1


TWO_TEAMS = (
    "Good news: the U8 Wrens have 4 places. Contact: u8@example.com. There is also room in the U9 Kestrels (a girls' "
    "team, 4 places, u9-girls@example.com)."
)


@pytest.mark.parametrize(
    ("message", "contact"),
    [("any room at the weekend?", True), ("my mate was born 2 sep 2010 can he be in the same one", False)],
)
async def test_what_one_of_its_skills_speaks_of_is_said_not_to_be_recognised(message: str, contact: bool) -> None:
    """It said `not for this` with the skill for it in its list, and tore a team that nobody meant from the answer."""
    club = club_site(skills=get_agent_card()["skills"], answer=lambda parameters: {"explanation": TWO_TEAMS})
    async with street(club, search=Directory([])) as there:
        assert "Kestrels" in await there.say(f"{DEMO} {club.url}")
        said = await there.say(message)
    assert "Agent for you. What I can ask there:\n- Team vacancy check\n" in said, said
    assert "Kestrels" not in said and said.endswith("Contact: u8@example.com.") == contact, said


async def test_a_group_where_an_age_is_needed_asks_for_the_age_and_goes_on_with_it() -> None:
    """Under 12 may be eleven or younger: no age is made of it, and none is taken from before."""
    club = club_site()
    async with street(club) as there:
        await there.say(DEMO)
        assert "age of the child in years" in await there.say("and for under 12?")
        assert len(club.tasks) == 1 and len(there.search.asked) == 1
        assert "U11 Lions" in await there.say("11")
    assert [data_of(task)["parameters"]["age"] for task in club.tasks] == [10, 11]


@pytest.mark.parametrize(
    "message",
    [
        "where is a dentist?",
        "and a dentist?",
        "what about Sale Girls FC?",
        "what does a flight cost?",
        "how much is it at Sale Girls FC?",
    ],
)
async def test_another_subject_is_looked_for_elsewhere(message: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(DEMO)
        await there.say(message)
        assert (await there.steps())[0] == "search"
    assert len(club.tasks) == 1


async def test_the_last_of_two_agents_is_meant_and_before_any_answer_nobody() -> None:
    library = Site(
        "Larkfield Library", skills=[skill("find_book", "Finds a book by its title.", title={})], says="Yes."
    )
    club = club_site()
    async with street(club, library) as there:
        assert "What I can ask there" not in await there.say("what does that cost?")
        await there.say(DEMO)
        await there.say("Does Larkfield Library have the book Emma?")
        said = await there.say("what does that cost?")
    assert said.startswith("I can't ask Larkfield Library Agent") and "Find book" in said


async def test_what_is_asked_is_told_in_words_and_goes_out_under_its_own_name() -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(DEMO)
        asked = [one.action.text for one in await there.decisions() if one.step == "choose"]
    assert asked == ["I'll ask Urmston Town Juniors FC Agent about this: Team vacancy check (gender boy, age 10)."]
    assert data_of(club.tasks[0])["skill_id"] == "check_team_availability_v1"
