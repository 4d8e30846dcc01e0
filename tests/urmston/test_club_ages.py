"""Ages as parents tell them: in small words, to come, in months, by the year of birth or of school, or as a number."""

from pathlib import Path
from typing import Any

import pytest

from loket.doors.auth import LOCAL
from loket.face.dialogue import Dialogue
from loket_demos.urmston.declaration import CLUB
from tests.urmston.rooms import Club, club, data_of, text_of


def groups_of(task: dict[str, Any]) -> list[str]:
    """The age groups that a child was taken to be in."""
    return [one["age_group"] for one in data_of(task)["age_group_candidates"]]


async def talked(there: Club, *texts: str) -> str:
    """What is said in the end of a conversation with the club's agent."""
    talk = Dialogue(there.host, CLUB.name, LOCAL, seconds=30.0)
    return [await talk.say(text) for text in texts][-1].text


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("hes 7, any places?", ["U7", "U8"]),
        ("my boy is very shy, 10, and new here. any places?", ["U10", "U11"]),
        ("any room? my daughter is mad about football - 9", ["U9", "U10"]),
        ("any room for my lad? shes moved away but hes eleven", ["U11", "U12"]),
        ("Have you a team for my niece? she'll be 11 in march", ["U11"]),
        ("got any room for a lad? hell be nine in may", ["U9"]),
        ("any space for my daughter, she turned eight last week", ["U8"]),
        ("she's turning 10 next month, any spots?", ["U10"]),
        ("he's 9 years 11 months, where does he go", ["U10"]),
        ("is 6 and 3 months too young? any room", ["U7"]),
        ("born in 2014, any space for her?", ["U12", "U13"]),
        ("born october 2014, any space for her?", ["U12"]),
        ("my son was born 14/02/2018, which group is that?", ["U9"]),
        ("born 3rd May 2014, any room?", ["U13"]),
        ("Y3 girl, room?", ["U8"]),
        ("shes in yr7 can she join", ["U12"]),
        ("my kid's 10 so which side", ["U10", "U11"]),
        ("any room for a lad? he's 8, birthday in May", ["U9"]),
        ("hes 10 since october, which team", ["U10"]),
    ],
)
async def test_an_age_is_read_however_it_is_told(tmp_path: Path, text: str, groups: list[str]) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert groups_of(task) == groups, text_of(task)
    assert "I can't do" not in text_of(task)


@pytest.mark.parametrize("text", ["can a 30 month old come along", "Anything for my toddler, 20 months?"])
async def test_who_is_too_young_is_told_so(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert told.startswith("Our youngest teams are U6"), told


@pytest.mark.parametrize(
    "text", ["My son has played for 18 months, is there a place?", "Is there a place for my son in 6 months?"]
)
async def test_a_time_that_passes_is_no_age(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert "How old is the child?" in text_of(await there.ask(text))


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        ("yr 3 girl and yr 5 boy, room for either?", ["U8 Wrens", "U10 Lions"]),
        ("I have three who want to play - 6, 9 and 15. Any room?", ["U6 Cubs", "U10 Lions", "U15 Knights"]),
        ("My girl is 8 and my boy is 15, any places?", ["U8 Wrens", "U15 Knights"]),
    ],
)
async def test_each_of_several_is_answered_for_by_year_age_and_sex(tmp_path: Path, text: str, teams: list[str]) -> None:
    async with club(tmp_path) as there:
        answers = data_of(await there.ask(text))["answers"]
    assert [one["team_name"] for one in answers] == teams


@pytest.mark.parametrize(
    ("texts", "whom"),
    [
        (("is there room for a six year old", "and 14?"), "for a 14-year-old"),
        (("is there room for a six year old", "ok and ten"), "for a 10-year-old"),
        (("is the u7 side full?", "what about the year below"), "for an under 6 player"),
        (("how many places in the U13?", "and one up?"), "for an under 14 player"),
        (("born in 2014, any space for her?", "her mum says october"), "born from 1 October 2014 to 31 October 2014"),
        (("year 6 girl, any spaces?", "sorry year 5 i mean"), "for a child in school year 5"),
        (("my son was born 14/02/2018, which group?", "And his sister? 30 August 2016."), "U11"),
        (("Hello", "my boy is in yr 9"), "for a child in school year 9"),
        (("Hello", "just 9?"), "for a 9-year-old"),
    ],
)
async def test_a_short_message_goes_on_with_the_ages_spoken_of(
    tmp_path: Path, texts: tuple[str, ...], whom: str
) -> None:
    async with club(tmp_path) as there:
        assert whom in await talked(there, *texts)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("she's 9, any room?", {"girls", "mixed"}),
        ("Could he join? Born 12 May 2015", {"boys", "mixed"}),
        ("is there space for her, age 13?", {"girls", "mixed"}),
        ("My nephew is 11 and her friend comes too. Any places?", {"boys", "mixed"}),
    ],
)
async def test_he_and_she_tell_which_teams_fit(tmp_path: Path, text: str, fits: set[str]) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert {one["gender"] for one in data_of(task)["teams"]} <= fits, text_of(task)
