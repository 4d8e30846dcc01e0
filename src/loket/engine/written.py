"""The bytes of a record: the same JSON as `core.record.encode`, in less than half of the time."""

from datetime import datetime

import msgspec
from pydantic import BaseModel

from loket.core.record import Record, encode

_ROWS = (list, tuple)
_PLAIN = frozenset((str, int, bool, float, type(None), datetime))


def written(record: Record) -> bytes:
    """What is stored and what every watcher receives. ValueError when something in it is no JSON."""
    try:
        if _is_plain(record.event):
            return _encode(record.__dict__)
    except (TypeError, ValueError, OverflowError, RecursionError):
        pass  # numbers of any length are written with care, and the rest is refused in its words
    return encode(record)


def _is_plain(event: BaseModel) -> bool:
    """Whether all of it is JSON. The fast way also writes what is none, sets and bytes, and in another form."""
    left: list[object] = [*event.__dict__.values()]
    while left:
        value = left.pop()
        if type(value) in _PLAIN:
            continue
        if isinstance(value, dict):
            left += value
            left += value.values()
        elif isinstance(value, BaseModel):
            left += value.__dict__.values()
        elif isinstance(value, _ROWS):
            left += value
        else:
            return False
    return True


def _fields(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.__dict__
    raise TypeError(f"{type(value).__name__} is no JSON")


_encode = msgspec.json.Encoder(enc_hook=_fields).encode
