"""The 0.1 dialect of A2A as pure functions: its tasks and messages from and to those of today.

Its client chooses the id of a task, its messages have none, its parts have a `type` and its artifacts an index."""

import base64
import binascii

from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import (
    JSON_RPC_ERROR_CODE_MAP,
    A2AError,
    ExtensionSupportRequiredError,
    InvalidParamsError,
    VersionNotSupportedError,
)
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.doors.a2a.said import whole_numbers

ID_CHARACTERS = 100
STATES: "dict[pb.TaskState, str]" = {
    pb.TASK_STATE_SUBMITTED: "submitted",
    pb.TASK_STATE_WORKING: "working",
    pb.TASK_STATE_INPUT_REQUIRED: "input-required",
    pb.TASK_STATE_AUTH_REQUIRED: "input-required",
    pb.TASK_STATE_COMPLETED: "completed",
    pb.TASK_STATE_CANCELED: "canceled",
    pb.TASK_STATE_FAILED: "failed",
    pb.TASK_STATE_REJECTED: "failed",
}
FINAL = frozenset({"completed", "canceled", "failed"})
LAST_CODE = -32005
"""In 0.1 the codes after this one mean something else than today."""


def message_from(said: Json, message_id: str) -> pb.Message:
    """A message of 0.1, under its own id or the one that is given; python-a2a sends a `content` where others have
    parts. InvalidParamsError says what does not fit."""
    if not is_object(said):
        raise InvalidParamsError(message="The message is an object.")
    parts = said.get("parts") or ([said["content"]] if is_object(said.get("content")) else None)
    if not is_list(parts) or not parts:
        raise InvalidParamsError(message="A message has at least one part.")
    if said.get("role", "user") != "user":
        raise InvalidParamsError(message="The message of a caller has the role user.")
    own = text_at(said, "messageId") or text_at(said, "message_id")
    return pb.Message(message_id=own or message_id, role=pb.ROLE_USER, parts=[part_from(part) for part in parts])


def part_from(said: Json) -> pb.Part:
    """A part of 0.1; `kind` is taken for `type`, and a call of a function, as python-a2a has it, for the data it is."""
    kind = text_at(said, "type") or text_at(said, "kind")
    try:
        match kind:
            case "text":
                return pb.Part(text=_text(said, "text"))
            case "file":
                return _file_from(object_at(said, "file"))
            case "data":
                if not is_object(said) or not is_object(said.get("data")):
                    raise InvalidParamsError(message="The data of a data part is an object.")
                part = pb.Part()
                ParseDict(said["data"], part.data)
                return part
            case "function_call":
                part = pb.Part()
                ParseDict(_called(said), part.data)
                return part
            case _:
                raise InvalidParamsError(message="A part is of the type text, file or data.")
    except (ParseError, ValueError, OverflowError, RecursionError) as error:
        raise InvalidParamsError(message="A part can't be read.") from error


def _called(said: Json) -> JsonObject:
    """A skill and its parameters, which come as a list of names and values."""
    given = list_at(said, "parameters")
    return {
        "skill_id": _text(said, "name"),
        "parameters": {name: one.get("value") for one in given if is_object(one) and (name := text_at(one, "name"))},
    }


def _file_from(file: JsonObject) -> pb.Part:
    part = pb.Part(filename=text_at(file, "name"), media_type=text_at(file, "mimeType"))
    inside, uri = file.get("bytes"), file.get("uri")
    if isinstance(inside, str):
        try:
            part.raw = base64.b64decode(inside, validate=True)
        except (binascii.Error, ValueError) as error:
            raise InvalidParamsError(message="The bytes of a file are base64.") from error
    elif isinstance(uri, str) and uri:
        part.url = uri
    else:
        raise InvalidParamsError(message="A file has bytes or a uri.")
    return part


def _text(said: Json, name: str) -> str:
    found = said.get(name) if is_object(said) else None
    if not isinstance(found, str):
        raise InvalidParamsError(message=f"A part of the type {name} has a {name}.")
    return found


def id_from(params: JsonObject) -> str:
    """The id of a task as its client chose it."""
    found = params.get("id")
    if not isinstance(found, str) or not 0 < len(found) <= ID_CHARACTERS:
        raise InvalidParamsError(message=f"The id of a task is a text of 1 to {ID_CHARACTERS} characters.")
    return found


def task_01(task: pb.Task, id: str, length: int | None = None) -> JsonObject:
    """A task under the id its client knows, with the last `length` messages of its history (None: no history)."""
    told: JsonObject = {"id": id, "sessionId": task.context_id, "status": status_01(task.status)}
    if task.artifacts:
        told["artifacts"] = [artifact_01(artifact, index) for index, artifact in enumerate(task.artifacts)]
    if length:
        told["history"] = [message_01(line) for line in task.history[-length:]]
    return told


def answered_01(message: pb.Message, id: str, context: str) -> JsonObject:
    """A direct answer, as the completed task it is to a caller of 0.1."""
    status = {"state": "completed", "message": message_01(message)}
    return {"id": id, "sessionId": context, "status": status}


def status_01(status: pb.TaskStatus) -> JsonObject:
    """The status of a task."""
    told: JsonObject = {"state": STATES.get(status.state, "unknown")}
    if status.HasField("timestamp"):
        told["timestamp"] = status.timestamp.ToJsonString()
    if status.HasField("message"):
        told["message"] = message_01(status.message)
    return told


def message_01(message: pb.Message) -> JsonObject:
    """A message: who said it, and its parts."""
    role = "user" if message.role == pb.ROLE_USER else "agent"
    return {"role": role, "parts": [part_01(part) for part in message.parts]}


def artifact_01(artifact: pb.Artifact, index: int) -> JsonObject:
    """A result. It is known by its place among the others."""
    told: JsonObject = {"index": index, "parts": [part_01(part) for part in artifact.parts]}
    return {"name": artifact.name, **told} if artifact.name else told


def part_01(part: pb.Part) -> JsonObject:
    """A part of a message or a result. Data that is no object is wrapped in one."""
    match part.WhichOneof("content"):
        case "data":
            data = whole_numbers(MessageToDict(part.data))
            return {"type": "data", "data": data if is_object(data) else {"value": data}}
        case "raw":
            return {"type": "file", "file": _file_part(part, "bytes", base64.b64encode(part.raw).decode())}
        case "url":
            return {"type": "file", "file": _file_part(part, "uri", part.url)}
        case _:
            return {"type": "text", "text": part.text}


def _file_part(part: pb.Part, name: str, value: str) -> JsonObject:
    file: JsonObject = {name: value}
    if part.filename:
        file["name"] = part.filename
    return {**file, "mimeType": part.media_type} if part.media_type else file


def update_01(update: pb.TaskStatusUpdateEvent | pb.TaskArtifactUpdateEvent, id: str, index: int) -> JsonObject:
    """What a follower of 0.1 is told of a change; `index` is the place of the result that it is about."""
    if isinstance(update, pb.TaskStatusUpdateEvent):
        status = status_01(update.status)
        final = status["state"] in FINAL or status["state"] == "input-required"
        return {"id": id, "status": status, "final": final}
    artifact = artifact_01(update.artifact, index)
    return {"id": id, "artifact": {**artifact, "append": update.append, "lastChunk": update.last_chunk}}


def refused_01(id: str | int | None, error: A2AError) -> JsonObject:
    """An error in a code that 0.1 knows."""
    code = JSON_RPC_ERROR_CODE_MAP.get(type(error), -32603)
    if isinstance(error, ExtensionSupportRequiredError | VersionNotSupportedError):
        code = -32004
    elif -32099 <= code < LAST_CODE:
        code = -32603
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": error.message, "data": None}}
