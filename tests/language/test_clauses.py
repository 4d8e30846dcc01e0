"""What is told, supposed, reported or forbidden is no order; what stands beside it is."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex

TODAY = date(2026, 11, 24)


def needs(name: str, schema: JsonObject) -> JsonObject:
    """An object schema with this one property, which is needed."""
    return {"type": "object", "properties": {name: schema}, "required": [name]}


CODE: JsonObject = {"type": "string", "pattern": "^T-[0-9]{3}$", "description": "Ticket number"}
PLACE: JsonObject = {"type": "string", "description": "What happened, and where", "x-kind": "text"}
TOURS = SkillIndex(
    [
        Skill("cancel_tour", "Cancel a tour", "Cancels a booked tour.", ("cancel",), parameters=needs("ticket", CODE)),
        Skill("tour_status", "Status of a ticket", "Tells whether a ticket is valid.", ("ticket", "valid"),
              parameters=needs("ticket", CODE)),
        Skill("report_damage", "Report damage", "Reports that something is broken.", ("damage", "broken"),
              parameters=needs("where", PLACE)),
    ]
)  # fmt: skip

REASON: JsonObject = {"type": "string", "description": "Why, in your own words", "x-kind": "text"}
REASONED = SkillIndex(
    [
        Skill("cancel_tour", "Cancel a tour", "Cancels a booked tour.", ("cancel",), writes=True,
              parameters={"type": "object", "properties": {"ticket": CODE, "reason": REASON}, "required": ["ticket"]}),
    ]
)  # fmt: skip
"""What takes something away, with room for words that need not be said."""

ORDERS = [
    "Cancel T-120, please.",
    "I booked T-120 yesterday, can you cancel it?",
    "Can you cancel T-120 if possible?",
    "We can't make it, cancel T-120.",
    "I never got around to it yesterday: T-120 has to be cancelled, could you do that for me?",
    "Annuleer T-120 maar.",
    "Ik heb vorige week T-120 geboekt, wilt u die annuleren?",
    "Annuleer T-120 als het kan.",
    "Bitte T-120 stornieren, wir haben uns vertan.",
    "Wir mussten umplanen, bitte T-120 stornieren.",
    "Wij moesten naar het ziekenhuis, kunt u T-120 annuleren?",
    "Gestern habe ich T-120 gebucht, ich möchte das stornieren.",
    "Quero cancelar o T-120.",
    "Reservei o T-120 ontem, pode cancelar?",
]
NO_ORDERS = [
    "My brother cancelled T-120 last week.",
    "She said she would cancel T-120.",
    "Don't cancel T-120.",
    "If it rains tomorrow, cancel T-120.",
    "What happens if I cancel T-120?",
    "Suppose I cancel T-120.",
    "My brother cancelled T-120, right?",
    "Your colleague cancelled T-120 this morning. Could you tell me what parking costs?",
    "Uw collega heeft T-120 vanochtend geannuleerd. Ik wil alleen nog weten wat parkeren kost.",
    "Ihre Kollegin hat T-120 heute früh storniert. Ich wollte nur wissen, was Parken kostet.",
    "A moça já cancelou o T-120 hoje cedo. Só queria saber quanto custa estacionar.",
    "Mijn zus moest T-120 vorige week annuleren. Wat kost parkeren eigenlijk?",
    "Meine Schwester musste T-120 letzte Woche stornieren. Was kostet denn das Parken?",
    "Mijn buurman had T-120 geannuleerd.",
    "Annuleer T-120 niet.",
    "Als het morgen regent, annuleer dan T-120.",
    "Mijn zus zei dat ze T-120 annuleert.",
    "Meine Schwester hat T-120 storniert.",
    "Stornieren Sie T-120 nicht!",
    "Falls es regnet, T-120 stornieren.",
    "A minha irmã cancelou o T-120.",
    "Não cancele o T-120.",
    "Se chover amanhã, cancele o T-120.",
]


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_is_carried_out(text: str) -> None:
    got = TOURS.understand(text, TODAY)
    assert (got.decision, got.skills, got.slots) == ("run", ("cancel_tour",), ({"ticket": "T-120"},))


@pytest.mark.parametrize("text", NO_ORDERS)
def test_what_is_no_order_is_not_carried_out(text: str) -> None:
    assert TOURS.understand(text, TODAY).decision in ("choice", "none")


@pytest.mark.parametrize("text", NO_ORDERS)
def test_room_for_a_reason_makes_no_order_of_what_is_none(text: str) -> None:
    assert REASONED.understand(text, TODAY).decision in ("choice", "none")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Cancel T-120, please.", None),
        ("Annuleer T-120 alstublieft.", None),
        ("Bitte T-120 stornieren.", None),
        ("Quero cancelar o T-120.", None),
        ("Cancel T-120, my knee hurts.", "my knee hurts"),
    ],
)
def test_the_order_is_no_reason_for_itself(text: str, reason: str | None) -> None:
    got = REASONED.understand(text, TODAY)
    assert (got.decision, got.slots[0].get("reason")) == ("run", reason)


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_is_carried_out_with_its_reason(text: str) -> None:
    got = REASONED.understand(text, TODAY)
    assert (got.decision, got.slots[0]["ticket"]) == ("run", "T-120")


@pytest.mark.parametrize(
    "text",
    [
        "Don't cancel T-120, I only want to know whether the ticket is valid.",
        "Nicht stornieren, ich will nur wissen, ob mein Ticket T-120 gültig ist.",
    ],
)
def test_of_what_is_forbidden_and_what_is_wished_the_wish_is_done(text: str) -> None:
    got = TOURS.understand(text, TODAY)
    assert (got.decision, got.skills, got.slots) == ("run", ("tour_status",), ({"ticket": "T-120"},))


@pytest.mark.parametrize(
    "text", ["The handrail on the stairs was broken yesterday.", "Het hek is gisteren kapot gegaan."]
)
def test_what_is_reported_has_happened(text: str) -> None:
    assert TOURS.understand(text, TODAY).skills == ("report_damage",)


def test_a_second_wish_that_begins_as_one_is_asked_about() -> None:
    got = TOURS.understand("Is ticket T-120 valid and can you note that the handrail broke?", TODAY)
    assert got.decision == "choice" and {choice.id for choice in got.choices} == {"tour_status", "report_damage"}


@pytest.mark.parametrize(
    "text",
    ["Cancel T-120, no, leave Marden in, cancel T-121.", "Annuleer T-120, nee, die om 15 uur blijft, annuleer T-121."],
)
def test_what_may_be_taken_back_further_on_is_asked_for(text: str) -> None:
    got = TOURS.understand(text, TODAY)
    assert (got.decision, got.missing) == ("clarify", ("ticket",))


@pytest.mark.parametrize(
    "text",
    [
        "Verzet T-120 naar 9 december, of nee, zeg hem maar helemaal af.",
        "Move T-120 to 9 December, no, just cancel it.",
        "Verschieb T-120 auf den 9. Dezember, ach nein, lieber stornieren.",
    ],
)
def test_a_deed_that_is_taken_back_for_another_is_asked_about(text: str) -> None:
    day: JsonObject = {"type": "string", "format": "date", "description": "Nieuwe dag"}
    schema: JsonObject = {"type": "object", "properties": {"rit": CODE, "dag": day}, "required": ["rit", "dag"]}
    move = Skill("verzetten", "Rit verzetten", "Verzet een rit naar een andere dag.", ("verzetten",), parameters=schema)
    drop = Skill("afzeggen", "Rit afzeggen", "Zegt een rit af.", ("afzeggen",), parameters=needs("rit", CODE))
    got = SkillIndex([move, drop], "nl").understand(text, TODAY)
    assert got.decision == "choice" and {choice.id for choice in got.choices} == {"verzetten", "afzeggen"}


@pytest.mark.parametrize(
    "text",
    [
        "Cancel T-120, says my brother, but I don't want that.",
        "Cancel T-120. No, I do not want that!",
        "Annuleer T-120. Maar dat wil ik helemaal niet.",
        "Storniere T-120. Nein, das möchte ich gar nicht.",
        "Cancela a T-120, mas isso eu não quero.",
    ],
)
def test_what_the_next_clause_does_not_want_is_not_done(text: str) -> None:
    assert TOURS.understand(text, TODAY).decision == "choice"


@pytest.mark.parametrize(
    "text",
    [
        "Cancel T-120, I don't want that any more.",
        "Cancel T-120, I can't do that earlier.",
        "Annuleer T-120, dat wil ik niet meer.",
        "Storniere T-120, das brauche ich nicht mehr.",
        "Cancela a T-120, não quero mais isso.",
    ],
)
def test_what_is_no_longer_wanted_is_cancelled(text: str) -> None:
    assert TOURS.understand(text, TODAY).decision == "run"


ABSENCES = {
    "en": ("Report an absence", "Reports that somebody misses a lesson.", "I miss the lesson on 3 May"),
    "nl": ("Afwezigheid melden", "Meldt dat iemand een les mist.", "Ik mis de les van 3 mei"),
    "de": ("Fehlen melden", "Meldet, dass jemand im Unterricht fehlt.", "Ich fehle am 3. Mai im Unterricht"),
    "pt": ("Avisar uma falta", "Regista que alguém falta a uma aula.", "Falto à aula de 3 de maio"),
}


def absence(code: str) -> SkillIndex:
    """A school that takes reports of who misses a lesson."""
    name, told, example = ABSENCES[code]
    day: JsonObject = {"type": "string", "format": "date", "description": told}
    return SkillIndex([Skill("absence", name, told, examples=(example,), parameters=needs("day", day))], code)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "I missed the lesson yesterday, but I already informed the teacher."),
        ("en", "My absence of yesterday was already reported."),
        ("nl", "Ik heb gisteren de les gemist, maar dat heb ik al gemeld."),
        ("nl", "Mijn afwezigheid van gisteren heb ik reeds doorgegeven."),
        ("de", "Ich habe gestern im Unterricht gefehlt, das habe ich aber schon gemeldet."),
        ("de", "Mein Fehlen von gestern habe ich bereits mitgeteilt."),
        ("pt", "Ontem faltei à aula, mas já avisei a professora."),
        ("pt", "Já avisei da minha falta de ontem."),
    ],
)
def test_what_was_reported_already_is_not_reported_again(code: str, text: str) -> None:
    assert absence(code).understand(text, TODAY).decision in ("choice", "none")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "I missed the lesson yesterday, I was already ill."),
        ("nl", "Ik mis morgen de les, ik ben al dagen ziek."),
        ("de", "Ich fehle morgen schon wieder im Unterricht."),
        ("pt", "Ontem faltei à aula, já estava doente."),
    ],
)
def test_what_was_so_already_may_be_reported(code: str, text: str) -> None:
    assert absence(code).understand(text, TODAY).decision == "run"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "My brother has borrowed a trumpet from you last year."),
        ("nl", "Mijn broer heeft vorig jaar bij jullie een trompet geleend."),
        ("de", "Mein Bruder hat sich letztes Jahr bei euch eine Trompete ausgeliehen."),
        ("pt", "O meu irmão tinha emprestado um trompete o ano passado."),
    ],
)
def test_who_only_tells_what_somebody_did_orders_nothing(code: str, text: str) -> None:
    item = needs("instrument", {"type": "string", "enum": ["trompete", "flauta"], "description": "Instrumento"})
    skill = Skill("emprestar", "Emprestar um instrumento", "Empresta um instrumento.", ("emprestar",), parameters=item)
    assert SkillIndex([skill], "pt").understand(text, TODAY, spoken=code).decision != "run"
