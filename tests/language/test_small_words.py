"""Small words, denials and number words that are no more than that: a letter, a wish that is over, a dozen, a day."""

from datetime import date

import pytest

from loket.core.data import Json, JsonObject
from loket.language import Skill, SkillIndex, fill, read
from loket.language.fields import fields_of
from loket.language.skill import Understanding

TODAY = date(2027, 3, 10)
LETTER = {"en": "Letter of the coach", "nl": "Letter van het rijtuig", "pt": "Letra do vagão", "de": "Wagen"}
HALL = {"en": "Hire the hall", "nl": "Zaal huren", "de": "Saal mieten", "pt": "Alugar o salão"}
GUESTS = {"en": "Number of guests", "nl": "Aantal gasten", "de": "Anzahl Gäste", "pt": "Número de convidados"}
DOG = {"en": "dog_walks", "nl": "hond_loopt", "de": "hund_dabei", "pt": "cachorro_solto"}


def value(code: str, text: str, schema: JsonObject, name: str = "value") -> Json:
    """What is read for the only property there is."""
    fields = fields_of({"type": "object", "properties": {name: schema}}, code)
    return fill(read(text, TODAY, code), fields, code, frozenset()).slots.get(name)


def hired(code: str, text: str, needed: tuple[str, ...] = ("date",), **more: JsonObject) -> Understanding:
    """What is made of a message for the skill that hires out a hall."""
    fields: JsonObject = {
        "date": {"type": "string", "format": "date"},
        "guests": {"type": "integer", "description": GUESTS[code]},
        **more,
    }
    schema: JsonObject = {"type": "object", "properties": fields, "required": list(needed)}
    return SkillIndex([Skill("hire", HALL[code], HALL[code], (), (), schema, writes=True)], code).understand(
        text, TODAY
    )


@pytest.mark.parametrize(
    ("code", "text", "letter"),
    [
        ("en", "I lost a green scarf yesterday", None),
        ("en", "A scarf is gone. A green one", None),
        ("en", "I lost my scarf in coach C", "C"),
        ("en", "my scarf is still in coach a", "A"),
        ("en", "My scarf is on the train, A I think", "A"),
        ("en", "scarf, D", "D"),
        ("nl", "ik heb 'n sjaal laten liggen, ziet u hem?", None),
        ("nl", "Mijn sjaal ligt nog in rijtuig D", "D"),
        ("pt", "Esqueci a bolsa e o casaco", None),
        ("pt", "Esqueci o casaco no vagão e", "E"),
        ("pt", "O casaco ficou no trem, no E", "E"),
        ("de", "Mein Schal liegt noch im Wagen b", "B"),
    ],
)
def test_a_small_word_is_no_letter_unless_it_is_told_as_one(code: str, text: str, letter: str | None) -> None:
    assert value(code, text, {"type": "string", "pattern": "^[A-Z]$", "description": LETTER[code]}, "coach") == letter


@pytest.mark.parametrize(
    ("code", "text", "letter"),
    [
        ("en", "Is there a section with a table", None),
        ("en", "Is there a table in section A", "A"),
        ("pt", "Em que setor fica a mesa", None),
        ("pt", "Quero o setor E", "E"),
    ],
)
def test_a_small_word_is_no_listed_letter(code: str, text: str, letter: str | None) -> None:
    said = {"en": "Section", "pt": "Setor"}[code]
    assert value(code, text, {"enum": ["A", "E", "O"], "description": said}, "section") == letter


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "I wanted to hire the hall on 3 April for 30 guests, but it's no longer needed"),
        ("en", "We wanted to hire the hall on 3 April but we don't need it any more"),
        ("en", "I wanted to hire the hall on 3 April for 30 guests, but never mind"),
        ("nl", "Ik wou de zaal huren op 3 april voor 30 gasten, maar dat hoeft niet meer"),
        ("nl", "Wij wilden de zaal huren op 3 april maar het is niet meer nodig"),
        ("nl", "Ik wilde de zaal op 3 april huren, maar laat maar"),
        ("de", "Ich wollte den Saal am 3. April für 30 Gäste mieten, aber das ist nicht mehr nötig"),
        ("de", "Wir wollten den Saal am 3. April mieten, aber das braucht es nicht mehr"),
        ("pt", "Queria alugar o salão dia 3 de abril para 30 convidados, mas não precisa mais"),
        ("pt", "A gente ia alugar o salão dia 3 de abril, mas não é mais necessário"),
    ],
)
def test_a_wish_that_is_over_is_not_done(code: str, text: str) -> None:
    assert hired(code, text).decision == "none"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Hire the hall on 3 April for 30 guests, but the sound system is no longer needed"),
        ("nl", "Zaal huren op 3 april voor 30 gasten, maar de beamer hoeft niet meer"),
        ("de", "Saal mieten am 3. April für 30 Gäste, aber der Beamer ist nicht mehr nötig"),
        ("pt", "Alugar o salão dia 3 de abril para 30 convidados, mas o telão não precisa mais"),
    ],
)
def test_what_is_needed_no_more_beside_a_wish_ends_nothing_else(code: str, text: str) -> None:
    assert hired(code, text).decision != "none"


@pytest.mark.parametrize(
    ("code", "text", "guests"),
    [
        ("en", "Hire the hall on 3 April for three dozen guests", 36),
        ("en", "Hire the hall on 3 April for 4 dozen guests", 48),
        ("en", "Hire the hall on 3 April for a dozen guests", 12),
        ("en", "Hire the hall on 3 April for half a dozen guests", 6),
        ("en", "Hire the hall on 3 April for two and a half dozen guests", 30),
        ("nl", "Zaal huren op 3 april voor drie dozijn gasten", 36),
        ("nl", "Zaal huren op 3 april voor anderhalf dozijn gasten", 18),
        ("nl", "Zaal huren op 3 april voor een dozijn gasten", 12),
        ("de", "Saal mieten am 3. April für zwei Dutzend Gäste", 24),
        ("de", "Saal mieten am 3. April für ein Dutzend Gäste", 12),
        ("de", "Saal mieten am 3. April für ein halbes Dutzend Gäste", 6),
        ("pt", "Alugar o salão dia 3 de abril para duas dúzias de convidados", 24),
        ("pt", "Alugar o salão dia 3 de abril para uma dúzia e meia de convidados", 18),
        ("pt", "Alugar o salão dia 3 de abril para meia dúzia de convidados", 6),
    ],
)
def test_dozens_are_twelve_each(code: str, text: str, guests: int) -> None:
    assert hired(code, text).slots == ({"date": "2027-04-03", "guests": guests},)


@pytest.mark.parametrize(
    ("code", "text", "day"),
    [
        ("en", "Hire the hall on the seventh of May for 40 guests", "2027-05-07"),
        ("en", "Hire the hall on June twenty-first for 40 guests", "2027-06-21"),
        ("en", "Hire the hall on Friday the second of April 2027 for 40 guests", "2027-04-02"),
        ("nl", "Zaal huren op zeven mei voor 40 gasten", "2027-05-07"),
        ("nl", "Zaal huren op de eenentwintigste juni voor 40 gasten", "2027-06-21"),
        ("de", "Saal mieten am siebten Mai für 40 Gäste", "2027-05-07"),
        ("de", "Den Saal am einunddreissigsten Mai mieten für 40 Gäste", "2027-05-31"),
        ("pt", "Quero alugar o salão no dia sete de maio, 40 convidados", "2027-05-07"),
        ("pt", "Quero alugar o salão em vinte e um de maio, 40 convidados", "2027-05-21"),
        ("pt", "Alugar o salão dia primeiro de maio para 40 convidados", "2027-05-01"),
    ],
)
def test_a_day_may_be_told_in_words(code: str, text: str, day: str) -> None:
    hours: JsonObject = {"type": "integer", "description": "Hours"}
    assert hired(code, text, hours=hours).slots == ({"date": day, "guests": 40},)


@pytest.mark.parametrize(
    ("code", "text", "there"),
    [
        ("nl", "er loopt geen hond", False),
        ("nl", "er loopt wel een hond", True),
        ("nl", "er loopt een hond, geen kat", True),
        ("en", "there walks no dog", False),
        ("en", "a dog walks there, no cat", True),
        ("de", "dabei ist kein Hund", False),
        ("de", "dabei ist ein Hund", True),
        ("pt", "não tem cachorro solto", False),
        ("pt", "solto não tem cachorro", False),
        ("pt", "tem cachorro solto", True),
    ],
)
def test_a_no_may_stand_within_what_is_denied(code: str, text: str, there: bool) -> None:
    schema: JsonObject = {"type": "boolean", "description": DOG[code].replace("_", " ")}
    assert value(code, text, schema, DOG[code]) is there


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Hire the hall on 3 April for me, my wife, my two brothers and my mum"),
        ("en", "Hire the hall on 3 April, it's my husband and our three kids"),
        ("nl", "Zaal huren op 3 april voor mij, mijn vrouw, mijn twee broers en mijn oma"),
        ("de", "Saal mieten am 3. April für mich, meine Frau, meine zwei Brüder und meine Mutter"),
        ("pt", "Alugar o salão dia 3 de abril: vamos eu, minha esposa, meus dois irmãos e a minha sogra"),
    ],
)
def test_of_people_told_one_by_one_no_number_is_the_whole(code: str, text: str) -> None:
    found = hired(code, text, ("date", "guests"))
    assert (found.decision, found.missing) == ("clarify", ("guests",))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Hire the hall on 3 April for 30 guests, my wife will pay"),
        ("nl", "Zaal huren op 3 april voor 30 gasten, mijn vrouw betaalt"),
        ("de", "Saal mieten am 3. April für 30 Gäste, meine Frau zahlt"),
        ("pt", "Alugar o salão dia 3 de abril para 30 convidados, minha esposa paga"),
    ],
)
def test_somebody_beside_a_number_is_none_of_those_who_are_counted(code: str, text: str) -> None:
    found = hired(code, text, ("date", "guests"))
    assert (found.decision, found.slots[0].get("guests")) == ("run", 30)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("Mon parapluie bleu est dans le train", "choice"),
        ("Mon parapluie rouge est resté dans le train", "choice"),
        ("red umbrella left behind, train", "clarify"),
        ("I left my red umbrella on the train", "clarify"),
    ],
)
def test_what_nobody_here_reads_is_no_value(text: str, decision: str) -> None:
    fields: JsonObject = {
        "item": {"type": "string", "description": "What was lost"},
        "lost_on": {"type": "string", "format": "date", "description": "Day"},
    }
    lost: JsonObject = {"type": "object", "properties": fields, "required": ["item", "lost_on"]}
    said = "Reports something left behind on a train."
    skills = [
        Skill("report", "Report a lost item", said, ("I left my umbrella on the train",), (), lost, writes=True),
        Skill("timetable", "Timetable", "Shows which trains run.", ("When do trains leave?",)),
    ]
    assert SkillIndex(skills, "en").understand(text, TODAY).decision == decision
