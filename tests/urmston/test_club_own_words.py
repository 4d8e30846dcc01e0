"""The club understands its own words: ages in months, a number for its own question, training, and which team leads."""

from pathlib import Path

import pytest

from tests.urmston.rooms import PLACES, club, data_of, message_of, text_of


async def test_a_number_after_the_question_for_a_team_is_an_age(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        asked = await there.ask("Is the team full?")
        assert asked["status"]["state"] == "input-required" and "Which team" in text_of(asked)
        task = await there.send(message_of("11"), id=asked["id"])
    assert task["metadata"]["skill_id"] == PLACES and task["status"]["state"] == "completed"
    assert [one["age_group"] for one in data_of(task)["age_group_candidates"]] == ["U11", "U12"]


@pytest.mark.parametrize("text", ["Is there any space?", "any spaces?"])
async def test_places_for_nobody_in_particular_are_asked_by_the_age_of_the_child(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        asked = await there.ask(text)
        assert "How old is the child?" in text_of(asked)
        task = await there.send(message_of("11"), id=asked["id"])
    assert [one["age_group"] for one in data_of(task)["age_group_candidates"]] == ["U11", "U12"]


@pytest.mark.parametrize(
    ("text", "group"),
    [("My kid is 120 months old. Is there a place?", "U10"), ("Any space for a 125-month-old?", "U11")],
)
async def test_an_age_in_months_settles_the_age_group(tmp_path: Path, text: str, group: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert [one["age_group"] for one in data_of(task)["age_group_candidates"]] == [group]


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("a spot for a girl of 13", "U14"),
        ("Is there a place for a girl of thirteen?", "U14"),
        ("A girl, 9, would like to play", "U9"),
    ],
)
async def test_the_age_and_the_gender_of_a_child_are_read_from_one_phrase(
    tmp_path: Path, text: str, group: str
) -> None:
    async with club(tmp_path) as there:
        data = data_of(await there.ask(text))
    assert (data["age_group"], data["gender"], data["has_vacancy"]) == (group, "girls", True)


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        ("What time do the under 13s train?", {"U13 Rockets", "U13 Wolves"}),
        ("On which day is training for the U13s?", {"U13 Rockets", "U13 Wolves"}),
        ("when do the U10 Lions train?", {"U10 Lions"}),
        ("Where does the U7 practise?", {"U7 Foxes", "U7 Otters"}),
    ],
)
async def test_training_is_told_and_no_list_of_matches(tmp_path: Path, text: str, teams: set[str]) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    data = data_of(task)
    assert {one["team_name"] for one in data["teams"]} == teams
    assert all({"day", "time", "venue"} == set(one["training"]) for one in data["teams"])
    assert all(f"The {team} train on " in text_of(task) for team in teams)


async def test_training_of_nobody_is_asked_back_and_of_an_unknown_team_told_so(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        asked = await there.ask("When is training?")
        assert asked["status"]["state"] == "input-required"
        told = await there.ask("When do the U10 Dragons train?")
    assert data_of(told)["teams"] == [] and 'no team called "U10 Dragons"' in text_of(told)


@pytest.mark.parametrize(
    "text", ["Which matches does Urmston Town Juniors have next Saturday?", "When does Urmston Town play next?"]
)
async def test_the_name_of_the_club_is_none_of_a_team(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert data_of(task)["fixtures"] and "matches for the club" in text_of(task)


@pytest.mark.parametrize("age", range(6, 17))
async def test_who_told_no_gender_hears_of_a_mixed_team_first_where_there_is_one(tmp_path: Path, age: int) -> None:
    async with club(tmp_path) as there:
        data = data_of(await there.ask("Is there a place?", PLACES, age=age))
    if any(one["gender"] == "mixed" and one["spaces_available"] for one in data["teams"]):
        assert data["gender"] == "mixed"


@pytest.mark.parametrize("name", ["U12 Lions", "U14 Panther", "under 9 Lions"])
async def test_a_team_that_there_is_not_is_never_another_one(tmp_path: Path, name: str) -> None:
    async with club(tmp_path) as there:
        data = data_of(await there.ask(f"Is the {name} full?", "check_team_spaces", team_name=name))
    assert data["team_found"] is False and name in data["message"]
