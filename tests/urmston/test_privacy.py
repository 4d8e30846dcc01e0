"""No name of a child leaves: many ways to tell one, in several languages, looked for on the wire of a real agent."""

import json
import re

import pytest

from loket.core.events import Answered
from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.street import Site, club_site, street

CLUB = "Urmston Town Juniors FC"
SENTENCES = [
    (f"Can my son seb, 10, join {CLUB}?", "seb"),
    (f"my son seb, 10, wants to join {CLUB}", "seb"),
    (f"can my 10 year old daughter lena join {CLUB}?", "lena"),
    (f"Is there space at {CLUB} for my son seb who is 10?", "seb"),
    (f"Seb, my son, is 10. Can he join {CLUB}?", "seb"),
    (f"Seb is 10. Can he join {CLUB}?", "seb"),
    (f"Please sign up Amelia (8), is there a place at {CLUB}?", "amelia"),
    (f"I'd like Max to play for {CLUB}, he is 9. Is there a place?", "max"),
    (f"My boys Noah and Theo are 9. Is there a place at {CLUB}?", "noah theo"),
    (f"I have a daughter whose name's Zoe, she is 9. Can she join {CLUB}?", "zoe"),
    (f"Can my child join {CLUB}? name: Seb, age: 10", "seb"),
    (f"Can my daughter May join {CLUB}? She is 9.", "may"),
    (f"Can my daughter April, 9, join {CLUB}?", "april"),
    (f"Can my daughter June join {CLUB}? She is 9 years old.", "june"),
    (f"May is 9 years old. Can she join {CLUB}?", "may is"),
    (f"Can my son Will join {CLUB}? He is 9.", "will join"),
    (f"Can my 10-year-old join {CLUB}? Thanks, Ann Thornton", "ann thornton"),
    (f"Can my 10-year-old join {CLUB}?\n\nKind regards\nJames Whitfield", "james whitfield"),
    (f"Is there space for my 10 year old at {CLUB}?\nSeb", "seb"),
    (f"Is there space at {CLUB} for a 10 year old? - Hope", "hope"),
    (f"Can Amelia Grace Thornton, 9, join {CLUB}?", "amelia grace thornton"),
    (f"Amelia Grace Thornton wants to join {CLUB}, she is 9 years old. Is there a place?", "amelia thornton"),
    (f"Is there a place for Oliver at {CLUB}? He is 10 years old.", "oliver"),
    (f"Is there a team for Oliver at {CLUB}? He is 10.", "oliver"),
    (f"Could {CLUB} take our Freya? She is 7 years old.", "freya"),
    (f"Is there space for a 10 year old at {CLUB}, his name is Kwame", "kwame"),
    (f"Is there space for a 10 year old (Kwame) at {CLUB}?", "kwame"),
    (f"Is there space at {CLUB} for our 10 year old, Siobhán O'Neill?", "siobhán siobhan neill"),
    (f"Is there space at {CLUB} for the twins Ava and Isla, 8?", "ava isla"),
    (f"Is there space at {CLUB} for Anna-Lena, 8 years old?", "anna lena"),
    (f"Is there space at {CLUB} for JAMES, 8 years old?", "james"),
    (f"Is there space at {CLUB} for my grandson Mr. Ethan Cole, 8?", "ethan cole"),
    (f"Is there space for Seb's brother aged 8 at {CLUB}?", "seb"),
    (f"Hi, it's Priya here. Is there space for a 10 year old at {CLUB}?", "priya"),
    (f"Is there space at {CLUB} for 小明, 10 years old?", "小明"),
    (f"Is there space at {CLUB} for João, 10 years old?", "joão joao"),
    (f"Is there space at {CLUB} for Joa\u0303o, 10 years old?", "joa"),
    (f"Is there space at {CLUB} for आरव, 10 years old?", "आरव"),
    (f"Is there space at {CLUB} for Олег, 10 years old?", "олег"),
    (f"Ist bei {CLUB} ein Platz frei für meine Tochter Lena, 10 Jahre alt?", "lena"),
    (f"Kann mein Sohn Finn bei {CLUB} Fußball spielen? Er ist 10 Jahre alt.", "finn"),
    (f"Kan mijn zoon Ben bij {CLUB} voetballen? Hij is 10 jaar oud.", "ben"),
    (f"Is er plek bij {CLUB} voor mijn dochter Fleur van 10 jaar?", "fleur"),
    (f"O meu filho João, de 10 anos, pode jogar no {CLUB}?", "joão joao"),
    (f"Há vaga no {CLUB} para a minha filha Beatriz de 10 anos?", "beatriz"),
    (f"Mi hija Lucía tiene 10 años, is there space at {CLUB}?", "lucía lucia"),
    (f"Mon fils Mathéo a 10 ans, is there space at {CLUB}?", "mathéo matheo"),
    (
        f"Is there space for a 10 year old at {CLUB}? Mail seb.jones@example.org or call 0161 496 0000.",
        "seb jones 0161",
    ),
    (f"Is there space for a 10 year old at {CLUB}? See https://seb.example/amelia", "amelia seb"),
    (f"Is there space for a 10 year old at {CLUB}? He is @sebby_jones", "sebby jones"),
]
WHOLE = ("may is", "will join")
"""What is looked for as it stands."""


def wire(club: Site) -> str:
    return json.dumps(club.tasks, ensure_ascii=False).lower()


@pytest.mark.parametrize(("message", "names"), SENTENCES)
async def test_no_name_of_a_person_leaves(message: str, names: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(message)
        sent = wire(club)
        told = names.split() if names not in WHOLE else [names]
        assert not [name for name in told if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sent)], sent
        assert not [name for name in told if any(name in query.lower() for query in there.search.asked)]


@pytest.mark.parametrize(
    "message",
    [
        f"Can my 10-year-old son Seb join {CLUB}?",
        f"Is there space for a 10 year old (Kwame) at {CLUB}?",
        f"Seb, my son, is 10. Can he join {CLUB}?",
        f"Can my son seb, 10, join {CLUB}?",
        f"Ist bei {CLUB} ein Platz frei für meine Tochter Lena, 10 Jahre alt?",
    ],
)
async def test_what_is_about_a_child_is_asked_all_the_same(message: str) -> None:
    club = club_site()
    async with street(club) as there:
        await there.say(message)
    assert '"age": 10' in wire(club)


async def test_what_an_agent_reads_stays_readable() -> None:
    club = club_site()
    async with street(club) as there:
        await there.say(f"Can my 10-year-old son Seb join {CLUB}?")
        await there.say(f"Seb, my son, is 10. Can he join {CLUB} (please)?")
    first, second = (task["message"]["parts"][0]["text"] for task in club.tasks)
    assert first == f"User asked: Can my 10-year-old son join {CLUB}?"
    assert second == f"User asked: my son, is 10. Can he join {CLUB} (please)?"


@pytest.mark.parametrize(
    ("message", "sent"),
    [
        (f"My 10 year old plays for the Lions team, can she join {CLUB}?", {"age": 10, "current_team": "Lions"}),
        (f"Amelia Grace Thornton is 10. Can she join {CLUB}?", {"age": 10}),
    ],
)
async def test_an_optional_text_is_sent_when_the_message_calls_it_so(message: str, sent: dict[str, object]) -> None:
    club = club_site()
    async with street(club) as there:
        await there.say(message)
    assert club.tasks[0]["message"]["parts"][1]["data"]["parameters"] == sent


async def test_a_text_that_is_needed_and_may_be_a_name_is_shown_before_it_is_sent() -> None:
    club = club_site(skills=get_agent_card()["skills"][1:2])
    async with street(club) as there:
        asked = await there.say(f"Is the Oliver team of {CLUB} full?")
        assert "Oliver" in asked and club.tasks == []
        await there.tell(Answered(to=await there.question(), approve=True))
        assert '"team_name": "oliver"' in wire(club)
