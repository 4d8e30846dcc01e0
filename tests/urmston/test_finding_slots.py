"""What is sent as parameters: times, days and numbers as a message tells them, in every language."""

import pytest

from loket.core.data import JsonObject
from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.errands import data_of
from tests.urmston.street import Site, club_site, skill, street

VISIT = skill(
    "visits",
    "Tells whether a visit is free on a day at a time.",
    "at",
    at={"type": "string", "format": "time", "description": "Time of the visit"},
)


@pytest.mark.parametrize(
    "message",
    [
        "Is a visit free at 10:30 at Larkfield Clinic?",
        "Is er een bezoek vrij om half elf bij Larkfield Kliniek?",
        "Ist ein Besuch um 10 Uhr 30 frei bei Larkfield Klinik?",
        "Há visita às 10h30 na Clínica Larkfield?",
    ],
)
async def test_a_time_goes_out_as_it_is_written_everywhere(message: str) -> None:
    house = Site("Larkfield Clinic", skills=[VISIT], says="It is free.")
    async with street(house) as there:
        assert "It is free." in await there.say(message)
    assert data_of(house.tasks[0])["parameters"] == {"at": "10:30"}


ABOUT = {
    "Number of weeks": "Tells whether a loan can be renewed for some weeks.",
    "Aantal weken": "Zegt of een lening een aantal weken verlengd kan worden.",
    "Anzahl Wochen": "Sagt, ob man eine Ausleihe um einige Wochen verlängern kann.",
    "Número de semanas": "Diz se um empréstimo pode ser renovado por algumas semanas.",
}


def loan(description: str) -> JsonObject:
    """A skill with a limit, whose parameter is described in these words."""
    weeks: JsonObject = {"type": "integer", "minimum": 1, "maximum": 3, "description": description}
    return skill("loans", ABOUT[description], weeks=weeks)


LESSON = skill(
    "lessons",
    "Checks whether there are places in swimming lessons for an age.",
    "age",
    age={"type": "integer", "minimum": 3, "maximum": 99, "description": "Age of the swimmer in years"},
)


@pytest.mark.parametrize(
    ("message", "weeks", "told"),
    [
        (
            "Can my loan at Larkfield Library be renewed for 5 weeks?",
            "Number of weeks",
            "can't be 5 there: it must be from 1 to 3",
        ),
        (
            "Kan mijn lening bij Bibliotheek Larkfield met 5 weken verlengd worden?",
            "Aantal weken",
            "kan daar niet 5 zijn",
        ),
        (
            "Kann ich die Ausleihe bei Bibliothek Larkfield um 5 Wochen verlängern?",
            "Anzahl Wochen",
            "kann dort nicht 5 sein",
        ),
        (
            "Posso renovar o empréstimo na Biblioteca Larkfield por 5 semanas?",
            "Número de semanas",
            "não pode ser 5 ali",
        ),
    ],
)
async def test_a_number_beyond_the_limits_is_told_and_not_left_out(message: str, weeks: str, told: str) -> None:
    house = Site("Larkfield Library", skills=[loan(weeks)], says="It can.")
    async with street(house) as there:
        assert told in await there.say(message)
        assert house.tasks == []
        assert told.replace("5", "4") in await there.say("4")
        assert "It can." in await there.say("2")
    assert [data_of(task)["parameters"] for task in house.tasks] == [{"weeks": 2}]


async def test_an_age_beyond_the_limits_is_not_answered_for_the_one_before() -> None:
    house = Site("Larkfield Swimming Club", skills=[LESSON], says="There is.")
    async with street(house) as there:
        assert "can't be 2 there" in await there.say("Is there a lesson for a 2 year old at Larkfield Swimming Club?")
        await there.say("5")
        assert "can't be 2 there" in await there.say("and for age 2?")
    assert [data_of(task)["parameters"] for task in house.tasks] == [{"age": 5}]


STAY = skill(
    "stays",
    "Tells whether there is a room, ein Zimmer, een kamer, um quarto from a day on.",
    "arrival",
    arrival={"type": "string", "format": "date", "description": "Day of arrival"},
    nights={"type": "integer", "minimum": 1, "description": "Number of nights"},
)


@pytest.mark.parametrize(
    "message",
    [
        "Is there a room from 3 to 7 March at Larkfield Hotel?",
        "Is er een kamer van 3 tot 7 maart bij Hotel Larkfield?",
        "Gibt es vom 3. bis 7. März ein Zimmer im Hotel Larkfield?",
        "Há um quarto de 3 a 7 de março no Hotel Larkfield?",
    ],
)
async def test_the_days_of_a_range_share_their_month_and_its_end_is_no_second_day(message: str) -> None:
    house = Site("Larkfield Hotel", skills=[STAY], says="There is.")
    async with street(house) as there:
        await there.say(message)
    assert [data_of(task)["parameters"] for task in house.tasks] == [{"arrival": "2027-03-03"}]


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("turns 10 next week", {"age": 9}),
        ("has his birthday next month, he is 10", {"age": 10}),
        ("will be 10 on Friday", {"age": 9, "date_of_birth": "2016-11-27"}),
    ],
)
async def test_nobody_was_born_in_days_to_come(told: str, known: JsonObject) -> None:
    """Who turns ten is nine, and a birthday on a day tells when somebody was born."""
    club = club_site()
    async with street(club) as there:
        await there.say(f"My lad {told}. Can he join Urmston Town Juniors FC?")
        if not club.tasks:
            await there.say("10")
    assert [data_of(task)["parameters"] for task in club.tasks] == [{**known, "gender": "boy"}]


PIN = skill("balance", "Tells the balance of an account.", "pin", pin={"type": "string", "description": "Your pin"})


@pytest.mark.parametrize(
    "message",
    [
        "What is the balance of my account at Larkfield Bank?",
        "Wat is het saldo van mijn rekening bij Larkfield Bank?",
        "Wie hoch ist der Saldo meines Kontos bei der Larkfield Bank?",
        "Qual é o saldo da minha conta no Larkfield Banco?",
    ],
)
async def test_the_question_once_more_is_no_answer(message: str) -> None:
    bank = Site("Larkfield Bank Banco", skills=[PIN], says="Ten.")
    async with street(bank) as there:
        asked = await there.say(message)
        assert await there.say(message) == asked
        assert await there.say(message.rstrip("?").lower()) == asked
        assert bank.tasks == []


async def test_what_an_agent_is_called_is_no_value_of_its_own_skill() -> None:
    tool = skill(
        "tool", "Tells whether a tool can be borrowed.", "tool", tool={"type": "string", "description": "Tool"}
    )
    house = Site("Larkfield Tool Library", skills=[tool], says="Yes.")
    async with street(house) as there:
        assert "tool" in await there.say("Is there something to borrow from the Larkfield Tool Library?")
        assert house.tasks == []


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (1, "Has Urmston Town Juniors FC got a place for a girl who in January turns 12?"),
        (1, "Is er bij Urmston Town Juniors FC plek voor een meisje dat in januari 12 wordt?"),
        (0, "Hat der Urmston Town Juniors FC einen Platz für ein Mädchen, das im Januar 12 wird?"),
        (1, "Tem vaga no Urmston Town Juniors FC para uma menina que em janeiro faz 12 anos?"),
    ],
)
async def test_an_age_behind_a_month_is_no_day_of_it(sent: int, message: str) -> None:
    """It was a date of birth, and the child a baby; what is not understood is asked."""
    club = club_site(skills=get_agent_card()["skills"])
    async with street(club) as there:
        told = await there.say(message)
        assert sent or "age of the child in years" in told
    assert [data_of(task)["parameters"] for task in club.tasks] == [{"age": 12, "gender": "girl"}] * sent
