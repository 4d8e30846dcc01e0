"""Our client on the official wires against real servers: both eras, HTTP+SSE, stdio, in process; crashes included."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.server import MCPServer

from loket.core.data import Json
from loket.core.tool import ToolFailed, ToolSpec
from loket.doors.mcp import mcp_server
from loket.tools.mcp import RemoteServer
from loket.tools.mcp_sdk import Dialect, Options, SdkWire, Target
from loket.tools.patience import Patience
from tests.servers import child, free_port, serving
from tests.tools.sample_tools import Sample, app, context, sample_catalog, sample_tools, tool_named

pytestmark = pytest.mark.anyio

QUICK = Patience(connect=30.0, first=0.02, longest=0.1, trial=0.0, stop=2.0)
ECHO = ToolSpec(name="echo", read_only=True)
SEND = ToolSpec(name="echo")
STDIO = StdioServerParameters(command=sys.executable, args=["-m", "tests.tools.sample_tools", "stdio"])


@asynccontextmanager
async def remote(target: Target, dialect: Dialect = "auto", patience: Patience = QUICK) -> AsyncGenerator[RemoteServer]:
    server = RemoteServer("tools", SdkWire(target, dialect, options=Options(trusted=True)), patience)
    await server.start()
    try:
        yield server
    finally:
        async with asyncio.timeout(20):
            await server.stop()


async def failing(server: RemoteServer, spec: ToolSpec, args: Json, deadline: float = 30.0) -> ToolFailed:
    with pytest.raises(ToolFailed) as told:
        await server.tool(spec).call(args, context(deadline))
    return told.value


async def same_everywhere(server: RemoteServer, tools: list[Sample] | None) -> None:
    assert await server.tool(ECHO).call({"text": "één"}, context(key="my-key")) == {"text": "één"}
    heard: list[Json] = []
    counting = replace(context(), progress=lambda note, part=None: heard.append((note, part)))
    assert await server.tool(ToolSpec(name="count")).call({"text": "four"}, counting) == [1, 2, 4]
    assert heard == [("half way", {"progress": 1, "total": 2})]
    listed = await server.discover()
    assert tool_named(listed, "echo").read_only
    assert tool_named(listed, "echo").source == "tools"
    assert (await failing(server, ECHO, {})).code == "invalid"
    assert (await failing(server, ToolSpec(name="nope"), {})).code == "unknown_tool"
    closed = await failing(server, ToolSpec(name="fail"), {})
    assert (closed.code, closed.text, closed.value) == ("failed", "The archive is closed today.", {"until": "Monday"})
    assert "secret" not in (await failing(server, ToolSpec(name="break"), {})).text
    assert (await failing(server, ToolSpec(name="hang", read_only=True), {}, 0.2)).code == "timeout"
    assert (await failing(server, ToolSpec(name="hang"), {}, 0.2)).code == "unknown_outcome"
    if tools is not None:
        assert "my-key" in tools[0].keys


@pytest.mark.parametrize(("path", "dialect"), [("/mcp", "auto"), ("/mcp", "legacy"), ("/mcp/sse", "sse")])
@pytest.mark.parametrize("stateful", [False, True])
async def test_over_http(path: str, dialect: Dialect, stateful: bool) -> None:
    tools = sample_tools()
    async with serving(app(sample_catalog(tools), stateful)) as base, remote(base + path, dialect) as server:
        await same_everywhere(server, tools)


async def test_what_a_function_of_the_librarys_own_server_returns_is_the_value() -> None:
    library: Any = MCPServer("library")

    @library.tool()
    def add(a: int, b: int) -> int:
        return a + b

    @library.tool()
    def weekdays() -> list[str]:
        return ["Monday", "Tuesday"]

    @library.tool()
    def result() -> dict[str, int]:
        return {"result": 3}

    async with remote(library) as server:
        specs = {spec.name: spec for spec in await server.discover()}
        assert await server.tool(specs["add"]).call({"a": 1, "b": 2}, context()) == 3
        assert await server.tool(specs["weekdays"]).call({}, context()) == ["Monday", "Tuesday"]
        assert await server.tool(specs["result"]).call({}, context()) == {"result": 3}


async def test_over_stdio() -> None:
    async with remote(STDIO) as server:
        await same_everywhere(server, None)


@pytest.mark.parametrize("dialect", ["auto", "legacy"])
async def test_in_this_process(dialect: Dialect) -> None:
    tools = sample_tools()
    async with remote(mcp_server(sample_catalog(tools)), dialect) as server:
        await same_everywhere(server, tools)


@pytest.mark.parametrize(
    ("path", "dialect", "mode"),
    [("/mcp", "auto", "stateless"), ("/mcp", "legacy", "stateful"), ("/mcp/sse", "sse", "stateless")],
)
async def test_a_server_killed_in_a_call_and_started_again(path: str, dialect: Dialect, mode: str) -> None:
    port = free_port()
    async with (
        child("tests.tools.sample_tools", mode, port=port) as process,
        remote(f"http://127.0.0.1:{port}{path}", dialect) as server,
    ):
        hangs = asyncio.create_task(failing(server, ToolSpec(name="hang"), {}, 20))
        assert await server.tool(ECHO).call({"text": "beside it"}, context()) == {"text": "beside it"}
        await process.kill()
        async with asyncio.timeout(40):
            assert (await hangs).code == "unknown_outcome"
        assert (await failing(server, SEND, {"text": "a"})).code == "unreachable"
        await process.start(port)
        assert await server.tool(SEND).call({"text": "back"}, context()) == {"text": "back"}


async def test_a_session_that_was_forgotten_is_made_anew() -> None:
    port = free_port()
    async with (
        child("tests.tools.sample_tools", "stateful", port=port) as process,
        remote(f"http://127.0.0.1:{port}/mcp", "legacy") as server,
    ):
        await server.tool(SEND).call({"text": "a"}, context())
        await process.kill()
        await process.start(port)
        # Nothing was called meanwhile: the client still believes in its session.
        assert await server.tool(SEND).call({"text": "b"}, context(30)) == {"text": "b"}


@pytest.mark.parametrize(
    ("path", "dialect", "mode"),
    [("/mcp", "auto", "stateless"), ("/mcp", "legacy", "stateful"), ("/mcp/sse", "sse", "stateless")],
)
async def test_a_frozen_server_meets_our_deadline(path: str, dialect: Dialect, mode: str) -> None:
    port = free_port()
    async with (
        child("tests.tools.sample_tools", mode, port=port) as process,
        remote(f"http://127.0.0.1:{port}{path}", dialect) as server,
    ):
        await server.tool(ECHO).call({"text": "a"}, context())
        process.freeze()
        async with asyncio.timeout(40):
            codes = {(await failing(server, ECHO, {"text": "a"}, 0.3)).code for _ in range(5)}
        assert codes <= {"timeout", "unreachable"}
        os.kill(process.pid, signal.SIGCONT)
        async with asyncio.timeout(40):
            assert await server.tool(ECHO).call({"text": "thawed"}, context(30)) == {"text": "thawed"}


@pytest.mark.parametrize(("dialect", "mode"), [("auto", "stateless"), ("legacy", "stateful")])
async def test_a_call_that_never_left_is_no_unknown_outcome(dialect: Dialect, mode: str) -> None:
    port = free_port()
    async with (
        child("tests.tools.sample_tools", mode, port=port) as process,
        remote(f"http://127.0.0.1:{port}/mcp", dialect) as server,
    ):
        await server.tool(SEND).call({"text": "a"}, context())
        await process.kill()
        # The wire still believes in its connection; only the transport can tell that nothing went out.
        assert (await failing(server, SEND, {"text": "b"})).code == "unreachable"


async def test_a_server_that_is_not_there() -> None:
    port = free_port()
    async with remote(f"http://127.0.0.1:{port}/mcp") as server:
        told = await failing(server, SEND, {"text": "a"})
        assert told.code == "unreachable"
        async with serving(app(sample_catalog()), port):
            assert await server.tool(SEND).call({"text": "b"}, context()) == {"text": "b"}


async def test_a_command_that_is_not_there_or_no_server() -> None:
    for command in ("/does/not/exist", sys.executable):
        async with remote(StdioServerParameters(command=command, args=["-c", "print('hello')"])) as server:
            assert (await failing(server, SEND, {"text": "a"}, 3)).code == "unreachable"


async def test_a_dead_stdio_server_is_started_again() -> None:
    async with remote(STDIO) as server:
        await server.tool(ECHO).call({"text": "a"}, context())
        hangs = asyncio.create_task(failing(server, ToolSpec(name="hang"), {}, 20))
        await server.tool(ECHO).call({"text": "a"}, context())
        [process] = children()
        os.kill(process, signal.SIGKILL)
        async with asyncio.timeout(40):
            assert (await hangs).code == "unknown_outcome"
            assert await server.tool(SEND).call({"text": "b"}, context()) == {"text": "b"}


def children() -> list[int]:
    with open(f"/proc/self/task/{os.getpid()}/children") as told:  # noqa: PTH123 - not a file anybody could open late
        ours = [int(word) for word in told.read().split()]
    return [pid for pid in ours if b"sample_tools" in Path(f"/proc/{pid}/cmdline").read_bytes()]
