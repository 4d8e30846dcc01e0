"""Our client of the first dialect against our door, and against servers that are wrong, slow or malicious."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from loket.core.data import Json
from loket.core.tool import ToolFailed, ToolSpec
from loket.tools.mcp import RemoteServer
from loket.tools.mcp_seed import SeedWire
from loket.tools.patience import Patience
from tests.loopback import Asked, Loopback, answering, reply
from tests.servers import child, free_port, serving
from tests.tools.sample_tools import app, context, sample_catalog, sample_tools, tool_named

pytestmark = pytest.mark.anyio

QUICK = Patience(connect=10.0, first=0.02, longest=0.05, trial=0.0, steady=10.0, stop=1.0)
Hand = Callable[[Asked, dict[str, Json]], Json]
ECHO = ToolSpec(name="echo", read_only=True)
SEND = ToolSpec(name="echo")


@asynccontextmanager
async def remote(url: str, patience: Patience = QUICK) -> AsyncGenerator[RemoteServer]:
    server = RemoteServer("tools", SeedWire(url), patience)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def failing(server: RemoteServer, spec: ToolSpec, args: Json, deadline: float = 30.0) -> ToolFailed:
    with pytest.raises(ToolFailed) as told:
        await server.tool(spec).call(args, context(deadline))
    return told.value


async def test_calls_lists_and_failures() -> None:
    tools = sample_tools()
    async with serving(app(sample_catalog(tools))) as base, remote(f"{base}/sse") as server:
        echo = server.tool(ECHO)
        assert (echo.spec.kind, echo.spec.source) == ("mcp", "tools")
        assert await echo.call({"text": "één"}, context(key="my-key")) == {"text": "één"}
        assert tools[0].keys == ["my-key"]
        listed = await server.discover()
        assert tool_named(listed, "echo").input["required"] == ["text"]
        assert tool_named(listed, "echo").read_only is False
        assert (await failing(server, ECHO, {})).code == "invalid"
        assert (await failing(server, ToolSpec(name="nope"), {})).code == "unknown_tool"
        assert (await failing(server, ToolSpec(name="fail"), {})).text == "The archive is closed today."
        assert (await failing(server, ToolSpec(name="break"), {})).code == "failed"
        assert (await failing(server, ToolSpec(name="hang", read_only=True), {}, 0.1)).code == "timeout"
        assert (await failing(server, ToolSpec(name="hang"), {}, 0.1)).code == "unknown_outcome"


async def test_fifty_calls_side_by_side() -> None:
    built = app(sample_catalog())
    async with serving(built) as base, remote(f"{base}/sse") as server:
        calls = [server.tool(ECHO).call({"text": str(n)}, context()) for n in range(50)]
        assert await asyncio.gather(*calls) == [{"text": str(n)} for n in range(50)]
        async with asyncio.timeout(20):
            await built.state.streams.empty.wait()


async def test_a_server_that_is_not_there_is_told_at_once_and_found_when_it_comes() -> None:
    port = free_port()
    async with remote(f"http://127.0.0.1:{port}/sse") as server:
        assert (await failing(server, SEND, {"text": "a"})).code == "unreachable"
        async with serving(app(sample_catalog()), port):
            assert await server.tool(SEND).call({"text": "b"}, context()) == {"text": "b"}


async def test_a_call_right_after_a_failed_attempt_waits_for_the_next() -> None:
    """Who says "again" because the server is back isn't answered with what was so before; one without the time is."""
    patience = Patience(connect=1.0, first=300.0, longest=300.0, trial=0.3)
    port = free_port()
    async with remote(f"http://127.0.0.1:{port}/sse", patience) as server:
        await failing(server, SEND, {"text": "a"})
        async with serving(app(sample_catalog()), port):
            assert (await failing(server, SEND, {"text": "b"}, 0.01)).code == "unreachable"
            calls = [server.tool(SEND).call({"text": str(n)}, context()) for n in range(3)]
            assert await asyncio.gather(*calls) == [{"text": str(n)} for n in range(3)]


async def test_a_crowd_of_calls_to_a_dead_server_provokes_one_attempt() -> None:
    """The first crowd comes while an attempt is under way, which may have met what is over by now: one more is made."""
    patience = Patience(first=300.0, longest=300.0, trial=0.1)
    async with answering(lambda asked: reply(b"", 500)) as dead, remote(f"{dead.url}/sse", patience) as server:
        for attempts in (2, 3):
            failures = await asyncio.gather(*(failing(server, SEND, {}) for _ in range(20)))
            assert {failure.code for failure in failures} == {"unreachable"}
            assert len(dead.asked) == attempts


async def test_a_server_killed_in_a_call() -> None:
    port = free_port()
    async with (
        child("tests.tools.sample_tools", "stateless", port=port) as process,
        remote(f"http://127.0.0.1:{port}/sse") as server,
    ):
        hangs = asyncio.create_task(failing(server, ToolSpec(name="hang"), {}, 20))
        await server.tool(ECHO).call({"text": "the other call is under way"}, context())
        await process.kill()
        assert (await hangs).code == "unknown_outcome"
        assert (await failing(server, SEND, {"text": "a"})).code == "unreachable"
        await process.start(port)
        assert await server.tool(SEND).call({"text": "back"}, context()) == {"text": "back"}


async def test_a_frozen_server_meets_our_deadline() -> None:
    port = free_port()
    async with (
        child("tests.tools.sample_tools", "stateless", port=port) as process,
        remote(f"http://127.0.0.1:{port}/sse") as server,
    ):
        await server.tool(ECHO).call({"text": "a"}, context())
        process.freeze()
        async with asyncio.timeout(20):
            assert (await failing(server, ECHO, {"text": "a"}, 0.3)).code in ("timeout", "unreachable")


def seed_like(endpoint: object, answer: Hand, posted: int = 200) -> Callable[..., object]:
    """A server that opens a stream and answers what it was asked there, by hand."""
    waiting: asyncio.Queue[bytes] = asyncio.Queue()

    async def stream() -> AsyncGenerator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"
        yield b": welcome\r\n\r\nevent: endpoint\r\nid: 1\r\nretry: 10\r\n"
        for line in (endpoint if isinstance(endpoint, str) else json.dumps(endpoint, indent=1)).split("\n"):
            yield b"data: " + line.encode() + b"\r\n"
        yield b"\r\n"
        yield await waiting.get()

    def serve(asked: Asked) -> object:
        if asked.method == "GET":
            return stream()
        told = answer(asked, asked.json)
        waiting.put_nowait(told if isinstance(told, bytes) else b"data: " + json.dumps(told).encode() + b"\n\n")
        return reply({"ok": True}, posted)

    return serve


def result(asked: Asked, message: dict[str, Json]) -> Json:
    return {"jsonrpc": "2.0", "id": message["id"], "result": {"seen": asked.target, "id": asked.headers["x-sse-id"]}}


@pytest.mark.parametrize(
    "post_url", ["/ask?x=1", "ask?x=1", "http://127.0.0.1:{port}/ask?x=1", "http://localhost:{port}/ask?x=1"]
)
async def test_relative_and_absolute_post_urls(post_url: str) -> None:
    made: list[Loopback] = []

    def serve(asked: Asked) -> object:
        told = {"sse_id": "abc", "post_url": post_url.replace("{port}", str(made[0].port))}
        handlers.setdefault("now", seed_like(told, result))
        return handlers["now"](asked)

    handlers: dict[str, Callable[..., object]] = {}

    def fresh(asked: Asked) -> object:
        if asked.method == "GET":
            handlers.clear()
        return serve(asked)

    async with answering(fresh) as server:  # type: ignore[arg-type]
        made.append(server)
        async with remote(f"{server.url}/base/sse") as tools:
            value = await tools.tool(SEND).call({}, context())
    assert value == {"seen": "/base/ask?x=1" if post_url.startswith("ask") else "/ask?x=1", "id": "abc"}


def once(make: Callable[[], Callable[..., object]]) -> Callable[[Asked], object]:
    """A fresh handwritten server for every stream."""
    now: list[Callable[..., object]] = []

    def serve(asked: Asked) -> object:
        if asked.method == "GET":
            now[:] = [make()]
        return now[0](asked)

    return serve


GOOD = {"sse_id": "abc", "post_url": "/m"}


@pytest.mark.parametrize(
    ("endpoint", "answer", "posted", "code"),
    [
        ("/official?session_id=1", result, 200, "unreachable"),
        ({"sse_id": "abc"}, result, 200, "unreachable"),
        ({"sse_id": "a\nb", "post_url": "/m"}, result, 200, "unreachable"),
        ({"sse_id": "abc", "post_url": "http://192.0.2.1/m"}, result, 200, "unreachable"),
        (GOOD, lambda a, m: b"", 200, "unknown_outcome"),
        (GOOD, lambda a, m: b": nothing\n\n", 200, "unknown_outcome"),
        (GOOD, lambda a, m: {"id": "another", "result": {}}, 200, "unknown_outcome"),
        (GOOD, lambda a, m: b"data: {broken\n\n", 200, "unknown_outcome"),
        (GOOD, lambda a, m: {"id": m["id"], "error": "words"}, 200, "failed"),
        (GOOD, lambda a, m: {"id": m["id"], "error": {"code": -32602, "message": "Unknown tool"}}, 200, "unknown_tool"),
        (GOOD, lambda a, m: {"id": m["id"], "error": {"code": -32602, "message": "bad"}}, 200, "invalid"),
        (GOOD, lambda a, m: b": nothing yet", 400, "invalid"),
        (GOOD, lambda a, m: b": nothing yet", 404, "unreachable"),
        (GOOD, lambda a, m: b": nothing yet", 503, "unreachable"),
        (GOOD, lambda a, m: b": nothing yet", 500, "unknown_outcome"),
    ],
)
async def test_servers_that_are_wrong(endpoint: object, answer: Hand, posted: int, code: str) -> None:
    by_hand = once(lambda: seed_like(endpoint, answer, posted))
    async with answering(by_hand) as server, remote(f"{server.url}/sse") as tools:  # type: ignore[arg-type]
        assert (await failing(tools, SEND, {}, 2)).code == code


async def test_what_is_safe_is_asked_again() -> None:
    posts: list[str] = []

    def answer(asked: Asked, message: dict[str, Json]) -> Json:
        posts.append(message["params"]["_meta"]["loket/idempotency-key"])
        return b"" if len(posts) < 3 else {"id": message["id"], "result": {"tries": len(posts)}}

    async with answering(once(lambda: seed_like(GOOD, answer))) as server, remote(f"{server.url}/sse") as tools:  # type: ignore[arg-type]
        assert await tools.tool(ECHO).call({}, context(key="k")) == {"tries": 3}
        assert posts == ["k", "k", "k"]
        posts.clear()
        assert (await failing(tools, SEND, {})).code == "unknown_outcome"
        assert len(posts) == 1


async def test_cancelled_before_anything_was_sent() -> None:
    async with remote(f"http://127.0.0.1:{free_port()}/sse", Patience(connect=5, first=5)) as server:
        server.tool(SEND)
        call = asyncio.create_task(server.tool(SEND).call({}, context()))
        await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(ToolFailed, match="before anything was sent"):
            await call
