"""Sums, the days to a date and its weekday are its own: a tool works them out, and nobody is looked for or asked."""

import pytest

from tests.urmston.street import Directory, street


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("what is 3 x 45 pounds", "3 × 45 = 135"),
        ("How much is 12 + 3 * 4?", "12 + 3 × 4 = 24"),
        ("10 - 2.5", "10 − 2.5 = 7.5"),
        ("what is £10 / 4", "10 ÷ 4 = 2.5"),
        ("What is 10 / 3?", "10 ÷ 3 ≈ 3.33"),
        ("wat is 2 x 12,50 euro?", "2 × 12,5 = 25"),
        ("Was ist 3 × 45?", "3 × 45 = 135"),
        ("quanto é 3 x 45?", "3 × 45 = 135"),
        ("what is 5 / 0?", "can't be worked out"),
        ("what is 9 times 14?", "9 × 14 = 126"),
        ("We were at the pool yesterday. What is 30 minus 12?", "30 − 12 = 18"),
        ("hoeveel is 48 gedeeld door 6", "48 ÷ 6 = 8"),
        ("Was ist 9 mal 14?", "9 × 14 = 126"),
        ("quanto é 9 vezes 14?", "9 × 14 = 126"),
        ("and what is 18% of 250?", "18 ÷ 100 × 250 = 45"),
        ("Hoeveel is 15 procent van 60?", "15 ÷ 100 × 60 = 9"),
        ("Was sind 12,5% von 80?", "12,5 ÷ 100 × 80 = 10"),
        ("quanto é 7% de 200?", "7 ÷ 100 × 200 = 14"),
        ("welke dag is 12 december?", "zaterdag 12 december 2026"),
        ("what weekday is 3 March 2027", "Wednesday 3 March 2027"),
        ("Welcher Wochentag ist der 3. März 2027?", "Mittwoch, 3. März 2027"),
        ("how many days until 12 December", "Saturday 12 December 2026 is in 20 days."),
        ("How many days is it until 23 November?", "is in 1 day."),
        ("Hoeveel dagen tot 12 december?", "12 december 2026 is over 20 dagen"),
        ("Wie viele Tage noch bis zum 12. Dezember?", "12. Dezember 2026 ist in 20 Tagen"),
        ("Quantos dias até 12 de dezembro?", "12 de dezembro de 2026, é daqui a 20 dias"),
    ],
)
async def test_sums_and_days_are_its_own(message: str, shown: str) -> None:
    async with street(search=Directory([])) as there:
        assert shown in await there.say(message)
        assert (await there.steps(), there.search.asked) == (["own", "answer"], [])


@pytest.mark.parametrize(
    "message",
    [
        "a place for children of 10 - 12 years at Larkfield Library",
        "Book 2 x 45 minutes of tennis",
        "what is a 4x4",
        "call 020 - 5551234 for me",
        "Is the library open on 12 / 12 / 2026?",
        "how many days of holiday until 12 December at the school?",
        "How many places are there until 12 December?",
        "is there a place on 12 December",
        "what is 3 x many",
        "Can my son come 3 times 2 weeks?",
        "Book me a court. What is 2 plus 3?",
        "Which day can my son come, 12 December?",
    ],
)
async def test_anything_else_is_not_taken_for_one(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(message)
        assert "own" not in await there.steps()


@pytest.mark.parametrize("said", ["and with 10% off?", "and half of it?", "take 10% off that"])
async def test_nothing_goes_on_from_a_sum_that_cannot_be_worked_out(said: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say("what is 12 + 10 / 0")
        assert await there.say(said) == "That can't be worked out."
        assert there.search.asked == []
