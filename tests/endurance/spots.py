"""Every place in a request where a caller may put much, found in the schemas of the doors and not in a list of ours.

A place is a list, an object of any names, a text, or anything at all; a request with a value there is made from the
schema around it, so that the door reads as far as that place."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from google.api import field_behavior_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor

Kind = Literal["list", "object", "text", "anything"]
Put = Callable[[Any], Any]
Schema = Mapping[str, Any]

SHORT = ("enum", "const", "format")
"""A text with one of these is no place for much."""
FREE = {"Struct", "Value", "ListValue"}
DEEPEST = 12
"""Types inside each other that are followed; a type inside itself is not."""


@dataclass(frozen=True)
class Spot:
    """One place: its name, what may stand there, its schema, and the request with a value in it."""

    name: str
    kind: Kind
    schema: Schema
    put: Put


def spots(schema: Schema, defs: Mapping[str, Schema]) -> Iterator[Spot]:
    """The places of a JSON Schema, `defs` being what its references name."""
    yield from _spots(schema, _Defs(defs, ()))


@dataclass(frozen=True)
class _Defs:
    """What references name, and those that are being followed."""

    known: Mapping[str, Schema]
    inside: tuple[str, ...]

    def follow(self, schema: Schema) -> "tuple[Schema, _Defs] | None":
        """The schema that is meant; None for one inside itself, or too deep."""
        if "$ref" not in schema:
            return schema, self
        name = schema["$ref"].rpartition("/")[2]
        if name in self.inside or len(self.inside) >= DEEPEST:
            return None
        return self.known[name], _Defs(self.known, (*self.inside, name))


def _spots(schema: Schema, defs: _Defs) -> Iterator[Spot]:
    followed = defs.follow(schema)
    if followed is None:
        return
    schema, defs = followed
    branches = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if branches and "properties" not in schema:
        for branch in branches:
            yield from _spots(branch, defs)
        return
    match schema.get("type"):
        case "object":
            yield from _of_object(schema, defs)
        case "array":
            yield Spot("", "list", schema, _same)
            for inner in _spots(schema.get("items", {}), defs):
                yield Spot(f"[]{_dot(inner.name)}", inner.kind, inner.schema, _listed(inner.put))
        case "string":
            if not any(word in schema for word in SHORT):
                yield Spot("", "text", schema, _same)
        case None if not any(word in schema for word in SHORT):
            yield Spot("", "anything", schema, _same)
        case _:
            pass


def _of_object(schema: Schema, defs: _Defs) -> Iterator[Spot]:
    fields: Mapping[str, Schema] = schema.get("properties", {})
    if not fields:
        yield Spot("", "object", schema, _same)
    whole = sample(schema, defs.known)
    for name, inside in fields.items():
        for inner in _spots(inside, defs):
            yield Spot(f"{name}{_dot(inner.name)}", inner.kind, inner.schema, _inside(whole, name, inner.put))


def sample(schema: Schema, defs: Mapping[str, Schema], deep: int = 0) -> Any:
    """A small value that fits."""
    if deep > DEEPEST:
        return None
    if "$ref" in schema:
        return sample(defs[schema["$ref"].rpartition("/")[2]], defs, deep + 1)
    for word in ("const", "default"):
        if word in schema:
            return schema[word]
    if "enum" in schema:
        return schema["enum"][0]
    branches = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if branches and "properties" not in schema:
        return sample(branches[0], defs, deep + 1)
    match schema.get("type"):
        case "object":
            fields = schema.get("properties", {})
            wanted = {*schema.get("required", ()), *(name for name, one in fields.items() if "const" in one)}
            return {name: sample(fields.get(name, {}), defs, deep + 1) for name in sorted(wanted)}
        case "array":
            return []
        case "string":
            return "1"
        case "integer" | "number":
            return 1
        case "boolean":
            return True
        case _:
            return {}


def of_protobuf(kind: Descriptor, inside: tuple[str, ...] = ()) -> dict[str, Any]:
    """The JSON Schema of a message of protobuf, as far as places go."""
    if kind.name in FREE:
        return {"type": "object"} if kind.name == "Struct" else {}
    if kind.full_name in inside or len(inside) >= DEEPEST:
        return {"type": "integer"}
    fields = {field.json_name: _field(field, (*inside, kind.full_name)) for field in kind.fields}
    wanted = [field.json_name for field in kind.fields if _is_required(field)]
    return {"type": "object", "properties": fields, "required": wanted}


def _is_required(field: FieldDescriptor) -> bool:
    return field_behavior_pb2.REQUIRED in field.GetOptions().Extensions[field_behavior_pb2.field_behavior]


def _field(field: FieldDescriptor, inside: tuple[str, ...]) -> dict[str, Any]:
    kind = field.message_type
    if kind is not None and kind.GetOptions().map_entry:
        return {"type": "object"}
    match field.type:
        case FieldDescriptor.TYPE_MESSAGE:
            one = of_protobuf(kind, inside)
        case FieldDescriptor.TYPE_STRING | FieldDescriptor.TYPE_BYTES:
            one = {"type": "string"}
        case FieldDescriptor.TYPE_ENUM:
            one = {"type": "string", "enum": [field.enum_type.values[1].name]}
        case _:
            one = {"type": "integer"}
    return {"type": "array", "items": one} if field.is_repeated else one


def _dot(name: str) -> str:
    return f".{name}" if name and not name.startswith("[") else name


def _same(value: Any) -> Any:
    return value


def _listed(put: Put) -> Put:
    return lambda value: [put(value)]


def _inside(whole: Any, name: str, put: Put) -> Put:
    return lambda value: {**whole, name: put(value)}
