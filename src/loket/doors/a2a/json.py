"""The two messages that pass most, from and to JSON without the library's reflection: a few times faster, and the same.

What is not plain (files, metadata, long values) is left to the library; a test holds both against each other."""

from datetime import UTC

import msgspec
from a2a.types import a2a_pb2 as pb
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object
from loket.doors.a2a.said import whole_numbers
from loket.doors.a2a.tasks import STATES, Place, name_of
from loket.engine.fitting import has_blobs
from loket.views.outcome_state import Outcome, OutcomeMessage, Piece

PLAIN = frozenset({"messageId", "role", "parts", "contextId", "taskId"})
NAMES = {state: pb.TaskState.Name(number) for state, number in STATES.items()}


def as_json(message: Message) -> JsonObject:
    """A message as the library writes it, but for its numbers: those that are whole are written so."""
    return whole_numbers(MessageToDict(message))


def plain_request(params: JsonObject) -> pb.SendMessageRequest | None:
    """Fast twin of `envelope.parsed`: the request in these params, when it is words and nothing else; else None."""
    said = params.get("message")
    if len(params) != 1 or not is_object(said) or not said.keys() <= PLAIN or said.get("role") != "ROLE_USER":
        return None
    parts = said.get("parts")
    if not is_list(parts) or not all(is_object(part) and part.keys() == {"text"} for part in parts):
        return None
    request = pb.SendMessageRequest()
    message = request.message
    message.role = pb.ROLE_USER
    try:
        message.message_id, message.context_id = said.get("messageId", ""), said.get("contextId", "")
        message.task_id = said.get("taskId", "")
        for part in parts:
            message.parts.add().text = part["text"]
    except (TypeError, ValueError):
        return None  # no text, or half a character
    return request


def plain_task(state: Outcome, place: Place) -> JsonObject | None:
    """Fast twin of `tasks.Writing.task` with `as_json`, for words and values that are short; else None."""
    lines = state.history if state.said is None else [*state.history, state.said]
    if not all(_is_plain(line.text, line.files, line.data) for line in lines):
        return None
    if not all(_is_plain(piece.text or "", piece.files, piece.value) for piece in state.pieces):
        return None
    status: JsonObject = {"state": NAMES[state.state]}
    if state.said is not None:
        status["message"] = _line(state.said, place)
    status["timestamp"] = _moment(state)
    task: JsonObject = {"id": place.id, "contextId": place.context, "status": status}
    if state.pieces:
        task["artifacts"] = [_piece(piece) for piece in state.pieces]
    if state.history:
        task["history"] = [_line(line, place) for line in state.history]
    return task


def _is_plain(text: object, files: tuple[object, ...], value: Json) -> bool:
    plain = isinstance(text, str) and not files
    return plain and (value is None or not (has_blobs(value) or b"/api/" in msgspec.json.encode(value)))


def _moment(state: Outcome) -> str:
    """RFC 3339, with no digit too many: three or six of a fraction, or none."""
    at = state.at.astimezone(UTC)
    spec = "microseconds" if at.microsecond % 1000 else "milliseconds" if at.microsecond else "seconds"
    return at.isoformat(timespec=spec).replace("+00:00", "Z")


def _line(line: OutcomeMessage, place: Place) -> JsonObject:
    said: JsonObject = {
        "messageId": f"{place.conversation}.{line.seq}" if line.ours else line.id,
        "contextId": place.context,
        "taskId": place.id,
        "role": "ROLE_AGENT" if line.ours else "ROLE_USER",
    }
    if parts := _parts(line.text, line.data):
        said["parts"] = parts
    return said


def _piece(piece: Piece) -> JsonObject:
    told: JsonObject = {"artifactId": piece.id, "name": name_of(piece)}
    if parts := _parts(piece.text, piece.value):
        told["parts"] = parts
    return told


def _parts(text: object, value: Json) -> list[JsonObject]:
    parts: list[JsonObject] = [{"text": text}] if text else []
    if value is None:
        return parts
    if is_object(value) and value.keys() == {"text"} and isinstance(value["text"], str):
        return [*parts, {"text": value["text"]}]
    return [*parts, {"data": value, "mediaType": "application/json"}]
