"""What a question speaks of and an answer has nothing for is named: no answer passes for that of another question."""

from pathlib import Path

import pytest

from tests.urmston.rooms import club, text_of
from tests.urmston.test_club_ages import talked

LEFT_OUT = "I have not taken this into account: "
NINE = "Is there a place for a 9 year old boy?"


@pytest.mark.parametrize(
    ("text", "words", "answer"),
    [
        ("is u9 training cancelled tonight", "“cancelled”", "The U9 Hawks train"),
        ("does the u15 train indoors in winter", "“indoors”, “winter”", "The U15 Knights train"),
        ("will it rain for the u8s match on saturday?", "“rain”", "matches for U8"),
        ("can my son bring a friend to the U7 Otters training?", "“bring”, “friend”", "The U7 Otters train"),
    ],
)
async def test_words_of_a_question_that_no_skill_and_no_answer_has_are_named_before_the_answer(
    tmp_path: Path, text: str, words: str, answer: str
) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert told.startswith(f"{LEFT_OUT}{words}. ") and answer in told, told


@pytest.mark.parametrize(
    "text",
    [
        "are you still looking for a keeper, my son is 10 and plays in goal",
        "Any room for a ten-year-old boy this season?",
        "hiya any spaces for a 7 yr old boy?",
        "Can you ask when the under 12s play next?",
        "Is Alfie too old for the U9s? He is 8.",
        "Hat der Urmston Town JFC noch Platz für meinen Sohn? Er ist neun Jahre alt.",
        "Czy jest miejsce dla mojej córki? She is 8.",
    ],
)
async def test_values_names_greetings_and_what_the_answer_tells_are_no_words_left_out(
    tmp_path: Path, text: str
) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert LEFT_OUT not in told and "berücksichtigt" not in told, told


@pytest.mark.parametrize(
    ("text", "part", "answer"),
    [
        ("how do i register my son, he's in year 3", "how do i register my son", "U8 Bears"),
        ("Why is the U11 Jaguars team full?", "Why is the U11 Jaguars team full", "U11 Jaguars"),
        ("how long is training for the u9s?", "how long is training for the u9s", "The U9 Hawks train"),
    ],
)
async def test_how_why_and_for_how_long_are_told_not_to_be_known_beside_what_is(
    tmp_path: Path, text: str, part: str, answer: str
) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert f"I can't tell this: “{part}”." in told and answer in told, told


async def test_how_to_do_something_alone_is_no_question_for_a_place(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, "My lad turns 7 in February, can he join?", "How do I sign him up?")
    assert told.startswith("No, I can't tell that.") and "u7@example.com" in told


@pytest.mark.parametrize(
    "text",
    [
        "one of the coaches keeps messaging my daughter privately, who do i talk to",
        "My son was hurt at the U9s and nobody rang us. Who do I contact?",
    ],
)
async def test_whom_to_write_to_is_told_whatever_is_told_besides_and_where_a_child_is_not_safe(
    tmp_path: Path, text: str
) -> None:
    async with club(tmp_path) as there:
        told = text_of(await there.ask(text))
    assert "secretary@example.com" in told and "welfare@example.com" in told, told


@pytest.mark.parametrize(
    ("turns", "every"),
    [
        ((NINE, "is there a waiting list"), ["5 waiting", "Age 9"]),
        ((NINE, "no leave it, i'll think about it"), ["All right, I leave it at that."]),
        (("Any places?", "never mind"), ["All right, I leave it at that."]),
        (("u9 girls, any room?", "and where do they play on sundays"), ["matches for U9 Kestrels"]),
        (("e a irmã, que está no Year 2, tem vaga?",), ["U7 Otters"]),
        (("dob 31/08/2017 what team",), ["U10 Lions"]),
        (("my sons birthday is 30 august, what team",), ["How old is the child?"]),
    ],
)
async def test_a_message_is_taken_for_what_all_of_its_words_say(
    tmp_path: Path, turns: tuple[str, ...], every: list[str]
) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert all(one in told for one in every), told


@pytest.mark.parametrize(
    ("turns", "every", "none"),
    [
        (("training is cancelled isnt it", "for the u8 bears"), ["The U8 Bears train"], "Wrens"),
        (("when is training", "u9s"), ["The U9 Hawks train", "The U9 Kestrels train"], "Good news"),
        (("when is training", "is there a place in the u9s?"), ["Good news: the U9 Hawks"], "Which team"),
        (
            ("got a 7 yr old and 9 yr old, both boys, any room?", "do they train on the same night"),
            ["The U7 Otters train", "The U9 Hawks train", "The U10 Lions train"],
            "Swifts",
        ),
    ],
)
async def test_a_team_answers_the_question_for_one_and_they_are_all_that_were_told_of(
    tmp_path: Path, turns: tuple[str, ...], every: list[str], none: str
) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, *turns)
    assert all(one in told for one in every) and none not in told, told


@pytest.mark.parametrize(
    ("text", "told", "none"),
    [
        ("can i have the fixtures for december for u11 falcons", "matches for U11 Falcons", "Jaguars"),
        ("when do the under 8 bears train", "The U8 Bears train", "Wrens"),
        ("when do u9 girls train", "The U9 Kestrels train", "We have no team"),
        ("someone parked across my drive during the match on saturday", "I can tell", "matches for"),
    ],
)
async def test_a_team_is_known_by_the_books_however_it_is_written_and_what_is_only_told_asks_for_no_match(
    tmp_path: Path, text: str, told: str, none: str
) -> None:
    async with club(tmp_path) as there:
        answer = text_of(await there.ask(text))
    assert told in answer and none not in answer, answer


async def test_the_own_name_of_the_club_is_no_team(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        answer = text_of(await there.ask("Do Urmston Town Juniors play on Boxing Day?", "get_match_schedule"))
    assert "matches for the club" in answer, answer


@pytest.mark.parametrize(
    ("text", "team"), [("my own lad's 13, any room?", "U13 Wolves"), ("my niece's 12, any room?", "U12 Stars")]
)
async def test_who_is_told_of_in_one_word_with_the_age_is_a_boy_or_a_girl(tmp_path: Path, text: str, team: str) -> None:
    async with club(tmp_path) as there:
        answer = text_of(await there.ask(text))
    others = {"U13 Wolves": "girls' team", "U12 Stars": "boys' team"}
    assert team in answer and others[team] not in answer, answer


async def test_words_that_mean_nothing_alone_ask_for_no_skill(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        told = await talked(there, "he's in year 3 any room?", "put him on it")
    assert "matches" not in told, told
