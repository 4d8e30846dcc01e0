"""Asked about another club, the club's own agent says that it speaks for its own, instead of telling its own teams."""

from pathlib import Path

import pytest

from tests.urmston.rooms import club, data_of, message_of, text_of

SPEAKS = "I speak for Urmston Town Juniors FC only"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Do Stretford Juniors have room for a 9 year old?", "Stretford Juniors"),
        ("do stretford juniors have room for a 9 year old", "stretford juniors"),
        ("Is there a place for my daughter, 11, at Flixton Girls FC?", "Flixton Girls FC"),
        ("Has Sale United got a spot for a boy of 7?", "Sale United"),
        ("Is there space at Urmston Meadowside Juniors for age 8?", "Urmston Meadowside Juniors"),
        ("Urmston Town Ladies FC: is there a place for a girl of 13?", "Urmston Town Ladies FC"),
        ("Can my son of 10 join Sale Harriers?", "Sale Harriers"),
        ("Could Stretford take my 9 year old?", "Stretford"),
        ("Does Altrincham have room for a 9 year old?", "Altrincham"),
        ("Is the U12 of Stretford full?", "Stretford"),
        ("When do Stretford Juniors train?", "Stretford Juniors"),
        ("When does Altrincham play next?", "Altrincham"),
        ("When is training for the U10 of Davyhulme Rovers?", "Davyhulme Rovers"),
        ("Please tell Stretford Juniors that the goal net on pitch 2 is torn.", "Stretford Juniors"),
        ("Is the code 200-LIONS-U10-2627 valid at Flixton Juniors FC?", "Flixton Juniors FC"),
        ("Do Altrincham Under 12s have space?", "Altrincham"),
        ("Could you tell me if Sale have room for a 9 year old?", "Sale"),
        ("What are the results of Trafford Town?", "Trafford Town"),
        ("How many places have the Harbury Lions left?", "Harbury Lions"),
    ],
)
async def test_what_is_asked_of_another_club_is_answered_by_nobody(tmp_path: Path, text: str, name: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert task["status"]["state"] == "failed", task
    assert SPEAKS in text_of(task) and name in text_of(task)
    assert task["metadata"]["error"]["code"] == "other_organisation"


async def test_a_question_of_ours_in_between_does_not_forget_whom_it_was_about(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        asked = await there.ask("Does Altrincham have a place for my child?")
        assert asked["status"]["state"] == "input-required"
        task = await there.send(message_of("9"), id=asked["id"])
    assert SPEAKS in text_of(task), task


OWN_NAMES = ("Urmston", "UTJ", "UTJFC", "town juniors", "Town Juniors", "Urmston Juniors", "Urmston Town JFC")


@pytest.mark.parametrize("own", OWN_NAMES)
async def test_the_names_of_the_club_and_their_short_forms_are_its_own(tmp_path: Path, own: str) -> None:
    async with club(tmp_path) as there:
        place = data_of(await there.ask(f"Does {own} have room for a 9 year old?"))
        match = data_of(await there.ask(f"When does {own} play next?"))
    assert place["age_group_candidates"] and match["fixtures"]


@pytest.mark.parametrize(
    "text",
    [
        "Is the U10 Lions full?",
        "How many places do the Panthers have left?",
        "When do the U12 Panthers play Stretford Rovers?",
        "When do you play against Ashbrook Juniors?",
        "Who do the U9 Hawks play next at Millbrook Fields?",
        "Is there a place for Seb Green, 10?",
        "Can Seb join, he is 9?",
        "My son Oliver Brown is 9. Is there a place for him?",
        "My son plays for Stretford Juniors and is 9. Have you got a place for him?",
        "She moved from Flixton Juniors FC and is 11. Is there space in a girls team?",
        "The lights at Millbrook Fields are broken, please report it to the club.",
        "Is the registration code 200-LIONS-U10-2627 valid?",
        "is the tigers team full",
        "My friend's lad is at Stretford Juniors. Has your U9 any room?",
    ],
)
async def test_teams_people_opponents_and_grounds_are_no_other_club(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert SPEAKS not in text_of(await there.ask(text))


async def test_what_was_told_in_a_structured_way_is_for_this_club_whatever_its_words_name(tmp_path: Path) -> None:
    """Somebody may have chosen it in place of the one that they asked for."""
    async with club(tmp_path) as there:
        words = "User asked: Can my 10-year-old play at Altrincham Juniors FC?"
        data = data_of(await there.ask(words, "check_team_availability_v1", age=10))
    assert data["team_name"] == "U10 Lions"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("do hale utd have a place for a 10 year old", "hale utd"),
        ("Partington under 9s: when do they train?", "Partington"),
        ("when do cheadle u12s play next", "cheadle"),
        ("Has West Ham got room for my son, 9?", "West Ham"),
        ("any room at timperley for a 9 year old girl?", "timperley"),
    ],
)
async def test_a_club_is_known_by_its_place_in_the_sentence_however_it_is_written(
    tmp_path: Path, text: str, name: str
) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert SPEAKS in text_of(task) and name in text_of(task), task


@pytest.mark.parametrize(
    "text",
    [
        "My daughter is 9 and goes to Moorside Primary School. Any places for her?",
        "He is 8, he is at Barton Grammar School. Is there room?",
        "have the panthers got room",
        "do the lions train at millbrook fields",
        "does my son have to be 9 for the under 10s?",
        "do girls have a team, she is 9",
    ],
)
async def test_a_school_that_somebody_goes_to_and_our_own_are_no_other_club(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert SPEAKS not in text_of(await there.ask(text))
