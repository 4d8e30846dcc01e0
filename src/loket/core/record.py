"""A record: an event as it stands in the log, and the one way to write and read its bytes."""

import json
from dataclasses import KW_ONLY
from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import Field, TypeAdapter, ValidationError

from loket.core.at_most import STORED
from loket.core.data import JsonObject
from loket.core.errors import StoreError
from loket.core.events import Event, Unknown
from loket.core.upcast import VERSION, upcast
from loket.core.value import unchanging

By = Literal["person", "agent", "clock", "planner", "engine", "tool"]
OUTSIDE = ("person", "agent", "clock")
"""Whose records come from outside: they set off work and are the result of none."""


@unchanging
class Record:
    """`seq` has no gaps and starts at 1; `at` (UTC) never decreases; `by` says who it comes from; `cause` is the seq it
    came from. `scope` is `/` or that of a task; `key` is the sender's idempotency key."""

    _: KW_ONLY  # no model: in the shortest turn these are read a hundred times, which takes a model four times as long
    v: int = VERSION
    seq: Annotated[int, Field(ge=1)]
    at: datetime
    by: By
    cause: int | None = None
    scope: str = "/"
    key: str | None = None
    event: Event


_records = TypeAdapter(Record)
_CURRENT = f'{{"v":{VERSION},'.encode()
_kinds = frozenset(model.model_fields["kind"].default for model in get_args(get_args(Event)[0]))


def encode(record: Record) -> bytes:
    """The bytes that are stored and that every watcher receives."""
    return _records.dump_json(record)


def lifted(body: bytes) -> bytes:
    """The bytes of a record for who knows this version alone: those that an older one wrote are lifted."""
    return body if body.startswith(_CURRENT) else encode(decode(body))


def decode(body: bytes) -> Record:
    """A stored record, lifted to this version; unknown kinds become Unknown. StoreError when it is damaged."""
    try:
        raw: JsonObject = upcast(json.loads(body))
        event = raw.get("event")
        if isinstance(event, dict) and event.get("kind") not in _kinds:
            raw = {**raw, "event": Unknown(was=str(event.get("kind")))}
        return _records.validate_python(raw, strict=False, context=STORED)
    except ValidationError as error:
        [first, *_] = error.errors(include_input=False, include_context=False, include_url=False)
        where = ".".join(str(part) for part in first["loc"])
        text = f"A record can't be read: {where[:100]} ({first['type']})"  # what stands there is somebody's words
        raise StoreError("damaged", text) from None
    except ValueError as error:
        raise StoreError("damaged", f"A record can't be read: {str(error)[:200]}") from error
