"""Children whose ages are told in different ways are each asked for; where one is told without, it is asked."""

from pathlib import Path

import pytest

from loket.core.data import JsonObject
from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.rooms import PLACES, club, text_of
from tests.urmston.street import club_site, street
from tests.urmston.test_finding_children import club as site

CLUB = "Urmston Town Juniors FC"


@pytest.mark.parametrize(
    ("text", "children"),
    [
        (
            f"my son is in year 4 and my daughter is 12, any places at {CLUB}?",
            [{"gender": "boy", "school_year": 4, "age": 8}, {"gender": "girl", "age": 12}],
        ),
        (
            f"room at {CLUB} for my lad (born 3 may 2015) and his sister in year 2?",
            [
                {"gender": "boy", "date_of_birth": "2015-05-03", "age": 11},
                {"gender": "girl", "school_year": 2, "age": 6},
            ],
        ),
        (
            f"got 3 kids: jake year 2, poppy is 10, and ben turns 14 in january. any room at {CLUB}?",
            [{"school_year": 2, "age": 6}, {"age": 10}, {"age": 13}],
        ),
        (
            f"is there a place at {CLUB} for my son, he's 9 and in year 5",
            [{"gender": "boy", "school_year": 5, "age": 9}],
        ),
    ],
)
async def test_each_child_is_asked_for_with_what_was_told_of_it(text: str, children: list[JsonObject]) -> None:
    there_ = site()
    async with street(there_) as there:
        await there.say(text)
    assert [data_of(task)["parameters"] for task in there_.tasks] == children


async def test_the_ages_that_were_not_read_are_asked_for() -> None:
    there_ = site()
    async with street(there_) as there:
        told = await there.say(f"got 3 kids: jake year 2, poppy 10 (june bday), and ben 14 in january. Room at {CLUB}?")
        assert "I need to know: age" in told and there_.tasks == []
        await there.say("6, 10 and 13")
    assert [data_of(task)["parameters"]["age"] for task in there_.tasks] == [6, 10, 13]


async def test_the_club_asks_for_the_child_whose_age_it_has_not_read(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask("got 2 kids: jake year 2, and ben 14 in january. any room?"))
    assert "U7 Otters" in told and "“ben 14 in january”: How old is the child?" in told, told


async def test_one_of_several_children_may_be_asked_for_alone() -> None:
    there_ = site()
    async with street(there_) as there:
        await there.say(f"I've got 2 kids but only my daughter wants to play, she is 7. any room at {CLUB}?")
    assert [data_of(task)["parameters"] for task in there_.tasks] == [{"gender": "girl", "age": 7}]


async def test_a_birthday_in_a_request_for_several_is_of_none_whose_age_is_another(tmp_path: Path) -> None:
    text = "User asked: got 3 kids: jake year 2, poppy 10, and ben 14 in january. any room?"
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text, PLACES, age=6))
    assert "6-year-old" in told, told


@pytest.mark.parametrize("text", ["ok which days", "how many days is that from now"])
async def test_what_has_no_word_of_its_own_is_asked_of_nobody_behind_an_answer(text: str) -> None:
    there_ = site()
    async with street(there_) as there:
        await there.say(f"my nephew's 7 and my own lad's 13, can both play at {CLUB}?")
        answer = await there.say(text)
    assert [data_of(task)["parameters"]["gender"] for task in there_.tasks] == ["boy", "boy"]
    assert "Today is" not in answer, answer


async def test_a_day_that_has_a_name_goes_along_with_the_request() -> None:
    there_ = club_site(skills=get_agent_card()["skills"])
    async with street(there_) as there:
        await there.say(f"Do the U10 Lions of {CLUB} play on Boxing Day?")
    assert [data_of(task)["parameters"].get("from") for task in there_.tasks] == ["2026-12-26"]
