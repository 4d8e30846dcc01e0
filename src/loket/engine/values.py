"""What a tool gives becomes JSON here, once: what is stored, shown and read back later is the same value."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import cast

from pydantic_core import PydanticSerializationError, to_jsonable_python

from loket.core.data import Json
from loket.core.errors import Invalid

DEPTH = 64
"""How deep a value may be nested; readers elsewhere walk it on the machine stack."""
_PLAIN = frozenset((int, bool, type(None)))
_NESTED = dict, list, tuple, Mapping  # in this order: the last one costs a question to the class


def jsonable(value: object) -> Json:
    """The value as JSON: dates, decimals, ids, enums, dataclasses and models in the form pydantic gives them. Invalid
    `invalid_result` names the path and the type of what has none, or why a value can't be kept as it is."""
    return _at(value, ())


def _at(value: object, path: tuple[str, ...]) -> Json:
    kind = type(value)
    if kind in _PLAIN or (kind is str and cast(str, value).isascii()):
        return value
    if isinstance(value, str):
        return _text(str(value) if kind is str else str.__str__(value), path)
    if isinstance(value, float):
        if isfinite(value):
            return float(value)
        raise _misfit(path, f"is {float(value)}, which is no number of JSON")
    if isinstance(value, _NESTED) and len(path) == DEPTH:
        raise _misfit((), f"is nested more than {DEPTH} levels deep")
    if isinstance(value, dict | Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return {_key(name, path): _at(one, (*path, str(name)[:80])) for name, one in pairs}
    if isinstance(value, list | tuple):
        return [_at(one, (*path, str(at))) for at, one in enumerate(cast("Sequence[object]", value))]
    return _other(value, path)


def _other(value: object, path: tuple[str, ...]) -> Json:
    """What pydantic knows a JSON form of; that may hold numbers which are none."""
    try:
        made = to_jsonable_python(value)
    except (PydanticSerializationError, ValueError, RecursionError) as error:
        raise _misfit(path, f"is of the type {type(value).__name__}, which has no JSON form") from error
    if type(made) is type(value) or len(path) == DEPTH:
        raise _misfit(path, f"is of the type {type(value).__name__}, which has no JSON form")
    return _at(made, path)


def _key(name: object, path: tuple[str, ...]) -> str:
    if type(name) is str:
        return _text(name, path)
    made = _at(name, path)
    if isinstance(made, str):
        return made
    if isinstance(made, int | float) and not isinstance(made, bool):
        return str(made)
    raise _misfit(path, f"has a key of the type {type(name).__name__}; keys of JSON are texts")


def _text(text: str, path: tuple[str, ...]) -> str:
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _misfit(path, "holds half a character (a lone surrogate)") from error
    return text


def _misfit(path: tuple[str, ...], what: str) -> Invalid:
    where = "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in path)
    where = where.encode("utf-8", "replace").decode()
    return Invalid(
        "invalid_result", f"The tool ran, but what it gave can't be kept: {where or 'the value'} {what}."[:500]
    )
