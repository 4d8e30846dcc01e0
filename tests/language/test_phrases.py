"""Free texts: a name and a place are taken whole, and small words, greetings and contractions are no value."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding

TODAY = date(2026, 3, 4)


def understood(text: str, lang: str, name: str, **fields: str) -> Understanding:
    """What is made of a message for the only skill there is; each property is a required string."""
    properties: JsonObject = {field: {"type": "string", "description": said} for field, said in fields.items()}
    parameters: JsonObject = {"type": "object", "properties": properties, "required": list(fields)}
    return SkillIndex([Skill("a", name, name, (), (), parameters, writes=True)], lang).understand(text, TODAY)


@pytest.mark.parametrize(
    ("text", "lang", "name", "field", "value"),
    [
        ("Report broken glass at the gate of court 3, please", "en", "Report broken glass", "place", "gate of court 3"),
        ("Report broken glass on the stairs of tower C", "en", "Report broken glass", "place", "stairs of tower C"),
        ("Graffiti melden op de muur van gebouw D", "nl", "Graffiti melden", "plaats", "muur van gebouw D"),
        ("Graffiti melden bitte, im Flur neben Tor 2", "de", "Graffiti melden", "ort", "Flur"),
        ("Avisar pichação no muro do prédio azul, por favor", "pt", "Avisar pichação", "local", "muro do prédio azul"),
        ("Plant a tree near Upper Wickham", "en", "Plant a tree", "place", "Upper Wickham"),
        ("Planta uma árvore perto de Nova Serrana", "pt", "Plantar árvore", "local", "Nova Serrana"),
    ],
)
def test_a_place_is_taken_whole(text: str, lang: str, name: str, field: str, value: str) -> None:
    found = understood(text, lang, name, **{field: field})
    assert (found.decision, found.slots) == ("run", ({field: value},))


def venue(code: str, text: str, needed: bool) -> Understanding:
    """What is made of a message to somebody who rents out bouncy castles, which go to a place."""
    name, where = {
        "en": ("Rent a bouncy castle", "Town"),
        "nl": ("Springkussen huren", "Plaats"),
        "de": ("Hüpfburg mieten", "Ort"),
        "pt": ("Alugar um insuflável", "Localidade"),
    }[code]
    day: JsonObject = {"type": "string", "format": "date"}
    place: JsonObject = {"type": "string", "description": where}
    parameters: JsonObject = {
        "type": "object",
        "properties": {"day": day, "place": place},
        "required": ["day", *(["place"] if needed else [])],
    }
    return SkillIndex([Skill("a", name, name, (), (), parameters, writes=True)], code).understand(text, TODAY)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("pt", "Queremos alugar um insuflável no dia 5 de maio"),
        ("pt", "Pretendemos um insuflável para alugar a 5 de maio"),
        ("nl", "Willen een springkussen huren op 5 mei"),
        ("nl", "Zoeken een springkussen om te huren op 5 mei"),
        ("en", "Seeking to rent a bouncy castle on 5 May"),
        ("de", "Suchen eine Hüpfburg zum Mieten am 5. Mai"),
    ],
)
def test_the_first_word_of_a_sentence_is_no_place(code: str, text: str) -> None:
    assert venue(code, text, needed=True).missing == ("place",)
    assert not any("place" in slots for slots in venue(code, text, needed=False).slots)


@pytest.mark.parametrize(
    ("code", "text", "place"),
    [
        ("pt", "Queremos alugar um insuflável no dia 5 de maio em Mora", "Mora"),
        ("pt", "Pretendemos alugar um insuflável a 5 de maio em Elvas", "Elvas"),
        ("en", "Seeking to rent a bouncy castle on 5 May in Nice", "Nice"),
        ("nl", "Zoeken een springkussen, te huren op 5 mei in Goed", "Goed"),
    ],
)
def test_a_place_stands_behind_its_preposition(code: str, text: str, place: str) -> None:
    assert [slots.get("place") for slots in venue(code, text, True).slots] == [place]


def test_a_street_may_end_a_message_with_its_full_stop() -> None:
    text = "My neighbour Ann and the warden want to talk it over, but please report the broken glass, 14 Mill Lane."
    assert understood(text, "en", "Report broken glass", place="place").slots == ({"place": "14 Mill Lane."},)


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("Goedenavond, graffiti melden graag", "nl", "Graffiti melden"),
        ("Please report the graffiti, they'll be back tomorrow", "en", "Report graffiti"),
        ("theyre at it again, report the graffiti", "en", "Report graffiti"),
        ("wasnt there anybody? report graffiti", "en", "Report graffiti"),
        ("Boa tarde, avisar pichação por favor", "pt", "Avisar pichação"),
    ],
)
def test_what_carries_no_meaning_is_no_place(text: str, lang: str, name: str) -> None:
    found = understood(text, lang, name, place="place")
    assert (found.decision, found.slots, found.missing) == ("clarify", ({},), ("place",))


@pytest.mark.parametrize(
    ("text", "lang", "name", "value"),
    [
        ("Please reserve a mooring for the Bonny Prince", "en", "Reserve a mooring", "Bonny Prince"),
        ("Reserve a mooring for my boat, called Old Tom", "en", "Reserve a mooring", "Old Tom"),
        ("Reserve a mooring, name it after Kitty's", "en", "Reserve a mooring", "Kitty"),
    ],
)
def test_a_name_is_taken_whole(text: str, lang: str, name: str, value: str) -> None:
    found = understood(text, lang, name, customer="Name of the customer")
    assert (found.decision, found.slots) == ("run", ({"customer": value},))


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("does the scarf go with velvet", "en", "Care of a fabric"),
        ("mag de sjaal bij fluweel", "nl", "Onderhoud van stof"),
        ("geht der Schal mit Samt", "de", "Pflege von Stoff"),
        ("o cachecol combina com veludo", "pt", "Cuidado do tecido"),
    ],
)
def test_of_two_words_that_may_be_it_none_is_taken(text: str, lang: str, name: str) -> None:
    assert understood(text, lang, name, fabric="fabric").decision != "run"


def test_a_name_keeps_its_initials() -> None:
    found = understood(
        "Reserve a mooring for Edith B. Crane", "en", "Reserve a mooring", customer="Name of the customer"
    )
    assert found.slots == ({"customer": "Edith B. Crane"},)


def noted(text: str, lang: str = "en") -> Understanding:
    """What is made of a message by a skill that takes a day and a note."""
    day: JsonObject = {"type": "string", "format": "date"}
    note: JsonObject = {"type": "string", "description": "Message"}
    parameters: JsonObject = {"type": "object", "properties": {"day": day, "message": note}, "required": ["day"]}
    name = "Brennholz bestellen" if lang == "de" else "Order firewood"
    skill = Skill("a", name, name, (), (), parameters, writes=True)
    return SkillIndex([skill], lang).understand(text, TODAY)


def test_what_is_forbidden_is_not_done() -> None:
    for text in (
        "Bitte noch nichts bestellen, ich überlege es mir. Ginge Brennholz am 12. März 2026?",
        "Brennholz am 12. März 2026 wäre gut, aber bitte jetzt noch nichts machen.",
    ):
        assert noted(text, "de").decision != "run"
    assert noted("Bitte Brennholz für den 12. März 2026 bestellen.", "de").decision == "run"


@pytest.mark.parametrize(
    ("lang", "name", "text", "things"),
    [
        ("en", "Fetch bulky waste", "Fetch the old wardrobe and the mattress, please", "old wardrobe and the mattress"),
        ("nl", "Grofvuil ophalen", "Wilt u de oude kast en het matras ophalen", "oude kast en het matras"),
        ("de", "Sperrmüll abholen", "Den alten Schrank und die Matratze abholen", "alten Schrank und die Matratze"),
        ("pt", "Buscar entulho", "Pode buscar o armário velho e o colchão", "armário velho e o colchão"),
    ],
)
def test_what_is_named_behind_an_and_belongs_to_it(lang: str, name: str, text: str, things: str) -> None:
    properties: JsonObject = {"things": {"type": "string", "description": "Things"}}
    index = SkillIndex(
        [Skill("a", name, name, (), (), {"type": "object", "properties": properties}, writes=True)], lang
    )
    assert index.understand(text, TODAY).slots[0].get("things") == things


def test_what_another_property_may_want_does_not() -> None:
    found = understood("Bring pumpkin soup and elderberry cordial", "en", "Bring food", food="Food", drink="Drink")
    assert " and " not in str(found.slots)


LIBRARY = {"type": "object", "properties": {"title": {"type": "string", "description": "Titel"}}, "required": ["title"]}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Den Wolkenschieber schleunigst vormerken, bitte", "Wolkenschieber"),
        ("Bitte den Sommerfalter abermals vormerken", "Sommerfalter"),
    ],
)
def test_a_thing_ends_with_its_noun_in_german(text: str, title: str) -> None:
    index = SkillIndex([Skill("a", "Vormerken", "Merkt vor.", ("vormerken",), (), LIBRARY)], "de")
    assert index.understand(text, TODAY).slots == ({"title": title},)


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("Ik wil mijn boeken verlengen, hartelijk dank", "nl", "Boeken verlengen"),
        ("Ich möchte meine Bücher verlängern, besten Dank", "de", "Bücher verlängern"),
        ("Quero renovar meus livros, muito obrigada", "pt", "Renovar livros"),
        ("I want to renew my books, many thanks", "en", "Renew books"),
    ],
)
def test_thanks_at_the_end_are_no_thing(text: str, lang: str, name: str) -> None:
    parameters = {**LIBRARY, "required": []}
    index = SkillIndex([Skill("a", name, name, (), (), parameters)], lang)
    assert index.understand(text, TODAY).slots == ({},)


COLOURED = {
    "type": "object",
    "properties": {
        "model": {"type": "string", "enum": ["zephyr", "tramontana"], "description": "Model"},
        "line": {"type": "string", "description": "Title to print on it"},
    },
    "required": ["model"],
}


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("Ik wil een vlieger met franjes bestellen", "nl", "Vlieger bestellen"),
        ("Ich möchte einen Drachen mit Fransen bestellen", "de", "Drachen bestellen"),
        ("Quero encomendar uma pipa com franjas", "pt", "Encomendar pipa"),
        ("I want to order a kite with tassels", "en", "Order a kite"),
    ],
)
def test_words_that_may_be_the_listed_value_that_lacks_are_nothing_else(text: str, lang: str, name: str) -> None:
    index = SkillIndex([Skill("a", name, name, (), (), COLOURED, writes=True)], lang)
    got = index.understand(text, TODAY)
    assert (got.decision, got.slots, got.missing) == ("clarify", ({},), ("model",))
