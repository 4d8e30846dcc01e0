"""A person is sent to a site only when it is of whom they named, or speaks of what they asked."""

import pytest

from tests.urmston.street import Directory, Site, street

BAKER = Site("The Crusty Loaf", snippet="Fresh bread and rolls, open every day of the week.", takes=True)
POINTS = "You may find the answer on"


@pytest.mark.parametrize(
    "asked",
    ["Who repairs accordions?", "Which museum has the oldest steam engine?", "Is there a choir that sings on Sundays?"],
)
async def test_nobody_is_sent_to_a_site_that_says_nothing_of_what_was_asked(asked: str) -> None:
    async with street(BAKER, search=Directory([BAKER])) as there:
        answer = await there.say(asked)
        assert POINTS not in answer and f"{BAKER.url} " not in answer, answer
        assert "could not find" in answer


async def test_a_site_that_speaks_of_it_is_pointed_at() -> None:
    async with street(BAKER, search=Directory([BAKER])) as there:
        answer = await there.say("Where are fresh bread rolls sold?")
        assert f"{POINTS} {BAKER.url}" in answer, answer


@pytest.mark.parametrize(
    ("asked", "missed"),
    [
        ("When does Hollowbrook Rowing Club open?", "I found no site of Hollowbrook Rowing Club."),
        (
            "Wanneer gaat de Bibliotheek Wilgenhof open en wat kost het om lid te worden?",
            "Ik vond geen site van Bibliotheek Wilgenhof.",
        ),
    ],
)
async def test_an_organisation_that_was_not_found_is_told_by_its_name(asked: str, missed: str) -> None:
    async with street(BAKER, search=Directory([BAKER])) as there:
        answer = await there.say(asked)
        assert missed in answer and f"{BAKER.url} " not in answer, answer


async def test_the_site_of_whom_was_named_is_pointed_at() -> None:
    rowing = Site("Hollowbrook Rowing Club", snippet="Boats and crews.", takes=True)
    async with street(BAKER, rowing, search=Directory([BAKER, rowing])) as there:
        answer = await there.say("When does Hollowbrook Rowing Club open?")
        assert f"{POINTS} {rowing.url}" in answer and "no site of" not in answer, answer
