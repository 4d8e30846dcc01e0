"""The first tool dialect as a foreign client meets it: a handwritten one, over real sockets."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolSpec
from loket.doors.tool_streams import StreamLimits, ToolStreams
from tests.servers import serving
from tests.tools.sample_tools import Sample, app, sample_catalog

pytestmark = pytest.mark.anyio


@dataclass
class Stream:
    """One open stream; reads lines by hand, so that it shares no code with ours."""

    http: httpx.AsyncClient
    base: str
    lines: AsyncIterator[str]
    endpoint: Any = None

    async def next(self) -> tuple[str, str]:
        name, data = "", ""
        async for line in self.lines:
            if line.startswith(":"):
                return "comment", line
            if not line:
                return name, data
            field, _, value = line.partition(": ")
            name, data = (value, data) if field == "event" else (name, value)
        return "end", ""

    async def post(self, body: Json, **headers: str) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"X-SSE-ID": self.endpoint["sse_id"], **headers}
        return await self.http.post(self.base + self.endpoint["post_url"], content=content, headers=headers)

    async def ask(self, method: str, params: Json = None, request_id: Json = 1) -> Any:
        message: JsonObject = {"jsonrpc": "2.0", "id": request_id, "method": method}
        if params is not None:
            message["params"] = params
        told = await self.post(message)
        assert (told.status_code, told.json()) == (200, {"ok": True})
        name, data = await self.next()
        assert name == "message"
        answer = json.loads(data)
        assert answer["id"] == request_id
        return answer

    async def call(self, name: str, args: Json) -> Any:
        return await self.ask("tools/call", {"name": name, "arguments": args})


@asynccontextmanager
async def opened(base: str, path: str = "/sse") -> AsyncGenerator[Stream]:
    async with (
        httpx.AsyncClient(trust_env=False, verify=False) as http,
        http.stream("GET", base + path, timeout=30) as response,
    ):
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-cache"
        assert response.headers["x-accel-buffering"] == "no"
        stream = Stream(http, base, response.aiter_lines())
        name, data = await stream.next()
        assert name == "endpoint"
        stream.endpoint = json.loads(data)
        yield stream


@asynccontextmanager
async def served(limits: StreamLimits | None = None) -> AsyncGenerator[tuple[str, ToolStreams]]:
    built = app(sample_catalog(), limits=limits)
    async with serving(built) as base:
        yield base, built.state.streams


async def all_gone(streams: ToolStreams) -> None:
    async with asyncio.timeout(20):
        await streams.empty.wait()


async def test_one_call_on_one_stream() -> None:
    async with served() as (base, streams):
        async with opened(base) as stream:
            assert stream.endpoint["post_url"] == "/message"
            assert len(bytes.fromhex(stream.endpoint["sse_id"])) == 16
            answer = await stream.call("echo", {"text": "één"})
            assert answer == {"jsonrpc": "2.0", "id": 1, "result": {"text": "één"}}
        await all_gone(streams)


async def test_methods() -> None:
    async with served() as (base, _), opened(base) as stream:
        listed = await stream.ask("tools/list")
        assert [tool["name"] for tool in listed["result"]["tools"]] == ["echo", "count", "fail", "break", "hang"]
        assert (await stream.ask("ping", request_id="p"))["result"] == {}
        assert (await stream.call("count", {"text": "four"}))["result"] == [1, 2, 4]
        hello = await stream.ask("initialize", {"protocolVersion": "2025-06-18"})
        assert hello["result"]["protocolVersion"] == "2025-06-18"
        wrapped = await stream.call("echo", {"text": "a"})
        assert wrapped["result"]["structuredContent"] == {"text": "a"}
        failed = await stream.call("fail", {})
        assert failed["result"]["isError"] is True


@pytest.mark.parametrize(
    ("message", "code", "data"),
    [
        ({"method": "tools/call", "params": {"name": "nope"}}, -32602, "unknown_tool"),
        ({"method": "tools/call", "params": {"name": "echo", "arguments": {"text": 3}}}, -32602, "invalid"),
        ({"method": "tools/call", "params": {"name": "echo", "arguments": []}}, -32602, "invalid"),
        ({"method": "tools/call", "params": {"name": 3}}, -32602, None),
        ({"method": "tools/call", "params": []}, -32602, None),
        ({"method": "tools/call"}, -32602, None),
        ({"method": "tools/call", "params": {"name": "fail"}}, -32000, "failed"),
        ({"method": "tools/call", "params": {"name": "break"}}, -32000, "tool_broke"),
        ({"method": "resources/list"}, -32601, None),
        ({"method": "server/discover"}, -32601, None),
        ({"method": 3}, -32600, None),
        ({"method": "ping", "jsonrpc": "1.0"}, -32600, None),
    ],
)
async def test_errors_come_on_the_stream(message: JsonObject, code: int, data: str | None) -> None:
    async with served() as (base, _), opened(base) as stream:
        told = await stream.post({"jsonrpc": "2.0", "id": "x", **message})
        assert (told.status_code, told.json()) == (200, {"ok": True})
        answer = json.loads((await stream.next())[1])
        assert (answer["id"], answer["error"]["code"]) == ("x", code)
        assert answer["error"].get("data", {}).get("code") == data
        assert "secret" not in answer["error"]["message"]


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 100_000, b"\xff", b'{"id": NaN}', b"null x"])
async def test_what_is_not_json(body: bytes) -> None:
    async with served() as (base, _), opened(base) as stream:
        told = await stream.post(body)
        assert (told.status_code, told.json()["error"]["code"]) == (400, -32700)
        assert json.loads((await stream.next())[1]) == told.json()
        assert (await stream.call("echo", {"text": "still there"}))["result"] == {"text": "still there"}


@pytest.mark.parametrize("message", [[], [{"jsonrpc": "2.0", "id": 1, "method": "ping"}], 3, "x", None])
async def test_json_that_is_no_message(message: Json) -> None:
    async with served() as (base, _), opened(base) as stream:
        assert (await stream.post(message)).status_code == 200
        assert json.loads((await stream.next())[1])["error"]["code"] == -32600


@pytest.mark.parametrize("request_id", [True, None, 1.5, {}, []])
async def test_ids_are_strings_or_whole_numbers(request_id: Json) -> None:
    async with served() as (base, _), opened(base) as stream:
        await stream.post({"jsonrpc": "2.0", "id": request_id, "method": "ping"})
        assert json.loads((await stream.next())[1])["error"]["code"] == -32600


async def test_notifications_get_no_answer() -> None:
    async with served() as (base, _), opened(base) as stream:
        assert (await stream.post({"jsonrpc": "2.0", "method": "notifications/initialized"})).json() == {"ok": True}
        assert (await stream.ask("ping", request_id=9))["id"] == 9


async def test_half_a_character_pair_comes_back() -> None:
    async with served() as (base, _), opened(base) as stream:
        await stream.post(b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}')
        assert json.loads((await stream.next())[1])["id"] == "\ud800"


async def test_who_may_post() -> None:
    async with (
        served(StreamLimits(body=1000)) as (base, streams),
        httpx.AsyncClient(trust_env=False, verify=False) as http,
    ):
        async with opened(base) as stream:
            ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
            assert (await http.post(base + "/message", json=ping)).status_code == 400
            assert (await stream.post(ping, **{"X-SSE-ID": "0" * 32})).status_code == 404
            assert (await stream.post(b"x" * 2000)).status_code == 413

            async def parts() -> AsyncGenerator[bytes]:
                for _ in range(20):
                    yield b"x" * 100

            long = await http.post(base + "/message", content=parts(), headers={"X-SSE-ID": stream.endpoint["sse_id"]})
            assert (long.status_code, long.json()["error"]["code"]) == (413, "too_large")
        await all_gone(streams)
        gone = await http.post(base + "/message", json=ping, headers={"X-SSE-ID": stream.endpoint["sse_id"]})
        assert (gone.status_code, gone.json()["error"]["code"]) == (410, "gone")
        assert (await http.get(base + "/message")).status_code == 405
        assert (await http.head(base + "/sse")).status_code == 200


async def test_an_id_works_for_who_opened_it() -> None:
    door = ToolStreams(sample_catalog(), principal=lambda request: request.headers.get("x-who", "nobody"))
    async with serving(Starlette(routes=door.routes)) as base:
        async with opened(base) as stream:
            told = await stream.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}, **{"x-who": "somebody else"})
            assert told.status_code == 404
        await all_gone(door)
        async with httpx.AsyncClient(trust_env=False, verify=False) as http:
            headers = {"X-SSE-ID": stream.endpoint["sse_id"], "x-who": "somebody else"}
            assert (await http.post(base + "/message", headers=headers)).status_code == 404


async def test_limits_of_streams_and_requests() -> None:
    async with served(StreamLimits(streams=1, waiting=2)) as (base, streams):
        async with opened(base) as stream:
            async with httpx.AsyncClient(trust_env=False, verify=False) as http:
                assert (await http.get(base + "/sse")).status_code == 503
            hang = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hang"}}
            assert [(await stream.post(hang)).status_code for _ in range(3)] == [200, 200, 503]
        await all_gone(streams)
        async with opened(base):
            pass


async def test_pings_and_idle_end() -> None:
    async with served(StreamLimits(ping=0.02, idle=0.1)) as (base, streams), opened(base) as stream:
        seen = [await stream.next() for _ in range(2)]
        assert seen[0] == ("comment", ": ping")
        while (await stream.next())[0] != "end":
            pass
        await all_gone(streams)


async def test_root_path_is_part_of_the_post_url() -> None:
    outer = Starlette(routes=[Mount("/prefix", Starlette(routes=ToolStreams(sample_catalog()).routes))])
    async with serving(outer) as base, opened(base, "/prefix/sse") as stream:
        assert stream.endpoint["post_url"] == "/prefix/message"
        assert (await stream.call("echo", {"text": "a"}))["result"] == {"text": "a"}


async def test_fifty_clients_at_once_get_their_own_answers() -> None:
    async with served() as (base, streams):

        async def client(number: int) -> None:
            async with opened(base) as stream:
                for turn in range(3):
                    text = f"client {number} turn {turn}"
                    # All use the same ids, so an answer on a wrong stream would be taken for the right one.
                    assert (await stream.call("echo", {"text": text}))["result"] == {"text": text}

        async with asyncio.TaskGroup() as group:
            for number in range(50):
                group.create_task(client(number))
        await all_gone(streams)


async def test_calls_end_with_their_stream() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def work(args: JsonObject, context: CallContext) -> Json:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    built = app(sample_catalog([Sample(ToolSpec(name="work"), work)]))
    async with serving(built) as base:
        async with opened(base) as stream:
            await stream.post({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "work"}})
            await begun.wait()
        async with asyncio.timeout(20):
            await ended.wait()


async def test_calls_on_one_stream_run_side_by_side() -> None:
    async with served() as (base, _), opened(base) as stream:
        hang = {"jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": {"name": "hang"}}
        await stream.post(hang)
        assert (await stream.call("echo", {"text": "fast"}))["result"] == {"text": "fast"}
