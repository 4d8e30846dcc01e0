"""Times of day: the part of the day says which half a time is of, or what it comes after; else it is asked."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, SkillIndex
from loket.language.skill import Understanding
from loket.language.times import times

TODAY = date(2026, 11, 28)
CLOCK: JsonObject = {"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$"}
TIME: JsonObject = {"type": "string", "format": "time"}


def understood(text: str, lang: str, name: str, **fields: JsonObject) -> Understanding:
    """What is made of a message for the only skill there is, of whose properties the first is required."""
    parameters: JsonObject = {"type": "object", "properties": fields, "required": list(fields)[:1]}
    return SkillIndex([Skill("a", name, name, (), (), parameters, writes=True)], lang).understand(text, TODAY)


@pytest.mark.parametrize(
    ("code", "text", "value"),
    [
        ("en", "a table tomorrow evening, quarter to eight", "19:45"),
        ("en", "move it to 7 in the evening", "19:00"),
        ("en", "friday night at 9", "21:00"),
        ("en", "good evening, the morning slot at half past eight", "08:30"),
        ("en", "set off at 6.30 in the morning", "06:30"),
        ("nl", "de voorstelling van half 9 zelfde avond", "20:30"),
        ("nl", "vrijdagavond om kwart voor acht", "19:45"),
        ("nl", "maandagmorgen om half acht", "07:30"),
        ("nl", "'s avonds om tien voor acht", "19:50"),
        ("nl", "vanavond om vijf over half negen", "20:35"),
        ("nl", "vannacht om 2 uur", "02:00"),
        ("nl", "kwart voor zes", "17:45"),
        ("de", "morgen Abend um halb acht", "19:30"),
        ("de", "übermorgen früh um halb neun", "08:30"),
        ("de", "um fünf nach halb acht abends", "19:35"),
        ("de", "viertel vor sechs", "17:45"),
        ("pt", "quinze para as oito da noite", "19:45"),
        ("pt", "amanhã de manhã, às 8 e meia", "08:30"),
    ],
)
def test_the_part_of_the_day_says_which_half_a_time_is_of(code: str, text: str, value: str) -> None:
    assert [(one.value, one.doubtful) for one in times(text, code)] == [(value, False)]


@pytest.mark.parametrize(
    ("code", "text", "values"),
    [
        ("en", "bring at 8, fetch at half past six", ["08:00", "18:30"]),
        ("en", "from 11 to 1 pm", ["11:00", "13:00"]),
        ("nl", "van 9 tot 5 uur", ["09:00", "17:00"]),
        ("nl", "van 7 tot 9 's avonds", ["19:00", "21:00"]),
        ("nl", "brengen half negen, halen kwart over zes", ["08:30", "18:15"]),
        ("de", "Bringen um 7 Uhr 15, Abholen viertel vor sechs", ["07:15", "17:45"]),
        ("de", "von 8 bis 17 Uhr", ["08:00", "17:00"]),
        ("pt", "trago às 7h30, busco às 7 da noite", ["07:30", "19:00"]),
        ("pt", "das 7 às 9 da noite", ["19:00", "21:00"]),
    ],
)
def test_what_follows_a_time_comes_after_it(code: str, text: str, values: list[str]) -> None:
    assert [(one.value, one.doubtful) for one in times(text, code)] == [(value, False) for value in values]


@pytest.mark.parametrize(
    ("code", "text"),
    [("en", "a table at 8"), ("nl", "graag om half 8"), ("de", "um sieben bitte"), ("pt", "às 7 e meia")],
)
def test_a_time_that_may_be_of_either_half_is_in_doubt(code: str, text: str) -> None:
    assert [one.doubtful for one in times(text, code)] == [True]


@pytest.mark.parametrize("schema", [TIME, CLOCK])
def test_a_time_in_doubt_is_asked(schema: JsonObject) -> None:
    asked = understood("Book a table at half past seven", "en", "Book a table", time=schema)
    assert (asked.decision, asked.missing) == ("clarify", ("time",))
    done = understood("Book a table for dinner at half past seven", "en", "Book a table", time=schema)
    assert (done.decision, done.slots) == ("run", ({"time": "19:30"},))


@pytest.mark.parametrize(
    ("text", "lang", "slots"),
    [
        ("Day care please: fetch at 17:00, bring at 9:00", "en", {"bring": "09:00", "fetch": "17:00"}),
        ("Kinderopvang graag, brengen om 9 uur, halen om 5 uur", "nl", {"bring": "09:00", "fetch": "17:00"}),
        ("Kinderopvang graag, om 9 uur brengen en om 5 uur halen", "nl", {"bring": "09:00", "fetch": "17:00"}),
    ],
)
@pytest.mark.parametrize("schema", [TIME, CLOCK])
def test_a_time_belongs_to_the_property_whose_words_it_stands_beside(
    text: str, lang: str, slots: JsonObject, schema: JsonObject
) -> None:
    words = {"en": ("When to bring", "When to fetch"), "nl": ("Hoe laat brengen", "Hoe laat halen")}[lang]
    fields = {name: {**schema, "description": said} for name, said in zip(slots, words, strict=True)}
    name = "Day care" if lang == "en" else "Kinderopvang"
    assert understood(text, lang, name, **fields).slots == (slots,)


@pytest.mark.parametrize(
    ("text", "lang", "name", "value"),
    [
        ("Tafel reserveren om 10 uur, eh half 11 bedoel ik", "nl", "Tafel reserveren", "10:30"),
        ("Tafel reserveren om 19:00, 19:30 bedoel ik", "nl", "Tafel reserveren", "19:30"),
        ("Book a table at 7pm, er, 8pm I mean, for 4 people", "en", "Book a table", "20:00"),
        ("Book a table at 7pm, um, make it 8pm", "en", "Book a table", "20:00"),
        ("Tisch reservieren um 19 Uhr, äh 20 Uhr meine ich", "de", "Tisch reservieren", "20:00"),
        ("Reservar mesa às 19h, quer dizer, às 20h", "pt", "Reservar mesa", "20:00"),
        ("Reservar mesa às 10h, aliás 11h", "pt", "Reservar mesa", "11:00"),
    ],
)
def test_of_a_time_that_is_corrected_the_last_counts(text: str, lang: str, name: str, value: str) -> None:
    second: JsonObject = {**TIME, "description": "End"}
    found = understood(text, lang, name, begin={**TIME, "description": "Begin"}, end=second)
    assert found.slots == ({"begin": value},)


def test_two_times_side_by_side_for_the_only_one_are_asked() -> None:
    found = understood("Book a table at 7pm or 9pm", "en", "Book a table", time=TIME)
    assert (found.decision, found.missing) == ("clarify", ("time",))


@pytest.mark.parametrize(("text", "value"), [("14:00 to 15:30", "14:00"), ("from 2 to 4 in the afternoon", "14:00")])
def test_the_start_of_a_time_is_no_place_where_its_pattern_takes_times(text: str, value: str) -> None:
    found = understood(f"Book the meeting room on Monday {text}", "en", "Book the meeting room", start=CLOCK)
    assert found.slots[0]["start"] == value


DAY: JsonObject = {"type": "string", "format": "date", "description": "Day"}


@pytest.mark.parametrize(
    ("text", "lang", "name", "day"),
    [
        ("Book a table on the last Friday of the month", "en", "Book a table", "2026-12-25"),
        ("Book a table on the first monday of december", "en", "Book a table", "2026-12-07"),
        ("Book a table, a week on tuesday", "en", "Book a table", "2026-12-08"),
        ("Tafel reserveren op de laatste vrijdag van de maand", "nl", "Tafel reserveren", "2026-12-25"),
        ("Tafel reserveren, dinsdag over een week", "nl", "Tafel reserveren", "2026-12-08"),
        ("Tafel reserveren, dinsdag kan niet, woensdag wel", "nl", "Tafel reserveren", "2026-12-02"),
        ("Tisch reservieren am ersten Montag im Dezember", "de", "Tisch reservieren", "2026-12-07"),
        ("Tisch reservieren, heute in einer Woche", "de", "Tisch reservieren", "2026-12-05"),
        ("Tisch reservieren, Dienstag geht nicht, Mittwoch schon", "de", "Tisch reservieren", "2026-12-02"),
        ("Reservar mesa na última sexta do mês", "pt", "Reservar mesa", "2026-12-25"),
        ("Reservar mesa, terça não dá, quarta sim", "pt", "Reservar mesa", "2026-12-02"),
    ],
)
def test_a_day_is_counted_from_another_and_one_that_is_denied_is_none(
    text: str, lang: str, name: str, day: str
) -> None:
    assert understood(text, lang, name, day=DAY).slots == ({"day": day},)


@pytest.mark.parametrize(
    ("text", "lang"), [("Book a table, any day except monday", "en"), ("Tafel reserveren, behalve op maandag", "nl")]
)
def test_a_day_that_is_left_out_is_no_day(text: str, lang: str) -> None:
    found = understood(text, lang, "Book a table" if lang == "en" else "Tafel reserveren", day=DAY)
    assert (found.decision, found.missing) == ("clarify", ("day",))


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("Book a bed from 5 to 8 December, only two nights", "en", "Book a bed"),
        ("Bed boeken van 5 tot 8 december, maar twee nachten", "nl", "Bed boeken"),
        ("Reservar cama de 5 a 8 de dezembro, só duas noites", "pt", "Reservar cama"),
    ],
)
def test_days_and_a_number_of_nights_that_do_not_agree_are_asked(text: str, lang: str, name: str) -> None:
    nights: JsonObject = {"type": "integer", "description": "Nights"}
    found = understood(text, lang, name, arrival={**DAY, "description": "Arrival"}, nights=nights)
    assert found.decision == "clarify" and "arrival" in found.missing
    agreeing = text.replace("two", "three").replace("twee", "drie").replace("duas", "três")
    arrival = {"arrival": "2026-12-05"}
    assert arrival.items() <= understood(agreeing, lang, name, arrival=DAY, nights=nights).slots[0].items()


@pytest.mark.parametrize(
    ("text", "lang", "name", "start", "lasts"),
    [
        ("Book the studio tomorrow from 2 to 4 in the afternoon", "en", "Book the studio", "14:00", "PT2H"),
        ("Studio boeken, morgen van 19u tot 22u", "nl", "Studio boeken", "19:00", "PT3H"),
        ("Studio buchen morgen von 17 bis 18:30 Uhr", "de", "Studio buchen", "17:00", "PT1H30M"),
        ("Reservar o estúdio amanhã das 9h às 12h", "pt", "Reservar o estúdio", "09:00", "PT3H"),
        ("Reservar o estúdio amanhã às 15h por 2 horas", "pt", "Reservar o estúdio", "15:00", "PT2H"),
    ],
)
def test_a_time_that_goes_on_until_another_lasts_as_long(
    text: str, lang: str, name: str, start: str, lasts: str
) -> None:
    lasting: JsonObject = {"type": "string", "format": "duration", "description": "How long"}
    found = understood(text, lang, name, start=CLOCK, lasting=lasting)
    assert found.slots == ({"start": start, "lasting": lasts},)


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("Book the hall in the morning, actually no, later", "en", "Book the hall"),
        ("Reservar a sala de manhã, aliás, não", "pt", "Reservar a sala"),
    ],
)
def test_a_listed_value_that_is_taken_back_for_nobody_knows_what_is_asked(text: str, lang: str, name: str) -> None:
    part: JsonObject = {"type": "string", "enum": ["morning", "afternoon", "evening"], "description": "Part of the day"}
    found = understood(text, lang, name, part=part)
    assert found.decision != "run"
