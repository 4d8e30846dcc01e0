"""How deep may a value be before checking it against a schema costs too much? Knows JSON Schema, not the library.

Two references side by side to the same place double the work at every level: forty short lines can cost hours."""

from collections.abc import Iterator

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.shapes import is_list, is_object, list_at, object_at

DEPTH = 64
"""No value is checked deeper than this many levels."""

STEPS = 20_000
"""Schema nodes that may be visited along one path from the root of a value to a leaf; about 25 us each at worst."""

_HERE = ("not", "if", "then", "else")
_HERE_MANY = ("allOf", "anyOf", "oneOf")
_HERE_NAMED = ("dependentSchemas", "dependencies")
_BELOW = (
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "items",
    "additionalItems",
    "unevaluatedItems",
    "contains",
)


def allowed_depth(schema: Json) -> int:
    """The deepest value that can be checked within the limit. Raises Invalid("bad_schema") when none can, when a
    reference leaves the schema or leads nowhere, or when a part renames itself."""
    costs = _Costs(schema)
    if costs.of(schema, DEPTH) <= STEPS:
        return DEPTH
    if costs.of(schema, 0) > STEPS:
        raise Invalid("bad_schema", "The schema is too costly to check: its parts refer to each other too often.")
    low, high = 0, DEPTH
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if costs.of(schema, middle) <= STEPS else (low, middle)
    return low


class _Costs:
    """Visits of one schema, remembered by node and by how many levels of the value remain."""

    def __init__(self, root: Json) -> None:
        self._root = root
        self._known: dict[tuple[int, int], int] = {}
        self._open: set[tuple[int, int]] = set()
        self._anchors = dict(_anchors(root, 0))

    def of(self, schema: Json, depth: int) -> int:
        if not is_object(schema):
            return 1
        key = (id(schema), depth)
        if key in self._open:  # a reference to itself without going down: the library stops there as well
            return 1
        if key not in self._known:
            self._open.add(key)
            self._known[key] = self._counted(schema, depth)
            self._open.discard(key)
        return self._known[key]

    def _counted(self, schema: JsonObject, depth: int) -> int:
        if "$dynamicRef" in schema or "$recursiveRef" in schema:
            raise Invalid("bad_schema", "The schema uses dynamic references, which are not supported.")
        if "$id" in schema and schema is not self._root:
            raise Invalid("bad_schema", "A part of the schema has its own $id, which is not supported.")
        total = 1 + sum(self._capped(child, depth) for child in _here(schema))
        if isinstance(reference := schema.get("$ref"), str):
            total += self._capped(self._target(reference), depth)
        if depth > 0:
            named = [self._capped(child, depth - 1) for child in object_at(schema, "properties").values()]
            patterns = [self._capped(child, depth - 1) for child in object_at(schema, "patternProperties").values()]
            rest = [self._capped(child, depth - 1) for child in _below(schema)]
            total += max(named, default=0) + sum(patterns) + sum(rest)
        return min(total, STEPS + 1)

    def _capped(self, schema: Json, depth: int) -> int:
        return min(self.of(schema, depth), STEPS + 1)

    def _target(self, reference: str) -> Json:
        if not reference.startswith("#"):
            raise Invalid("bad_schema", "The schema refers to another document; only its own parts may be used.")
        pointer = reference[1:]
        if pointer and not pointer.startswith("/"):
            return self._anchors.get(pointer, True)
        found = self._root
        for step in pointer.split("/")[1:]:
            step = step.replace("~1", "/").replace("~0", "~")
            if is_object(found) and step in found:
                found = found[step]
            elif is_list(found) and step.isdecimal() and len(step) < 6 and int(step) < len(found):
                found = found[int(step)]
            elif "%" in step:
                raise Invalid("bad_schema", "The schema refers to one of its parts in an encoded form.")
            else:
                raise Invalid("bad_schema", f"The schema refers to {reference[:100]}, which it does not have.")
        return found


def _here(schema: JsonObject) -> Iterator[Json]:
    """Parts that look at the same place of the value."""
    yield from (schema[word] for word in _HERE if word in schema)
    for word in _HERE_MANY:
        yield from list_at(schema, word)
    for word in _HERE_NAMED:
        yield from object_at(schema, word).values()


def _below(schema: JsonObject) -> Iterator[Json]:
    """Parts that look at any of the places one level down."""
    for word in _BELOW:
        part = schema.get(word)
        if is_list(part):
            yield from part
        elif part is not None:
            yield part
    yield from list_at(schema, "prefixItems")


def _anchors(schema: Json, level: int) -> Iterator[tuple[str, Json]]:
    """Every node with a name of its own, wherever it is."""
    if level > DEPTH:
        raise Invalid("bad_schema", f"The schema is nested more than {DEPTH} levels deep.")
    if is_object(schema):
        if isinstance(name := schema.get("$anchor"), str):
            yield name, schema
        for part in schema.values():
            yield from _anchors(part, level + 1)
    elif is_list(schema):
        for part in schema:
            yield from _anchors(part, level + 1)
