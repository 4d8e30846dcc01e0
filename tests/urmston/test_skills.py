"""What the club answers, asked through its door: places, teams, codes, matches and reports, in plain words."""

import re
from pathlib import Path
from typing import Any

import pytest

from loket_demos.urmston.club.port import DataUnavailable
from loket_demos.urmston.club.rows import shipped
from loket_demos.urmston.club.sqlite import SqliteClub
from tests.urmston.rooms import CODE, PLACES, Club, answer_of, club, data_of, message_of, text_of

SPACES, MATCHES, REPORT = "check_team_spaces", "get_match_schedule", "report_issue"


async def test_age_ten_is_answered_at_once_with_both_groups_and_the_lions(tmp_path: Path) -> None:
    task = await answer_of(tmp_path, PLACES, age=10)
    data = data_of(task)
    assert (data["has_vacancy"], data["team_name"], data["contact"]) == (True, "U10 Lions", "coach@example.com")
    assert [one["age_group"] for one in data["age_group_candidates"]] == ["U10", "U11"]
    assert {one["age_group"] for one in data["teams"]} == {"U10", "U11"}
    assert (data["capacity"], data["registered"], data["spaces_left"], data["season"]) == (14, 12, 2, "2026/27")
    for words in ("U10 Lions", "coach@example.com", "2 places", "date of birth or the school year settles it"):
        assert words in text_of(task)


@pytest.mark.parametrize(
    ("parameters", "group", "team"),
    [
        ({"age": 10, "date_of_birth": "2016-08-31"}, "U11", "U11 Comets"),
        ({"date_of_birth": "2016-09-01"}, "U10", "U10 Lions"),
        ({"age": 10, "school_year": 6}, "U11", "U11 Comets"),
        ({"date_of_birth": "2016-08-31", "gender": "boy"}, "U11", "U11 Falcons"),
        ({"date_of_birth": "2016-08-31", "gender": "girl"}, "U11", "U11 Comets"),
        ({"age": "7"}, "U7", "U7 Otters"),
        ({"age": 7.0}, "U7", "U7 Otters"),
        ({"date_of_birth": "2015-09-01", "position": "defender"}, "U11", "U11 Falcons"),
    ],
)
async def test_what_is_told_settles_the_group(
    tmp_path: Path, parameters: dict[str, Any], group: str, team: str
) -> None:
    data = data_of(await answer_of(tmp_path, PLACES, **parameters))
    assert (data["age_group"], data["team_name"], data["has_vacancy"]) == (group, team, True)


async def test_a_team_that_looks_for_the_position_comes_first(tmp_path: Path) -> None:
    task = await answer_of(tmp_path, PLACES, date_of_birth="2018-10-10", position="goalkeeper")
    assert data_of(task)["team_name"] == "U8 Wrens"
    assert "looking for a goalkeeper" in text_of(task)


async def test_full_teams_are_told_with_their_waiting_list_and_the_group_above(tmp_path: Path) -> None:
    task = await answer_of(tmp_path, PLACES, date_of_birth="2015-01-15", gender="boy")
    data = data_of(task)
    assert (data["has_vacancy"], data["team_name"], data["waiting_list"]) == (False, "U12 Rangers", 2)
    assert [one["team_name"] for one in data["teams"]] == ["U12 Panthers", "U12 Rangers"]
    assert [one["team_name"] for one in data["neighbours"]] == ["U13 Wolves"]
    assert "waiting list" in text_of(task)
    assert "playing up one year is possible" in text_of(task)


async def test_one_who_is_in_a_team_is_not_offered_it(tmp_path: Path) -> None:
    data = data_of(await answer_of(tmp_path, PLACES, date_of_birth="2017-01-01", current_team="Lions"))
    assert "U10 Lions" not in {one["team_name"] for one in data["teams"]}
    assert data["has_vacancy"] is False


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (3, "Our youngest teams are U6"),
        (5, "one born later is still too young"),
        (18, "one born earlier is too old"),
        (34, "From 16 players may join an adult team"),
    ],
)
async def test_ages_without_a_team_are_answered_politely(tmp_path: Path, age: int, words: str) -> None:
    task = await answer_of(tmp_path, PLACES, age=age)
    assert words in text_of(task)
    assert data_of(task)["contact"].endswith("@example.com")


async def test_a_group_without_a_girls_team_says_so(tmp_path: Path) -> None:
    task = await answer_of(tmp_path, PLACES, date_of_birth="2009-10-01", gender="girl")
    data = data_of(task)
    assert (data["has_vacancy"], data["team_name"], data["teams"]) == (False, None, [])
    assert "no U18" not in text_of(task)


@pytest.mark.parametrize(
    "parameters",
    [
        {"age": -1},
        {"age": 500},
        {"age": "ten or so"},
        {"age": True},
        {"date_of_birth": "soon"},
        {"date_of_birth": "2031-01-01"},
        {"age": 10, "gender": "goat"},
        {"school_year": 0},
    ],
)
async def test_parameters_that_make_no_sense_fail_with_a_code(tmp_path: Path, parameters: dict[str, Any]) -> None:
    task = await answer_of(tmp_path, PLACES, **parameters)
    assert task["status"]["state"] == "failed"
    assert task["metadata"]["error"]["code"] == "invalid_parameters"
    assert task["metadata"]["error"]["message"] == text_of(task)


@pytest.mark.parametrize("name", ["U12 Panthers", "u12 panthers", "Panthers", "the under 12 Panters", "U12s panthers"])
async def test_a_team_is_found_by_its_name(tmp_path: Path, name: str) -> None:
    data = data_of(await answer_of(tmp_path, SPACES, team_name=name))
    assert {key: data[key] for key in ("team_found", "team_name", "age_group", "gender")} == {
        "team_found": True,
        "team_name": "U12 Panthers",
        "age_group": "U12",
        "gender": "boys",
    }
    assert (data["capacity"], data["registered"], data["spaces_available"], data["spaces_left"]) == (16, 16, False, 0)


@pytest.mark.parametrize(("name", "hint"), [("Dragons", "no team called"), ("U10 Bears", "Did you mean U10")])
async def test_a_team_that_there_is_not_is_told_with_those_there_are(tmp_path: Path, name: str, hint: str) -> None:
    data = data_of(await answer_of(tmp_path, SPACES, team_name=name))
    assert set(data) == {"team_found", "team_name", "message"}
    assert (data["team_found"], data["team_name"]) == (False, name)
    assert hint in data["message"]


async def test_matches_of_a_team_and_of_a_group(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        team = data_of(await there.ask("When?", MATCHES, team="U12 Panthers", **{"from": "2026-10-01"}))
        assert team["fixtures"]
        for one in team["fixtures"]:
            assert "U12 Panthers" in (one["home_team"], one["away_team"])
            assert one["fixture_date"] >= "2026-10-01"
            assert set(one) >= {"id", "venue", "competition", "home_score", "status", "age_group", "pitch"}
        played = [one for one in team["fixtures"] if one["status"] == "completed"]
        assert all(one["home_score"] is not None and one["fixture_date"] < "2026-11-22" for one in played)
        group = data_of(await there.ask("When?", MATCHES, team="under 10s"))
        assert {one["age_group"] for one in group["fixtures"]} == {"U10"}
        assert all(one["home_score"] is None for one in group["fixtures"])
        unknown = data_of(await there.ask("When?", MATCHES, team="Dragons"))
        assert unknown["fixtures"] == []
        wrong = await there.ask("When?", MATCHES, **{"from": "2027-02-01", "to": "2027-01-01"})
        assert wrong["metadata"]["error"]["code"] == "invalid_parameters"


async def test_a_report_gets_a_ticket_and_a_repeat_gets_the_same(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        message = message_of("The net is torn.", REPORT, text="The net on pitch 2 is torn.") | {"messageId": "a" * 32}
        first, again = await there.send(message), await there.send(message)
        assert data_of(first)["ticket_id"] == data_of(again)["ticket_id"]
        assert first["id"] == again["id"]


class Broken(SqliteClub):
    """Books that can't be opened."""

    async def teams(self) -> Any:
        raise DataUnavailable


async def test_books_that_are_out_of_reach_fail_the_task(tmp_path: Path) -> None:
    async with club(tmp_path, data=Broken(tmp_path / "x")) as there:
        task = await there.ask("Is there a place?", PLACES, age=10)
        assert task["metadata"]["error"]["code"] == "data_source_unavailable"
        assert "try again later" in text_of(task)


@pytest.mark.parametrize(
    ("text", "skill", "shown"),
    [
        ("Is there space for a 10 year old?", PLACES, "U10 Lions"),
        ("Check availability for age 7.", PLACES, "U7 Otters"),
        ("User asked: Can my 10-year-old son join Urmston Town Juniors FC?", PLACES, "U10 Lions"),
        ("any spaces for a seven yr old?", PLACES, "U7 Otters"),
        ("got any vacancies in the under 15s?", PLACES, "U15 Storm"),
        ("Is the U12 Panthers full?", SPACES, "U12 Panthers"),
        ("Is the code 200-LIONS-U10-2627 valid?", CODE, "is valid"),
        ("When do the U12 Panthers play next?", MATCHES, "U12 Panthers v"),
        ("I want to report a problem: the goal net on pitch 2 is torn.", REPORT, "UT-"),
    ],
)
async def test_words_alone_are_understood(tmp_path: Path, text: str, skill: str, shown: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
        assert task["metadata"]["skill_id"] == skill
        assert shown in text_of(task)


async def test_a_missing_age_is_asked_for_and_the_answer_completes_the_task(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        task = await there.ask("Is there a place in a team?", PLACES)
        assert task["status"]["state"] == "input-required"
        assert "How old" in text_of(task)
        answered = await there.send(message_of("she is ten"), id=task["id"])
        assert answered["id"] == task["id"]
        assert data_of(answered)["team_name"] == "U10 Lions"
        other = await there.ask("Is there a place in a team?", PLACES, gender="girl")
        structured = await there.send(message_of("", PLACES, age=10), id=other["id"])
        assert {one["gender"] for one in data_of(structured)["teams"]} == {"girls", "mixed"}


async def test_a_question_about_something_else_gets_what_the_club_can_do(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        task = await there.ask("What is the capital of Portugal?")
        assert task["status"]["state"] == "failed" and task["metadata"]["error"]["code"] == "not_served"
        assert text_of(task).startswith("No, I can't tell that.")
        for word in ("place", "team", "play", "code", "problem"):
            assert word in text_of(task)


@pytest.mark.parametrize("text", ["Hello", "hi there, can you help me?"])
async def test_who_asks_nothing_yet_is_asked_and_goes_on(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
        assert task["status"]["state"] == "input-required" and "how old" in text_of(task)
        other = await there.send(message_of("Is the U12 Panthers team full?"), id=task["id"])
        assert data_of(other)["team_name"] == "U12 Panthers"


async def everything(there: Club) -> str:
    asked: list[tuple[str, dict[str, Any]]] = [(PLACES, {"age": age}) for age in range(4, 20)]
    asked += [(SPACES, {"team_name": row["name"]}) for row in shipped("teams")]
    asked += [(MATCHES, {"from": "2026-09-01", "to": "2027-08-31"}), (CODE, {"code": "100-LIONS-U10-2627-A-B"})]
    return " ".join([str(await there.ask("A question.", skill, **parameters)) for skill, parameters in asked])


async def test_no_answer_holds_a_child_of_the_books(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = await everything(there)
    for row in shipped("registrations"):
        assert row["last_name"] not in told
        assert not re.search(rf"\b{row['first_name']}\b", told)
    assert set(re.findall(r"[\w.+-]+@[\w.-]+\w", told)) <= {row["contact"] for row in shipped("teams")} | {
        "secretary@example.com"
    }
