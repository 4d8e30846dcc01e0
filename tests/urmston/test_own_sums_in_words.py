"""Sums in a person's own words, and a day that was told right before: both are worked out here."""

from collections.abc import Sequence

import pytest

from tests.urmston.street import Directory, street


@pytest.mark.parametrize(
    ("turns", "shown"),
    [
        (["whats 240 shared between 16 of us"], "240 ÷ 16 = 15"),
        (["84 split by 7"], "84 ÷ 7 = 12"),
        (["wat is 120 verdeeld over 8?"], "120 ÷ 8 = 15"),
        (["knock 15% off 60"], "85 ÷ 100 × 60 = 51"),
        (["Was ist 20% Rabatt auf 80?"], "80 ÷ 100 × 80 = 64"),
        (["4 pens at 1.35 each, how much is that?"], "4 × 1.35 = 5.4"),
        (["4 pens at 1.35 each, how much is that?", "plus 5"], "4 × 1.35 + 5 = 10.4"),
        (["What is 10 + 30?", "take 25% off that"], "75 ÷ 100 × 40 = 30"),
        (["hoeveel is 2 x 12,50?", "en 10% korting op dat"], "90 ÷ 100 × 25 = 22,5"),
        (["what day of the week is 14 february 2027"], "Sunday 14 February 2027"),
        (["what date will it be 10 days from now"], "Wednesday 2 December 2026"),
        (["welke dag is het drie weken vanaf nu?"], "zondag 13 december 2026"),
        (["what is the date in 12 days?", "and what day of the week is that"], "Friday 4 December 2026"),
        (["subs are 24 quid a month, 3 kids, 9 months. total?"], "24 × 3 × 9 = 648"),
        (["it's £5 a week for 2 kids, how much for 12 weeks"], "5 × 2 × 12 = 120"),
        (["dance is 24 quid a month, 3 kids, 9 months. total?", "less 5% sibling discount"], "= 615.6"),
        (["What's 4 lots of 7.35?", "minus 10%", "and split between 4 of us"], "6.62"),
        (["hoeveel is 2 x 12,50?", "min 10%"], "= 22,5"),
        (["evening, i coach some lads. pitch hire was £68.40, split between 9 parents?"], "68.4 ÷ 9 = 7.6"),
        (["we are off to the zoo. parking was £12, shared by 4 families"], "12 ÷ 4 = 3"),
        (["note it then: lift with dave, 5 dec 8.40", "how many days is that from now"], "is in 13 days"),
        (["the christmas do is 19 dec, how many days"], "is in 27 days"),
        (["our holiday starts on 3 december, how many days is it"], "is in 11 days"),
        (["what's 3 x 5?", "fine leave it. how many days till 3 jan"], "is in 42 days"),
    ],
)
async def test_a_sum_in_words_and_the_day_told_are_its_own(turns: Sequence[str], shown: str) -> None:
    async with street(search=Directory([])) as there:
        answers = [await there.say(turn) for turn in turns]
    assert shown in answers[-1], answers


@pytest.mark.parametrize(
    "message",
    [
        "Is the U10 5.00 each for 2 weeks?",
        "Book 3 courts at 8.25 each",
        "Is there 10% off swimming lessons?",
        "my son is 9 months old, is there a class for 5 a week for 3 weeks",
        "the match is on 19 december, how many days notice do they want",
    ],
)
async def test_a_price_or_a_time_in_an_order_is_no_sum(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(message)
        assert "own" not in await there.steps()


async def test_what_day_that_is_without_a_day_is_not_the_last_one() -> None:
    async with street(search=Directory([])) as there:
        await there.say("What date is it in 12 days?")
        await there.say("What is 3 + 4?")
        assert "December" not in await there.say("and what day of the week is that")
