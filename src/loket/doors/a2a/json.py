"""From and to JSON: what the library's reflection does, but where that is slow or what it gives is not wanted."""

from a2a.types import a2a_pb2 as pb
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object
from loket.doors.a2a.said import whole_numbers
from loket.doors.a2a.tasks import Update

PLAIN = frozenset({"messageId", "role", "parts", "contextId", "taskId"})


def as_json(message: Message) -> JsonObject:
    """A message as the library writes it, but for its numbers: those that are whole are written so."""
    return whole_numbers(MessageToDict(message))


def plain_request(params: Json) -> pb.SendMessageRequest | None:
    """Fast twin of `envelope.parsed`: the request in these params, when it is words and nothing else; else None."""
    said = params.get("message") if is_object(params) and len(params) == 1 else None
    if not is_object(said) or not said.keys() <= PLAIN or said.get("role") != "ROLE_USER":
        return None
    parts = said.get("parts")
    if not is_list(parts):
        return None
    request = pb.SendMessageRequest()
    message = request.message
    message.role = pb.ROLE_USER
    try:
        message.message_id, message.context_id = said.get("messageId", ""), said.get("contextId", "")
        message.task_id = said.get("taskId", "")
        for part in parts:
            if not is_object(part) or len(part) != 1:
                return None
            message.parts.add().text = part["text"]
    except (KeyError, TypeError, ValueError):
        return None  # no text, or half a character
    return request


Typed = pb.Task | pb.Message | pb.TaskStatusUpdateEvent | pb.TaskArtifactUpdateEvent


def typed(update: Update) -> Typed:
    """What a caller is told, in the types of the library: for the bindings and dialects that are made of those."""
    told = ParseDict(update, pb.StreamResponse())
    return getattr(told, told.WhichOneof("payload") or "")
