"""Lines that hold a place for nothing are cut, on a real server that looks at them when a test says so."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from loket.app import Served
from loket.cli.connections import LinePatience, Watch
from loket.cli.heads import HEAD_BYTES, WAITING, BoundedHead
from loket.cli.serving import Server, bound
from loket.config import Config
from loket.doors.bounds import BODY_BYTES, Bounds
from tests.serving import PromptServer, serving_child

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
GET = b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n"


@dataclass
class Streams:
    """An application with a stream of some bytes, which then goes on when `more` is set, and ends when it is let go."""

    more: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def app(self) -> Starlette:
        return Starlette(routes=[Route("/", self._short), Route("/stream/{size:int}", self._stream)])

    async def _short(self, request: Request) -> Response:
        return PlainTextResponse("short")

    async def _stream(self, request: Request) -> Response:
        async def parts() -> AsyncGenerator[bytes]:
            try:
                yield b"x" * int(request.path_params["size"])
                while True:
                    await self.more.wait()
                    yield b"y" * 1000
                    self.more.clear()
            finally:
                self.ended.set()

        return StreamingResponse(parts())


@dataclass
class Here:
    """The server, its streams, and the lines that a test opened."""

    server: Server
    streams: Streams
    port: int
    lines: AsyncExitStack
    at: float = 0.0

    async def line(self, said: bytes, window: int | None = None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A line on which this was said; `window` limits what its end takes without being read."""
        raw = socket.socket()
        if window is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        raw.setblocking(False)
        await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=raw, limit=2048)
        self.lines.callback(writer.close)
        writer.write(said)
        return reader, writer

    async def count(self, wanted: int) -> None:
        """Returns when the server has so many connections."""
        async with asyncio.timeout(10):
            while True:
                if len(self.server.server_state.connections) == wanted:
                    return
                await asyncio.sleep(0)

    def look(self, seconds: float) -> None:
        """The server's look at its connections, so many seconds after the one before."""
        self.at += seconds
        self.server.watch.sweep(self.server.server_state.connections, self.at)


@asynccontextmanager
async def here(patience: LinePatience) -> AsyncGenerator[Here]:
    listening, streams = bound(Config(port=0)), Streams()
    bounds = Bounds(streams.app())
    server = PromptServer(Served(bounds, bounds), _Still(patience))
    running = asyncio.create_task(server.serve([listening]))
    try:
        async with AsyncExitStack() as lines:
            yield Here(server, streams, listening.getsockname()[1], lines)
    finally:
        server.leave()
        await running
        listening.close()


class _Still(Watch):
    """A watch that looks only when a test says so: its own looks are all made at moment zero."""

    def sweep(self, connections: object, now: float) -> None:
        if now < 1000:
            super().sweep(connections, now)  # type: ignore[arg-type] # what the server passes


async def test_half_a_head_has_a_deadline_and_nobody_else_has(caplog: pytest.LogCaptureFixture) -> None:
    async with here(LinePatience(room=100)) as served:
        halves = [await served.line(said) for said in (b"", b"\r\n", HALF, b"GE")]
        kept, writer = await served.line(GET % b"/")
        assert (await kept.readuntil(b"short")).startswith(b"HTTP/1.1 200")
        stream, _ = await served.line(GET % b"/stream/10")
        await stream.readuntil(b"x" * 10)
        await served.count(6)
        served.look(0)
        served.look(9)
        writer.write(GET % b"/")
        assert (await kept.readuntil(b"short")).startswith(b"HTTP/1.1 200")
        served.look(2)
        for reader, _ in halves:
            with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                await reader.readexactly(1)
        await served.count(2)
        served.look(100)
        served.streams.more.set()
        await stream.readuntil(b"y" * 1000)
    assert not caplog.records


async def test_when_too_many_wait_the_oldest_go_soon() -> None:
    async with here(LinePatience(room=3)) as served:
        for wanted in range(1, 8):
            await served.line(HALF)
            await served.count(wanted)
        served.look(0)
        await served.count(7)
        served.look(2)
        await served.count(3)
        served.look(2)
        await served.count(3)


async def test_a_reader_that_takes_next_to_nothing_is_let_go_with_its_socket(caplog: pytest.LogCaptureFixture) -> None:
    async with here(LinePatience(room=100)) as served:
        for size in (20_000, 3_000_000):  # what waits in the kernel alone, and what waits here
            served.streams.ended.clear()
            reader, _ = await served.line(GET % b"/stream/%d" % size, window=2048)
            await reader.readuntil(b"\r\n\r\n")
            served.look(0)
            for _ in range(5):
                served.look(11)
                await reader.read(11)
            await served.count(1)
            served.look(11)
            await served.count(0)
            async with asyncio.timeout(10):
                await served.streams.ended.wait()
    assert not [record for record in caplog.records if record.levelname != "INFO"]


async def test_a_slow_reader_that_gets_on_stays() -> None:
    async with here(LinePatience(room=100)) as served:
        reader, _ = await served.line(GET % b"/stream/3000000", window=2048)
        await reader.readuntil(b"\r\n\r\n")
        served.look(0)
        for _ in range(10):
            await reader.readexactly(30_000)
            served.look(50)
        await served.count(1)


async def test_a_head_without_end_is_cut() -> None:
    async with here(LinePatience(room=100)) as served:
        reader, writer = await served.line(HALF)
        await served.count(1)
        writer.write(b"a: %b\r\n" % (b"x" * 1000) * (2 * HEAD_BYTES // 1000))
        await served.count(0)
        assert not reader.at_eof() or await reader.read() == b""


@pytest.mark.parametrize("line", [b"0\r\n", b"0\r\nb: "])
async def test_lines_without_end_behind_the_last_chunk_are_cut(line: bytes) -> None:
    async with here(LinePatience(room=100)) as served:
        head = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"
        _, writer = await served.line(head + line)
        await served.count(1)
        end = b"\r\n" if line == b"0\r\n" else b""
        for _ in range(8):
            writer.write((b"a: %b" % (b"x" * 995) + end) * (HEAD_BYTES // 1000))
        await served.count(0)


async def test_so_many_requests_may_wait_on_a_line_and_one_with_more_is_cut() -> None:
    async with here(LinePatience(room=100)) as served:
        reader, _ = await served.line(GET % b"/" * WAITING)
        for _ in range(WAITING):
            assert b"HTTP/1.1 200" in await reader.readuntil(b"short")
        reader, _ = await served.line(GET % b"/stream/10" + GET % b"/" * (WAITING + 1))
        async with asyncio.timeout(10):
            assert b"HTTP/1.1 400" in await reader.read()


async def test_a_head_behind_the_end_of_a_refused_body_is_not_taken_for_a_long_one() -> None:
    async with here(LinePatience(room=100)) as served:
        reader, writer = await served.line(
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (BODY_BYTES + 1)
        )
        assert (await reader.readuntil(b"too_large")).startswith(b"HTTP/1.1 413")
        writer.write(b"x" * (BODY_BYTES - HEAD_BYTES))
        await writer.drain()
        for _ in range(100):  # so that the server reads what there is
            await asyncio.sleep(0)
        writer.write(b"x" * (HEAD_BYTES + 1) + HALF)
        for _ in range(100):
            await asyncio.sleep(0)
        writer.write(b"\r\n")
        assert b"HTTP/1.1 200" in await reader.readuntil(b"short")


async def test_more_half_heads_than_files_keep_nobody_out_for_long(tmp_path: Path) -> None:
    """A process that may open 200 files, and 300 lines that never say who they are."""
    async with serving_child(tmp_path, files=200) as loket, AsyncExitStack() as lines:
        host, _, port = loket.url.removeprefix("http://").partition(":")
        for _ in range(300):
            _, writer = await asyncio.open_connection(host, int(port))
            lines.callback(writer.close)
            writer.write(HALF)
        async with asyncio.timeout(30), httpx.AsyncClient(base_url=loket.url, timeout=5) as http:
            while True:
                try:
                    assert (await http.get("/healthz")).json()["ok"] is True
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0)


async def test_a_line_that_rests_keeps_nothing_of_its_last_request() -> None:
    async with here(LinePatience(room=100)) as served:
        reader, writer = await served.line(GET % b"/")
        assert (await reader.readuntil(b"short")).startswith(b"HTTP/1.1 200")
        (line,) = served.server.server_state.connections
        assert isinstance(line, BoundedHead) and not (line.cycle.scope or line.scope or line.headers)
        writer.write(GET % b"/stream/10")  # nor does that spoil the next one
        await reader.readuntil(b"x" * 10)
        assert line.cycle.scope is line.scope and line.scope["path"] == "/stream/10"
