"""Values of a surface: what stands at a place of the model, and the patch that puts it there."""

from loket.core.data import Json
from loket.core.surfaces import Patch


def put(path: str, value: Json) -> Patch:
    return Patch(op="replace", path=path, value=value)


def field_of(value: Json, name: str) -> Json:
    return value.get(name) if isinstance(value, dict) else None


def items_of(value: Json, name: str) -> list[Json]:
    """A list inside a value that may come from a server of somebody else; empty when there is none."""
    items = field_of(value, name)
    return items if isinstance(items, list) else []
