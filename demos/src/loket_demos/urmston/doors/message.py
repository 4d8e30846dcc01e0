"""Reading what callers of `tasks/send` write: the mission's bare form, JSON-RPC, and what the python-a2a SDK sends."""

import uuid
from dataclasses import dataclass

import msgspec

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.house.rpc import PARAMS, REQUEST, id_fits

BODY_BYTES = 256 * 1024
TEXT_CHARACTERS = 8_000
DATA_BYTES = 16 * 1024
"""Of the words and of the structured part of one message: more than any skill can use."""
LONG_ID = 200
GUESSABLE = 16
"""A message id of fewer characters may be another caller's as well, so it says nothing about a repeat."""

NOT_FOUND, NOT_CANCELABLE, UNSUPPORTED = -32001, -32002, -32004


class Wrong(Exception):
    """The request gets this error: `rpc` is its code in JSON-RPC, `status` and `code` are those of the bare form."""

    def __init__(self, rpc: int, text: str, status: int = 400, code: str = "invalid_request") -> None:
        super().__init__(text)
        self.rpc, self.text, self.status, self.code = rpc, text, status, code


@dataclass(frozen=True)
class Sent:
    """One message. `task` is the task it belongs to, as the caller knows it; `opens`: the caller chose that id itself.

    `data` is its structured part (`skill_id`, `parameters`), empty when it has none."""

    text: str
    data: JsonObject
    message_id: str = ""
    task: str = ""
    session: str = ""
    opens: bool = False


def is_rpc(body: Json) -> bool:
    """Whether the caller means JSON-RPC, well or badly."""
    return is_object(body) and ("jsonrpc" in body or "method" in body)


def rpc_of(body: JsonObject) -> tuple[str, JsonObject]:
    """Method and parameters. Wrong when it is no JSON-RPC 2.0 request."""
    method = body.get("method")
    if body.get("jsonrpc") != "2.0" or not isinstance(method, str) or not id_fits(body.get("id")):
        raise Wrong(REQUEST, 'A request has jsonrpc "2.0", a method and an id that is a string or a number.')
    params = body.get("params", {})
    if not is_object(params):
        raise Wrong(PARAMS, "params must be an object.")
    return method, params


def sent_of(params: Json) -> Sent:
    """The message of `tasks/send`. Wrong when there is none that can be read."""
    if not is_object(params):
        raise Wrong(REQUEST, "The request must be one JSON object.")
    message = params.get("message")
    if not is_object(message):
        raise Wrong(PARAMS, "The field message is missing.")
    text, data = _parts(message)
    task = _name(params, "id") or _name(message, "taskId")
    opens = text_at(object_at(params, "status"), "state") == "submitted"
    session = _name(params, "sessionId") or _name(message, "contextId")
    return Sent(text, data, _message_id(message), task, session, opens and bool(task))


def task_name(params: Json) -> str:
    """The id of the task that is asked about. Wrong when there is none."""
    name = _name(params, "id") if is_object(params) else ""
    if not name:
        raise Wrong(PARAMS, "The field id is missing.")
    return name


def _parts(message: JsonObject) -> tuple[str, JsonObject]:
    parts = list_at(message, "parts") or ([message["content"]] if is_object(message.get("content")) else [])
    texts: list[str] = []
    data: JsonObject | None = None
    for part in parts:
        if not is_object(part):
            raise Wrong(PARAMS, "A part must be an object.")
        match text_at(part, "type") or text_at(part, "kind"):
            case "text" if text_at(part, "text"):
                texts.append(text_at(part, "text"))
            case "data":
                if not is_object(part.get("data")):
                    raise Wrong(PARAMS, "The data of a data part must be an object.")
                data = data or _structured(part["data"])
            case "function_call":
                data = data or _called(part)
            case _:
                pass
    if not texts and data is None:
        raise Wrong(PARAMS, "The message has no part with text or data.")
    text = "\n\n".join(texts)
    if len(text) > TEXT_CHARACTERS or len(msgspec.json.encode(data)) > DATA_BYTES:
        raise Wrong(PARAMS, f"A message has at most {TEXT_CHARACTERS} characters of text.", 413, "too_large")
    return text, data or {}


def _structured(data: JsonObject) -> JsonObject:
    """Skill and parameters; a data part without a skill is taken for the parameters themselves."""
    if is_object(call := data.get("function_call")):
        return _called(call)
    if "skill_id" not in data and "parameters" not in data:
        return {"parameters": data}
    parameters = data.get("parameters", {})
    if not is_object(parameters):
        raise Wrong(PARAMS, "The parameters of a skill must be an object.")
    skill = data.get("skill_id", "")
    if not isinstance(skill, str):
        raise Wrong(PARAMS, "skill_id must be a string.")
    return {"parameters": parameters} | ({"skill_id": skill} if skill else {})


def _called(call: JsonObject) -> JsonObject:
    """A function call of python-a2a: parameters come as a list of names and values."""
    listed = call.get("parameters", [])
    given = listed if is_list(listed) else []
    values = {text_at(one, "name"): one.get("value") for one in given if is_object(one) and text_at(one, "name")}
    return {"skill_id": text_at(call, "name"), "parameters": values}


def _message_id(message: JsonObject) -> str:
    """The caller's id of this message when it is one of a kind. A UUID reads the same with and without dashes."""
    told = _name(message, "messageId") or _name(message, "message_id")
    if len(told) < GUESSABLE:
        return ""
    try:
        return str(uuid.UUID(told))
    except ValueError:
        return told


def _name(holder: JsonObject, name: str) -> str:
    told = holder.get(name)
    if told is None:
        return ""
    if not isinstance(told, str) or not 0 < len(told) <= LONG_ID:
        raise Wrong(PARAMS, f"{name} must be a string of 1 to {LONG_ID} characters.")
    return told
