"""A report to the club needs what is wrong: who only says that something is, is asked, and tells it next."""

from pathlib import Path

import pytest

from tests.urmston.rooms import club, message_of, text_of
from tests.urmston.test_club_ages import talked


@pytest.mark.parametrize(
    "text",
    [
        "I want to report a problem",
        "Hello, I'd like to make a complaint please",
        "there is a problem at the club I think",
        "hi, I wish to report a serious problem to Urmston Town Juniors FC",
        "ik wil graag een probleem bij jullie melden",
        "Ich möchte gerne ein Problem bei euch melden",
        "Quero relatar um problema por favor",
    ],
)
async def test_a_report_that_says_only_that_there_is_one_is_asked_for_what_is_wrong(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert "What is wrong?" in await talked(there, text)
        assert "What is wrong?" in text_of(await there.send(message_of("", "report_issue", text=text)))


@pytest.mark.parametrize(
    "text",
    [
        "The link in the registration email doesn't work",
        "Someone took my son's coat at training",
        "My 9 year old was pushed by a coach",
        "De link in de mail doet het niet",
    ],
)
async def test_the_next_message_is_the_report(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert "noted it as UT-" in await talked(there, "I want to report a problem", text)


async def test_a_question_instead_is_answered(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, "I want to report a problem", "When do the U10 Lions train?")
    assert "The U10 Lions train on" in told


@pytest.mark.parametrize(
    "text",
    [
        "I want to report that the gate is stuck",
        "I want to report a problem with the nets on pitch 2",
        "My son was hit by a coach and I want to report it",
    ],
)
async def test_what_says_what_is_wrong_is_reported_at_once(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert "noted it as UT-" in await talked(there, text)
