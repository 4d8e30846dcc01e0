"""A record without anything a person, an agent or a tool brought in: what a bug report may hold.

Only what `safe.py` names, or can't be anything but ours (a member of a Literal, a count, a truth) is kept; a field
that nobody has thought of yet is blanked."""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin

from loket.core.data import Frozen, Json, JsonObject, as_blob
from loket.core.record import Record, decode, encode
from loket.core.shapes import is_list, is_object
from loket.views.safe import MEDIA, SAFE, WORDS, Kind

NAMES = 12
"""Letters of a stand-in: a name that is no longer there has the same one wherever it stood in the same log."""
POSITION = 2
"""A part of a path with up to so many digits is a place in a list, and is kept."""
OPERATIONS = frozenset(("add", "replace", "remove"))

Part = TypeVar("Part", bound=Frozen)


class Scrub:
    """Scrubs the lines of one export. `declared` are the names of assistants, tools and surfaces that are served.

    Stand-ins are made with a key that is thrown away, so that nobody finds a name by trying names."""

    def __init__(self, declared: frozenset[str] = frozenset()) -> None:
        self._known = WORDS | declared
        self._key = secrets.token_bytes(16)

    def line(self, body: bytes) -> bytes:
        """A stored record as it may leave the house."""
        record = decode(body)
        return encode(_Scrubbing(record.seq, record.at, self._stand_in, self._known).record(record))

    def _stand_in(self, name: str) -> str:
        return hmac.new(self._key, name.encode(errors="replace"), hashlib.sha256).hexdigest()


class _Scrubbing:
    """The work on one record; `seq` and `at` are those of the record."""

    def __init__(self, seq: int, at: datetime, stand_in: Callable[[str], str], known: frozenset[str]) -> None:
        self._seq, self._at, self._stand_in, self._known = seq, at, stand_in, known

    def record(self, record: Record) -> Record:
        event, scope = self._model(record.event), self._field("scope", record.scope)
        return replace(record, scope=scope, key=None, event=event)

    def _model(self, part: Part) -> Part:
        blank = {name: self._field(kind, getattr(part, name)) for name, kind in _kinds(type(part)).items()}
        return part.model_copy(update=blank)

    def _field(self, kind: Kind, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple([self._field(kind, item) for item in value])
        match kind, value:
            case _, None:
                return None
            case "gone", _:
                return None
            case "kept", _:
                return value
            case "free", _:
                return self._free(value)
            case "message", _:
                return self._message(value)
            case "size", int():
                return 1 << value.bit_length() if value else 0
            case "value", _:
                return self._value(value)
            case _, str():
                return self._text(kind, value)
            case _:
                return self._free(value)

    def _text(self, kind: Kind, text: str) -> str:
        match kind:
            case "name":
                return self._name(text)
            case "call":
                return self._call(text)
            case "scope":
                return "/".join(self._call(part) for part in text.split("/"))
            case "question":
                return text if self._passed(text) else self._name(text)
            case "digest":
                return self._stand_in(text)
            case "media":
                return text if text in MEDIA else "application/octet-stream"
            case _:
                return _dots(text)

    def _value(self, value: Any) -> Any:
        """What no other kind says: words are dots, and a moment that somebody chose is that of the record."""
        if isinstance(value, Frozen):
            return self._model(value)
        if isinstance(value, datetime):
            return self._at
        return value if isinstance(value, bool | int | float) else self._free(value)

    def _free(self, value: Json) -> Json:
        """JSON of anybody: truths and nulls stay, numbers are 0, the names of fields have stand-ins."""
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return _dots(value)
        if (ref := as_blob(value)) is not None:
            return self._model(ref).model_dump(mode="json")
        if is_object(value):
            return {self._name(name): self._free(inner) for name, inner in value.items()}
        return [self._free(inner) for inner in value] if is_list(value) else 0

    def _message(self, message: JsonObject) -> JsonObject:
        """A message to a surface or a client: its kind, if it is one of ours, and where its patches go."""
        kind, patches = message.get("kind"), message.get("patches")
        others = {name: inner for name, inner in message.items() if name not in ("kind", "patches")}
        blank: JsonObject = {"kind": self._name(kind)} if isinstance(kind, str) else {}
        blank |= self._free(others)
        return blank | ({"patches": [self._patch(patch) for patch in patches]} if is_list(patches) else {})

    def _patch(self, patch: Json) -> Json:
        if not is_object(patch) or patch.get("op") not in OPERATIONS:
            return self._free(patch)
        path = str(patch.get("path", "")).split("/")
        parts = "/".join(part if _is_place(part) else self._name(part) for part in path)
        return {"op": patch["op"], "path": parts, "value": self._free(patch.get("value"))}

    def _call(self, id: str) -> str:
        """`seq.id` of a decision that was before; anything else as a name."""
        seq, dot, name = id.partition(".")
        return f"{seq}.{self._name(name)}" if dot and self._passed(seq) else self._name(id)

    def _passed(self, seq: str) -> bool:
        """Whether it is the number of a record up to this one."""
        return seq.isascii() and seq.isdigit() and len(seq) <= len(str(self._seq)) and int(seq) <= self._seq

    def _name(self, name: str) -> str:
        return name if not name or name in self._known else f"x{self._stand_in(name)[:NAMES]}"


@cache
def _kinds(model: type[Frozen]) -> Mapping[str, Kind]:
    """What each field of a model holds: as `SAFE` says, else as its type allows."""
    kinds: dict[str, Kind] = {name: _kind(field.annotation) for name, field in model.model_fields.items()}
    kinds.update(SAFE.get(model, {}))
    return kinds


def _kind(annotation: Any) -> Kind:
    if get_origin(annotation) is Literal:
        return "kept"
    return "free" if _holds_any(annotation) else "value"


def _holds_any(annotation: Any) -> bool:
    return annotation is Any or any(_holds_any(part) for part in get_args(annotation))


def _is_place(part: str) -> bool:
    return part == "-" or (part.isascii() and part.isdigit() and len(part) <= POSITION)


def _dots(text: str) -> str:
    """As many letters as there were, and the lines they stood in."""
    return "".join(letter if letter in " \n" else "." for letter in text)
