"""An organisation whose name is made of common words, or written small, is looked for by that name."""

import pytest

from tests.urmston.street import Site, skill, street

DAY = {"type": "string", "format": "date", "description": "Day."}
TIMES = [skill("departure_times", "Tells the departure times of a day.", "day", day=DAY)]


@pytest.mark.parametrize(
    ("title", "text", "asks"),
    [
        ("Dunmere Chairlift", "Which times does the Dunmere Chairlift have tomorrow?", False),
        ("Dunmere Chairlift", "Welke tijden heeft de Dunmere Chairlift morgen?", False),
        ("Dunmere Chairlift", "Welche Zeiten hat morgen die Dunmere Chairlift?", True),
        ("Flint & Daughter", "What departure times will Flint & Daughter have tomorrow?", True),
        ("Flint & Daughter", "Quais são os horários da Flint & Daughter amanhã?", True),
        ("Flint & Daughter Carriers", "What departure times will Flint & Daughter have tomorrow from DM4 7QX?", True),
    ],
)
async def test_a_name_of_common_words_reaches_the_search(title: str, text: str, asks: bool) -> None:
    site = Site(title, skills=TIMES, answer=lambda parameters: {"times": ["10:15"]})
    async with street(site) as there:
        told = await there.say(text)
        assert bool(await there.held()) is asks
        name = title.removesuffix(" Carriers").lower()
        if asks:
            assert name in told.lower() and not there.search.asked
            told = await there.say("yes")
        assert name in there.search.asked[0].lower()
    assert site.tasks, told


async def test_nobody_is_offered_instead_who_speaks_of_another_thing() -> None:
    seats = Site("Dunmere Arena", skills=[skill("book_seats", "Books seats for a match.", "day", day=DAY)])
    async with street(seats) as there:
        told = await there.say("Please book a judo lesson tomorrow at the Copper Kettle.")
        assert not await there.held()
    assert "Dunmere Arena Agent. Shall" not in told and not seats.tasks


async def test_who_is_offered_instead_is_not_said_to_offer_the_same() -> None:
    lift = Site("Dunmere Chairlift", skills=TIMES)
    async with street(lift) as there:
        told = await there.say("Which departure times does the Sorrel Funicular have tomorrow?")
    assert "no agent of Sorrel Funicular" in told and "the same" not in told


async def test_a_fact_that_is_given_changes_nothing() -> None:
    tides = [skill("TideTimes", "Gives high and low water of a day.", "day", day=DAY)]
    harbour = Site("Dunmere Harbour Office", skills=tides, answer=lambda parameters: {"high": "10:15"})
    async with street(harbour) as there:
        await there.say("When is high tide tomorrow at Dunmere Harbour Office?")
        assert not await there.held()
    assert harbour.tasks


async def test_a_name_in_small_letters_is_searched_for_when_little_else_could_be() -> None:
    hours = [skill("opening_hours", "Tells when the museum is open on a day.", "day", day=DAY)]
    museum = Site("Dunmere Museum", skills=hours, answer=lambda parameters: {"open": "10:00"})
    async with street(museum) as there:
        assert "dunmere museum" in await there.say("is dunmere museum open this sunday")
        await there.say("yes")
    assert museum.tasks
