"""The assistant's own tools go on from the talk: a sum from the one before, what it can, an address told again."""

import pytest

from tests.urmston.street import Directory, club_site, street


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        ("What is 20% of 60?", "and of 90?", "20 ÷ 100 × 90 = 18"),
        ("what is 6 times 15", "and divided by 9?", "6 × 15 ÷ 9 = 10"),
        ("what is 6 times 15", "and 7 times?", "7 × 15 = 105"),
        ("hoeveel is 8 plus 5", "en min 3?", "8 + 5 − 3 = 10"),
        ("Was ist 9 mal 14?", "und plus 4?", "9 × 14 + 4 = 130"),
        ("2 bikes at £45 each, how much is that?", "minus 10", "2 × 45 − 10 = 80"),
    ],
)
async def test_a_fragment_goes_on_from_the_sum_before(first: str, second: str, shown: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(first)
        assert shown in await there.say(second)
        assert there.search.asked == []


@pytest.mark.parametrize(
    ("first", "second"), [("what is 2 plus 3", "and divided by 5?"), ("2 bikes at £45 each, how much?", "and 3?")]
)
async def test_a_fragment_that_may_mean_two_sums_is_none(first: str, second: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(first)
        assert "=" not in await there.say(second)


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("4 tickets at £7.50 each, what is that together?", "4 × 7.5 = 30"),
        ("Wat kost 6 kaartjes van 12 euro per stuk?", "6 × 12 = 72"),
        ("What date is it in 10 days?", "Wednesday 2 December 2026 is in 10 days."),
        ("What date is Friday week?", "Friday 4 December 2026"),
    ],
)
async def test_prices_of_each_and_dates_are_reckoned(message: str, shown: str) -> None:
    async with street(search=Directory([])) as there:
        assert shown in await there.say(message)
        assert (await there.steps(), there.search.asked) == (["own", "answer"], [])


@pytest.mark.parametrize("message", ["Book 2 courts at £12 each", "Is the U10 £5 each for 2 weeks?"])
async def test_an_order_with_a_price_is_no_sum(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(message)
        assert "own" not in await there.steps()


@pytest.mark.parametrize(
    "message",
    [
        "What kind of things can you do?",
        "Hello, how could you help me?",
        "Waar kun je me mee helpen?",
        "Was kannst du?",
    ],
)
async def test_what_it_can_is_told_in_whatever_words_it_is_asked(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(message)
        assert (await there.steps(), there.search.asked) == (["own", "answer"], [])


@pytest.mark.parametrize("message", ["Can you help me find a dentist?", "What can you tell me about Larkfield?"])
async def test_a_thing_that_somebody_else_knows_is_not_what_it_can(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(message)
        assert "own" not in await there.steps()


@pytest.mark.parametrize("message", ["great, what was the email again?", "and who do I write to?"])
async def test_an_address_that_was_just_told_is_told_again(message: str) -> None:
    club = club_site(says="There is a place. Write to lions@example.com.")
    async with street(club) as there:
        await there.say("Is there a place for a 9 year old at Urmston Town Juniors FC?")
        asked = len(there.search.asked)
        assert "lions@example.com" in await there.say(message)
        assert len(there.search.asked) == asked


@pytest.mark.parametrize(
    "message", ["morning! who are you exactly", "who are you then", "so what can you do for me really"]
)
async def test_who_asks_what_it_is_behind_small_words_is_told_what_it_can(message: str) -> None:
    async with street(search=Directory([])) as there:
        assert "I can tell today's date" in await there.say(message)
        assert there.search.asked == []


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("notier dir, Trikot bestellen", "Trikot bestellen"),
        ("schreib dir auf dass Lea Größe 140 hat", "Lea Größe 140 hat"),
        ("anota aí: treino na terça", "treino na terça"),
        ("onthoud even: training is dinsdag", "training is dinsdag"),
    ],
)
async def test_a_note_is_kept_however_a_language_asks_for_it(message: str, kept: str) -> None:
    async with street(search=Directory([])) as there:
        assert kept in await there.say(message)
        assert await there.steps() == ["own", "answer"]
