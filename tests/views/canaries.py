"""Records of every kind with a word of its own in every field that can hold one, made from the models themselves."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from loket.core.data import Frozen
from loket.core.events import Answered, Event
from loket.core.record import By, Record, encode

KINDS: tuple[type[Frozen], ...] = get_args(get_args(Event)[0])
"""Fields that the log gives itself, or that choose the model."""
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class Canaries:
    """Makes records. `words` are all that must not be seen again, wherever they stood."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.words: list[str] = []
        self._seq = 0

    def record(self, kind: type[Frozen], sparse: bool) -> Record:
        """A record of this kind; `sparse` leaves out about half of what may be left out."""
        self._seq += 1
        scope = self._one_of(["/", f"/{self._seq}.{self._word()}/", self._word()])
        at, by, key = START + timedelta(seconds=self._seq), self._one_of(get_args(By)), self._word()
        event = self._model(kind, sparse)
        return Record(seq=self._seq, at=at, by=by, scope=scope, key=key, event=event)

    def _model(self, model: type[BaseModel], sparse: bool) -> Any:
        fields: dict[str, Any] = {
            name: self._field(field, sparse)
            for name, field in model.model_fields.items()
            if name != "kind" and not (sparse and not field.is_required() and self._random.random() < 0.5)
        }
        if model is Answered:
            how = self._one_of(["choice", "text", "form", "edit", "approve", "refuse"])
            answer = True if how in ("approve", "refuse") else self._field(model.model_fields[how], sparse=False)
            fields = {"to": fields["to"], how: answer}
        return model(**fields)

    def _field(self, field: FieldInfo, sparse: bool) -> Any:
        return self._value(field.annotation, field.metadata, sparse)

    def _value(self, annotation: Any, metadata: list[Any], sparse: bool) -> Any:
        origin, parts = get_origin(annotation), get_args(annotation)
        if hasattr(annotation, "__metadata__"):
            return self._value(parts[0], list(annotation.__metadata__), sparse)
        if origin is Literal:
            return self._one_of(parts)
        if origin in (Union, UnionType):
            others = [part for part in parts if part is not NoneType]
            return self._value(self._one_of(others), metadata, sparse)
        if origin is tuple:
            return tuple(self._value(parts[0], [], sparse) for _ in range(self._random.randint(1, 2)))
        if annotation is Any:
            return self._json(self._random.randint(0, 2))
        if origin is dict and parts[1] is str:
            return {self._word(): self._word()}
        if origin is dict:
            return self._object(2)
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            return self._model(annotation, sparse)
        if annotation is str:
            return self._word(next((m.pattern for m in metadata if getattr(m, "pattern", None)), None))
        if annotation is datetime:
            return datetime(1987, 6, 5, 4, 3, 2, tzinfo=UTC)
        plain: dict[Any, Any] = {bool: True, int: 7, float: 0.5}
        return plain[annotation]

    def _word(self, pattern: str | None = None) -> str:
        word = f"Canary{len(self.words)}Wilhelmina"
        if pattern is not None and not re.fullmatch(pattern, word):
            word = f"c0ffee{len(self.words):058x}"  # the digest of a file tells which file it was
            assert re.fullmatch(pattern, word), f"a word for {pattern} is wanted here"
        self.words.append(word)
        return word

    def _number(self) -> int | float:
        number = self._one_of([123_456_000, 123_456_000.5]) + len(self.words)
        self.words.append(str(number))
        return number

    def _one_of(self, parts: Sequence[Any]) -> Any:
        return self._random.choice(parts)

    def _json(self, depth: int) -> Any:
        if depth == 0:
            return self._one_of([self._word(), self._number(), True, None])
        return self._object(depth) if self._random.random() < 0.5 else [self._json(depth - 1), self._json(0)]

    def _object(self, depth: int) -> dict[str, Any]:
        """Also what looks like something of ours: a message to a surface, a reference to a long value."""
        patches = [{"op": "add", "path": f"/{self._word()}/0", "value": self._json(depth - 1)}, self._json(0)]
        shaped: dict[str, Any] = {"kind": self._word(), "patches": patches, self._word(): self._json(depth - 1)}
        digest = "c0ffee" + f"{len(self.words):058x}"
        self.words.append(digest)
        blob = {"sha256": digest, "size": self._number(), "media": self._word(), "preview": self._word()}
        return self._one_of([{self._word(): self._json(depth - 1)}, shaped, blob])


def canaried(seed: int) -> tuple[list[Record], list[str]]:
    """A record of each kind whole, and one with parts left out; and the words in them."""
    canaries = Canaries(Random(seed))
    records = [canaries.record(kind, sparse) for kind in KINDS for sparse in (False, True)]
    whole = b"".join(encode(record) for record in records).decode()
    return records, [word for word in canaries.words if word in whole]
