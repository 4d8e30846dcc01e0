"""What a person answers to a question of an agent goes to that agent whole; what it did not ask for is asked about."""

import pytest

from tests.urmston.errands import booking, data_of, text_of
from tests.urmston.street import Site, Street, skill, street

CHAT = (skill("talk", "Tells about solar panels, fortunes, haircuts and much else.", topic={"type": "string"}),)


async def asked(there: Street, site: Site, question: str) -> str:
    """What is said when the agent of a site, which knows no schema, asks this."""
    site.state, site.says = "input-required", question
    said = await there.say(f"Ask {site.url} about solar panels")
    site.state, site.says = "completed", "Thank you."
    return said


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which way does the roof face?", "towards the south"),
        ("Which sign are you?", "leo"),
        ("Which sign are you?", "virgo"),
        ("Welches Sternzeichen?", "Die Waage"),
        ("Hoe laat wilt u komen?", "om half drie, als het kan bij Samira"),
        ("Para quem é o corte?", "é para a minha filha Beatriz, ela tem 9 anos"),
        ("Who is the lesson for?", "my son Seb Okonkwo"),
        ("Wo wohnen Sie?", "Lindenweg 4, 4600 Olten"),
        ("What is your phone number?", "07700 900123"),
        ("Wie ist Ihre Telefonnummer?", "Meine ist 079 123 45 67"),
        ("Qual é o seu e-mail?", "bia.souza@example.org"),
        ("What is your customer number?", "48213377"),
        ("Which one do you mean?", "what do you have?"),
    ],
)
async def test_an_answer_goes_to_the_agent_that_asked_as_it_is(question: str, answer: str) -> None:
    house = Site("Counter", skills=CHAT)
    async with street(house) as there:
        assert question in await asked(there, house, question)
        assert "Thank you." in await there.say(answer)
        assert there.search.asked == []
    assert text_of(house.tasks[1]) == answer
    assert house.tasks[1]["id"] == "t-1"


@pytest.mark.parametrize(
    ("question", "answer", "strange"),
    [
        ("Which way does the roof face?", "south, my mail is jo.reed@example.org", "jo.reed@example.org"),
        ("Hoeveel personen?", "vier, bel me op 06 1234 5678 90", "06 1234 5678 90"),
        ("Welches Sternzeichen?", "Waage, meine IBAN ist CH93 0076 2011 6238 5295 7", "CH93 0076 2011 6238 5295 7"),
        ("Para quantas pessoas?", "quatro, e a minha senha é gato2015", "gato2015"),
    ],
)
async def test_what_was_not_asked_for_is_told_only_when_the_person_agrees(
    question: str, answer: str, strange: str
) -> None:
    house = Site("Counter", skills=CHAT)
    async with street(house) as there:
        await asked(there, house, question)
        assert strange in await there.say(answer)
        assert len(house.tasks) == 1
        assert "Thank you." in await there.say("ok")
    assert text_of(house.tasks[1]) == answer


async def test_an_answer_that_is_taken_back_stays_here_and_another_takes_its_place() -> None:
    house = Site("Counter", skills=CHAT)
    async with street(house) as there:
        await asked(there, house, "Which way does the roof face?")
        await there.say("south, mail jo.reed@example.org")
        assert "Thank you." in await there.say("towards the south")
        await asked(there, house, "Which way does the roof face?")
        await there.say("south, mail jo.reed@example.org")
        assert "nothing was sent" in await there.say("no")
    assert "jo.reed" not in str(house.tasks)


async def test_a_question_for_somebody_else_is_no_answer() -> None:
    house, other = Site("Counter", skills=CHAT), Site("Larkfield Library")
    async with street(house, other) as there:
        await asked(there, house, "Which way does the roof face?")
        await there.say("Does the Larkfield Library have a place for my son Seb?")
        assert there.search.asked == ["Larkfield Library official website"]
    assert len(house.tasks) == 1


@pytest.mark.parametrize(
    ("request_", "value"),
    [
        ("Book a table at Saffron Table Restaurant for 4 people at 13:00", "at 14:30"),
        ("Ik wil een tafel reserveren bij restaurant Saffron Table voor 4 personen om 13:00", "om 14:30"),
        ("Ich möchte im Restaurant Saffron Table einen Tisch für 4 Personen um 13:00 reservieren", "um 14:30"),
        ("Quero reservar uma mesa no restaurante Saffron Table para 4 pessoas às 13:00", "às 14:30"),
    ],
)
async def test_a_value_is_no_yes_to_what_was_shown(request_: str, value: str) -> None:
    table = skill(
        "book_table",
        "Books a table at the restaurant for a number of people.",
        "people",
        people={"type": "integer", "description": "Number of people"},
        time={"type": "string", "format": "time", "description": "Time of the visit"},
    )
    dinner = Site("Saffron Table Restaurant", skills=[table], says="Booked.")
    async with street(dinner) as there:
        assert "13:00" in await there.say(request_)
        assert "14:30" in await there.say(value)
        assert (await there.decisions())[-1].reasoning.startswith("The person agreed") is False
        assert dinner.tasks == []
        await there.say("ok")
    assert data_of(dinner.tasks[0])["parameters"]["time"].startswith("14:30")


async def test_a_value_that_nothing_takes_is_no_yes_either() -> None:
    dinner = booking()
    async with street(dinner) as there:
        asked = await there.say("Book a table at Saffron Table Restaurant for 4 people")
        assert await there.say("at 14:30") == asked
        assert (await there.decisions())[-1].action.kind == "wait"
    assert dinner.tasks == []
