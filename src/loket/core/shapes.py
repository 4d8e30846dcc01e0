"""What shape is free JSON? Questions that also tell the type checker, for code that reads what the world sent."""

from typing import TypeGuard

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
