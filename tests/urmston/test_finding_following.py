"""After an answer, a short message that corrects it or only brings other values means that request."""

from typing import Any

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import DEMO, booking, data_of
from tests.urmston.street import Site, club_site, skill, street

CLUB = "Urmston Town Juniors FC"
PETS = ["hund", "katze"]
PLACE = skill(
    "platz",
    "Sagt, ob an einem Tag Platz für ein Tier ist.",
    "tier",
    "tag",
    tier={"type": "string", "enum": PETS, "description": "Art des Tieres"},
    tag={"type": "string", "format": "date", "description": "Tag der Anreise"},
)
FIRST = {
    "en": "Is there a place for a cat on 3 December at Larkfield Kennels?",
    "nl": "Is er op 3 december plek voor een kat bij Larkfield Kennels?",
    "de": "Ist am 3. Dezember Platz für eine Katze bei Larkfield Kennels?",
    "pt": "Há lugar para um gato no dia 3 de dezembro no Larkfield Kennels?",
}


async def after(first: str, *more: str, site: Site) -> list[dict[str, Any]]:
    """The parameters of each task when these are said one after the other; only the first may search."""
    async with street(site) as there:
        await there.say(first)
        for one in more:
            await there.say(one)
            assert "search" not in await there.steps() and "look" not in await there.steps(), one
    return [data_of(task)["parameters"] for task in site.tasks]


@pytest.mark.parametrize(
    ("code", "message", "tier", "day"),
    [
        ("en", "sorry, I meant a dog", "hund", "03"),
        ("en", "actually 5 December", "katze", "05"),
        ("en", "and on Sunday?", "katze", None),
        ("en", "what about a dog?", "hund", "03"),
        ("en", "a dog", "hund", "03"),
        ("nl", "nee, ik bedoel een hond", "hund", "03"),
        ("nl", "5 december bedoel ik", "katze", "05"),
        ("nl", "en op 6 december?", "katze", "06"),
        ("nl", "en voor een hond?", "hund", "03"),
        ("de", "Entschuldigung, ich meinte einen Hund", "hund", "03"),
        ("de", "und am 6. Dezember?", "katze", "06"),
        ("de", "nein, am 5. Dezember", "katze", "05"),
        ("de", "einen Hund meinte ich", "hund", "03"),
        ("pt", "desculpa, queria dizer um cachorro", "hund", "03"),
        ("pt", "e no dia 6 de dezembro?", "katze", "06"),
        ("pt", "não, quis dizer 5 de dezembro", "katze", "05"),
    ],
)
async def test_it_changes_what_it_names_and_leaves_the_rest(
    code: str, message: str, tier: str, day: str | None
) -> None:
    kennels = Site("Larkfield Kennels", skills=[PLACE], says="There is.")
    first, second = await after(FIRST[code], message, site=kennels)
    assert first == {"tier": "katze", "tag": "2026-12-03"}
    assert second == {"tier": tier, "tag": f"2026-12-{day}" if day else "2026-11-29"}


async def test_a_new_day_of_birth_gives_a_new_age_and_an_age_makes_the_day_void() -> None:
    sent = await after(
        f"My daughter was born on 1 September 2015. Can she join {CLUB}?",
        "sorry, 1 September 2016",
        "born 3 May 2014",
        "actually she's eight",
        "and boys?",
        site=club_site(),
    )
    assert sent == [
        {"age": 11, "date_of_birth": "2015-09-01", "gender": "girl"},
        {"age": 10, "date_of_birth": "2016-09-01", "gender": "girl"},
        {"age": 12, "date_of_birth": "2014-05-03", "gender": "girl"},
        {"age": 8, "gender": "girl"},
        {"age": 8, "gender": "boy"},
    ]


async def test_the_year_or_the_month_that_is_put_right_stays_with_the_rest_of_the_day() -> None:
    sent = await after(
        f"My daughter was born on 30 August 2016. Can she join {CLUB}?",
        "sorry no, 2017 i meant",
        "no, March",
        site=club_site(),
    )
    assert [one["date_of_birth"] for one in sent] == ["2016-08-30", "2017-08-30", "2017-03-30"]


@pytest.mark.parametrize(
    "message",
    [
        "uski date of birth 3 May 2014 hai",
        "meri beti born 3 May 2014",
        "Emrys born 3 May 2014",
    ],
)
async def test_a_birthday_among_words_of_no_language_that_we_know_is_of_the_same_child(message: str) -> None:
    sent = await after(f"Can my 10-year-old daughter join {CLUB}?", message, site=club_site())
    assert sent[1]["date_of_birth"] == "2014-05-03" and sent[1]["age"] == 12


async def test_a_year_that_puts_nothing_right_is_no_part_of_a_day() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say(f"My daughter was born on 30 August 2016. Can she join {CLUB}?")
        await there.say("when did the club begin, 1974?")
    assert all(data_of(task)["parameters"].get("date_of_birth") != "1974-08-30" for task in club.tasks)


async def test_a_question_for_the_own_tools_is_none_of_it() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say(DEMO)
        assert "Sunday 22 November 2026" in await there.say("What day is it today?")
        await there.say("and tomorrow?")
    assert len(club.tasks) == 1


async def test_a_no_with_another_value_shows_the_new_request_and_a_no_alone_ends_it() -> None:
    dinner = booking()
    async with street(dinner) as there:
        await there.say("Book a table at Saffron Table Restaurant for 4 people on 2 December 2026")
        assert "people 5" in await there.say("no, 5 people I mean")
        assert "nothing was sent" in await there.say("no")
        await there.say("yes")
        assert dinner.tasks == []


@pytest.mark.parametrize("message", ["sorry, what is the capital of Peru?", "and the weather in Lisbon?"])
async def test_another_subject_is_none_of_it(message: str) -> None:
    club = club_site()
    async with street(club) as there:
        await there.say(DEMO)
        await there.say(message)
    assert len(club.tasks) == 1


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("hang on no, he's year 7, only started secondary in september", {"school_year": 7, "age": 11}),
        ("wait no year 5 sorry", {"school_year": 5, "age": 9}),
        ("oh wait sorry, he's 9, they put him in the wrong class", {"age": 9}),
        ("hold on, he was born 3 May 2017, I always mix the two of them up", {"date_of_birth": "2017-05-03"}),
        ("sorry i got that wrong, 3 march 2014, i always mix them up", {"date_of_birth": "2014-03-03"}),
    ],
)
async def test_a_correction_may_go_on_with_what_is_only_told(message: str, told: dict[str, Any]) -> None:
    site = club_site(skills=get_agent_card()["skills"])
    first, second = await after(f"My son is in year 6, which team at {CLUB}?", message, site=site)
    assert first == {"gender": "boy", "school_year": 6, "age": 10}
    assert told.items() <= second.items()
    assert second["gender"] == "boy" and (("school_year" in second) == ("school_year" in told))


@pytest.mark.parametrize(
    "message", ["no, he's 9, and his sister is 7 and a half, where do they go", "no, he's 9, can you book him in?"]
)
async def test_a_correction_that_goes_on_with_more_is_not_taken_for_its_first_part(message: str) -> None:
    site = club_site(skills=get_agent_card()["skills"])
    async with street(site) as there:
        await there.say(f"My son is in year 6, which team at {CLUB}?")
        await there.say(message)
    assert not any(data_of(one)["parameters"] == {"gender": "boy", "age": 9} for one in site.tasks[1:])
