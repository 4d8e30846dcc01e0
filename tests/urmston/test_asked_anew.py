"""A question or a wish of its own that follows a question for a value is a new message, and no value of any field."""

import pytest

from loket.core.data import JsonObject
from loket.language import read
from loket.language.anew import asks_anew
from loket.language.dates import ANY_DAY
from tests.urmston.errands import data_of
from tests.urmston.rooms import club, text_of
from tests.urmston.street import Site, skill, street

LOAN = skill(
    "find_title",
    "Tells whether a book of the library is on the shelf.",
    "title",
    title={"type": "string", "description": "Title of the book"},
)
ASKED = "Is a book on the shelf at Larkfield Library?"


def library() -> Site:
    def answer(parameters: JsonObject) -> JsonObject:
        return {"on_the_shelf": True, "title": parameters["title"]}

    return Site("Larkfield Library", skills=[LOAN], answer=answer)


@pytest.mark.parametrize(
    "text",
    [
        "ok how do I become a member then",
        "and what does it cost",
        "right, when are you open",
        "hm, how late is it open",
        "whats the fee",
        "cheers, do they have a printer",
        "can I pay by card",
        "hoe word ik lid",
        "was kostet das denn",
        "e quanto custa isso",
    ],
)
async def test_a_question_that_follows_is_no_value(text: str) -> None:
    house = library()
    async with street(house) as there:
        assert "title of the book" in (await there.say(ASKED)).lower()
        said = await there.say(text)
    assert not house.tasks and said


@pytest.mark.parametrize(
    "text", ["Where the Wild Things Are", "the hobbit", "“How to be good”", "Heidi please", "Emma?"]
)
async def test_a_name_is_a_value_however_it_begins(text: str) -> None:
    house = library()
    async with street(house) as there:
        await there.say(ASKED)
        await there.say(text)
        sent = [data_of(task)["parameters"]["title"] for task in house.tasks]
        # What may be somebody's name is shown before it goes out.
        assert sent or await there.held()


@pytest.mark.parametrize(
    "text", ["how do we register him", "is there parking at the ground", "so what would that cost"]
)
async def test_the_clubs_agent_takes_none_for_a_team(text: str, tmp_path) -> None:
    async with club(tmp_path) as there:
        asked = await there.ask("How many places are left in the team?")
        answer = await there.send({"role": "user", "parts": [{"type": "text", "text": text}]}, id=asked["id"])
    assert "no team called" not in text_of(answer)


@pytest.mark.parametrize(
    ("text", "anew"),
    [
        ("U9 Hawks?", False),
        ("the ones in the blue shirts", False),
        ("Who Moved My Cheese", False),
        ("what about the Otters", False),
        ("ok and who runs that", True),
        ("do you know when it opens", True),
        ("right, which days are free", True),
    ],
)
def test_what_asks_anew_is_known_by_how_it_begins(text: str, anew: bool) -> None:
    assert asks_anew(read(text, ANY_DAY, "en")) is anew
