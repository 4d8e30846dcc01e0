"""What is written in another language is told not to be understood, with its words; nothing said is ever blank."""

import pytest

from loket.doors.auth import LOCAL
from loket.face.dialogue import Dialogue
from tests.urmston.street import Directory, club_site, skill, street


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("teşekkürler", "teşekkürler"),
        ("meri beti ka naam hai aur woh saat saal ki hai", "beti"),
        ("gdzie jest najbliższy basen", "gdzie"),
    ],
)
async def test_which_words_are_not_understood_is_told(text: str, word: str) -> None:
    async with street(search=Directory([])) as there:
        answer = await there.say(text)
        assert "I only understand English" in answer and f"“{word}”" in answer, answer
        assert there.search.asked == []


@pytest.mark.parametrize("text", ["thanks a lot", "where is the nearest pool", "wo ist das Schwimmbad"])
async def test_what_is_in_a_language_of_ours_is_no_strange_one(text: str) -> None:
    async with street(search=Directory([])) as there:
        assert "English, Dutch" not in await there.say(text)


async def test_an_answer_that_waits_for_a_yes_is_never_blank() -> None:
    async with street(search=Directory([])) as there:
        await there.say("hello")
        talk = Dialogue(there.host, "urmston", LOCAL, seconds=20)
        answer = await talk.say("salaam, larkay do hain, kaunsi jamaat?")
        assert answer.text.strip(), answer


TELL = skill(
    "report",
    "Passes on a problem with the pitch or a team to the club.",
    "text",
    text={"type": "string", "description": "What is wrong, in words"},
)


@pytest.mark.parametrize("question", ["what colour is the pitch", "which team is on the pitch"])
async def test_a_mere_question_is_told_to_nobody_as_a_report(question: str) -> None:
    club = club_site(skills=[*club_site().skills, TELL])
    async with street(club) as there:
        await there.say("Is there a place for a 9-year-old at Urmston Town Juniors FC?")
        await there.say(question)
        assert await there.held() == [] and len(club.tasks) == 1
