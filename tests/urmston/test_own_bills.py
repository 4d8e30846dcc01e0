"""What several cost and what is shared, as people tell it, is worked out here and searched for by nobody."""

from collections.abc import Sequence

import pytest

from tests.urmston.street import Directory, street


@pytest.mark.parametrize(
    ("turns", "shown"),
    [
        (["how much do we owe, 6 at 3.50"], "6 × 3.5 = 21"),
        (["three bibs 4.20 each plus postage 2.95"], "3 × 4.2 + 2.95 = 15.55"),
        (["2 adults at 7.80 and 3 kids at 4.40, how much altogether"], "2 × 7.8 + 3 × 4.4 = 28.8"),
        (["4 dads share 57.20 evenly, whats my bit"], "57.2 ÷ 4 = 14.3"),
        (["there are 7 of us and it's £12 each, how much"], "7 × 12 = 84"),
        (["what do I owe if 3 of us split 40 quid"], "40 ÷ 3 ≈ 13.33"),
        (["5 shirts at 12.50 each how much is that", "and with 20% off for members?"], "80 ÷ 100 × 62.5 = 50"),
        (["4 kaartjes van 12,50 per stuk en parkeren 6 euro, wat is dat samen"], "4 × 12,5 + 6 = 56"),
        (["4 children at 19 a month each for 8 months"], "19 × 4 × 8 = 608"),
        (["two girls, 22 quid a month each, 6 months, how much"], "22 × 2 × 6 = 264"),
        (["3 lads at 15.50 a week each for 12 weeks", "and with 10% off"], "90 ÷ 100 × 558 = 502.2"),
        (["4 mums chip in for a 34 quid present, how much each"], "34 ÷ 4 = 8.5"),
        (["6 tickets cost £51. how much is that each"], "51 ÷ 6 = 8.5"),
        (["What is 72 pounds divided by 6"], "72 ÷ 6 = 12"),
        (["how many sleeps till 20 december"], "is in 28 days"),
        (["how many nights till Christmas"], "is in 33 days"),
        (["how many days until 1 December", "and 3 weeks from today?"], "Sunday 13 December 2026"),
    ],
)
async def test_a_bill_is_worked_out_as_it_is_told(turns: Sequence[str], shown: str) -> None:
    async with street(search=Directory([])) as there:
        answers = [await there.say(turn) for turn in turns]
        assert shown in answers[-1], answers
        assert there.search.asked == []


@pytest.mark.parametrize(
    "turns",
    [
        ["its 8.25 a week each for 6 weeks, whats the total"],
        ["subs are £31 a month sept to april, plus 20 joining fee each. 3 kids, whats the total"],
        ["2 kids at 28 a month each for 10 months", "minus 10% for the second one"],
        ["£19 a month october to may and 45 pounds for a tracksuit each, 3 boys. what do I pay"],
    ],
)
async def test_a_bill_that_nobody_can_read_or_that_leaves_a_figure_over_is_asked_for_in_figures(
    turns: Sequence[str],
) -> None:
    async with street(search=Directory([])) as there:
        assert "which sum" in [await there.say(one) for one in turns][-1]
        assert there.search.asked == []


@pytest.mark.parametrize(
    "message",
    [
        "book 2 seats at 12.50 each",
        "is a ticket at Larkfield Museum 4.50 each for 3 children?",
        "do they give 10% off",
        "which hotel has 2 rooms at 80.00 each",
    ],
)
async def test_an_order_or_a_question_to_somebody_is_no_bill(message: str) -> None:
    async with street(search=Directory([])) as there:
        await there.say(message)
        assert "own" not in await there.steps() and "which sum" not in await there.say(message)
