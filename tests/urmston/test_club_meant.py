"""What the words of a message are near to is not always what it wants: no report, no list of matches, no other club."""

from pathlib import Path

import pytest

from tests.urmston.rooms import PLACES, club, data_of, text_of
from tests.urmston.test_club_ages import talked


@pytest.mark.parametrize(
    "text", ["do they need to bring their own kit?", "Which shirts do the kids wear on match day?"]
)
async def test_a_question_is_no_report_and_none_for_matches(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert told.startswith("No, I can't tell that.") and "secretary@example.com" in told


@pytest.mark.parametrize("text", ["The nets on pitch 1 are torn", "Can you report that the showers are broken?"])
async def test_what_is_wrong_is_reported_told_or_asked(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert data_of(await there.ask(text))["ticket_id"]


async def test_whether_somebody_may_play_is_answered_by_the_age(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        task = await there.ask("my nephew's 20, can he get a game with you")
    assert task["metadata"]["skill_id"] == PLACES and "Our oldest teams are U18" in text_of(task)


async def test_a_second_code_is_checked_however_it_is_written(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        assert "not valid" in await talked(there, "does 200-stars-u12-2627 work", "and this one: STARS/U12/2627")


@pytest.mark.parametrize("text", ["what ages do you cater for?", "Which age groups are there?"])
async def test_which_ages_there_are_teams_for_is_told(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert "from U6 (school year 1 in England) to U18 (school year 13)" in told


@pytest.mark.parametrize("text", ["will it be cold on saturday do you think", "will she need shin pads"])
async def test_a_question_with_will_gets_a_plain_no(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert text_of(await there.ask(text)).startswith("No, I can't tell that.")


@pytest.mark.parametrize(
    "text",
    [
        "he's in Y5, any spots?",
        "it is about the lads at the U11s game, when is it",
        "She's U12 at Partington just now and wants to switch. Any chance?",
    ],
)
async def test_groups_years_and_where_somebody_is_now_are_no_other_club(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert task["status"]["state"] == "completed", text_of(task)


async def test_a_full_team_that_fits_is_told_beside_one_with_room(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        assert "Full at the moment: the U13 Rockets (1 waiting, u13-girls@example.com)." in text_of(
            await there.ask("my daughter is thirteen, any room?")
        )


@pytest.mark.parametrize("text", ["and down? his mate is small", "Can he move down?", "down?"])
async def test_a_small_word_in_a_question_reports_nothing(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, "can he play up a year?", text)
        assert "noted" not in told
        assert data_of(await there.ask("your website is down"))["ticket_id"]


async def test_a_year_that_passed_is_no_day_of_birth(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask("last year there was a lot of shouting on the touchline"))
    assert "youngest teams" not in told and "born" not in told
