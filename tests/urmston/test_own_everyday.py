"""Sums, days and dates as people say them: half of what came before, a price for something, a feast for its day."""

from collections.abc import Sequence

import pytest

from tests.urmston.street import Directory, street


@pytest.mark.parametrize(
    ("turns", "shown"),
    [
        (["4 x 12.75 for the tickets"], "4 × 12.75 = 51"),
        (["whats 2 x 19.50, i owe that for the shirts"], "2 × 19.5 = 39"),
        (["what's four and a half times eight"], "4.5 × 8 = 36"),
        (["hoeveel is zes en een half keer vier"], "6,5 × 4 = 26"),
        (["3 * 45", "and half of that?"], "3 × 45 ÷ 2 = 67.5"),
        (["20 + 10", "twice that?"], "30 × 2 = 60"),
        (["3 * 20", "split between two families?"], "3 × 20 ÷ 2 = 30"),
        (["4 x 12.75 for the tickets", "divide that between three of us"], "51 ÷ 3 = 17"),
        (["Was ist 3 * 45?", "und die Hälfte davon?"], "3 × 45 ÷ 2 = 67,5"),
        (["three weeks today"], "Sunday 13 December 2026"),
        (["Saturday week?"], "Saturday 5 December 2026"),
        (["what's the date a fortnight tomorrow"], "Monday 7 December 2026"),
        (["how many days till new year's eve"], "is in 39 days"),
        (["days until Boxing Day"], "is in 34 days"),
        (["how long till 5 january"], "is in 44 days"),
        (["wie viele Tage bis Silvester"], "39 Tagen"),
        (["quantos dias até o Natal?"], "33 dias"),
        (["hoeveel dagen tot kerst"], "33 dagen"),
        (["what day was 3 march 2018?"], "Saturday 3 March 2018 was 3186 days ago."),
    ],
)
async def test_what_people_reckon_with_is_reckoned_here(turns: Sequence[str], shown: str) -> None:
    async with street(search=Directory([])) as there:
        answers = [await there.say(turn) for turn in turns]
        assert shown in answers[-1], answers
        assert there.search.asked == []


@pytest.mark.parametrize(
    "message", ["order 2 x 12.50 pizzas for tonight", "send me 3 x 9.99 tickets", "Is there a party at Christmas?"]
)
async def test_an_order_with_a_price_and_a_feast_that_is_not_counted_to_are_none_of_it(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(message)
        assert "own" not in await there.steps()
