"""Notes that the personal assistant keeps: begun in any words that ask for it, put right, and gone on with."""

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.street import Directory, club_site, street


@pytest.mark.parametrize(
    ("told", "fact"),
    [
        ("pls note Jo's boot size is 4", "Jo's boot size is 4"),
        ("Note to self: the parking permit runs out on the 12th", "the parking permit runs out on the 12th"),
        ("Don't let me forget that the gloves are in the car", "the gloves are in the car"),
        ("please could you remember that the team fee is due on Friday", "the team fee is due on Friday"),
        ("make sure you remember Tom's inhaler is in his bag", "Tom's inhaler is in his bag"),
        ("ok can you keep a note that training moved to Thursday", "training moved to Thursday"),
        ("I need you to remember my shirt number is 14", "my shirt number is 14"),
        ("Kun je alsjeblieft even onthouden dat de trap kapot is", "de trap kapot is"),
        ("Können Sie sich bitte merken, dass die Treppe kaputt ist", "die Treppe kaputt ist"),
        ("Você pode por favor lembrar que a escada quebrou", "a escada quebrou"),
    ],
)
async def test_whatever_asks_to_keep_something_begins_a_note(told: str, fact: str) -> None:
    async with street(search=Directory([])) as there:
        answer = await there.say(told)
        assert answer.rstrip(".").endswith(f": {fact}"), answer
        assert there.search.asked == []


@pytest.mark.parametrize(
    ("note", "correction", "question", "kept"),
    [
        ("note the permit runs out on the 12th", "no, the 14th", "when does the permit run out?", "on the 14th"),
        ("remember the key code is 4412", "sorry, 4421", "what is the key code?", "is 4421"),
        ("remember Ida has swimming on Monday", "no wait, it's Tuesday, note that", "when is swimming?", "on Tuesday"),
        ("remember that dinner is at 6 pm", "actually 7 pm", "when is dinner?", "at 7 pm"),
    ],
)
async def test_a_note_is_put_right_in_its_own_words(note: str, correction: str, question: str, kept: str) -> None:
    async with street(search=Directory([])) as there:
        before = (await there.say(note)).partition(": ")[2]
        await there.say(correction)
        answer = await there.say(question)
        assert kept in answer and before not in answer, answer
        assert there.search.asked == []


@pytest.mark.parametrize(
    ("note", "correction", "kept"),
    [
        ("remember coach daves number is 07700 900123", "sorry its 07700 900132", "number is 07700 900132"),
        ("remember the gate code is 12 34 56", "no, 12 34 65", "code is 12 34 65"),
        ("remember the clinic is on 0161 555-1234", "actually 0161 555 1243", "on 0161 555 1243"),
        ("remember the postcode is M41 5AB", "sorry, M41 7AB", "postcode is M41 7AB"),
        ("remember to ring 07700 900123 from pitch 2", "sorry, 07700 900132", "ring 07700 900132 from pitch 2"),
        ("onthoud dat de code 44 12 is", "nee, het is 44 21", "code 44 21"),
    ],
)
async def test_a_value_of_several_groups_is_put_right_whole(note: str, correction: str, kept: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(note)
        assert kept in await there.say(correction)


@pytest.mark.parametrize(
    ("note", "correction"),
    [
        ("remember coach daves number is 07700 900123", "sorry, it ends 32"),
        ("remember Dave is on 07700 900123, Sue is on 07700 900456", "sorry, 07700 900132"),
    ],
)
async def test_a_value_that_may_be_a_part_of_another_replaces_nothing(note: str, correction: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(note)
        await there.say(correction)
        assert note.removeprefix("remember ") in await there.say("what did I ask you to remember?")


async def test_a_note_goes_on_with_and_that() -> None:
    async with street(search=Directory([])) as there:
        await there.say("remember that Ida has swimming on Mondays")
        assert "her towel is in the blue bag" in await there.say("and that her towel is in the blue bag")
        assert "blue bag" in await there.say("where is the towel")
        assert there.search.asked == []


async def test_a_wish_to_forget_right_after_a_note_takes_the_note() -> None:
    async with street(search=Directory([])) as there:
        await there.say("Don't let me forget that the gloves are in the car")
        assert "I have forgotten: the gloves are in the car" in await there.say("actually forget that please")
        assert "Nothing is noted" in await there.say("What do you remember?")


@pytest.mark.parametrize("text", ["I remember that the club had two grounds", "do you remember my pin?"])
async def test_who_tells_or_wonders_keeps_nothing(text: str) -> None:
    async with street(search=Directory([])) as there:
        assert "keep that in mind" not in await there.say(text)


@pytest.mark.parametrize(
    ("told", "fact"),
    [
        ("save this: kit order, shirt 24.99", "kit order, shirt 24.99"),
        ("jot down that the coach is called Dave", "the coach is called Dave"),
        ("write this down: kit deposit 20 quid paid", "kit deposit 20 quid paid"),
        ("pop a note down that Theo needs boots", "Theo needs boots"),
        ("log this for me: paid 40 on Tuesday", "paid 40 on Tuesday"),
        ("note down that Alfie gets picked up at 4.15", "Alfie gets picked up at 4.15"),
        ("schreib auf: Tom braucht Schuhe", "Tom braucht Schuhe"),
    ],
)
async def test_what_is_to_be_put_down_is_kept_and_never_reported_to_a_club(told: str, fact: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say("Is there a place for my 10 year old at Urmston Town Juniors FC?")
        club.tasks.clear()
        assert fact in await there.say(told)
        assert fact in await there.say("What did I ask you to remember?")
        assert (club.tasks, await there.held()) == ([], [])


async def test_a_note_is_deleted_and_another_put_in_its_place() -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say("save this: kit order, shirt 24.99")
        await there.say("delete that note and put 74.98 owed to the kit shop by 11 dec instead")
        told = await there.say("so what's in my notes")
        assert "74.98 owed to the kit shop by 11 dec" in told
        assert "24.99" not in told


async def test_what_is_put_in_the_place_of_a_part_of_a_note_is_kept_beside_the_rest() -> None:
    async with street() as there:
        await there.say("remember milk, eggs and flour")
        await there.say("forget the milk and put bread instead")
        told = await there.say("what did I ask you to remember?")
        assert "bread" in told and "eggs and flour" in told and "milk" not in told


@pytest.mark.parametrize(
    "told",
    [
        "ditch that note",
        "ditch the note about the pitch",
        "chuck that note and write pitch 3 instead",
        "write down his number",
    ],
)
async def test_what_cannot_be_done_with_a_note_is_said_and_sent_to_nobody(told: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say("Is there a place for my 10 year old at Urmston Town Juniors FC?")
        await there.say("note that pitch 2 is broken")
        club.tasks.clear()
        assert "nothing was deleted" in await there.say(told)
        assert (club.tasks, await there.held()) == ([], [])
        assert "pitch 2 is broken" in await there.say("What did I ask you to remember?")


@pytest.mark.parametrize(
    "told", ["scrap the note about pitch 2", "bin that note", "delete the pitch 2 note", "erase it"]
)
async def test_a_note_that_is_called_so_is_forgotten(told: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say("note that pitch 2 is broken")
        assert "I have forgotten: pitch 2 is broken" in await there.say(told)


async def test_of_a_note_of_two_people_only_the_named_part_goes() -> None:
    async with street(search=Directory([])) as there:
        await there.say("note: Otto was born 3 march 2017, and Wilma is in year 6")
        told = await there.say("please scrap the note about wilma")
        assert "forgotten: Wilma is in year 6" in told and "Otto was born 3 march 2017" in told, told


@pytest.mark.parametrize("told", ["scrap the note about my locker", "ditch the note about my locker"])
async def test_an_order_about_a_note_is_no_answer_to_an_open_question(told: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say("note that my locker is 12")
        assert "I need to know" in await there.say("is there a place at Urmston Town Juniors FC?")
        club.tasks.clear()
        await there.say(told)
        assert (club.tasks, await there.held()) == ([], [])


async def test_what_is_to_be_booked_on_a_day_is_no_name_of_a_team() -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        assert "I need to know" in await there.say("is there a place at Urmston Town Juniors FC?")
        club.tasks.clear()
        await there.say("Reserve a taster for Olly on 9 December")
        assert (club.tasks, await there.held()) == ([], [])
