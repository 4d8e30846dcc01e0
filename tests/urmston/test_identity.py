"""An agent is asked about an organisation only when its card, its site or its name says that it is that organisation:
another one that offers the same is only ever offered."""

import pytest

from loket.core.actions import Ask
from loket.core.events import Answered
from loket.planners.dialogue.choosing import NONE_OF
from tests.urmston.errands import data_of, probed
from tests.urmston.street import Site, club_site, street

TOWN = (
    "Urmston Town Juniors FC",
    "Urmston Meadowside Juniors FC",
    "Urmston Rovers FC",
    "Urmston Town Ladies FC",
    "Flixton Juniors FC",
    "Davyhulme Park Rangers",
    "Stretford Lions Youth Club",
    "Sale Harriers Girls FC",
    "Sale Girls FC",
    "Altrincham Juniors FC",
)


def clubs(*titles: str) -> list[Site]:
    return [club_site(title=title) for title in titles]


@pytest.mark.parametrize("named", TOWN)
async def test_of_ten_clubs_of_one_town_the_one_that_is_named_is_asked_and_no_other(named: str) -> None:
    before = [one for one in TOWN if one != named]
    every = clubs(*before[:3], named, *before[3:])
    async with street(*every) as there:
        said = await there.say(f"Can my 9-year-old play at {named}?")
    assert [site.title for site in every if site.tasks] == [named]
    assert "U9 Lions" in said


@pytest.mark.parametrize("named", TOWN)
async def test_where_the_one_that_is_named_has_no_agent_no_other_is_asked(named: str) -> None:
    """The named club may have a site without an agent, or none at all."""
    others = clubs(*(one for one in TOWN if one != named))
    async with street(Site(named), *others) as there:
        said = await there.say(f"Can my 9-year-old play at {named}?")
        assert not any(site.tasks for site in others)
        assert f"no agent of {named}" in said, said
        there.search.sites = others
        said = await there.say(f"Is there a place for a 9-year-old at {named}?")
    assert not any(site.tasks for site in others) and f"no agent of {named}" in said, said


@pytest.mark.parametrize(
    ("named", "other"),
    [
        ("Altrincham Juniors FC", "Urmston Town Juniors FC"),
        ("Manchester Ravens FC", "Urmston Town Juniors FC"),
        ("Urmston Juniors FC", "Urmston Town Juniors FC"),
        ("Urmston Town Ladies FC", "Urmston Town Juniors FC"),
        ("Sale Harriers Girls FC", "Sale Girls FC"),
        ("Sale Girls FC", "Sale Harriers Girls FC"),
        ("Larkfield School", "Larkfield Library"),
        ("Larkfield Town FC", "Larkfield United FC"),
    ],
)
async def test_a_word_that_is_missing_or_another_makes_it_another_organisation(named: str, other: str) -> None:
    club = club_site(title=other)
    async with street(club) as there:
        said = await there.say(f"Is there a place for my son of 9 at {named}?")
    assert club.tasks == [] and f"no agent of {named}" in said and other in said, said


@pytest.mark.parametrize(
    ("named", "title"),
    [
        ("Urmston Town", "Urmston Town Juniors FC"),
        ("Urmston Town JFC", "Urmston Town Juniors FC"),
        ("Urmston Town Juniors", "Urmston Town Juniors FC"),
        ("urmston town juniors", "Urmston Town Juniors FC"),
        ("Chimneys Hotel", "Chimneys"),
        ("Urmston Town Juniors FC", "Urmston Town Juniors FC | Home"),
    ],
)
async def test_legal_words_and_words_of_kind_are_not_needed_to_be_the_same(named: str, title: str) -> None:
    club = club_site(title=title)
    async with street(club) as there:
        await there.say(f"Is there a place for a 9-year-old at {named}?")
    assert [data_of(task)["parameters"]["age"] for task in club.tasks] == [9]


async def test_a_directory_is_not_the_club_that_it_lists() -> None:
    listing = club_site(title="Trafford Clubfinder", snippet="Altrincham Juniors FC, Sale Girls FC and all others.")
    async with street(listing) as there:
        said = await there.say("Can my 9-year-old play at Altrincham Juniors FC?")
        assert (await probed(there), listing.tasks) == ([listing.url], [])
    assert "no agent of Altrincham Juniors FC" in said and "Trafford Clubfinder" in said


async def test_an_agent_that_is_known_is_not_asked_about_another_club() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("Can my 10-year-old join Urmston Town Juniors FC?")
        said = await there.say("And at Altrincham Juniors FC?")
        assert len(club.tasks) == 1 and "Altrincham Juniors FC" in said
        assert "U7 Lions" in await there.say("And for a 7-year-old at Urmston Town Juniors FC?")


@pytest.mark.parametrize("message", ["or urmston meadow juniors", "and at urmston east bank juniors for a 9 year old?"])
async def test_a_sister_in_small_letters_is_another_club_when_its_agent_is_known(message: str) -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("Is there a place for my 9 year old at urmston town juniors?")
        await there.say(message)
    assert len(club.tasks) == 1


async def test_a_team_between_the_words_of_a_name_makes_no_other_club() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say("Is there a place for my 9 year old at urmston town juniors?")
        await there.say("and the urmston u12 juniors?")
    assert len(club.tasks) == 2


@pytest.mark.parametrize("answer", ["the first one", "Team vacancy check (Flixton Juniors FC Agent)"])
async def test_another_one_that_offers_the_same_is_asked_when_it_is_chosen(answer: str) -> None:
    flixton, sale = clubs("Flixton Juniors FC", "Sale Girls FC")
    async with street(flixton, sale) as there:
        said = await there.say("Can my 9-year-old play at Altrincham Juniors FC?")
        assert "Flixton Juniors FC" in said and "Sale Girls FC" in said
        said = await there.say(answer)
    assert [data_of(task)["parameters"] for task in flixton.tasks] == [{"age": 9}]
    assert sale.tasks == [] and "Flixton Juniors FC" in said


@pytest.mark.parametrize(
    ("message", "tells"),
    [
        ("Is er plek voor mijn zoon van 9 bij Altrincham Juniors FC?", "geen agent van Altrincham Juniors FC"),
        ("Gibt es einen Platz für meinen Sohn von 9 bei Altrincham Juniors FC?", "keinen Agenten von Altrincham"),
        ("Há vaga para meu filho de 9 anos no Altrincham Juniors FC?", "nenhum agente de Altrincham Juniors FC"),
        ("is there a place for my 9 year old at altrincham juniors fc?", "no agent of altrincham juniors fc"),
    ],
)
async def test_it_is_the_same_in_every_language_and_in_small_letters(message: str, tells: str) -> None:
    club = club_site()
    async with street(club) as there:
        said = await there.say(message)
    assert club.tasks == [] and tells in said, said


ANOTHER = "Can my 9-year-old play at Altrincham Juniors FC?"


@pytest.mark.parametrize(
    ("message", "none", "ends"),
    [
        (ANOTHER, "None of these", "All right, nothing was sent."),
        ("Is er plek voor mijn zoon van 9 bij Altrincham Juniors FC?", "Geen van deze", "Goed, er is niets verstuurd."),
        ("Gibt es einen Platz für meinen Sohn von 9 bei Altrincham Juniors FC?", "Keinen davon", "nichts gesendet."),
        ("Há vaga para meu filho de 9 anos no Altrincham Juniors FC?", "Nenhum destes", "Certo, nada foi enviado."),
    ],
)
async def test_none_of_the_others_is_a_choice_that_sends_nothing(message: str, none: str, ends: str) -> None:
    every = clubs("Flixton Juniors FC", "Sale Girls FC")
    async with street(*every) as there:
        await there.say(message)
        ask = (await there.decisions())[-1].action
        assert isinstance(ask, Ask) and (ask.choices[-1].id, ask.choices[-1].label) == (NONE_OF, none)
        chosen = Answered(to=await there.question(), choice=NONE_OF)
        assert (await there.tell(chosen)).endswith(ends)
        assert await there.steps() == ["answer"]
        await there.say(message)
        assert (await there.say(none)).endswith(ends)
    assert not any(site.tasks for site in every)


@pytest.mark.parametrize(
    "answer",
    ["no", "no thanks", "none of them", "none", "3", "nee, geen van beide", "keinen davon", "não, nenhum deles"],
)
async def test_a_no_in_words_to_the_others_sends_nothing(answer: str) -> None:
    every = clubs("Flixton Juniors FC", "Sale Girls FC")
    async with street(*every) as there:
        await there.say(ANOTHER)
        await there.say(answer)
        assert await there.steps() == ["answer"]
        assert len(there.search.asked) == 1 and not any(site.tasks for site in every)


@pytest.mark.parametrize(
    "answer", ["yes", "not Flixton", "no, the second one", "neither", "the blue one", "the last one"]
)
async def test_an_answer_that_chooses_nobody_surely_is_asked_back(answer: str) -> None:
    every = clubs("Flixton Juniors FC", "Sale Girls FC")
    async with street(*every) as there:
        first = await there.say(ANOTHER)
        assert await there.say(answer) == first
        assert len(there.search.asked) == 1 and not any(site.tasks for site in every)
        await there.say("the second one")
    assert [len(site.tasks) for site in every] == [0, 1]


async def test_a_yes_is_enough_where_only_one_other_is_offered() -> None:
    (flixton,) = clubs("Flixton Juniors FC")
    async with street(flixton) as there:
        await there.say(ANOTHER)
        assert "U9 Lions" in await there.say("yes please")


async def test_whom_a_card_speaks_for_is_who_it_is_however_its_agent_is_called() -> None:
    desk = club_site(title="Welcome", name="Matchday Enquiries", speaks_for="Larkfield Rovers FC")
    async with street(desk) as there:
        assert "U9 Lions" in await there.say("Has Larkfield Rovers got room for a 9-year-old?")
        said = await there.say("Has Larkfield Ladies FC got room for a 9-year-old?")
    assert len(desk.tasks) == 1 and "I can't ask Matchday Enquiries that" in said


@pytest.mark.parametrize(
    "message", ["When does {} train?", "Wann trainiert {}?", "Is er plek bij {} voor iemand van 9?"]
)
async def test_a_sister_that_is_named_in_words_of_the_card_alone_is_another_one(message: str) -> None:
    """None of the words needs to be one of an organisation's name."""
    junior, adult = "Larkfield Lower Hopscotch", "Larkfield Hopscotch"
    club = club_site(title=adult, snippet="Hopscotch in Larkfield.")
    async with street(Site(junior), club) as there:
        await there.say(message.format(junior))
        await there.say("yes")  # what is searched for may be somebody's name
    assert club.tasks == []


async def test_a_place_that_no_agent_speaks_of_is_asked_about_and_not_taken_for_theirs() -> None:
    club = club_site(title="Larkfield Rovers FC")
    async with street(club) as there:
        said = await there.say("is there a football team in Upper Marlow with room for a 9-year-old?")
        assert "Nothing that I found says anything of “Upper Marlow”" in said and "Larkfield Rovers FC" in said
        assert club.tasks == []
        await there.say("yes please")
    assert len(club.tasks) == 1


async def test_a_name_with_a_small_word_in_it_is_told_as_it_was_written() -> None:
    club = club_site(title="TV De Eik")
    async with street(club) as there:
        said = await there.say("Is er plek voor mijn zoon van 9 bij TV De Linde?")
    assert club.tasks == [] and "geen agent van TV De Linde" in said


@pytest.mark.parametrize(("named", "asked"), [("Dr. Vermeulen", 1), ("Dr. Verschuren", 0)])
async def test_a_practice_is_known_by_the_name_of_its_doctor(named: str, asked: int) -> None:
    practice = club_site(title="Praktijk Dr. Vermeulen", snippet="Huisarts in Larkfield.")
    async with street(practice) as there:
        await there.say(f"Is er plek bij {named} voor mijn zoon van 9?")
        await there.say("ja")  # what is searched for may be somebody's name
    assert len(practice.tasks) == asked
