"""Two children of one age, a year of birth alone, the day of a week, and an age group with two teams, to the club."""

from pathlib import Path

import pytest

from tests.urmston.rooms import club, data_of, text_of
from tests.urmston.test_club_ages import talked


@pytest.mark.parametrize(
    "text",
    [
        "Twins, boy and girl, DOB 17.08.2016",
        "Our boy and girl twins were born 17 August 2016, is there space?",
        "My son and daughter are both in year 6, any room?",
        "a girl + a boy, 10 and 11 months old, where do they go",
    ],
)
async def test_of_two_children_of_one_age_each_is_answered_for(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert "boy: " in told and "girl: " in told and "U11 Falcons" in told and "U11 Comets" in told, told


async def test_whether_it_is_for_boys_or_girls_tells_of_no_two_children(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask("Is the U9 team for boys or girls? He is 8"))
    assert "girl: " not in told, told


@pytest.mark.parametrize(
    "more", ["can they be in the same team", "could they play together?", "is there one team for both of them"]
)
async def test_a_team_for_both_is_a_mixed_one(tmp_path: Path, more: str) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, "Twins, boy and girl, DOB 17.08.2016", more)
    assert "U11 Jaguars" in told and "Falcons" not in told and "Comets" not in told, told
    assert "a boy and a girl" in told, told


@pytest.mark.parametrize(
    "text",
    [
        "Gibt es noch Plätze für ein Mädchen, Jahrgang 2016?",
        "Is there a place for a girl, year of birth 2016?",
        "Heeft u plek voor een meisje uit 2016?",
        "girl, born in 2016, any places",
        "Tem vaga para uma menina nascida em 2016?",
    ],
)
async def test_a_year_of_birth_is_two_age_groups(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        told = data_of(await there.ask(text))
    assert [one["age_group"] for one in told["age_group_candidates"]] == ["U10", "U11"]
    assert all(one["gender"] != "boys" for one in told["teams"])


@pytest.mark.parametrize(
    ("more", "group"),
    [
        ("Geburtstag ist am 12. November", "U10 Lions"),
        ("her birthday is 12 November", "U10 Lions"),
        ("on the 3rd of May", "U11 Comets"),
        ("in November", "U10 Lions"),
    ],
)
async def test_a_birthday_completes_the_year_of_birth(tmp_path: Path, more: str, group: str) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, "girl, born in 2016, any places?", more)
    assert group in told and told.count("There is also") == 0, told


@pytest.mark.parametrize(
    ("text", "every", "none"),
    [
        ("Do you have training on Saturdays?", ["U6 Cubs", "U7 Foxes", "U7 Otters"], "Tuesday"),
        ("which teams train on a Monday", ["U11 Jaguars", "U13 Wolves", "U14 Eagles"], "Tuesday"),
        ("is there any training on Fridays?", ["No team of ours trains on Friday"], "Tuesday"),
        ("what training is there on thursday evening", ["U9 Kestrels", "U17 Colts"], "Tuesday"),
    ],
)
async def test_training_on_a_day_is_told_of_each_team(tmp_path: Path, text: str, every: list[str], none: str) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert all(one in told for one in every) and none not in told, told


@pytest.mark.parametrize("name", ["U13", "under 13s", "u13s"])
async def test_an_age_group_of_two_teams_is_told_of_both(tmp_path: Path, name: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask("", "check_team_spaces", team_name=name)
    told = data_of(task)
    assert told["team_found"] and told["team_name"] == "U13 Wolves", told
    assert "U13 Wolves" in text_of(task) and "U13 Rockets" in text_of(task), text_of(task)
