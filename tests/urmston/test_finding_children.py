"""Children as parents tell them: with their year of school, and how many there are, which is nobody's age."""

import pytest

from loket.core.data import JsonObject
from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.street import Site, club_site, street


def club() -> Site:
    def answer(parameters: JsonObject) -> JsonObject:
        return {"has_vacancy": True, "team_name": "Lions", "contact": "coach@example.com"}

    return club_site(skills=get_agent_card()["skills"][:1], answer=answer)


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("can my twins join, one in year 3 and one in year 6?", [{"school_year": 3}, {"school_year": 6}]),
        (
            "any room for my two girls, one in year 2 the other in year 7?",
            [{"school_year": 2, "gender": "girl"}, {"school_year": 7, "gender": "girl"}],
        ),
        (
            "my son is in year 4 and my daughter in year 9, is there a place for them?",
            [{"school_year": 4, "gender": "boy"}, {"school_year": 9, "gender": "girl"}],
        ),
        (
            "two boys 8 and 13 and a girl 15, is there a place in a team for them?",
            [{"age": 8, "gender": "boy"}, {"age": 13, "gender": "boy"}, {"age": 15, "gender": "girl"}],
        ),
    ],
)
async def test_each_child_is_asked_for_with_what_was_told_of_it(message: str, asked: list[JsonObject]) -> None:
    there_ = club()
    async with street(there_) as there:
        await there.say(f"{message} At Urmston Town Juniors FC")
    sent = [data_of(task)["parameters"] for task in there_.tasks]
    assert [{name: one.get(name) for name in wanted} for one, wanted in zip(sent, asked, strict=True)] == asked
    assert all(one.get("age") not in (1, 2) for one in sent), sent


@pytest.mark.parametrize(
    "message",
    ["she is tall, can she go up a year?", "can he move up a year at some point", "is one in year 3 too young?"],
)
async def test_an_article_is_no_age(message: str) -> None:
    there_ = club()
    async with street(there_) as there:
        await there.say("Is there a place for a 10-year-old girl at Urmston Town Juniors FC?")
        await there.say(message)
    assert all(data_of(task)["parameters"].get("age") != 1 for task in there_.tasks), there_.tasks
