"""An agent is asked about an activity only when its card, its site or its name speaks of it: else a person says whether
it is asked, and where several would take what names nobody, which of them."""

import pytest

from loket.core.actions import Ask
from loket.planners.finding.trail import WHOSE
from tests.urmston.street import club_site, skill, street


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("Is there a gymnastics club with room for a 7 year old?", "gymnastics"),
        ("Can my 6 year old do judo at Larkfield Rovers FC?", "judo"),
        ("Is er een judoclub met een team voor mijn dochter van 8?", "judoclub"),
        ("Gibt es eine Mannschaft im Judo für meine Tochter (7)?", "Judo"),
        ("Há um time de judô para meu filho de 9 anos?", "judô"),
    ],
)
async def test_what_no_agent_speaks_of_is_asked_about_first(message: str, what: str) -> None:
    club = club_site(title="Larkfield Rovers FC")
    async with street(club) as there:
        said = await there.say(message)
        assert what in said and "Larkfield Rovers FC Agent" in said and club.tasks == [], said
        await there.say("the first one")
    assert len(club.tasks) == 1


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (0, "Can my 6 year old do judo somewhere in Larkfield?"),
        (0, "Is there a place for my 8 year old to learn the violin?"),
        (0, "is there a doctor open on sunday in Larkfield"),
        (0, "Kan mijn dochter van 8 ergens op pianoles?"),
        (0, "Kann meine Tochter (7) irgendwo Ballett tanzen?"),
        (0, "Meu filho de 9 anos pode fazer natação?"),
        (1, "Find a football team for my 8-year-old in Larkfield"),
        (1, "hiya, any room in a footbal team for a 10 yr old"),
        (1, "Is er plek in een voetbalteam voor mijn zoon van 9?"),
        (1, "Gibt es einen Platz in einer Fussballmannschaft für meinen Sohn (9)?"),
        (1, "Is there a place for my son of 9 at Larkfield Rovers FC? He would love it so much."),
    ],
)
async def test_an_agent_is_asked_at_once_what_it_speaks_of_and_nothing_else(asked: int, message: str) -> None:
    """Not one that shares only the town; in another language than the card's, with a slip of the pen, and with words
    that are about nothing."""
    club = club_site(title="Larkfield Rovers FC")
    async with street(club) as there:
        said = await there.say(message)
        assert len(club.tasks) == asked
        assert asked or ((await there.steps())[-1] in ("answer", WHOSE) and "Larkfield Rovers FC Agent" in said)


async def test_where_nobody_is_named_and_several_would_take_it_a_person_chooses() -> None:
    clubs = [club_site(title=title) for title in ("Larkfield Rovers FC", "Larkfield Wanderers FC")]
    async with street(*clubs) as there:
        await there.say("Is there a football team with room for a 9-year-old?")
        ask = (await there.decisions())[-1].action
        assert isinstance(ask, Ask) and len(ask.choices) == 2
        assert not any(club.tasks for club in clubs)
        await there.say("the second one")
    assert [len(club.tasks) for club in clubs] == [0, 1]


async def test_others_that_were_found_with_it_and_would_not_take_it_are_no_choice() -> None:
    club = club_site(title="Larkfield Rovers FC")
    pool = club_site(title="Larkfield Pool", skills=[skill("lanes", "Which lanes of the pool are free.")])
    async with street(pool, club) as there:
        await there.say("Is there a football team with room for a 9-year-old?")
    assert (len(pool.tasks), len(club.tasks)) == (0, 1)
