"""Several wishes or several children in one message to the club: each is answered, or named as not answered."""

from pathlib import Path

import pytest

from tests.urmston.rooms import club, data_of, text_of

YOUNGER, OLDER = "School year 2: ", "Age 9: "


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("My youngest is in year 2 and her big brother is nine, is there room for both?", [YOUNGER, OLDER]),
        ("Is there space for my nephew, who is 9, and for my niece, in year 2?", [OLDER, YOUNGER]),
        ("Twin boys in year 3 and a sister in yr 8. Any spaces for all three?", ["School year 3: ", "School year 8: "]),
        ("Are the U9s full? And the U10s?", ["U9: ", "U10: "]),
        ("Is there room in the under 8s or the under 13s?", ["U8: ", "U13: "]),
        ("The eldest started year six and his little sister is in reception. Anything for them?", ["year 6: ", "U5: "]),
    ],
)
async def test_each_child_is_answered_however_its_age_is_told(tmp_path: Path, text: str, labels: list[str]) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    places = [told.find(label) for label in labels]
    assert -1 not in places and places == sorted(places), told


async def test_two_facts_of_one_child_are_no_two_children(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        data = data_of(await there.ask("My son is 9 and in year 5. Is there room for him?"))
    assert "answers" not in data and data["age_group"] == "U10"


@pytest.mark.parametrize(
    "text",
    [
        "I have two, a 6 year old and a 14 year old, both boys. Is there room?",
        "My boys are 8 and 12, can they both start?",
    ],
)
async def test_what_is_told_of_all_children_holds_for_each(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert "girls' team" not in told, told


async def test_the_sex_of_one_child_is_not_that_of_another(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        answers = data_of(await there.ask("My daughter is 11 and her brother is 8, any spaces?"))["answers"]
    assert [one["gender"] for one in answers] == ["girls", "boys"]


async def test_a_child_of_whom_no_age_is_told_is_not_forgotten(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask("My daughter is 11. My nephew would like to play too. Is there room?"))
    assert "My nephew would like to play too" in told and "How old is the child?" in told, told


@pytest.mark.parametrize(
    ("text", "every"),
    [
        (
            "When do the U9 Hawks train and do you have any spaces for a 7 year old girl?",
            ["The U9 Hawks train", "7-year-old"],
        ),
        ("Is 200-LIONS-U10-2627 valid, and when do the U10 Lions train?", ["code is valid", "The U10 Lions train"]),
        (
            "The gate at the Millbrook pitch is broken. Also, is there room for a 9 year old?",
            ["we have noted it", "9-year-old"],
        ),
        (
            "My lad is 12. Is there a place for him, and when do the U12 Panthers play next?",
            ["12-year-old", "for U12 Panthers"],
        ),
        (
            "When do the U9 Hawks train? When do the U12 Stars train?",
            ["The U9 Hawks train", "The U12 Stars train"],
        ),
        ("When do the U9 Hawks and the U12 Stars train?", ["The U9 Hawks train", "The U12 Stars train"]),
        ("Are the U10 Lions full and are the U12 Stars full?", ["U10 Lions (a mixed", "U12 Stars (a girls"]),
        (
            "What time is the U11 Falcons training? Can I bring the dog?",
            ["The U11 Falcons train", "Can I bring the dog"],
        ),
        ("When is training for the U8 and is there a shower?", ["U8 Bears train", "is there a shower"]),
    ],
)
async def test_each_wish_is_answered_or_named(tmp_path: Path, text: str, every: list[str]) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    places = [told.find(one) for one in every]
    assert -1 not in places, told


async def test_what_one_wish_still_needs_is_asked_beside_the_answer_to_the_other(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask("When do the U9 Hawks train, and is there a place in a team for my son?"))
    assert "The U9 Hawks train" in told and "How old is the child?" in told, told


async def test_a_waiting_list_beside_a_question_is_refused_by_name(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask("Put Ben on the waiting list for the U10s and tell me when they train"))
    assert "I can't do this for you: “Put Ben on the waiting list for the U10s”" in told, told
    assert "The U10 Lions train" in told
