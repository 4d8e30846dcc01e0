"""The official wires as foreign clients meet them: the SDK's own client, and requests written by hand."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from mcp import MCPError
from mcp.client.client import Client
from mcp.client.sse import sse_client
from mcp_types import TextContent
from starlette.applications import Starlette
from starlette.routing import Mount

from loket.doors.mcp import McpDoor, McpSettings
from tests.servers import serving
from tests.tools.sample_tools import app, sample_catalog

pytestmark = pytest.mark.anyio

MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "1"},
}


@asynccontextmanager
async def connected(wire: str) -> AsyncGenerator[Client]:
    async with serving(app(sample_catalog())) as base:
        target = sse_client(f"{base}/mcp/sse") if wire == "sse" else f"{base}/mcp"
        async with Client(target, mode="auto" if wire == "auto" else "legacy") as client:
            yield client


@pytest.mark.parametrize(
    ("wire", "revision"), [("auto", "2026-07-28"), ("legacy", "2025-11-25"), ("sse", "2025-11-25")]
)
async def test_a_foreign_client(wire: str, revision: str) -> None:
    async with connected(wire) as client:
        assert client.protocol_version == revision
        listed = await client.list_tools()
        assert [tool.name for tool in listed.tools] == ["echo", "count", "fail", "break", "hang"]
        assert listed.tools[0].annotations is not None
        assert listed.tools[0].annotations.read_only_hint is True
        result = await client.call_tool("echo", {"text": "één"})
        assert result.structured_content == {"text": "één"}
        assert result.content == [TextContent(type="text", text='{"text": "één"}')]
        assert result.is_error is False
        wrong = await client.call_tool("echo", {"text": 3})
        assert wrong.is_error is True
        assert isinstance(wrong.content[0], TextContent)
        assert wrong.content[0].text == "Invalid arguments for echo: /text: must be of type string"
        with pytest.raises(MCPError, match="Unknown tool: nope") as told:
            await client.call_tool("nope")
        assert told.value.code == -32602


async def test_many_clients_at_once() -> None:
    async with serving(app(sample_catalog())) as base:

        async def call(number: int) -> None:
            async with Client(f"{base}/mcp") as client:
                result = await client.call_tool("echo", {"text": str(number)})
                assert result.structured_content == {"text": str(number)}

        async with asyncio.TaskGroup() as group:
            for number in range(20):
                group.create_task(call(number))


def by_hand(method: str, params: dict[str, Any], **headers: str) -> dict[str, Any]:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": MODERN}}
    told = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    return {"json": body, "headers": {**told, **{name.replace("_", "-"): value for name, value in headers.items()}}}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://localhost:5173"}, 200),
        ({"Mcp_Method": "tools/call"}, 400),
        ({"MCP_Protocol_Version": "2099-01-01"}, 400),
    ],
)
async def test_requests_by_hand(headers: dict[str, str], status: int) -> None:
    async with serving(app(sample_catalog())) as base, httpx.AsyncClient(trust_env=False, verify=False) as http:
        told = await http.post(f"{base}/mcp", **by_hand("tools/list", {}, **headers))
        assert told.status_code == status


async def test_space_around_a_header_is_not_part_of_it() -> None:
    body = json.dumps(by_hand("tools/list", {})["json"]).encode()
    async with serving(app(sample_catalog())) as base:
        host = base.removeprefix("http://")
        reader, writer = await asyncio.open_connection(*host.split(":"))
        writer.write(
            f"POST /mcp HTTP/1.1\r\nHost: {host}\r\nAccept: application/json, text/event-stream\r\n"
            "Content-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\nConnection: close\r\n"
            f"Mcp-Method: \t tools/list \t \r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        assert b" 200 " in await reader.readline()
        writer.close()


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"3", b"[" * 100_000, b"\xff"])
async def test_garbage_is_refused(body: bytes) -> None:
    async with serving(app(sample_catalog())) as base, httpx.AsyncClient(trust_env=False, verify=False) as http:
        headers = by_hand("tools/list", {})["headers"] | {"Content-Type": "application/json"}
        told = await http.post(f"{base}/mcp", content=body, headers=headers)
        assert told.status_code == 400
        assert told.json()["error"]["code"] in (-32700, -32600, -32602)
        assert (await http.post(f"{base}/mcp", **by_hand("tools/list", {}))).status_code == 200


async def test_a_stranger_opens_no_event_stream() -> None:
    async with serving(app(sample_catalog())) as base, httpx.AsyncClient(trust_env=False, verify=False) as http:
        for headers, status in (({"Host": "evil.example"}, 421), ({"Origin": "http://evil.example"}, 403)):
            assert (await http.get(f"{base}/mcp/sse", headers=headers)).status_code == status
        assert (await http.post(f"{base}/mcp/messages/?session_id={'0' * 32}", json={})).status_code == 404


async def test_under_another_path() -> None:
    door = McpDoor(sample_catalog(), McpSettings(path="/tools"))
    outer = Starlette(routes=[Mount("/prefix", Starlette(routes=door.routes))], lifespan=lambda _: door.running())
    async with serving(outer) as base:
        for target in (f"{base}/prefix/tools", sse_client(f"{base}/prefix/tools/sse")):
            async with Client(target, mode="legacy") as client:
                assert (await client.call_tool("echo", {"text": "a"})).structured_content == {"text": "a"}
