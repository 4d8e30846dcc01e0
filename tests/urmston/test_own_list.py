"""What the person calls their own notes or list is kept here: told, added to and taken from; nobody is asked."""

import pytest

from tests.urmston.street import Directory, street

NOTHING = "Nothing is noted"


@pytest.mark.parametrize(
    "question",
    [
        "what are my notes",
        "whats on my list",
        "show me my notes please",
        "what did I ask you to keep?",
        "have you got anything in my notes",
        "any reminders on my list?",
    ],
)
async def test_a_question_for_ones_own_notes_is_answered_here(question: str) -> None:
    async with street(search=Directory([])) as there:
        assert NOTHING in await there.say(question)
        await there.say("remember that the spare key is with Mo")
        assert "the spare key is with Mo" in await there.say(question)
        assert there.search.asked == []


@pytest.mark.parametrize(
    ("told", "fact"),
    [
        ("add milk to my list", "milk"),
        ("can you put new laces on my list please", "new laces"),
        ("write swim bag in my notes", "swim bag"),
        ("zet melk op mijn lijstje", "melk"),
        ("schreib Milch auf meine Liste", "Milch"),
        ("coloque leite na minha lista", "leite"),
    ],
)
async def test_something_is_put_on_the_list(told: str, fact: str) -> None:
    async with street(search=Directory([])) as there:
        answer = await there.say(told)
        assert answer.endswith(f": {fact}"), answer
        assert there.search.asked == []


@pytest.mark.parametrize("text", ["put the second one on my notes", "add that to my list"])
async def test_what_is_only_pointed_at_is_asked_for(text: str) -> None:
    async with street(search=Directory([])) as there:
        assert "nothing new was kept" in await there.say(text)
        assert NOTHING in await there.say("what are my notes")
        assert there.search.asked == []


@pytest.mark.parametrize(
    ("note", "wish", "left"),
    [
        ("note: boots in the shed, Fridays lift with Ann, no eggs for Sid", "forget the boots one", "no eggs for Sid"),
        ("add eggs and flour to my list", "take eggs off my list", "flour"),
        ("add eggs, flour and jam to my list", "remove the flour from my list", "eggs"),
    ],
)
async def test_one_thing_of_a_note_is_forgotten_and_the_others_stay(note: str, wish: str, left: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(note)
        assert left in await there.say(wish)
        kept = await there.say("what are my notes")
        assert left in kept and "boots" not in kept and "list" not in kept, kept


async def test_a_note_of_somebody_is_forgotten_though_a_reason_follows() -> None:
    async with street(search=Directory([])) as there:
        await there.say("remember coat size is 8 for Ada")
        await there.say("and size 10 for Ben")
        assert "size 10 for Ben" in await there.say("forget bens he has got a new one")
        assert "8 for Ada" in await there.say("what size do they need again")
        assert there.search.asked == []


async def test_a_wish_about_a_place_is_no_note_that_goes_on() -> None:
    async with street(search=Directory([])) as there:
        await there.say("remember Ida has swimming on Mondays")
        assert "keep that in mind" not in await there.say("and swimming lessons at the Larkfield pool")


@pytest.mark.parametrize("question", ["who is allergic", "and what lift day"])
async def test_right_after_a_note_half_of_what_is_asked_is_enough(question: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say("note: Fridays lift with Ann, allergic to eggs is Sid")
        assert "Ann" in await there.say(question)
        assert there.search.asked == []


@pytest.mark.parametrize("question", ["is there a waiting list for the choir?", "what is on the price list"])
async def test_a_list_of_others_is_none_of_ones_own(question: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(question)
        assert "own" not in await there.steps()
