"""Several children in the words of one message to the club: each is answered for."""

from pathlib import Path

import pytest

from tests.urmston.rooms import PLACES, club, data_of, text_of


@pytest.mark.parametrize(
    ("text", "ages", "last"),
    [
        ("Is there space for a 6 year old and an 8 year old?", [6, 8], {}),
        ("Is there space for 6 and 9 year olds?", [6, 9], {}),
        ("My kids are 6 and 9. Is there a place for them?", [6, 9], {}),
        ("My twins, 7, and my son of 11: is there space?", [7, 11], {"gender": "boy"}),
        ("Is there space for my boys, 7 and 9, and my girl, 11?", [7, 9, 11], {}),
    ],
)
async def test_each_child_is_answered_for(tmp_path: Path, text: str, ages: list[int], last: dict[str, str]) -> None:
    """With what is told of each alone, and of no other."""
    async with club(tmp_path) as there:
        task = await there.ask(text)
        alone = [data_of(await there.ask("Is there space?", PLACES, age=age)) for age in ages[:-1]]
        alone.append(data_of(await there.ask("Is there space?", PLACES, age=ages[-1], **last)))
    answers = data_of(task)["answers"]
    assert [one["age"] for one in answers] == ages
    assert [one["team_name"] for one in answers] == [one["team_name"] for one in alone]
    assert all(f"Age {age}: " in text_of(task) for age in ages)
    assert task["metadata"]["skill_id"] == PLACES


async def test_an_answer_to_the_question_of_the_club_may_tell_several(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        first = await there.ask("Is there a place in a team for my daughters?")
        assert first["status"]["state"] == "input-required"
        second = await there.send(
            {"role": "user", "parts": [{"type": "text", "text": "they are 6 years old and 9 years old"}]},
            id=first["id"],
        )
    assert [one["age"] for one in data_of(second)["answers"]] == [6, 9]


@pytest.mark.parametrize("text", ["Is there space for a 10 year old on 6 December?", "Is the U12 full?"])
async def test_one_child_and_no_child_are_as_before(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert "answers" not in data_of(await there.ask(text))


async def test_what_was_told_in_a_structured_way_outweighs_the_words(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        data = data_of(await there.ask("My kids are 6 and 9.", PLACES, age=10))
    assert data["team_name"] == "U10 Lions"
