"""What a search may hold: the name of an organisation, words of the language and of cards, no name of a person."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loket.planners.finding.query import query_of
from loket.planners.finding.words import finding_words, spoken
from loket_demos.urmston.club.card import get_agent_card
from tests.tries import tries
from tests.urmston.street import Directory, club_site, street

CLUB = "Urmston Town Juniors FC"
GIVEN = ("Seb", "Oluwaseun", "Zoë", "Małgorzata", "Jörg", "Fenna", "Thandiwe", "Iker", "Priyanka", "Saoirse", "Ngozi")
FAMILY = ("Okonkwo", "Thornton", "van Dijk", "Müller", "O'Neill", "Sá Nogueira", "Kowalczyk", "Brännström")
ABOUT_CLUB = (
    "Can my son {name} join {club}? He is 10.",
    "My daughter {name} is 10, is there a place at {club}?",
    "{name} is 10 years old. Is there a place at {club}?",
    "Is there space for {name}, 10 years old, at {club}?",
    "Is there space at {club} for a 10 year old? My name is {name}",
    "Is there space for a 10 year old at {club}?\n\nBest wishes,\n{name}",
    "Ist bei {club} ein Platz frei für meine Tochter {name}, 10 Jahre alt?",
    "Kan mijn zoon {name} bij {club} voetballen? Hij is 10 jaar oud.",
    "A minha filha {name} tem 10 anos. Há vaga no {club}?",
)
ABOUT_NOBODY = (
    "my son {name} needs guitar lessons",
    "I am looking for a choir for my daughter {name}",
    "{name} needs a dentist",
    "is there a swimming course for {name}, 8 years old",
    "mijn zoon {name} zoekt een koor",
    "meine Tochter {name} sucht einen Chor",
    "meu filho {name} precisa de um dentista",
)
NAMES = st.one_of(st.sampled_from(GIVEN), st.builds("{} {}".format, st.sampled_from(GIVEN), st.sampled_from(FAMILY)))


def pieces(name: str) -> list[str]:
    """The words of a name that can tell who it is."""
    return [piece.lower() for piece in name.replace("'", " ").split() if len(piece) > 2 and piece not in ("van",)]


@settings(max_examples=tries(100))
@given(name=NAMES, sentence=st.sampled_from(ABOUT_NOBODY + ABOUT_CLUB), small=st.booleans())
def test_no_name_of_a_person_is_searched_for(name: str, sentence: str, small: bool) -> None:
    text = sentence.format(name=name.lower() if small else name, club=CLUB)
    query = query_of(text, (), finding_words(spoken((text,), "en")))
    if not query.doubtful:
        assert not [piece for piece in pieces(name) if piece in query.text.lower()], query.text
    assert CLUB not in text or query.text.startswith(CLUB)


@settings(max_examples=tries(20), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(name=NAMES, sentence=st.sampled_from(ABOUT_CLUB))
async def test_no_name_of_a_person_goes_out_at_all(name: str, sentence: str) -> None:
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        await there.say(sentence.format(name=name, club=CLUB))
        sent = json.dumps([club.tasks, club.paths, there.search.asked], ensure_ascii=False).lower()
    assert there.search.asked
    assert not [piece for piece in pieces(name) if piece in sent], sent


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Can my 10-year-old son Seb join Urmston Town Juniors FC?", "Urmston Town Juniors FC official website"),
        ("what are the opening hours of the Larkfield Library", "Larkfield Library official website"),
        ("is there a choir in Assen", "choir Assen"),
        ("find me guitar lessons near Utrecht", "guitar lessons Utrecht"),
        ("ik zoek een koor in Assen", "koor Assen"),
        ("Gibt es in Olten einen Chor?", "Olten Chor"),
    ],
)
def test_what_is_looked_for_is_still_searched_for(text: str, query: str) -> None:
    found = query_of(text, (), finding_words(spoken((text,), "en")))
    assert not found.doubtful
    assert set(query.split()) <= set(found.text.split())


async def test_a_name_that_may_be_anybodys_is_searched_for_only_when_the_person_agrees() -> None:
    club = club_site(title="Oliver Brannigan's")
    async with street(club, search=Directory([club])) as there:
        asked = await there.say("Does Oliver Brannigan have a place for a 10 year old?")
        assert "Oliver Brannigan" in asked
        assert (there.search.asked, await there.steps()) == ([], ["search"])
        assert "U10 Lions" in await there.say("yes")
        assert there.search.asked == ["Oliver Brannigan official website"]


async def test_a_search_that_is_not_wanted_is_left_alone() -> None:
    async with street(club_site()) as there:
        await there.say("Does Oliver Brannigan have a place for a 10 year old?")
        assert "nothing was sent" in await there.say("no")
        assert there.search.asked == []
