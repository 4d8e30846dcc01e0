"""Makes an event fit into a record: values that are too long move to Blobs and leave a reference behind."""

import json
from typing import TypeVar

from pydantic import ValidationError

from loket.core.data import Frozen, Json, JsonObject, as_blob, is_file
from loket.core.errors import TooLarge
from loket.core.ports import Blobs

ROOM = 32 * 1024
"""Bytes the free values of one event may take together; leaves room for the rest of a record."""
PIECE = 2 * 1024
FREE = ("text", "value", "payload", "data", "part", "args", "form", "edit", "amend")
BLOB_BYTES = 32 * 1024 * 1024
_FLAT = frozenset((str, int, float, bool, type(None)))

Fitted = TypeVar("Fitted", bound=Frozen)


async def fitting(blobs: Blobs, conversation: str, event: Fitted) -> Fitted:
    """The same event with long values as BlobRefs, which are durable when this returns. TooLarge when nothing helps."""
    raw = event.model_dump(mode="json")
    try:
        return type(event).model_validate(await _fit(blobs, conversation, raw))
    except ValidationError as error:
        raise TooLarge("too_large", "Some words here are longer than a record can hold.") from error


async def _fit(blobs: Blobs, conversation: str, node: JsonObject) -> JsonObject:
    fitted: JsonObject = {}
    for name, value in node.items():
        if name in FREE and _size(value) > PIECE:
            value = await _spill(blobs, conversation, value, ROOM)
        elif isinstance(value, dict):
            value = await _fit(blobs, conversation, value)
        elif isinstance(value, list):
            value = [await _fit(blobs, conversation, v) if isinstance(v, dict) else v for v in value]
        fitted[name] = value
    return fitted


async def _spill(blobs: Blobs, conversation: str, value: Json, room: int) -> Json:
    """Moves the long leaves of a value out; the whole of it when that is not enough."""
    if _size(value) <= room:
        return value
    if isinstance(value, str):
        return await _put(blobs, conversation, value.encode(), "text/plain", value[:200])
    if isinstance(value, dict):
        value = {k: await _spill(blobs, conversation, v, PIECE) for k, v in value.items()}
    if _size(value) <= room:
        return value
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return await _put(blobs, conversation, body, "application/json", body[:200].decode("utf-8", "ignore"))


async def _put(blobs: Blobs, conversation: str, data: bytes, media: str, preview: str) -> JsonObject:
    if len(data) > BLOB_BYTES:
        raise TooLarge("too_large", f"A value of {len(data)} bytes is more than we keep.")
    return (await blobs.put(conversation, data, media, preview)).model_dump(mode="json")


def _size(value: Json) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def has_blobs(value: Json) -> bool:
    """Whether any reference stands in a free value for what was too long; a file is no such reference."""
    if isinstance(value, dict):
        if as_blob(value) is not None:
            return True
        inner = value.values()
    elif isinstance(value, list):
        inner = value
    else:
        return False
    return not _FLAT.issuperset(map(type, inner)) and not is_file(value) and any(map(has_blobs, inner))


async def whole(blobs: Blobs, conversation: str, value: Json) -> Json:
    """The value with the bytes put back where references stand. A reference that leads nowhere stays as it is, and a
    file is one."""
    if (ref := as_blob(value)) is not None:
        data = await blobs.get(conversation, ref.sha256)
        if data is None:
            return value
        return data.decode() if ref.media == "text/plain" else json.loads(data)
    if not has_blobs(value):
        return value
    if isinstance(value, dict) and not is_file(value):
        return {k: await whole(blobs, conversation, v) for k, v in value.items()}
    if isinstance(value, list):
        return [await whole(blobs, conversation, v) for v in value]
    return value
