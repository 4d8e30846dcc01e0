"""Turns JSON Schema, as pydantic writes it for our models, into TypeScript types; knows nothing of the models."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

Schema = Mapping[str, Any]

WIDTH = 120
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
JSON = "Json"


class Types:
    """TypeScript declarations under way: `names` are unions that have a name, `all_given` leaves nothing optional."""

    def __init__(self, *, all_given: bool, suffix: str = "") -> None:
        self.all_given = all_given
        self.suffix = suffix
        self.renamed: set[str] = set()
        self.names: dict[frozenset[str], str] = {}

    def declare(self, name: str, schema: Schema) -> str:
        """One exported declaration with its documentation."""
        known = self.name_of(name)
        if "properties" not in schema:
            return f"{comment(schema, '')}export type {known} ={self.spread(self.type_of(schema, known))};\n"
        fields = "".join(self.field(key, sub, schema.get("required", ())) for key, sub in schema["properties"].items())
        return f"{comment(schema, '')}export interface {known} {{\n{fields}}}\n"

    def field(self, key: str, schema: Schema, required: Iterable[str]) -> str:
        """A property; one with a default may be left out of what is sent and is always there in what is received."""
        given = self.all_given or key in required or "const" in schema  # what tells a union's members apart
        name = key if key.isidentifier() else json.dumps(key)
        return f"{comment(schema, '  ')}  readonly {name}{'' if given else '?'}: {self.type_of(schema)};\n"

    def type_of(self, schema: Schema, declaring: str = "") -> str:
        """The type expression of a schema; what cannot be said in TypeScript is free JSON."""
        match schema:
            case {"$ref": str(ref)}:
                return self.name_of(ref.rpartition("/")[2])
            case {"const": value}:
                return json.dumps(value)
            case {"enum": list(values)}:
                return " | ".join(json.dumps(value) for value in values)
            case {"anyOf": list(parts)} | {"oneOf": list(parts)}:
                return self.union(parts, declaring)
            case {"type": "array"}:
                return self.array(schema)
            case {"type": "object"}:
                values = schema.get("additionalProperties", True)
                inner = self.type_of(values) if isinstance(values, dict) else JSON
                return f"{JSON}Object" if inner == JSON else f"{{ readonly [key: string]: {inner} }}"
            case {"type": str(plain)}:
                return PLAIN[plain]
            case _:
                return JSON

    def array(self, schema: Schema) -> str:
        """A tuple where every place has its type, else a list."""
        if places := schema.get("prefixItems"):
            return f"readonly [{', '.join(self.type_of(place) for place in places)}]"
        item = self.type_of(schema.get("items", {}))
        return f"readonly ({item})[]" if " | " in item else f"readonly {item}[]"

    def union(self, parts: Iterable[Schema], declaring: str) -> str:
        """A union by its name when it has one, else by its members."""
        members = list(dict.fromkeys(self.type_of(part) for part in parts))
        named = self.names.get(frozenset(members))
        if named and named != declaring:
            return named
        if declaring:
            self.names[frozenset(members)] = declaring
        return " | ".join(members)

    def spread(self, union: str) -> str:
        """A long union of a declaration, one member a line."""
        members = union.split(" | ")
        return f" {union}" if len(union) < WIDTH - 40 else "".join(f"\n  | {member}" for member in members)

    def name_of(self, name: str) -> str:
        """The exported name of a definition."""
        return name + self.suffix if name in self.renamed else name


def comment(schema: Schema, indent: str) -> str:
    """The description as a documentation comment."""
    text = str(schema.get("description", "")).replace("*/", "* /").strip()
    if not text:
        return ""
    lines = [line.strip() for line in text.splitlines()]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"
