"""An agent that is asked for its capabilities by name: a card, and A2A `message/send` with `params.capability`.

Knows nothing of conversations: behind it is one callable per agent. See docs/decisions/0003 for the two answers."""

import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

import anyio
import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loket.core.data import Json, JsonObject
from loket.core.errors import LoketError
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.doors.outside import WAITING
from loket.house.requests import NotJson, caller_of, json_of
from loket.house.rpc import FAILURE, METHOD, PARAMS, PARSE, REQUEST, error_for, id_fits, result_for

Ask = Callable[[str, JsonObject, str, str], Awaitable[JsonObject]]
"""From a capability, its input, the message id and its owner to its data. The same message id of the same owner must
give the same data. It says no by raising anything with a `code` and a `text`."""

Look = Callable[[str, str], Awaitable[JsonObject | None]]
"""From a message id and its owner to the data of the answer, which it waits for; None when there was no such message.
It does nothing, and says no as `Ask` does."""

BODY_BYTES = 1_000_000
DEADLINE = 19.0
"""Seconds for the whole answer: callers give up after 20."""

NO_TASK = -32001
T = TypeVar("T")
ORIGINS = tuple(f"http://{host}:{port}" for host in ("localhost", "127.0.0.1") for port in (5173, 10002))


@dataclass(frozen=True, slots=True)
class AgentDoor:
    """What one agent shows: its card and the capabilities it answers to, the first being the default."""

    name: str
    description: str
    url: str
    capabilities: Sequence[str]
    version: str
    deadline: float = DEADLINE

    def card(self) -> JsonObject:
        return {
            "name": self.name,
            "description": self.description,
            "url": self.url,
            "capabilities": list(self.capabilities),
            "protocol": "a2a-jsonrpc",
            "version": self.version,
        }


class _Wrong(Exception):
    """The request gets this JSON-RPC error, with this HTTP status."""

    def __init__(self, code: int, text: str, status: int = 200, data: Json = None) -> None:
        super().__init__(text)
        self.code, self.text, self.status, self.data = code, text, status, data


def agent_routes(door: AgentDoor, ask: Ask, look: Look) -> list[Route]:
    """The routes of one agent, relative to where it lives."""

    async def card(request: Request) -> Response:
        return _json(door.card())

    async def health(request: Request) -> Response:
        return _json({"ok": True})

    async def receive(request: Request) -> Response:
        request_id: Json = None
        try:
            message = await _read(request)
            request_id = _request_id(message)
            if message.get("jsonrpc") != "2.0":
                raise _Wrong(REQUEST, 'jsonrpc must be "2.0"', 400)
            return _json(result_for(request_id, await _answered(door, (ask, look), message, caller_of(request))))
        except _Wrong as wrong:
            return _json(error_for(request_id, wrong.code, wrong.text, wrong.data), wrong.status)

    return [
        Route("/.well-known/agent-card.json", card),
        Route("/.well-known/agent.json", card),
        Route("/health", health),
        Route("/", receive, methods=["POST"]),
    ]


def agent_app(door: AgentDoor, ask: Ask, look: Look, origins: Sequence[str] = ORIGINS) -> Starlette:
    """One agent as an application, to be served alone or mounted at its path."""
    cors = Middleware(CORSMiddleware, allow_origins=list(origins), allow_methods=["*"], allow_headers=["*"])
    return Starlette(routes=agent_routes(door, ask, look), middleware=[cors])


async def _answered(door: AgentDoor, behind: tuple[Ask, Look], message: JsonObject, caller: str) -> JsonObject:
    method, params = message.get("method"), object_at(message, "params")
    if method == "tasks/get":
        return await _looked(door, behind[1], text_at(params, "id"), caller)
    if method != "message/send":
        raise _Wrong(METHOD, f"Method not found: {str(method)[:100]}")
    capability = params.get("capability", door.capabilities[0])
    if capability not in door.capabilities:
        raise _Wrong(PARAMS, f"Unknown capability: {str(capability)[:100]}")
    said = object_at(params, "message")
    message_id = text_at(said, "messageId")[:201] or str(uuid.uuid4())
    if len(message_id) > 200:
        raise _Wrong(PARAMS, "messageId is longer than 200 characters")
    data = await _asked(door, behind[0](capability, _input(said), message_id, caller))
    if "capability" in params:
        return {"status": "ok", "data": data}
    return _task(data, said, message_id)


async def _looked(door: AgentDoor, look: Look, message_id: str, caller: str) -> JsonObject:
    """What became of a message whose answer the caller never got: the work of a message may be asked for by its id."""
    data = await _asked(door, look(message_id, caller)) if 0 < len(message_id) <= 200 else None
    if data is None:
        raise _Wrong(NO_TASK, "There is no such task here.")
    return _task(data, {}, message_id) | {"id": message_id}


async def _asked(door: AgentDoor, answer: Awaitable[T]) -> T:
    try:
        with anyio.fail_after(door.deadline):
            return await answer
    except TimeoutError as error:
        text = f"No answer within {door.deadline:g} seconds"
        raise _Wrong(FAILURE, text, data={"code": "timeout"}) from error
    except Exception as error:
        code, text = getattr(error, "code", None), getattr(error, "text", None)
        if not isinstance(code, str) or not isinstance(text, str):
            raise
        ours = PARAMS if code.startswith("invalid") or code == "too_large" else FAILURE
        way_on = getattr(error, "value", None) if code == WAITING else None
        raise _Wrong(ours, text, data={"code": code, **(way_on or {})}) from error


def _input(said: JsonObject) -> JsonObject:
    """The data of the first data part; the words of a message that has only words."""
    parts = [part for part in list_at(said, "parts") if is_object(part)]
    if not parts:
        raise _Wrong(PARAMS, "params.message.parts must hold at least one part")
    for part in parts:
        if _kind(part) == "data":
            data = part.get("data")
            if not is_object(data):
                raise _Wrong(PARAMS, "the data of a data part must be an object")
            return data
    words = [text_at(part, "text") for part in parts if _kind(part) == "text"]
    if not any(words):
        raise _Wrong(PARAMS, "params.message.parts holds neither data nor text")
    return {"text": "\n\n".join(words)}


def _kind(part: Mapping[str, Json]) -> str:
    return text_at(part, "kind") or text_at(part, "type")


def _task(data: JsonObject, said: JsonObject, message_id: str) -> JsonObject:
    """A completed A2A 0.3 task; `data` stands beside it for readers of the mission's dialect. Its ids follow from the
    message id, so a repeated message gets the same task."""
    made = uuid.uuid5(uuid.NAMESPACE_URL, f"urn:a2a:message:{message_id}")
    part = {"kind": "data", "metadata": {"mimeType": "application/json"}, "data": data}
    return {
        "kind": "task",
        "id": str(made),
        "contextId": text_at(said, "contextId")[:200] or str(uuid.uuid5(made, "context")),
        "status": {"state": "completed", "timestamp": datetime.now(UTC).isoformat().replace("+00:00", "Z")},
        "artifacts": [{"artifactId": str(uuid.uuid5(made, "result")), "name": "result", "parts": [part]}],
        "history": [],
        "data": data,
    }


def _request_id(message: JsonObject) -> Json:
    request_id = message.get("id")
    if not id_fits(request_id):
        raise _Wrong(REQUEST, "id must be a string or a number", 400)
    return request_id


async def _read(request: Request) -> JsonObject:
    try:
        message = await json_of(request, BODY_BYTES)
    except NotJson as error:
        raise _Wrong(PARSE, "The request is not JSON", 400) from error
    except LoketError as error:
        raise _Wrong(REQUEST, error.text, error.status, {"code": error.code}) from error
    if not is_object(message):
        raise _Wrong(REQUEST, "The request must be one JSON object", 400)
    return message


def _json(body: JsonObject, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, media_type="application/json")
