"""How a call of a destructive tool or skill is sent on each wire from outside, each message under an id of its own."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from a2a.compat.v0_3 import a2a_v0_3_pb2 as pb03
from a2a.types import a2a_pb2 as pb
from google.protobuf.struct_pb2 import Struct, Value
from mcp.client.client import Client
from mcp.client.sse import sse_client

from tests.doors.test_a2a_grpc import NEW, OLD
from tests.doors.test_published import KEY, called
from tests.servers import free_port
from tests.serving import Here, serving_here

AGENT = "/a2a/keeper"
V1 = {"A2A-Version": "1.0"}
MODERN = "2026-07-28"


@dataclass(frozen=True)
class Wires:
    """A server with a desk and a keeper, a client of one owner, and a channel to its port for gRPC."""

    here: Here
    channel: grpc.aio.Channel
    who: dict[str, str]

    async def post(self, path: str, body: Any, dialect: str = "") -> str:
        answer = await self.here.http.post(path, json=body, headers=V1 if dialect == "1.0" else {})
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.text


@asynccontextmanager
async def wires_of(data: Path, headers: dict[str, str], **settings: Any) -> AsyncGenerator[Wires]:
    port = free_port()
    async with (
        serving_here(data, headers=headers, grpc_port=port, **settings) as here,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        yield Wires(here, channel, headers)


Send = Callable[[Wires, str], Awaitable[Any]]


def _id(name: str, book: str) -> str:
    return f"{name} {book}".replace(" ", "-").replace("/", "-")


async def _mcp(wires: Wires, book: str) -> Any:
    return await called(wires.here, "reserve", book, key=book)


async def _mcp_of_2026(wires: Wires, book: str) -> Any:
    meta = {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "1"},
    }
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "reserve"}
    return await called(wires.here, "reserve", book, headers=headers, params={"_meta": meta | {KEY: book}})


async def _mcp_over_sse(wires: Wires, book: str) -> Any:
    stream = sse_client(f"{wires.here.url}/mcp/sse", headers=wires.who)
    async with Client(stream, mode="legacy") as client:
        return await client.call_tool("reserve", {"book": book}, meta={KEY: book})


async def _first_dialect(wires: Wires, book: str) -> Any:
    async with wires.here.http.stream("GET", "/sse") as stream:
        lines = (json.loads(line[6:]) async for line in stream.aiter_lines() if line.startswith("data: "))
        endpoint = await anext(lines)
        params = {"name": "reserve", "arguments": {"book": book}, "_meta": {KEY: book}}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        await wires.here.http.post(endpoint["post_url"], json=body, headers={"X-SSE-ID": endpoint["sse_id"]})
        return await anext(lines)


def message(dialect: str, name: str, book: str) -> dict[str, Any]:
    """A message with the book, as each version writes it."""
    data = {"book": book}
    match dialect:
        case "1.0":
            return {"messageId": _id(name, book), "role": "ROLE_USER", "parts": [{"data": data}]}
        case "0.3":
            parts = [{"kind": "data", "data": data}]
            return {"kind": "message", "messageId": _id(name, book), "role": "user", "parts": parts}
        case "0.3 rest":
            return {"messageId": _id(name, book), "role": "ROLE_USER", "content": [{"data": {"data": data}}]}
        case _:
            return {"messageId": _id(name, book), "role": "user", "parts": [{"type": "data", "data": data}]}


def _capability(path: str) -> Send:
    async def send(wires: Wires, book: str) -> Any:
        params = {"capability": "burn_a_book", "message": message("0.3", path, book)}
        return await wires.post(path, {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": params})

    return send


def _rpc(method: str, dialect: str, path: str = f"{AGENT}/") -> Send:
    async def send(wires: Wires, book: str) -> Any:
        params: dict[str, Any] = {"message": message(dialect, method + path, book)}
        if dialect == "0.1":
            params["id"] = _id(method + path, book)
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return await wires.post(path, body, dialect)

    return send


def _plain(path: str, dialect: str) -> Send:
    async def send(wires: Wires, book: str) -> Any:
        body = {"message": message(dialect, path, book)}
        return await wires.post(f"{AGENT}{path}", body, dialect)

    return send


def _grpc(service: str, method: str) -> Send:
    async def send(wires: Wires, book: str) -> Any:
        inside, id = Struct(), _id(service + method, book)
        inside.update({"book": book})
        if service == NEW:
            part = pb.Part(data=Value(struct_value=inside))
            new = pb.Message(message_id=id, role=pb.ROLE_USER, parts=[part])
            body = pb.SendMessageRequest(message=new, tenant="keeper").SerializeToString()
        else:
            old = pb03.Message(message_id=id, role=pb03.ROLE_USER, content=[pb03.Part(data=pb03.DataPart(data=inside))])
            body = pb03.SendMessageRequest(request=old).SerializeToString()
        version = "1.0" if service == NEW else "0.3"
        metadata = (("a2a-version", version), ("authorization", wires.who["Authorization"]))
        if method == "SendStreamingMessage":
            stream = wires.channel.unary_stream(service + method)(body, metadata=metadata)
            return [one async for one in stream]
        return await wires.channel.unary_unary(service + method)(body, metadata=metadata)

    return send


SENDS: dict[str, Send] = {
    "mcp": _mcp,
    "mcp of 2026": _mcp_of_2026,
    "mcp over sse": _mcp_over_sse,
    "first dialect": _first_dialect,
    "capability": _capability("/agents/keeper"),
    "capability with a slash": _capability("/agents/keeper/"),
    "SendMessage": _rpc("SendMessage", "1.0"),
    "SendStreamingMessage": _rpc("SendStreamingMessage", "1.0"),
    "message/send": _rpc("message/send", "0.3"),
    "message/stream": _rpc("message/stream", "0.3"),
    "tasks/send": _rpc("tasks/send", "0.1"),
    "tasks/sendSubscribe": _rpc("tasks/sendSubscribe", "0.1"),
    "bare": _plain("/tasks/send", "0.1"),
    "bare with an envelope": _rpc("tasks/send", "0.1", f"{AGENT}/tasks/send"),
    "rest": _plain("/rest/message:send", "1.0"),
    "rest stream": _plain("/rest/message:stream", "1.0"),
    "rest of 0.3": _plain("/rest/v1/message:send", "0.3 rest"),
    "rest stream of 0.3": _plain("/rest/v1/message:stream", "0.3 rest"),
    "grpc": _grpc(NEW, "SendMessage"),
    "grpc stream": _grpc(NEW, "SendStreamingMessage"),
    "grpc of 0.3": _grpc(OLD, "SendMessage"),
    "grpc stream of 0.3": _grpc(OLD, "SendStreamingMessage"),
}
