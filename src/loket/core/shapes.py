"""What shape is free JSON? Questions that also tell the type checker, for code that reads what the world sent."""

from collections.abc import Iterator, Sequence
from typing import TypeGuard, cast

from loket.core.data import Json, JsonObject


def is_object(value: Json) -> TypeGuard[JsonObject]:
    """Whether it is a JSON object (whose names JSON itself makes strings)."""
    return isinstance(value, dict)


def is_list(value: Json) -> TypeGuard[list[Json]]:
    """Whether it is a JSON array."""
    return isinstance(value, list)


def object_at(value: Json, name: str) -> JsonObject:
    """The object under a name, empty when there is none or it is something else."""
    found = value.get(name) if is_object(value) else None
    return found if is_object(found) else {}


def list_at(value: Json, name: str) -> list[Json]:
    """The array under a name, empty when there is none or it is something else."""
    found = value.get(name) if is_object(value) else None
    return found if is_list(found) else []


def text_at(value: Json, name: str) -> str:
    """The string under a name, empty when there is none or it is something else."""
    found = value.get(name) if is_object(value) else None
    return found if isinstance(found, str) else ""


def texts_at(value: Json, name: str) -> tuple[str, ...]:
    """The strings in the array under a name."""
    return tuple(one for one in list_at(value, name) if isinstance(one, str))


def texts_in(value: Json) -> Iterator[str]:
    """Every string in a value, however deep; no names of fields."""
    left = [value]
    while left:
        match left.pop():
            case str(text):
                yield text
            case dict(inner):
                left += inner.values()
            case list(inner):
                left += inner
            case _:
                pass


def deeper_than(value: Json, levels: int) -> bool:
    """Whether objects and arrays lie in each other more than so many levels deep: whatever walks a value on the stack
    must never see a very deep one."""
    if is_object(value):
        inner = value.values()
    elif isinstance(value, list | tuple):
        inner = cast(Sequence[Json], value)
    else:
        return False
    if levels <= 0:
        return True
    for part in inner:  # noqa: SIM110 - most have nothing nested, and a generator costs more than the look
        if isinstance(part, _NESTING) and deeper_than(part, levels - 1):
            return True
    return False


_NESTING = (dict, list, tuple)
