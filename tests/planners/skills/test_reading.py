"""Typed things in messages, as four languages write them."""

from datetime import date

import pytest

from loket.language.addresses import addresses
from loket.language.amounts import ages, numbers
from loket.language.dates import dates
from loket.language.detection import detect
from loket.language.times import times
from loket.language.tokens import flat, stem, words

MONDAY = date(2026, 3, 2)


@pytest.mark.parametrize(
    ("code", "text", "ahead"),
    [
        ("en", "book it for March 10", ["2026-03-10"]),
        ("en", "Monday the 16th of March", ["2026-03-16"]),
        ("en", "from March 9 to April 12, 2027", ["2026-03-09", "2027-04-12"]),
        ("en", "tomorrow's visit", ["2026-03-03"]),
        ("en", "on the 25th", ["2026-03-25"]),
        ("en", "next Friday or this weekend", ["2026-03-13", "2026-03-07"]),
        ("en", "in 3 weeks", ["2026-03-23"]),
        ("en", "may I march in, with 2 dogs?", []),
        ("nl", "brief van 3-2-2026", ["2026-02-03"]),
        ("nl", "12 december 2025", ["2025-12-12"]),
        ("nl", "volgende week woensdag", ["2026-03-11"]),
        ("nl", "overmorgen, of komende dinsdag", ["2026-03-04", "2026-03-03"]),
        ("nl", "in mei", ["2026-05-01"]),
        ("nl", "wo is de zon", []),
        ("de", "am 18.3. um 10", ["2026-03-18"]),
        ("de", "den 20. März", ["2026-03-20"]),
        ("de", "vor zwei Wochen", ["2026-02-16"]),
        ("de", "nächsten Mittwoch", ["2026-03-11"]),
        ("pt", "15 de setembro de 2026", ["2026-09-15"]),
        ("pt", "mudança em janeiro de 2027", ["2027-01-01"]),
        ("pt", "1º de dezembro", ["2026-12-01"]),
        ("pt", "de terça pra quinta", ["2026-03-03", "2026-03-05"]),
        ("pt", "quarta da semana que vem", ["2026-03-11"]),
        ("pt", "dia 31", ["2026-03-31"]),
        ("pt", "30 de fevereiro", []),
    ],
)
def test_dates_are_found(code: str, text: str, ahead: list[str]) -> None:
    assert [found.ahead.isoformat() for found in dates(text, MONDAY, code)] == ahead


def test_a_date_without_a_year_may_lie_behind() -> None:
    (found,) = dates("de brief van 9 februari", MONDAY, "nl")
    assert (found.ahead.isoformat(), found.back.isoformat()) == ("2027-02-09", "2026-02-09")


def test_numbered_dates_are_read_as_the_country_writes_them() -> None:
    assert dates("3/9/2026", MONDAY, "en")[0].ahead == date(2026, 9, 3)
    assert dates("3/9/2026", MONDAY, "en", american=True)[0].ahead == date(2026, 3, 9)
    assert dates("3/25/2026", MONDAY, "en")[0].ahead == date(2026, 3, 25)


@pytest.mark.parametrize("today", [date.min, date.max, date(2024, 2, 29), date(2026, 12, 31)])
def test_no_day_is_too_odd_to_count_from(today: date) -> None:
    for text in ("29 februari", "volgende maand", "op de 31e", "over 3 jaar", "vrijdag"):
        dates(text, today, "nl")


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("en", "3pm or 10:15", ["15:00", "10:15"]),
        ("en", "at noon", ["12:00"]),
        ("en", "half past three", ["15:30"]),
        ("nl", "om half tien", ["09:30"]),
        ("nl", "kwart over drie", ["15:15"]),
        ("de", "um 14 Uhr 30", ["14:30"]),
        ("de", "halb neun", ["08:30"]),
        ("pt", "às 20h", ["20:00"]),
        ("pt", "às 8 e meia da noite", ["20:30"]),
        ("en", "a table at 8 tonight", ["20:00"]),
        ("de", "heute Abend um halb acht", ["19:30"]),
        ("nl", "vanavond eten om zeven uur, of om 8", ["19:00", "20:00"]),
        ("pt", "hoje à noite, às 9h", ["21:00"]),
        ("en", "at 9 am, not in the evening", ["09:00"]),
        ("nl", "25:99 is geen tijd", []),
    ],
)
def test_times_are_found(code: str, text: str, found: list[str]) -> None:
    assert [one.value for one in times(text, code)] == found


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("nl", "€ 22.750", [("money", 22750)]),
        ("nl", "1.800,50 euro", [("money", 1800.5)]),
        ("nl", "74,80 euro", [("money", 74.8)]),
        ("nl", "met 33k", [("number", 33000)]),
        ("nl", "drie en vijfendertig", [("number", 3), ("number", 35)]),
        ("en", "$54,300.25", [("money", 54300.25)]),
        ("en", "2.5 kg", [("number", 2.5)]),
        ("de", "2'607'123 Franken", [("money", 2607123)]),
        ("pt", "R$ 5 mil", [("money", 5000)]),
    ],
)
def test_numbers_are_read_as_they_are_written(code: str, text: str, found: list[tuple[str, float]]) -> None:
    assert [(one.kind, one.value) for one in numbers(text, words(text), code) if not one.article] == found


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("en", "a 10-year-old", [("age", 10)]),
        ("en", "my kid (8) loves football", [("age", 8)]),
        ("en", "six year olds", [("age", 6)]),
        ("en", "the U12 squad and under 15s", [("group", 12), ("group", 15)]),
        ("en", "under 10 pounds", []),
        ("nl", "ik ben net 18 geworden", [("age", 18)]),
        ("nl", "ben 19 jaar en student", [("age", 19)]),
        ("de", "ein 10-jähriger", [("age", 10)]),
        ("pt", "filha Clara de 6 anos", [("age", 6)]),
    ],
)
def test_ages_are_found(code: str, text: str, found: list[tuple[str, float]]) -> None:
    assert [(one.kind, one.value) for one in ages(text, code)] == found


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("de", "zur Langendorfstrasse 19b in Solothurn", ["Langendorfstrasse 19b"]),
        ("de", "Bahnhofstrasse 12, 4500 Solothurn", ["Bahnhofstrasse 12, 4500"]),
        ("nl", "ik woon op de Kerkstraat 5 in Delft", ["Kerkstraat 5"]),
        ("pt", "na Rua das Flores, 45", ["Rua das Flores, 45"]),
        ("en", "at 14 Oak Street", ["14 Oak Street"]),
    ],
)
def test_addresses_are_found(code: str, text: str, found: list[str]) -> None:
    assert [one.value for one in addresses(text, code)] == found


@pytest.mark.parametrize(
    ("text", "usual", "code"),
    [
        ("Ich möchte einen Termin", "nl", "de"),
        ("quanto custa o visto?", "en", "pt"),
        ("wat kost dat?", "en", "nl"),
        ("what does it cost", "pt", "en"),
        ("U10", "nl", "nl"),
        ("Satellitenbild ausblenden", "en", "de"),
    ],
)
def test_the_language_is_heard(text: str, usual: str, code: str) -> None:
    assert detect(text, words(text), usual) == code


def test_folding_moves_nothing() -> None:
    text = "Straße, İstanbul, ﬁn, Ångström, ﷺ, café’s 👋"
    assert len(flat(text)) == len(text)


@pytest.mark.parametrize(
    ("code", "word", "root"),
    [
        ("nl", "toernooien", "toernooi"),
        ("nl", "gemaakt", "maak"),
        ("de", "haeuser", "haus"),
        ("de", "grundstuecke", "grundstuck"),
        ("pt", "consultas", "consult"),
        ("en", "registrations", "registr"),
        ("en", "u9", "u9"),
        ("fi", "talojen", "talojen"),
    ],
)
def test_forms_of_a_word_have_its_stem(code: str, word: str, root: str) -> None:
    assert stem(word, code) == root
