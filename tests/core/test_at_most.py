"""A limit holds for what is sent and not for what is stored, and is told in the schema."""

import json
from datetime import UTC, datetime

import pytest
from pydantic import TypeAdapter, ValidationError

from loket.core.data import FILES, FileRef, JsonObject
from loket.core.events import SurfaceActed, UserSaid
from loket.core.outside import SHORT, PersonEvent
from loket.core.record import decode

_events: TypeAdapter[UserSaid | SurfaceActed] = TypeAdapter(PersonEvent)
LONG = "x" * (SHORT + 1)
TOO_MUCH: list[JsonObject] = [
    {"kind": "surface_acted", "surface": LONG, "name": "go"},
    {"kind": "user_said", "text": "Hello", "files": [{"name": "a.txt"}] * (FILES + 1)},
    {"kind": "file_added", "ref": {"name": "a.txt", "media": "x" * 300}},
    {"kind": "stopped", "scope": "/" * 2001},
]


@pytest.mark.parametrize("event", TOO_MUCH)
def test_what_is_too_much_to_send_can_be_read_where_it_is_stored(event: JsonObject) -> None:
    with pytest.raises(ValidationError):
        _events.validate_python(event)
    raw = {"v": 1, "seq": 1, "at": datetime(2026, 11, 22, tzinfo=UTC).isoformat(), "by": "person", "event": event}
    assert decode(json.dumps(raw).encode()).event.kind == event["kind"]


def test_a_limit_is_counted_before_anything_inside_is_looked_at() -> None:
    with pytest.raises(ValidationError) as refused:
        _events.validate_python({"kind": "user_said", "text": "Hello", "files": [{}] * 100_000})
    assert [error["type"] for error in refused.value.errors()] == ["too_long"]


def test_a_schema_tells_the_limits() -> None:
    told = SurfaceActed.model_json_schema()["properties"]
    assert (told["surface"]["maxLength"], told["payload"]["maxProperties"]) == (SHORT, 1000)
    assert FileRef.model_json_schema()["properties"]["uri"]["anyOf"][0]["maxLength"] == 16_000
