"""A person is sent to a site only when it is of whom they named, or speaks of what they asked."""

import pytest

from tests.urmston.street import Directory, Site, club_site, street

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


@pytest.mark.parametrize(
    "asked",
    [
        "who do the under 14s play on saturday",
        "can you ring the coach to say that hes ill",
        "is there another club round here with room",
        "is the hollowbrook library open on friday",
        "which day did i share the car",
    ],
)
async def test_a_word_that_anybody_may_use_is_no_reason_to_send_somebody_there(asked: str) -> None:
    sites = [
        Site("Old Mill Theatre", snippet="Plays on most nights.", takes=True),
        Site("Birch Tennis", snippet="A coach for every level.", takes=True),
        Site("Oar Club", snippet="Rowing for all.", takes=True),
        Site("Larkfield Library", snippet="Books and papers, open to all.", takes=True),
        Site("Fern Childcare", snippet="We share the day with your child.", takes=True),
    ]
    async with street(*sites, search=Directory(sites)) as there:
        answer = await there.say(asked)
        assert POINTS not in answer and not any(site.url in answer for site in sites), answer


async def test_a_library_is_not_offered_a_club_in_its_place() -> None:
    club = club_site(snippet="Football in Hollowbrook for boys and girls.")
    async with street(club, search=Directory([club])) as there:
        answer = await there.say("is the library in Hollowbrook open monday, my son needs a book")
        assert "Shall I ask" not in answer and not club.tasks, answer


@pytest.mark.parametrize(
    "asked",
    [
        "hi, we are new in the area: is there a place for a 10-year-old at Urmston Town Juniors FC?",
        "Is there a place for a 10-year-old at Urmston Town Juniors FC? Sorry, my english is bad.",
    ],
)
async def test_what_is_only_told_beside_a_question_keeps_nobody_from_asking(asked: str) -> None:
    club = club_site()
    async with street(club) as there:
        assert "U10 Lions" in await there.say(asked)
