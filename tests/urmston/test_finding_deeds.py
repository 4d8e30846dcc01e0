"""What changes something at somebody else's is shown first; only what clearly tells something is asked at once."""

import pytest

from loket.core.data import JsonObject
from loket.planners.finding.deeds import changes_something
from tests.urmston.errands import booking, data_of
from tests.urmston.street import Site, skill, street
from tests.urmston.test_finding_page import acted, connected

CHANGES = {
    "en": (
        ("Unlock door", "Unlocks the front door."),
        ("Renew loan", "Renews a loan."),
        ("Reschedule visit", "Moves your visit to another day."),
        ("Delete account", "Deletes your account for good."),
        ("Turn off heating", "Switches the heating off."),
        ("Guided tours", "Lists and books guided tours."),
        ("Code", "Checks the code, unlocks the door."),
        ("Check in", "Checks a guest in."),
        ("Refund", "Gives the money back."),
        ("Schedule", "Schedule a visit."),
        ("Purge list", "Wipes the list of members."),
    ),
    "nl": (
        ("Lidmaatschap opzeggen", "Zegt uw lidmaatschap op."),
        ("Lening verlengen", "Verlengt een lening."),
        ("Geld overmaken", "Maakt geld over naar een rekening."),
        ("Deur openen", "Opent de voordeur."),
        ("Afspraak verzetten", "Verzet uw afspraak."),
        ("Storing", "Toont storingen en meldt een storing."),
    ),
    "de": (
        ("Geld überweisen", "Überweist Geld auf ein Konto."),
        ("Rechnung bezahlen", "Bezahlt die offene Rechnung."),
        ("Vertrag kündigen", "Kündigt Ihren Vertrag."),
        ("Tür öffnen", "Öffnet die Haustür."),
        ("Platz buchen", "Bucht einen Platz in der Pension."),
        ("Tür", "Prüft den Code und öffnet die Tür."),
    ),
    "pt": (
        ("Apagar conta", "Apaga a sua conta."),
        ("Abrir porta", "Abre a porta da frente."),
        ("Transferir dinheiro", "Transfere dinheiro para uma conta."),
        ("Remarcar consulta", "Muda a sua consulta para outro dia."),
        ("Fatura", "Mostra e paga a fatura."),
    ),
}
TELLS = {
    "en": (
        ("Order status", "Tells how far an order is."),
        ("Opening times", "When the museum is open."),
        ("late_fee", "Computes the fee for bringing a tool back late."),
        ("Price list", "What a repair costs."),
        ("Hours", "Gives the hours in which a ward admits visitors."),
        ("check_availability", ""),
        ("Baggage", "Allowances and fees for bags."),
    ),
    "nl": (
        ("Boek zoeken", "Zoekt of een boek aanwezig is."),
        ("Openingstijden", "Wanneer de bibliotheek open is."),
        ("Wachttijd", "Zegt hoe lang de wachttijd nu is."),
        ("Tarieven", "Geeft de prijs van een behandeling."),
    ),
    "de": (
        ("Freie Plätze", "Sagt, ob in der Pension Platz für ein Tier ist."),
        ("Preise", "Was eine Nacht in der Pension kostet."),
        ("Wassertemperatur", "Aktuelle Temperatur des Sees."),
        ("Verbindung suchen", "Sucht Zugverbindungen zwischen zwei Orten."),
    ),
    "pt": (
        ("Preço da consulta", "Diz quanto custa uma consulta."),
        ("Vagas", "Diz se há vaga para uma consulta num dia."),
        ("Horário", "Quando o posto abre."),
        ("Resultados", "Entrega resultados de exames."),
    ),
}


def listed(told: dict[str, tuple[tuple[str, str], ...]]) -> list[tuple[str, str]]:
    return [one for some in told.values() for one in some]


@pytest.mark.parametrize(("name", "description"), listed(CHANGES))
def test_what_may_change_something_counts_as_changing(name: str, description: str) -> None:
    assert changes_something({"id": "s1", "name": name, "description": description})


@pytest.mark.parametrize(("name", "description"), listed(TELLS))
def test_what_clearly_tells_something_counts_as_reading(name: str, description: str) -> None:
    assert not changes_something({"id": "s1", "name": name, "description": description})


@pytest.mark.parametrize("more", [{"read_only": True}, {"tags": ["rooms", "read-only"]}])
def test_a_card_may_state_that_a_skill_only_reads(more: JsonObject) -> None:
    assert not changes_something({"id": "s1", "name": "Frobnicate", "description": "Frobnicates it.", **more})


def test_a_card_may_state_that_a_skill_does_more_than_its_words_say() -> None:
    assert changes_something({"id": "s1", "name": "Status", "description": "Tells the status.", "read_only": False})


@pytest.mark.parametrize(
    ("message", "name", "description", "yes"),
    [
        ("Please renew my loan at Larkfield Library", "Renew loan", "Renews a loan.", "yes please"),
        ("Graag mijn lening verlengen bij Bibliotheek Larkfield", "Lening verlengen", "Verlengt een lening.", "ja"),
        ("Bitte den Vertrag kündigen bei Larkfield Verein", "Vertrag kündigen", "Kündigt Ihren Vertrag.", "ja bitte"),
        ("Quero apagar a conta na Biblioteca Larkfield", "Apagar conta", "Apaga a sua conta.", "sim"),
    ],
)
async def test_it_is_shown_first_and_sent_after_a_yes(message: str, name: str, description: str, yes: str) -> None:
    house = Site("Larkfield", skills=[{**skill("s0", description), "name": name}], says="DID IT")
    async with street(house) as there:
        assert name in await there.say(message)
        assert (await there.steps())[-1] == "invoke"
        assert house.tasks == []
        assert "DID IT" in await there.say(yes)
    assert len(house.tasks) == 1


@pytest.mark.parametrize("answer", ["yes but for 3", "ok make it 6 people"])
async def test_a_yes_with_another_value_is_no_yes_to_what_was_shown(answer: str) -> None:
    dinner = booking()
    async with street(dinner) as there:
        await there.say("Book a table at Saffron Table Restaurant for 4 people on 2 December 2026")
        asked = await there.say(answer)
        assert dinner.tasks == []
        assert "Shall I send it?" in asked


@pytest.mark.parametrize(
    "answer", ["yes, of course", "ok, sounds good", "ja hoor", "ja natürlich", "sim, pode enviar", "sure!"]
)
async def test_a_yes_may_be_said_kindly(answer: str) -> None:
    dinner = booking()
    async with street(dinner, settings={"locale": {"j": "nl", "s": "pt"}.get(answer[0], "en")}) as there:
        await there.say("Book a table at Saffron Table Restaurant for 4 people on 2 December 2026")
        await there.say(answer)
    assert len(dinner.tasks) == 1


async def test_two_changes_in_one_message_are_both_shown_and_both_sent() -> None:
    skills = [
        {**skill("s0", "Renews a loan."), "name": "Renew loan"},
        {**skill("s1", "Cancels your membership."), "name": "Cancel membership"},
    ]
    house = Site("Larkfield Library", skills=skills, says="Done.")
    async with street(house) as there:
        asked = await there.say("Renew my loan at Larkfield Library and then cancel my membership")
        assert "Renew loan" in asked and "Cancel membership" in asked
        assert house.tasks == []
        await there.say("yes")
    assert [data_of(task)["skill_id"] for task in house.tasks] == ["s0", "s1"]


async def test_a_text_that_is_sent_still_names_whom_it_is_sent_to() -> None:
    """The name says nothing of what is asked, but a sentence without it is none."""
    text: JsonObject = {"type": "string", "description": "What is the matter, in words."}
    report = {**skill("report", "Reports a problem to the club, for instance with a pitch.", "text", text=text)}
    club = Site("Larkfield Lions FC", skills=[{**report, "name": "Report a problem"}], says="Noted.")
    async with street(club) as there:
        asked = await there.say(
            "The floodlight at pitch 2 of Larkfield Lions FC is broken, please report it to the club"
        )
        assert "pitch 2 of Larkfield Lions FC is broken" in asked and club.tasks == []
        await there.say("yes")
    (task,) = club.tasks
    assert "at pitch 2 of Larkfield Lions FC is broken" in str(data_of(task)["parameters"])


async def test_a_form_that_changes_something_waits_for_a_word() -> None:
    dinner = booking()
    async with street(dinner) as there:
        await connected(there, dinner)
        form = acted("invoke", task_base_url=dinner.url, skill_id="book_table", parameters={"people": 4})
        asked = await there.tell(form)
        assert "people 4" in asked and dinner.tasks == []
        assert "nothing was sent" in await there.say("no")
        await there.tell(form)
        assert "Your table is booked." in await there.say("yes")
    (task,) = dinner.tasks
    assert data_of(task) == {"skill_id": "book_table", "parameters": {"people": 4}}


async def test_a_hint_of_the_card_reaches_the_planner() -> None:
    hinted = {**skill("frob", "Frobnicates the lamp."), "annotations": {"readOnlyHint": True}}
    house = Site("Larkfield Lamps", skills=[hinted], says="It frobs.")
    async with street(house) as there:
        assert "It frobs." in await there.say("Frobnicate the lamp at Larkfield Lamps")
