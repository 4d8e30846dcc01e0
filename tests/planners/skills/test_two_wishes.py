"""Two wishes in one message: each has its own values, and none is left out in silence."""

import pytest

from loket.core.data import JsonObject
from loket.core.tool import ToolSpec
from loket.language import Skill, SkillIndex
from tests.planners.skills.club import Desk, at, schema
from tests.planners.skills.test_properties import TODAY

DAY: JsonObject = {"type": "string", "format": "date", "description": "Day"}
TIME: JsonObject = {"type": "string", "format": "time", "description": "Time"}


def hall(code: str, court: str, *words: tuple[str, str]) -> SkillIndex:
    """A sports hall in one language: it books, cancels, registers for courses, takes reports of damage."""
    courts: JsonObject = {"type": "string", "enum": ["badminton", court, "squash"]}
    reason: JsonObject = {"type": "string", "description": "Reason"}
    person: JsonObject = {"type": "string", "description": "Name of the person"}
    what: JsonObject = {"type": "string", "description": "What is broken"}
    inputs = {
        "book": schema(("court", "day", "time"), court=courts, day=DAY, time=TIME),
        "cancel": schema(("court", "day"), court=courts, day=DAY, reason=reason),
        "course": schema(("court", "name"), court=courts, name=person, start=DAY),
        "fault": schema(("what",), what=what, court=courts, since=DAY),
    }
    pairs = zip(inputs.items(), words, strict=True)
    return SkillIndex([Skill(id, *said, parameters=wants) for (id, wants), said in pairs], code)


HALLS = {
    "nl": hall(
        "nl",
        "tennis",
        ("Baan reserveren", "Reserveert een baan voor een dag en een tijd."),
        ("Baan annuleren", "Annuleert de reservering van een baan."),
        ("Inschrijven voor een cursus", "Schrijft iemand in voor een cursus."),
        ("Schade melden", "Meldt dat er iets in de hal kapot is."),
    ),
    "de": hall(
        "de",
        "Tennis",
        ("Platz reservieren", "Reserviert einen Platz für einen Tag und eine Uhrzeit."),
        ("Platz stornieren", "Storniert die Reservierung eines Platzes."),
        ("Zum Kurs anmelden", "Meldet jemanden zu einem Kurs an."),
        ("Schaden melden", "Meldet, dass in der Halle etwas kaputt ist."),
    ),
    "pt": hall(
        "pt",
        "tênis",
        ("Reservar quadra", "Reserva uma quadra para um dia e um horário."),
        ("Cancelar quadra", "Cancela a reserva de uma quadra."),
        ("Inscrever em curso", "Inscreve alguém em um curso."),
        ("Comunicar defeito", "Comunica que algo no ginásio está quebrado."),
    ),
}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("nl", "Annuleer mijn padelbaan van vrijdag en schrijf Joost de Wit in voor de tenniscursus."),
        ("de", "Storniere meinen Padelplatz am Montag und melde Lena Kraus zum Tenniskurs an."),
        ("pt", "Cancele a minha quadra de padel na sexta e inscreva a Marta Nunes no curso de tênis."),
    ],
)
def test_a_value_of_the_second_wish_is_none_of_the_first(code: str, text: str) -> None:
    understood = HALLS[code].understand(text, TODAY)
    assert (understood.decision, understood.skills) == ("clarify", ("cancel", "course"))
    assert understood.missing == ("court",) and "court" in understood.slots[1]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Storniere und reserviere Tennis: am 5. Mai um 9 Uhr."),
        ("nl", "Annuleer de badmintonbaan van woensdag en reserveer er een op vrijdag om 9 uur."),
    ],
)
def test_what_a_wish_names_no_thing_for_may_stand_with_the_other(code: str, text: str) -> None:
    understood = HALLS[code].understand(text, TODAY)
    assert understood.skills == ("cancel", "book")
    assert understood.slots[0]["court"] == understood.slots[1]["court"]


def machines() -> Desk:
    """A workshop that hears of faults and reserves its machines."""
    machine: JsonObject = {"type": "string", "enum": ["bandsaw", "laser", "lathe"], "description": "Machine"}
    fault: JsonObject = {"type": "string", "enum": ["wont_start", "noise", "leak"], "description": "Fault"}
    told = (
        ("report_fault", "Report a fault", "Reports that a machine is broken.", ("machine", "fault"), {"fault": fault}),
        ("reserve", "Reserve a machine", "Reserves a machine.", ("machine", "day", "time"), {"day": DAY, "time": TIME}),
        ("cancel", "Cancel a reservation", "Cancels the reservation of a machine.", ("machine", "day"), {"day": DAY}),
    )
    return Desk(
        tuple(
            ToolSpec(name=n, title=t, description=d, input=schema(need, machine=machine, **more), read_only=True)
            for n, t, d, need, more in told
        )
    )


async def test_the_first_of_two_wishes_asks_for_what_only_the_second_has() -> None:
    desk = machines()
    async with at(desk) as talk:
        await talk.say("cancel my grinder on 16 March 2030 and reserve the laser for 30 March 2030 at 10:00")
        (asked,) = await talk.open()
        assert "Machine" in asked["text"]
        assert desk.called == [("reserve", {"machine": "laser", "day": "2030-03-30", "time": "10:00:00Z"})]
        await talk.answer(choice="lathe")
        assert desk.called[1:] == [("cancel", {"machine": "lathe", "day": "2030-03-16"})]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "pt",
            "O vizinho cancelou ontem a quadra de tênis de sexta, obrigado! E reserve para mim tênis no sábado às 9h.",
        ),
        ("nl", "Als het regent annuleer ik de tennisbaan van vrijdag en reserveer badminton op zaterdag om 9 uur."),
    ],
)
def test_what_is_told_or_supposed_beside_a_wish_is_asked_and_not_done(code: str, text: str) -> None:
    understood = HALLS[code].understand(text, TODAY)
    assert (understood.decision, understood.skills) == ("choice", ())
    assert [one.id for one in understood.choices] == ["cancel", "book"]


def shed(code: str, things: list[str], *words: tuple[str, str]) -> SkillIndex:
    """A garden club that lends tools, takes reports of leaks and registers for courses."""
    thing: JsonObject = {"type": "string", "enum": [*things], "description": "Tool"}
    plot: JsonObject = {"type": "string", "pattern": "^[A-K]-[0-9]{2}$", "description": "Plot"}
    course: JsonObject = {"type": "string", "enum": ["bonsai", "compost"], "description": "Course"}
    inputs = {
        "lend": schema(("thing", "day"), thing=thing, day=DAY),
        "leak": schema(("plot",), plot=plot),
        "learn": schema(("course",), course=course),
    }
    pairs = zip(inputs.items(), words, strict=True)
    return SkillIndex([Skill(id, *said, parameters=wants) for (id, wants), said in pairs], code)


SHEDS = {
    "nl": shed("nl", ["hakselaar", "kruiwagen"], ("Gereedschap lenen", "Leent een hakselaar of een kruiwagen uit."),
               ("Lekkage melden", "Neemt de melding van een lekkage op."),
               ("Inschrijven voor een cursus", "Schrijft iemand in voor een cursus.")),
    "de": shed("de", ["Häcksler", "Schubkarre"], ("Gerät leihen", "Leiht einen Häcksler oder eine Schubkarre aus."),
               ("Leck melden", "Nimmt die Meldung eines Lecks auf."),
               ("Zum Kurs anmelden", "Meldet jemanden zu einem Kurs an.")),
    "en": shed("en", ["shredder", "ladder"], ("Borrow a tool", "Lends a shredder or a ladder."),
               ("Report a leak", "Takes the report of a leak."), ("Book a course", "Books a course for somebody.")),
    "pt": shed("pt", ["triturador", "escada"], ("Emprestar ferramenta", "Empresta um triturador ou uma escada."),
               ("Comunicar fuga", "Recebe o aviso de uma fuga de água."),
               ("Inscrever em curso", "Inscreve alguém num curso.")),
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("nl", "Meld een lekkage bij B-12 en reserveer voor vrijdag de hakselaar"),
        ("nl", "Reserveer voor vrijdag de hakselaar en meld een lekkage bij B-12"),
        ("de", "Melde ein Leck bei C-07 und reserviere für Montag die Schubkarre"),
        ("en", "Report a leak at D-03 and reserve the ladder for Friday"),
        ("en", "Report a leak at D-03 and please put aside the shredder for Monday"),
        ("pt", "Comunique uma fuga em E-15 e reserve o triturador para sexta"),
    ],
)
def test_an_order_is_not_dropped_whatever_verb_it_has(code: str, text: str) -> None:
    understood = SHEDS[code].understand(text, TODAY)
    both = understood.skills or tuple(one.id for one in understood.choices)
    assert {"lend", "leak"} <= set(both) and understood.decision in ("choice", "run")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("nl", "Meld een lekkage bij B-12 en laat iemand komen kijken"),
        ("de", "Melde ein Leck bei C-07 und gib mir Bescheid"),
        ("en", "Report a leak at D-03 and send me a message"),
        ("pt", "Comunique uma fuga em E-15 e avise-me"),
    ],
)
def test_an_order_that_no_other_skill_serves_is_no_second_wish(code: str, text: str) -> None:
    assert SHEDS[code].understand(text, TODAY).skills == ("leak",)


@pytest.mark.parametrize("text", ["Borrow a ladder on Friday and is that so", "Borrow a ladder on Friday and can I be"])
def test_a_side_that_no_skill_knows_a_word_of_is_no_wish(text: str) -> None:
    fruit = ("apple", "pear", "plum", "cherry", "mango", "kiwi", "fig", "date", "grape", "melon", "lime", "quince")
    others = [Skill(one, f"{one} shop".capitalize(), f"Sells the {one}.") for one in fruit]
    lend = Skill("lend", "Borrow a ladder", "Lends a ladder.", parameters=schema(("day",), day=DAY))
    assert SkillIndex([lend, *others], "en").understand(text, TODAY).skills == ("lend",)
