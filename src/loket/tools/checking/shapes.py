"""Whether a card, a task or a frame has the shape of its dialect, as the types of the protocol's own SDK read it."""

from a2a.compat.v0_3 import a2a_v0_3_pb2 as v03_http
from a2a.compat.v0_3 import types as v03
from a2a.types import a2a_pb2 as v10
from a2a.utils.errors import InvalidParamsError
from a2a.utils.proto_utils import validate_proto_required_fields
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message
from pydantic import BaseModel, TypeAdapter, ValidationError

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, text_at
from loket.tools.agents.dialect import Deed, Dialect, Interface
from loket.tools.agents.text import line

MOST, LENGTH = 50, 200
_KINDS: dict[str, type[BaseModel]] = {
    "task": v03.Task,
    "message": v03.Message,
    "status-update": v03.TaskStatusUpdateEvent,
    "artifact-update": v03.TaskArtifactUpdateEvent,
}
_ANSWERS: dict[Deed, type[Message]] = {
    "send": v10.SendMessageResponse,
    "stream": v10.StreamResponse,
    "get": v10.Task,
}
_HTTP_03: dict[Deed, type[Message]] = {
    "send": v03_http.SendMessageResponse,
    "stream": v03_http.StreamResponse,
    "get": v03_http.Task,
}


def card_faults(raw: JsonObject, dialect: Dialect) -> list[str]:
    """What keeps a card from being one of its dialect; nothing is said of 0.1, whose cards have many forms."""
    match dialect:
        case "1.0":
            return _message_faults(raw, v10.AgentCard())
        case "0.3":
            return _model_faults(raw, v03.AgentCard)
        case "0.1":
            return []


def answer_faults(result: Json, deed: Deed, way: Interface) -> list[str]:
    """What keeps the result of a call, or a frame of a stream, from being one of its dialect. Over HTTP 0.3 has the
    shapes of its protobuf messages."""
    if way.dialect == "0.1" or not is_object(result):
        return [] if is_object(result) else ["The result is no object."]
    if way.dialect == "1.0":
        return _message_faults(result, _ANSWERS[deed]())
    if way.binding == "rest":
        return _message_faults(result, _HTTP_03[deed]())
    kind = text_at(result, "kind")
    allowed = ("task",) if deed == "get" else ("task", "message") if deed == "send" else tuple(_KINDS)
    if kind not in allowed:
        return [f"The kind is {line(kind, 40) or 'not told'}; it must be {' or '.join(allowed)}."]
    return _model_faults(result, _KINDS[kind])


def _model_faults(raw: JsonObject, model: type[BaseModel]) -> list[str]:
    try:
        TypeAdapter(model).validate_python(raw)
    except ValidationError as error:
        told = [(".".join(str(step) for step in one["loc"]), one["msg"]) for one in error.errors()[:MOST]]
        return [line(f"{where}: {what}.", LENGTH) for where, what in told]
    return []


def _message_faults(raw: JsonObject, message: Message) -> list[str]:
    """A merged card has fields of other dialects, so unknown ones are no fault."""
    try:
        ParseDict(raw, message, ignore_unknown_fields=True, max_recursion_depth=100)
        validate_proto_required_fields(message)
    except ParseError as error:
        return [line(f"{error}.", LENGTH)]
    except InvalidParamsError as error:
        listed = error.data.get("errors", []) if isinstance(error.data, dict) else []
        return [line(f"{one['field']}: {one['message']}", LENGTH) for one in listed[:MOST]]
    return []
