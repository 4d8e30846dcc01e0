"""Surfaces: a title and a data model, changed by patches. The same function runs on the server and in the client."""

from collections.abc import Iterable
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from loket.core.data import Frozen, Json

MISSING = object()


class Patch(Frozen):
    """One change of a data model: `add`, `replace` or `remove` at a JSON Pointer (RFC 6901)."""

    op: Literal["add", "replace", "remove"]
    path: str
    value: Json = None


_patches = TypeAdapter(Patch)


def parts_of(path: str) -> list[str]:
    """The unescaped parts of a JSON Pointer; ValueError when it is none."""
    if path == "":
        return []
    if not path.startswith("/"):
        raise ValueError(f"not a JSON Pointer: {path[:80]}")
    return [part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/")]


def index_of(part: str, length: int, grow: bool) -> int:
    """A list index; `-` and the length itself are allowed when an item may be added."""
    if part == "-" and grow:
        return length
    if not (part.isascii() and part.isdigit()) or (part != "0" and part[0] == "0"):
        raise ValueError(f"not a list index: {part[:20]}")
    index = int(part)
    if index > length or (index == length and not grow):
        raise ValueError(f"no such item: {index}")
    return index


def patched(model: Json, patch: Patch) -> Json:
    """The model after one patch, sharing what did not change; missing parents are made. ValueError: no such place."""
    return _put(model, parts_of(patch.path), patch)


def _put(node: Json, parts: list[str], patch: Patch) -> Json:
    if not parts:
        return {} if patch.op == "remove" else patch.value
    head, rest = parts[0], parts[1:]
    if isinstance(node, list):
        return _put_item(list(node), head, rest, patch)
    if not isinstance(node, dict):
        raise ValueError(f"nothing can stand below a plain value: {patch.path[:80]}")
    changed = dict(node)
    if rest:
        if patch.op == "remove" and head not in changed:
            raise ValueError(f"no such place: {patch.path[:80]}")
        changed[head] = _put(changed.get(head, {}), rest, patch)
    elif patch.op == "remove":
        if changed.pop(head, MISSING) is MISSING:
            raise ValueError(f"no such place: {patch.path[:80]}")
    else:
        changed[head] = patch.value
    return changed


def _put_item(items: list[Json], head: str, rest: list[str], patch: Patch) -> Json:
    index = index_of(head, len(items), grow=patch.op == "add" and not rest)
    if rest:
        items[index] = _put(items[index], rest, patch)
    elif patch.op == "add":
        items.insert(index, patch.value)
    elif patch.op == "remove":
        del items[index]
    else:
        items[index] = patch.value
    return items


def apply_patches(model: Json, patches: Iterable[Json]) -> tuple[Json, list[str]]:
    """The model after all patches that fit, and a sentence for each that was skipped."""
    skipped: list[str] = []
    for raw in patches:
        try:
            patch = raw if isinstance(raw, Patch) else _patches.validate_python(raw)
            model = patched(model, patch)
        except (ValueError, ValidationError) as error:
            skipped.append(str(error).splitlines()[0][:200])
    return model, skipped
