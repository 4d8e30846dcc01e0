"""What nobody can do or tell at the club is refused by name, beside what is answered or instead of it; thanks ask for
nothing."""

from pathlib import Path

import pytest

from tests.urmston.rooms import club, data_of, message_of, text_of


@pytest.mark.parametrize(
    ("text", "part", "group"),
    [
        ("Is there space for a girl of 9? If there is, please put her down.", "", "U9"),
        ("Have you room for my lad, he's 7? Then reserve the spot for him please.", "reserve the spot", "U7"),
        ("Sign my daughter up please, she's 13.", "Sign my daughter up", "U14"),
        ("Any places for a 10 year old? How much are the subs?", "How much are the subs", "U10"),
        ("Is there a place for my son, 8? Who coaches that team?", "Who coaches that team", "U9"),
    ],
)
async def test_what_is_wished_besides_is_refused_by_name_and_the_rest_answered(
    tmp_path: Path, text: str, part: str, group: str
) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert data_of(task)["age_group"] == group, task
    assert part in text_of(task) and ("I can't" in text_of(task) or not part)


@pytest.mark.parametrize(
    ("text", "begin"),
    [
        ("Is there a car park at the ground?", "No, I can't tell that."),
        ("Which girls are in the U12 Stars?", "No, I can't tell that."),
        ("Who saved the penalty for the U14s?", "No, I can't tell that."),
        ("Can you tell me the surname of the coach?", "No, I can't tell that."),
        ("What is the weather tomorrow?", "No, I can't tell that."),
        ("Can you lend us a tent next week?", "I can't do that."),
        ("Waar kan ik een shirt kopen?", "Nee, dat kan ik niet zeggen."),
        ("Wo finde ich eure Umkleiden?", "Nein, das kann ich nicht sagen."),
        ("Onde posso comprar o uniforme?", "Não, isso eu não posso dizer."),
        ("Please book my daughter in.", "I can't do that."),
    ],
)
async def test_what_no_skill_gives_gets_a_plain_no_in_the_language_of_who_asks(
    tmp_path: Path, text: str, begin: str
) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert text_of(task).startswith(begin), task
    assert (task["status"]["state"], task["metadata"]["error"]["code"]) == ("failed", "not_served")


@pytest.mark.parametrize("text", ["Can my son sign up? He is 9.", "My son signed up last year, he is 9. Any places?"])
async def test_a_question_whether_somebody_may_and_what_was_are_no_orders(tmp_path: Path, text: str) -> None:
    async with club(tmp_path) as there:
        assert "I can't" not in text_of(await there.ask(text))


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Any places? The one is 8 and the other 12.", [8, 12]),
        ("Is there a place for my daughter of 7 and her older brother, 10?", [7, 10]),
    ],
)
async def test_the_other_child_is_answered_for_too(tmp_path: Path, text: str, ages: list[int]) -> None:
    async with club(tmp_path) as there:
        assert [one["age"] for one in data_of(await there.ask(text))["answers"]] == ages


async def test_what_no_child_is_counted_by_is_no_age(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        task = await there.ask("Is there space for my son? He is 9 and the other thing: we have 2 dogs.")
    assert "answers" not in data_of(task)


@pytest.mark.parametrize(("text", "answer"), [("Many thanks!", "You're welcome."), ("Ok, bye bye", "Goodbye!")])
async def test_thanks_and_goodbyes_are_met(tmp_path: Path, text: str, answer: str) -> None:
    async with club(tmp_path) as there:
        task = await there.ask(text)
    assert (task["status"]["state"], text_of(task)) == ("completed", answer)


async def test_whom_to_write_to_is_told(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        assert "secretary@example.com" in text_of(await there.ask("Who do I email?"))


async def test_a_question_after_the_one_of_the_club_is_answered_as_its_own(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        asked = await there.ask("I would like my daughter to play football")
        assert asked["status"]["state"] == "input-required"
        task = await there.send(message_of("Is there any room for a girl of 12?"), id=asked["id"])
    assert data_of(task)["age_group"] == "U12"
