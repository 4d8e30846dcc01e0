"""Who says that they want no more of it is asked nothing and nothing is sent; a task that waits for them is ended."""

import pytest

from loket.core.events import Answered
from loket.planners.finding.dropping import drops
from loket_demos.urmston.club.card import get_agent_card
from tests.tools.hostile import by_method, methods, task
from tests.tools.sites import card_03, rpc, site
from tests.urmston.errands import DEMO, booking
from tests.urmston.street import Directory, club_site, street

DROPS = [
    *("never mind", "stop", "Ok, stop please.", "forget it, thanks", "no, leave it", "cancel that"),
    *("laat maar", "laat maar zitten", "stop maar, bedankt", "nee, vergeet het", "hoeft niet meer"),
    *("vergiss es", "ach, vergiss es", "lass gut sein", "abbrechen bitte", "stopp"),
    *("deixa pra lá", "deixa pra lá, obrigado", "esquece isso", "não, cancela", "pare por favor"),
]


@pytest.mark.parametrize("text", DROPS)
def test_words_that_only_say_to_stop_are_known_in_every_language(text: str) -> None:
    assert drops(text)


@pytest.mark.parametrize(
    "text",
    [
        *("stop the heating", "cancel my membership", "forget the dog, I meant a cat", "never", "9"),
        *("annuleer mijn afspraak", "Vergiss den Hund, ich meinte eine Katze", "cancelar a consulta de terça"),
    ],
)
def test_words_that_say_more_are_no_stop(text: str) -> None:
    assert not drops(text)


@pytest.mark.parametrize(
    "text",
    [
        "actually dont bother, she wants to do swimming instead",
        "never mind then, she has a cold",
        "she prefers tennis, so leave it",
        "leave it. I'll ring them myself",
        "no leave it, someone's sorted it",
        "never mind, its been fixed",
        "laat maar, iemand heeft het gedaan",
        "laat maar, ze wil toch zwemmen",
        "lass gut sein, sie will lieber schwimmen",
        "deixa pra lá, ela prefere natação",
    ],
)
async def test_who_takes_it_back_and_says_why_is_asked_nothing_more(text: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say("Is there a place for my 8 year old daughter at Urmston Town Juniors FC?")
        club.tasks.clear()
        await there.say(text)
        assert (await there.steps(), club.tasks) == (["answer"], [])
        await there.say("and 12?")
        assert club.tasks == []


@pytest.mark.parametrize(
    "text",
    ["forget it, he's 9", "stop, I meant a cat", "never mind, I need a dentist", "cancel that, ask the club instead"],
)
def test_who_goes_on_behind_it_does_not_only_stop(text: str) -> None:
    assert not drops(text)


async def test_an_ordinary_word_tells_no_gender() -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say("sorry to bother you, is there a place for my 8 year old at Urmston Town Juniors FC?")
        sent = [part["data"]["parameters"] for part in club.tasks[0]["message"]["parts"] if part["type"] == "data"]
        assert sent == [{"age": 8}]


@pytest.mark.parametrize("text", ["never mind", "laat maar", "vergiss es", "deixa pra lá"])
async def test_after_an_answer_nothing_is_searched_or_sent(text: str) -> None:
    club = club_site(skills=[*club_site().skills])
    async with street(club) as there:
        await there.say(DEMO)
        await there.say(text)
        assert await there.steps() == ["answer"]
        assert len(there.search.asked) == 1
    assert len(club.tasks) == 1


async def test_an_open_question_ends() -> None:
    club, dinner = club_site(), booking()
    async with street(club, dinner) as there:
        await there.say("Can my daughter join Urmston Town Juniors FC?")
        assert "nothing was sent" in await there.say("never mind")
        await there.say("Book a table at Saffron Table Restaurant for 4 people")
        assert "nothing was sent" in await there.say("forget it")
    assert (club.tasks, dinner.tasks) == ([], [])


async def test_the_question_of_an_agent_ends_and_the_agent_is_told() -> None:
    answer = by_method(
        message__send=lambda asked: rpc(asked, task("input-required")),
        tasks__cancel=lambda asked: rpc(asked, task("canceled")),
    )
    async with site(card_03, answer) as rowing, street() as there:
        assert "Oar Club" in await there.say(f"Which boats are free: a single? Ask {rowing.url}")
        assert "Oar Club has stopped its work" in await there.say("stop")
        assert methods(rowing.asked) == ["message/send", "tasks/cancel"]
        assert await there.status() == "ok"
        await there.say("thanks")
        assert methods(rowing.asked) == ["message/send", "tasks/cancel"]


async def test_an_agent_that_knows_no_stopping_is_asked_nothing_more() -> None:
    club = club_site(state="input-required", says="Which position does the child play?")
    async with street(club) as there:
        await there.say(DEMO)
        assert "did not say that it stopped" in await there.say("never mind")
        assert "You're welcome" in await there.say("thanks")
    assert len(club.tasks) == 1


@pytest.mark.parametrize("text", ["actually dont, not yet", "don't please", "hmm not now", "not yet"])
async def test_who_puts_it_off_is_not_asked_the_same_again(text: str) -> None:
    club = club_site()
    async with street(club) as there:
        assert "need to know" in await there.say("Can my son join Urmston Town Juniors FC?")
        answer = await there.say(text)
    assert club.tasks == [] and "need to know" not in answer and "nothing was sent" in answer


async def test_a_wish_that_is_taken_back_after_its_answer_is_gone_on_from_by_nothing() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("Is there a place for a 10-year-old at Urmston Town Juniors FC?")
        assert "leave it at that" in await there.say("no, forget that")
        await there.say("and 12?")
        assert len(club.tasks) == 1


async def test_a_sum_that_is_taken_back_is_reckoned_with_no_more() -> None:
    async with street(search=Directory([])) as there:
        await there.say("what is 3 x 45")
        await there.say("no, forget that")
        assert "=" not in await there.say("and half of that?")
        assert there.search.asked == []


async def test_what_was_done_is_not_said_to_be_undone() -> None:
    bookings = booking()
    async with street(bookings) as there:
        await there.say("Book a table at Saffron Table Restaurant for 4 people on 2 December 2026")
        await there.tell(Answered(to=await there.question(), approve=True))
        assert len(bookings.tasks) == 1
        assert "can't take it back" in await there.say("no, forget that")
