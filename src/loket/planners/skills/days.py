"""A day as people write it: a record and a tool have it as `2030-03-20`."""

from datetime import date

from loket.language.languages import language

_FORMS = {"de": "{day}. {month} {year}", "pt": "{day} de {month} de {year}"}
_ELSE = "{day} {month} {year}"
CAPITALS = ("en", "de")
"""Languages in which the name of a month begins with a capital."""


def day_in_words(told: str, code: str) -> str:
    """The day in this language; what is none stays as it is."""
    try:
        day = date.fromisoformat(told)
    except ValueError:
        return told
    name = language(code).data["months"][day.month - 1][0]
    month = name.capitalize() if code in CAPITALS else name
    return _FORMS.get(code, _ELSE).format(day=day.day, month=month, year=day.year)
