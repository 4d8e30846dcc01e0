"""Plain values for view states: moments, short texts and light JSON, cut alike in Python and in TypeScript."""

from datetime import UTC, datetime, timedelta
from math import isfinite

from pydantic import BaseModel

from loket.core.data import Json

SHORT = 500
"""Characters (code points) of a title, a reason or a note in a view."""
LIGHT = 4000
"""Weight of free JSON that a view still holds; see `light`."""
DEPTH = 40
INTERRUPTED = "interrupted"
"""The code of words whose thought was stopped, or died with its process."""
EXACT = 2**53
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def iso(at: datetime) -> str:
    """A moment as the stored bytes write it."""
    return at.isoformat().replace("+00:00", "Z")


def between(start: str, end: str) -> int:
    """Whole milliseconds from one moment to another."""
    return _ms(end) - _ms(start)


def _ms(at: str) -> int:
    moment = datetime.fromisoformat(at)
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (aware - EPOCH) // timedelta(milliseconds=1)


def short(text: str, limit: int = SHORT) -> str:
    """The text, or its beginning with an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def number(value: float) -> float | None:
    """A number that JSON has and, up to 2**53, both languages write alike: 1.0 is 1, infinity is nothing."""
    if not isfinite(value):
        return None
    return int(value) if value.is_integer() and abs(value) < EXACT else value


def light(value: Json, limit: int = LIGHT) -> tuple[Json, bool]:
    """A copy of the value and False, or None and True when it is too heavy or too deep for a view.

    The weight is the characters of all texts and keys, and one for everything else. The record keeps the whole."""
    fitted, room = _fit(value, limit, 0)
    return (fitted, False) if room >= 0 else (None, True)


def _fit(value: Json, room: int, depth: int) -> tuple[Json, int]:
    match value:
        case None | bool() | int():
            return value, room - 1
        case float():
            return number(value), room - 1
        case str():
            return value, room - len(value)
        case BaseModel():
            return _fit(value.model_dump(mode="json"), room, depth)
        case list() | tuple() | dict() if depth >= DEPTH:
            return None, -1
        case list() | tuple():
            return _fit_list(list(value), room - 1, depth)
        case dict():
            return _fit_object(value, room - 1, depth)
        case _:
            return _fit(str(value), room, depth)


def _fit_list(values: list[Json], room: int, depth: int) -> tuple[Json, int]:
    items: list[Json] = []
    for value in values:
        item, room = _fit(value, room, depth + 1)
        if room < 0:
            return None, -1
        items.append(item)
    return items, room


def _fit_object(values: dict[Json, Json], room: int, depth: int) -> tuple[Json, int]:
    fields: dict[str, Json] = {}
    for key, value in values.items():
        item, room = _fit(value, room - len(str(key)), depth + 1)
        if room < 0:
            return None, -1
        fields[str(key)] = item
    return fields, room
