"""Every request of every door with one place in it for much: from the API's description and the types of each wire."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import mcp_types
from a2a.compat.v0_3 import a2a_v0_3_pb2 as pb3
from a2a.compat.v0_3 import types as v03_types
from a2a.types import a2a_pb2 as pb
from pydantic import BaseModel, TypeAdapter

from loket.core.events import SurfaceActed
from loket.doors.a2a import rpc, v03
from loket_demos.sogis.doors import chat as sogis
from loket_demos.urmston.doors import chat as urmston
from tests.endurance.spots import Put, Schema, Spot, of_protobuf, spots

JSON = {"Content-Type": "application/json"}
MCP = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
MARK = "@here@"
MESSAGE = b'"messageId": "1"'


@dataclass(frozen=True)
class Asked:
    """A request whose body has one place, `spot`, for a value."""

    door: str
    name: str
    method: str
    path: str
    headers: Mapping[str, str]
    spot: Spot
    wrap: Put

    def body(self, value: bytes) -> bytes:
        """The request with this JSON in its place."""
        whole = json.dumps(self.wrap(self.spot.put(MARK))).encode()
        fresh = whole.replace(MESSAGE, MESSAGE[:-1] + uuid4().hex.encode() + b'"')  # or it is one that came before
        return fresh.replace(f'"{MARK}"'.encode(), value, 1)


@dataclass(frozen=True)
class Where:
    """Where requests of a door go, and under which name they are told."""

    door: str
    path: str
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    def asked(self, name: str, schema: Schema, defs: Mapping[str, Schema], wrap: Put) -> Iterator[Asked]:
        """One request for each place of a schema."""
        for spot in spots(schema, defs):
            yield Asked(self.door, f"{name} {spot.name}", self.method, self.path, {**JSON, **self.headers}, spot, wrap)

    def of_model(self, name: str, model: Any, wrap: Put) -> Iterator[Asked]:
        """The same for a type of pydantic."""
        schema = TypeAdapter(model).json_schema(by_alias=True)
        yield from self.asked(name, schema, schema.get("$defs", {}), wrap)


def everything(description: Mapping[str, Any], conversation: str, session: str) -> list[Asked]:
    """All doors of a server that serves all packages; `session` is one of the surfaces."""
    return [
        *of_api(description, conversation),
        *of_a2a_10("/a2a/urmston"),
        *of_a2a_03("/a2a/urmston"),
        *of_a2a_01("/a2a/urmston"),
        *of_mcp(),
        *of_chats(session),
    ]


def of_api(description: Mapping[str, Any], conversation: str) -> Iterator[Asked]:
    """Every JSON body that the own API describes; forms have tests of their own."""
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            if "application/json" in operation.get("requestBody", {}).get("content", {}):
                where = Where("api", path.replace("{id}", conversation), method.upper())
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                yield from where.asked(operation["operationId"], schema, description["components"]["schemas"], _whole)


def of_a2a_10(base: str) -> Iterator[Asked]:
    """1.0 over JSON-RPC and plain HTTP."""
    version = {"A2A-Version": "1.0"}
    kinds = {name: method.params for name, method in rpc.METHODS.items()}
    for name, kind in kinds.items():
        where = Where("a2a 1.0 rpc", base, headers=version)
        yield from where.asked(name, of_protobuf(kind.DESCRIPTOR), {}, _call(name))
    for name in ("message:send", "message:stream"):
        where = Where("a2a 1.0 rest", f"{base}/rest/{name}", headers=version)
        yield from where.asked(name, of_protobuf(pb.SendMessageRequest.DESCRIPTOR), {}, _whole)
    where = Where("a2a 1.0 rest", f"{base}/rest/tasks/1/pushNotificationConfigs", headers=version)
    yield from where.asked("push", of_protobuf(pb.TaskPushNotificationConfig.DESCRIPTOR), {}, _whole)


def of_a2a_03(base: str) -> Iterator[Asked]:
    """0.3 over JSON-RPC and plain HTTP."""
    for name, model in v03.MODELS.items():
        yield from Where("a2a 0.3 rpc", base).of_model(name, model, _whole)
    for name in ("message:send", "message:stream"):
        where = Where("a2a 0.3 rest", f"{base}/rest/v1/{name}")
        yield from where.asked(name, of_protobuf(pb3.SendMessageRequest.DESCRIPTOR), {}, _whole)
    where = Where("a2a 0.3 rest", f"{base}/rest/v1/tasks/1/pushNotificationConfigs")
    yield from where.asked("push", of_protobuf(pb3.CreateTaskPushNotificationConfigRequest.DESCRIPTOR), {}, _whole)


def of_a2a_01(base: str) -> Iterator[Asked]:
    """0.1, which has no types of its own: what 0.3 has in a message, under the methods of 0.1 and of the missions."""
    model = v03_types.MessageSendParams
    yield from Where("a2a 0.1 rpc", base).of_model(
        "tasks/send", model, lambda params: _call("tasks/send")(_sent(params))
    )
    yield from Where("a2a 0.1 bare", f"{base}/tasks/send").of_model("tasks/send", model, _sent)
    yield from Where("agent tasks", "/agents/club/tasks/send").of_model("tasks/send", model, _whole)
    yield from Where("agent rpc", "/agents/toeslagen").of_model("message/send", model, _call("message/send"))


def of_mcp() -> Iterator[Asked]:
    """All requests and notifications of a client."""
    where = Where("mcp", "/mcp", headers=MCP)
    for kind, more in ((mcp_types.ClientRequest, {"id": 1}), (mcp_types.ClientNotification, {})):
        for one in kind.__args__:
            method = one.model_fields["method"].default
            yield from where.of_model(method, one, _with({"jsonrpc": "2.0", "method": method, **more}))


def of_chats(session: str) -> Iterator[Asked]:
    """The chats and the surfaces of the missions."""
    chats: tuple[tuple[str, str, str, type[BaseModel]], ...] = (
        ("chat stream", "POST", "/chat/stream", urmston.ChatRequest),
        ("map chat", "POST", "/chat", sogis.MapChatRequest),
        ("map chat", "DELETE", "/chat", sogis.Session),
        ("surfaces", "POST", "/api/client-event", SurfaceActed),
    )
    for door, method, path, model in chats:
        more = {"sessionId": session} if door == "surfaces" else {}
        yield from Where(door, path, method).of_model(path, model, _with(more))


def _whole(value: Any) -> Any:
    return value


def _with(more: Mapping[str, Any]) -> Put:
    return lambda value: {**value, **more}


def _call(method: str) -> Put:
    return lambda params: {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def _sent(params: Any) -> Any:
    return {"id": "task-1", **params}
