"""A birthday that is told with an age, or after it, settles which team: nothing is answered for another age."""

import pytest

from loket.core.data import JsonObject
from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.street import Site, club_site, street


def club() -> Site:
    def answer(parameters: JsonObject) -> JsonObject:
        return {"has_vacancy": True, "team_name": "Lions", "contact": "coach@example.com"}

    return club_site(skills=get_agent_card()["skills"][:2], answer=answer)


async def asked(*messages: str) -> list[JsonObject]:
    """What the club was asked with at the last of these messages."""
    there_ = club()
    async with street(there_) as there:
        for message in messages:
            there_.tasks.clear()
            await there.say(message)
    return [data_of(task)["parameters"] for task in there_.tasks]


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("im 15, 16 in may", {"age": 15}),
        ("he's 8, birthday in May", {"age": 8}),
        ("he turned 10 on 3 October", {"age": 10, "date_of_birth": "2016-10-03"}),
        ("he'll be 9 in February", {"age": 8}),
        ("he's 9 and his birthday is 3 september", {"age": 9, "date_of_birth": "2017-09-03"}),
    ],
)
async def test_who_comes_to_an_age_is_asked_for_with_that_of_now(told: str, known: JsonObject) -> None:
    (sent,) = await asked(f"{told}. Which team at Urmston Town Juniors FC?")
    assert {name: value for name, value in sent.items() if name != "gender"} == known


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("she's 8 in february", {"age": 7, "gender": "girl"}),
        ("her birthday's in May", {"age": 7, "gender": "girl"}),
        ("her birthday is 3 October", {"age": 7, "gender": "girl", "date_of_birth": "2019-10-03"}),
    ],
)
async def test_a_birthday_in_the_next_message_joins_the_age_of_the_last(told: str, known: JsonObject) -> None:
    assert await asked("Is there a place for my daughter, 7, at Urmston Town Juniors FC?", told) == [known]


async def test_a_birthday_that_cannot_be_read_is_asked() -> None:
    there_ = club()
    async with street(there_) as there:
        told = await there.say("Which team at Urmston Town Juniors FC? my girl is 6, birthday in styczeń")
        assert there_.tasks == []
        assert "date of birth" in told.lower()
        await there.say("20 January 2020")
    assert data_of(there_.tasks[-1])["parameters"]["date_of_birth"] == "2020-01-20"
