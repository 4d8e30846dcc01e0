"""Fills the slots of a skill from the words of a message, by what its JSON Schema wants."""

import re
from collections.abc import Mapping
from datetime import date, datetime

from loket.core.data import Json, JsonObject
from loket.planners.skills.tokens import fold, parts

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def fill(schema: JsonObject, text: str, now: datetime | date, language: str) -> JsonObject:
    """The slots that the text gives a value for."""
    slots: JsonObject = {}
    for name, field in schema.get("properties", {}).items():
        value = _value(field, text) if isinstance(field, Mapping) else None
        if value is not None:
            slots[name] = value
    return slots


def _value(field: Mapping[str, Json], text: str) -> Json:
    folded = fold(text)
    for value in field.get("enum", ()):
        if isinstance(value, str) and fold(parts(value)) in folded:
            return value
    if field.get("format") == "email" and (mail := _MAIL.search(text)):
        return mail.group()
    number = _NUMBER.search(text)
    match field.get("type"):
        case "integer" if number:
            return int(float(number.group().replace(",", ".")))
        case "number" if number:
            return float(number.group().replace(",", "."))
        case _:
            return None
