"""When somebody was born is read from an age with its months, a birthday to come or just over, or a year of birth."""

from datetime import date

import pytest

from loket.core.data import JsonObject
from loket.language import Skill, fill
from loket.language.births import births
from loket.language.message import read
from loket.language.persons import sex_of_pronouns
from loket.language.profile import profile

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("he's 5 and 8 months", "2021-03-01", "2021-03-28"),
        ("a 30 month old", "2024-04-29", "2024-05-28"),
        ("hell be 15 in january", "2012-01-01", "2012-01-31"),
        ("she'll be 9 on 3 december", "2017-12-03", "2017-12-03"),
        ("she turned eight last week", "2018-11-16", "2018-11-22"),
        ("born in 2017", "2017-01-01", "2017-12-31"),
        ("mijn zoon is geboren in november 2017", "2017-11-01", "2017-11-30"),
        ("mijn zoon wordt 8 in maart", "2019-03-01", "2019-03-31"),
        ("meine Tochter wird 10 im April", "2017-04-01", "2017-04-30"),
        ("ele faz 9 em março", "2018-03-01", "2018-03-31"),
        ("he's 8, birthday in May", "2018-05-01", "2018-05-31"),
        ("my girl is 7, her birthday is 12 march", "2019-03-12", "2019-03-12"),
        ("us ka bhai, 9 saal, birthday 3 September", "2017-09-03", "2017-09-03"),
        ("my son is 6, his bday is next week", "2019-11-30", "2019-12-06"),
        ("3 May is his birthday, he's 8", "2018-05-03", "2018-05-03"),
        ("she's 8 in february", "2019-02-01", "2019-02-28"),
        ("he was 9 in June", "2017-06-01", "2017-06-30"),
        ("im 15, 16 in may", "2011-05-01", "2011-05-31"),
        ("he's 8 (9 in April)", "2018-04-01", "2018-04-30"),
        ("10 since October", "2016-10-01", "2016-10-31"),
        ("hij is 10 sinds oktober", "2016-10-01", "2016-10-31"),
        ("hij is 8, jarig in mei", "2018-05-01", "2018-05-31"),
        ("meine Tochter ist 9, Geburtstag am 3. Mai", "2017-05-03", "2017-05-03"),
        ("ele tem 8 anos, aniversário em maio", "2018-05-01", "2018-05-31"),
    ],
)
def test_the_days_somebody_may_be_born_on(text: str, first: str, last: str) -> None:
    (birth,) = births(read(text, TODAY, "en"))
    assert (birth.first.isoformat(), birth.last.isoformat()) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "for 18 months",
        "in 6 months",
        "born 14/02/2018",
        "she will be there in january",
        "he's 8, birthday in November",
        "birthday 3 May 2018, he's 8",
        "3 kids, 4 in may",
        "party for 8 kids, birthday in May",
        "can he come at 7, 8 in may",
        "he is 8, in September he moves to year 4",
        "he is 9 and the cup is in may",
    ],
)
def test_a_time_and_a_day_are_no_such_birth(text: str) -> None:
    assert not births(read(text, TODAY, "en"))


def test_a_birthday_alone_joins_an_age_that_was_told_before() -> None:
    (birth,) = births(read("his birthday is in May", TODAY, "en"), 8)
    assert (birth.first, birth.last, birth.age(TODAY)) == (date(2018, 5, 1), date(2018, 5, 31), 8)
    assert not births(read("his birthday is in May", TODAY, "en"), 2018)  # a year in the field of an age


@pytest.mark.parametrize(
    ("text", "sex"),
    [("hes 7", "male"), ("shell be 8", "female"), ("room for her?", "female"), ("her friend", ""), ("he and she", "")],
)
def test_pronouns_tell_a_sex_where_they_are_of_one(text: str, sex: str) -> None:
    assert sex_of_pronouns(read(text, TODAY, "en")) == sex


@pytest.mark.parametrize(
    ("lang", "text", "day"),
    [
        ("en", "his birthday is in May", None),
        ("en", "born 5 May", None),
        ("en", "born 5 May 2017", "2017-05-05"),
        ("nl", "hij is in mei jarig, geboren op 5 mei", None),
        ("nl", "geboren op 5 mei 2017", "2017-05-05"),
        ("de", "geboren am 5. Mai", None),
        ("pt", "nascido em 5 de maio de 2017", "2017-05-05"),
    ],
)
def test_a_birthday_without_its_year_is_no_day_of_birth(lang: str, text: str, day: str | None) -> None:
    born: JsonObject = {"type": "string", "format": "date", "description": "Date of birth of the child"}
    skill = Skill("join", "Join", parameters={"type": "object", "properties": {"date_of_birth": born}})
    known = profile(skill, "en")
    assert fill(read(text, TODAY, lang, lang), known.fields, known.code, known.known).slots.get("date_of_birth") == day
