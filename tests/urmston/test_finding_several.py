"""Several of a kind in one message, a year of school, and the team somebody plays for."""

from typing import Any

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import DEMO, data_of
from tests.urmston.street import Site, club_site, skill, street

CLUB = "Urmston Town Juniors FC"
PLAYED = skill(
    "match_day",
    "Tells which matches are on a day at the ground.",
    "day",
    day={"type": "string", "format": "date", "description": "Day of the matches"},
)
SPACE = skill(
    "group_space",
    "Checks for space in a group of children by age.",
    "age",
    age={"type": "integer", "description": "Age of the child"},
)


async def asked(message: str, *skills: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
    """What is said to a message in the end, and the parameters of each task that went out."""
    club = club_site(skills=skills or get_agent_card()["skills"])
    async with street(club) as there:
        said = await there.say(message)
    return said, [data_of(task)["parameters"] for task in club.tasks]


@pytest.mark.parametrize("told", ["My son is in year 5", "My year 5 son loves football", "My son is in Year five"])
async def test_a_year_of_school_is_no_age(told: str) -> None:
    _, sent = await asked(f"{told}. Can he join {CLUB}?")
    assert sent == [{"age": 9, "school_year": 5, "gender": "boy"}]


async def test_an_agent_that_knows_ages_alone_is_asked_for_both_of_a_year_of_school() -> None:
    said, sent = await asked(f"My son is in year 5. Is there space for him at {CLUB}?", SPACE)
    assert sent == [{"age": 9}, {"age": 10}]
    assert "Age 9: " in said and "Age 10: " in said


async def test_a_year_of_school_beside_an_age_changes_no_age() -> None:
    _, sent = await asked(f"My son is 10 years old and in year 6. Is there space for him at {CLUB}?", SPACE)
    assert sent == [{"age": 10}]


async def test_several_teams_are_all_asked_for() -> None:
    said, sent = await asked("Is the U12 Panthers team or the U10 Lions team of Urmston Town full?")
    assert sent == [{"team_name": "U12 Panthers"}, {"team_name": "U10 Lions"}]
    assert "Team name U12 Panthers: " in said and "Team name U10 Lions: " in said


async def test_several_days_are_all_asked_for() -> None:
    _, sent = await asked(f"Which matches are on 6 December and on 13 December at {CLUB}?", PLAYED)
    assert sent == [{"day": "2026-12-06"}, {"day": "2026-12-13"}]


async def test_several_children_by_their_date_of_birth_are_all_asked_for_with_their_own_age() -> None:
    _, sent = await asked(f"My daughter was born 3 May 2016 and my son 12 June 2018, can they join {CLUB}?")
    girl, boy = {"age": 10, "date_of_birth": "2016-05-03"}, {"age": 8, "date_of_birth": "2018-06-12"}
    assert sent == [{**girl, "gender": "girl"}, {**boy, "gender": "boy"}]


@pytest.mark.parametrize(
    "told",
    [
        "My 10-year-old plays for the Rovers",
        "My 10-year-old plays with the Rovers",
        "My 10-year-old is in the Rovers",
        "My 10-year-old trains with the Rovers",
    ],
)
async def test_the_team_that_somebody_plays_for_is_sent(told: str) -> None:
    _, sent = await asked(f"{told}. Is there a place at {CLUB}?")
    assert sent == [{"age": 10, "current_team": "Rovers"}]


@pytest.mark.parametrize(
    ("told", "born"),
    [
        (
            "got 3 kids, one born 5 jan 2018, one 22 aug 2013 and the little one 1 sept 2019",
            ["2018-01-05", "2013-08-22", "2019-09-01"],
        ),
        ("two boys, 3/4/2016 and 17/11/2018", ["2016-04-03", "2018-11-17"]),
        ("my twins were born 9 May 2015 and their sister on 30 June 2012", ["2015-05-09", "2012-06-30"]),
    ],
)
async def test_children_told_by_their_birthdays_alone_are_each_asked_for(told: str, born: list[str]) -> None:
    _, sent = await asked(f"{told}. Which {CLUB} teams could they join?")
    assert [one["date_of_birth"] for one in sent] == born and all(one["age"] > 1 for one in sent)


@pytest.mark.parametrize("told", ["My 10-year-old plays for Oliver", "My 10-year-old, the Oliver, wants to play"])
async def test_a_name_that_stands_otherwise_is_no_team(told: str) -> None:
    _, sent = await asked(f"{told}. Is there a place at {CLUB}?")
    assert sent == [{"age": 10}]


def baths() -> Site:
    return Site(
        "Brookside Swimming Baths",
        skills=[skill("lanes", "Says when the lanes of the pool are open for swimming.")],
        says="From seven to nine.",
    )


async def test_of_several_that_a_search_leads_to_only_the_one_that_was_asked_before_is_left_out() -> None:
    club = club_site()
    pool = baths()
    async with street(club, pool) as there:
        await there.say(DEMO)
        said = await there.say("When are the lanes of the pool open?")
        assert "From seven to nine." in said
        assert (await there.steps())[0] == "search"
    assert len(club.tasks) == 1


async def test_two_requests_of_which_one_is_for_an_agent_known_before_are_both_answered() -> None:
    club = club_site()
    pool = baths()
    async with street(club, pool) as there:
        await there.say(DEMO)
        said = await there.say("When are the swimming lanes open and check availability for age 7")
        assert "From seven to nine." in said and "U7 Lions" in said
    assert (len(club.tasks), len(pool.tasks)) == (2, 1)


@pytest.mark.parametrize(
    ("told", "children"),
    [
        ("My twins, 7 and my son of 11: can they join", [(7, None), (11, "boy")]),
        ("My kids are 6 and 9. Can they join", [(6, None), (9, None)]),
        ("Can my boys, 7 and 9, and my girl, 11, join", [(7, "boy"), (9, "boy"), (11, "girl")]),
        ("Is there a place for a 6-year-old boy and an 8-year-old girl at", [(6, "boy"), (8, "girl")]),
        ("Mijn kinderen zijn 6 en 9. Is er plek bij", [(6, None), (9, None)]),
        ("Is er plek voor mijn zoon van 7 en mijn dochter van 9 bij", [(7, "boy"), (9, "girl")]),
        ("Meine Söhne, 7 und 9, und meine Tochter, 11: gibt es Platz bei", [(7, "boy"), (9, "boy"), (11, "girl")]),
        ("Meine Kinder sind 6 und 9. Gibt es Platz bei", [(6, None), (9, None)]),
        ("Meus filhos têm 6 e 9 anos. Podem jogar no", [(6, None), (9, None)]),
        ("Há vaga para meu filho de 7 e minha filha de 9 no", [(7, "boy"), (9, "girl")]),
        ("I have three kids: 5, 7 and 12. Can they join", [(5, None), (7, None), (12, None)]),
        ("Wij hebben twee zoons van 7 en 9. Is er plek bij", [(7, "boy"), (9, "boy")]),
        ("Gibt es Platz für Zwillinge, 8, und einen Jungen, 10, bei", [(8, None), (10, "boy")]),
        ("Há vaga para gêmeos de 7 e uma menina de 10 no", [(7, None), (10, "girl")]),
    ],
)
async def test_every_child_is_asked_for_with_what_was_told_of_it(
    told: str, children: list[tuple[int, str | None]]
) -> None:
    _, sent = await asked(f"{told} {CLUB}?")
    assert [(one["age"], one.get("gender")) for one in sent] == children


async def test_an_answer_that_tells_several_is_asked_for_each() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say(f"Can my daughters join {CLUB}?")
        await there.say("6 and 9")
    assert [data_of(task)["parameters"]["age"] for task in club.tasks] == [6, 9]


PETS = skill(
    "preise",
    "Was eine Nacht in der Tierpension kostet.",
    "tierart",
    tierart={"type": "string", "enum": ["hund", "katze"], "description": "Art des Tieres"},
)


@pytest.mark.parametrize(
    "message",
    [
        "Was kostet eine Nacht für meinen Hund und meine Katze in der Tierpension Larkfield?",
        "Was kostet eine Nacht für Hund oder Katze in der Tierpension Larkfield?",
        "How much is a night for a dog and a cat at Tierpension Larkfield?",
        "Hoeveel kost een nacht voor een hond en een kat bij Tierpension Larkfield?",
        "Quanto custa uma noite para um cachorro e um gato na Tierpension Larkfield?",
    ],
)
async def test_listed_values_side_by_side_are_all_asked_for(message: str) -> None:
    house = Site("Tierpension Larkfield", skills=[PETS], says="Twenty.")
    async with street(house) as there:
        said = await there.say(message)
    assert [data_of(task)["parameters"] for task in house.tasks] == [{"tierart": "hund"}, {"tierart": "katze"}]
    assert "Tierart hund: " in said and "Tierart katze: " in said


async def test_the_ends_of_a_way_are_no_values_side_by_side() -> None:
    towns = ["Bern", "Basel"]
    way = skill(
        "trains",
        "Tells when a train goes between two towns.",
        "from",
        "to",
        **{"from": {"type": "string", "enum": towns}, "to": {"type": "string", "enum": towns}},
    )
    house = Site("Larkfield Railway", skills=[way], says="At nine.")
    async with street(house) as there:
        await there.say("When is a train from Bern to Basel with Larkfield Railway?")
    assert [data_of(task)["parameters"] for task in house.tasks] == [{"from": "Bern", "to": "Basel"}]


async def test_an_answer_is_told_although_another_one_is_a_question() -> None:
    def waits(parameters: dict[str, Any]) -> dict[str, Any]:
        asks = parameters["age"] == 9
        club.state = "input-required" if asks else "completed"
        club.says = "Which position?" if asks else "The U6 Lions have room."
        return {"has_vacancy": True}

    club = club_site(answer=waits)
    async with street(club) as there:
        said = await there.say(f"My kids are 6 and 9. Can they join {CLUB}?")
    assert "Age 6: The U6 Lions have room." in said
    assert "Which position?" in said


@pytest.mark.parametrize(
    ("message", "teams"),
    [
        (f"Are the U9 Hawks and the U10 Lions full at {CLUB}?", ["U9 Hawks", "U10 Lions"]),
        (f"When do the U9s and the U10s train at {CLUB}?", ["U9", "U10"]),
        (
            f"When do the U10 Lions, U12 Panthers and U14 Eagles train at {CLUB}?",
            ["U10 Lions", "U12 Panthers", "U14 Eagles"],
        ),
    ],
)
async def test_each_of_several_groups_is_asked_for_and_no_other_skill(message: str, teams: list[str]) -> None:
    _, sent = await asked(message)
    assert [value for one in sent for value in one.values()] == teams
    assert len({name for one in sent for name in one}) == 1


async def test_a_team_in_small_letters_has_its_name() -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(f"Is the U12 Panthers full at {CLUB}?")
        await there.say("and the u9 hawks?")
    assert [data_of(one)["parameters"]["team_name"] for one in club.tasks] == ["U12 Panthers", "U9 hawks"]
