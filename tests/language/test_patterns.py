"""Days and months in the form that a pattern wants, names in a row, and the text that a message announces."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.data import Json, JsonObject
from loket.language import fill, read
from loket.language.fields import fields_of
from loket.language.languages import language

TODAY = date(2026, 11, 23)
OF = {"nl": " ", "de": " ", "pt": " de ", "en": " "}


def value(text: str, locale: str, schema: JsonObject, name: str = "value", today: date = TODAY) -> Json:
    fields = fields_of({"type": "object", "properties": {name: schema}, "required": [name]}, "en")
    return fill(read(text, today, locale), fields, "en", frozenset()).slots.get(name)


@given(data=st.data(), day=st.dates(date(2021, 1, 1), date(2031, 12, 31)))
def test_a_day_is_read_back_as_it_was_written_or_asked_for(data: st.DataObject, day: date) -> None:
    code = data.draw(st.sampled_from(sorted(OF)))
    month = language(code).data["months"][day.month - 1][0]
    written = data.draw(
        st.sampled_from(
            [
                f"{day.day}{OF[code]}{month}{OF[code]}{day.year}",
                day.isoformat(),
                f"{day.day}-{day.month}-{day.year}" if code == "nl" else f"{day:%d.%m.%Y}",
                f"{day:%d/%m/%Y}",
            ]
        )
    )
    for schema, form in (
        ({"type": "string", "format": "date"}, "%Y-%m-%d"),
        ({"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}, "%Y-%m-%d"),
        ({"type": "string", "pattern": r"^\d{2}\.\d{2}\.\d{4}$"}, "%d.%m.%Y"),
        ({"type": "string", "pattern": r"^\d{4}-(0[1-9]|1[0-2])$"}, "%Y-%m"),
    ):
        assert value(written, code, schema) in (day.strftime(form), None), (written, form)
    assert value(written, code, {"type": "string", "format": "date"}) == day.isoformat()


@given(data=st.data(), month=st.dates(date(2021, 1, 1), date(2031, 12, 1)))
def test_a_month_by_its_name_is_read_as_the_pattern_wants_it(data: st.DataObject, month: date) -> None:
    code = data.draw(st.sampled_from(sorted(OF)))
    name = language(code).data["months"][month.month - 1][0]
    text = f"{name}{OF[code]}{month.year}"
    for pattern, form in ((r"^\d{4}-\d{2}$", "%Y-%m"), (r"^\d{2}/\d{4}$", "%m/%Y"), (r"^(0[1-9]|1[0-2])$", "%m")):
        assert value(text, code, {"type": "string", "pattern": pattern}) == month.strftime(form)


@given(today=st.dates(date(2021, 1, 1), date(2031, 12, 31)), days=st.integers(-400, 400))
def test_a_month_without_its_year_is_near_or_asked_for(today: date, days: int) -> None:
    month = (today + timedelta(days=days)).month
    name = language("en").data["months"][month - 1][0].title()
    got = value(f"the bill for {name}", "en", {"type": "string", "pattern": r"^\d{4}-\d{2}$"}, today=today)
    away = min((month - today.month) % 12, (today.month - month) % 12)
    if got is None:
        assert away > 3
    else:
        year, told = map(int, str(got).split("-"))
        assert told == month and abs((year - today.year) * 12 + told - today.month) == away <= 3


@pytest.mark.parametrize(
    ("text", "schema", "wanted"),
    [
        ("the bill of 03/2025", {"pattern": r"^\d{4}-\d{2}$"}, "2025-03"),
        ("3/4/2026", {"pattern": r"^\d{2}/\d{2}/\d{4}$"}, "03/04/2026"),
        ("at half past four", {"pattern": r"^\d{2}:\d{2}$"}, "16:30"),
        ("last month", {"pattern": r"^\d{4}-\d{2}$"}, "2026-10"),
        ("order ab-12", {"pattern": r"^[A-Z]{2}-\d{2}$"}, "AB-12"),
        ("the red one", {"pattern": r"^\d{4}-\d{2}$"}, None),
    ],
)
def test_patterns(text: str, schema: JsonObject, wanted: Json) -> None:
    assert value(text, "en", {"type": "string", **schema}) == wanted


@pytest.mark.parametrize(
    ("locale", "text", "wanted"),
    [
        ("de", "melde Lena, Jonas und Mia an", ["Lena", "Jonas", "Mia"]),
        ("nl", "schrijf Sanne en Bram in", ["Sanne", "Bram"]),
        ("en", "sign up Amy, please", ["Amy"]),
    ],
)
def test_names_in_a_row_are_all_read(locale: str, text: str, wanted: list[str]) -> None:
    names: JsonObject = {"type": "array", "items": {"type": "string"}, "description": "Names of the pupils"}
    assert value(text, locale, names, "pupils") == wanted


def test_of_two_persons_none_is_taken_for_one() -> None:
    schema: JsonObject = {"properties": {"name": {"type": "string", "description": "Name of the child"}}}
    fields = fields_of(schema, "en")
    assert fill(read("put Tom and Mia on the list", TODAY, "en"), fields, "en", frozenset()).doubtful == {"name"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("leave a note: I will be late today", "I will be late today"),
        ('tell the teacher "bring the mats please"', "bring the mats please"),
        ("The tap drips. At night: all the time", "The tap drips. At night: all the time"),
    ],
)
def test_the_text_is_what_was_announced(text: str, wanted: str) -> None:
    assert value(text, "en", {"type": "string", "description": "Text of the note"}, "note") == wanted


PLATE: JsonObject = {"type": "string", "pattern": "^[A-Z0-9-]{5,9}$"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("my sister visits us tonight, her car is 12-abc-3", "12-ABC-3"),  # tonight is no plate, though digits fit
        ("please request the permit for my company", None),
    ],
)
def test_a_pattern_that_takes_letters_and_figures_takes_no_day_and_no_plain_word(text: str, wanted: Json) -> None:
    assert value(text, "en", PLATE) == wanted


@pytest.mark.parametrize(
    ("text", "schema", "name", "wanted"),
    [
        ("a spot for our two cats from the 23rd", {"type": "integer"}, "nights", None),
        ("a spot for our cats, two nights from the 23rd", {"type": "integer"}, "nights", 2),
        ("Bella weighs 12 firkins now", {"type": "number"}, "weight_kg", None),
        ("Bella weighs 12 now", {"type": "number"}, "weight_kg", 12),
        ("Bella weighs 12 pounds now", {"type": "number"}, "weight_kg", 5.44310844),
    ],
)
def test_a_figure_that_counts_another_thing_measures_nothing(
    text: str, schema: JsonObject, name: str, wanted: Json
) -> None:
    assert value(text, "en", schema, name) == wanted
