"""The bytes of a record: fast twin of `core.record.encode`, which writes the same JSON in twice the time."""

from datetime import datetime
from functools import cache
from math import isfinite
from operator import attrgetter
from typing import Any, Literal, get_args, get_origin

import msgspec
from pydantic import BaseModel

from loket.core.record import Record, encode

_FREE: frozenset[object] = frozenset((str, int, bool, type(None), datetime))
_PLAIN: frozenset[object] = frozenset((str, int, bool, float, type(None), datetime))


class NoNumber(ValueError):
    """NaN or infinity stands somewhere in it."""


def written(record: Record) -> bytes:
    """What is stored and what every watcher receives. ValueError when something in it is no JSON."""
    try:
        if _is_plain(record.event):
            return _encode(record)
    except NoNumber:
        raise
    except (AttributeError, TypeError, ValueError, OverflowError, RecursionError):
        pass  # numbers of any length are written with care, and the rest is refused in its words
    return encode(record)


def _is_plain(event: BaseModel) -> bool:
    """Whether all of it is JSON. The fast way also writes what is none, sets and bytes, and in another form."""
    left: list[Any] = [event]
    while left:
        value = left.pop()
        kind = type(value)
        if kind in _FREE:
            continue
        if kind is dict:
            if not _FREE.issuperset(map(type, value)):
                left += value
            if not _FREE.issuperset(map(type, value.values())):
                left += value.values()
        elif kind is list or kind is tuple:
            if not _FREE.issuperset(map(type, value)):
                left += value
        elif (names := _open_fields(kind)) is not None:
            if names:
                fields = value.__dict__  # one look at a model costs more than all those at its fields
                left += [fields[name] for name in names]
        elif not isinstance(value, float):
            return False
        elif not isfinite(value):
            raise NoNumber(f"{value} is no number of JSON: it would be stored as null")
        elif kind is not float:
            return False
    return True


@cache
def _open_fields(kind: type) -> tuple[str, ...] | None:
    """The fields of a model that may hold free JSON, themselves or further down; the others are as plain as their
    types. None for what is no model."""
    if not issubclass(kind, BaseModel):
        return None
    return tuple(name for name, field in kind.model_fields.items() if not _is_closed(field.annotation))


def _is_closed(kind: object, within: tuple[object, ...] = ()) -> bool:
    if kind in _PLAIN or kind is Ellipsis or get_origin(kind) is Literal:
        return True
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = kind.model_fields.values()
        return kind in within or all(_is_closed(field.annotation, (*within, kind)) for field in fields)
    return bool(get_args(kind)) and all(_is_closed(part, within) for part in get_args(kind))


_encode = msgspec.json.Encoder(enc_hook=attrgetter("__dict__")).encode
"""Of what is plain, which is all that comes here, only models have to be told in simpler values: by their fields."""
