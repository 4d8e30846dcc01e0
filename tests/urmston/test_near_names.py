"""A name that is nearly that of an organisation is offered as a choice, alone, and never taken for it silently."""

import pytest

from tests.urmston.street import Site, club_site, skill, street

SCHOOL = [skill("places", "Says whether a year group has a place.", year={"type": "integer", "description": "Year."})]


@pytest.mark.parametrize(
    "named", ["St Aldhelm's Prim School", "St Aldhelm's Primry School", "St Aldhlem's Primary School"]
)
async def test_a_name_that_is_mistyped_or_cut_short_is_offered_alone(named: str) -> None:
    school, club = Site("St Aldhelm's Primary School", skills=SCHOOL), club_site()
    async with street(club, school) as there:
        said = await there.say(f"Is there a place in year 3 at {named}?")
        assert not school.tasks and not club.tasks
        assert "Urmston" not in said and "St Aldhelm's Primary School Agent" in said, said


async def test_a_mistyped_club_is_asked_after_a_yes() -> None:
    club = club_site()
    async with street(club) as there:
        said = await there.say("Is there a place for my 9 year old at Urmston Twon Juniors?")
        assert "no agent of Urmston Twon Juniors" in said and not club.tasks
        assert "U9 Lions" in await there.say("yes")
    assert len(club.tasks) == 1
