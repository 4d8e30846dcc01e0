"""Who asks why something is asked is told, and the question stays open; what only reckons on is looked up nowhere."""

import pytest

from tests.urmston.errands import data_of
from tests.urmston.street import Directory, club_site, street


@pytest.mark.parametrize("why", ["why would you need her birthday?", "why do you need to know how old she is?"])
async def test_why_something_is_asked_is_told_and_the_question_stays_open(why: str) -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("Is there a place for my daughter at Urmston Town Juniors FC?")
        said = await there.say(why)
        assert "it settles the answer" in said and "age of the child in years" in said, said
        await there.say("fair enough, 14th december 2019")
    assert len(there.search.asked) == 1
    assert [data_of(task)["parameters"]["date_of_birth"] for task in club.tasks] == ["2019-12-14"]


async def test_a_why_about_something_else_is_no_question_about_ours() -> None:
    async with street(club_site()) as there:
        await there.say("Is there a place for my daughter at Urmston Town Juniors FC?")
        assert "it settles the answer" not in await there.say("why is the pitch closed?")


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("what's 14 kids at 3.50 subs?", "two didn't pay"),
        ("what's 14 kids at 3.50 subs?", "pitch was 38, what's left"),
        ("Save this: kit order, shirt 24.99, shorts 11, socks 6.50", "for two kids, less a £10 voucher"),
    ],
)
async def test_what_goes_on_with_prices_is_asked_as_a_sum_and_not_looked_up(before: str, message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(before)
        assert "3 x 4.50 + 6" in await there.say(message)
        assert there.search.asked == []


@pytest.mark.parametrize("message", ["is there a dentist in Larkfield with 2 chairs", "a library for 2 children?"])
async def test_another_request_behind_a_sum_is_looked_up(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say("what's 3 x 4.50")
        assert "3 x 4.50 + 6" not in await there.say(message)


@pytest.mark.parametrize("message", ["dziękuję, very kind", "Alfie's is 4.30 now, not 4.15", "very"])
async def test_a_word_that_means_nothing_alone_is_not_searched_for(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(message)
        assert there.search.asked == []
