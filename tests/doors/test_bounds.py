"""Bodies have a size and a deadline, streams end when the server stops, and a door may be made late."""

import asyncio
import weakref
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loket.doors.assets import Assets
from loket.doors.bounds import Bounds
from loket.doors.later import Later
from loket.doors.stream import COME_AGAIN, PING, RecordStream, StreamAnswer
from tests.servers import serving


async def _length(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def _endless(request: Request) -> Response:
    async def parts() -> AsyncGenerator[bytes]:
        yield b"first"
        await asyncio.Event().wait()

    return StreamingResponse(parts(), media_type=request.query_params.get("type", "text/event-stream"))


class _Layer:
    """What a layer holds while its route answers."""


APP = Starlette(routes=[Route("/length", _length, methods=["POST"]), Route("/endless", _endless)])


async def test_a_body_of_just_the_size_passes_and_one_byte_more_does_not() -> None:
    async with serving(Bounds(APP, most=1000)) as url, httpx.AsyncClient(base_url=url) as http:
        assert (await http.post("/length", content=b"x" * 1000)).text == "1000"
        declared = await http.post("/length", content=b"x" * 1001)
        assert (declared.status_code, declared.json()["error"]["code"]) == (413, "too_large")

        async def undeclared() -> AsyncGenerator[bytes]:
            for _ in range(11):
                yield b"x" * 100

        assert (await http.post("/length", content=undeclared())).status_code == 413


async def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async with serving(Bounds(APP, seconds=0.05)) as url:
        reader, writer = await asyncio.open_connection(*url.removeprefix("http://").split(":"))
        writer.write(b"POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nfive!")
        async with asyncio.timeout(10):
            assert b" 408 " in await reader.readline()
        writer.close()


async def test_a_stop_completes_every_stream_and_no_new_one_stays_open() -> None:
    bounds = Bounds(APP)
    async with serving(bounds) as url, httpx.AsyncClient(base_url=url) as http:
        async with asyncio.timeout(10), http.stream("GET", "/endless") as answer:
            parts = answer.aiter_raw()
            assert await anext(parts) == b"first"
            bounds.stop()
            assert [part async for part in parts] == []
        async with asyncio.timeout(10):
            assert (await http.get("/endless")).status_code == 200
            refused = await http.post("/length", content=b"xx")  # what does something is done by whoever answers next
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")


async def test_a_stop_cuts_off_what_would_be_taken_for_whole_if_it_ended() -> None:
    bounds = Bounds(APP)
    async with (
        serving(bounds) as url,
        httpx.AsyncClient(base_url=url) as http,
        asyncio.timeout(10),
        http.stream("GET", "/endless?type=application/x-ndjson") as answer,
    ):
        parts = answer.aiter_raw()
        assert await anext(parts) == b"first"
        bounds.stop()
        with pytest.raises(httpx.RemoteProtocolError):
            await anext(parts)


async def test_a_file_is_sent_whole_while_the_server_stops_and_the_next_request_goes_to_another_line(
    tmp_path: Path,
) -> None:
    (tmp_path / "font").write_bytes(bytes(3_000_000))
    bounds = Bounds(Assets(tmp_path))
    async with serving(bounds) as url, httpx.AsyncClient(base_url=url) as http:
        bounds.stop()
        for _ in range(20):
            answer = await http.get("/font")
            assert (answer.status_code, len(answer.content), answer.headers["connection"]) == (200, 3_000_000, "close")


async def test_an_open_stream_holds_nothing_of_the_layers_around_its_route() -> None:
    """Neither their frames nor what they noted in the scope; and it takes three tasks: its request's, who sends, and
    who listens whether its client left."""
    layers: list[weakref.ref[_Layer]] = []

    async def frames() -> AsyncGenerator[list[bytes]]:
        await asyncio.Event().wait()
        yield []

    async def layered(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            layer = scope["layer"] = _Layer()
            layers.append(weakref.ref(layer))
            await StreamAnswer(RecordStream("talk", frames()))(scope, receive, send)

    bounds = Bounds(layered)
    async with serving(bounds) as url, httpx.AsyncClient(base_url=url) as http:
        before = asyncio.all_tasks()
        async with asyncio.timeout(10), http.stream("GET", "/") as answer:
            parts = answer.aiter_raw()
            assert await anext(parts) == PING
            assert [layer() for layer in layers] == [None]
            assert len(asyncio.all_tasks() - before) == 3
            bounds.stop()
            assert [part async for part in parts] == [COME_AGAIN]


async def test_a_late_door_is_made_once_at_the_first_request_and_closed_at_the_end() -> None:
    happened: list[str] = []

    @asynccontextmanager
    async def open_() -> AsyncGenerator[ASGIApp]:
        happened.append("open")
        try:
            yield APP
        finally:
            happened.append("closed")

    async def made() -> AbstractAsyncContextManager[ASGIApp]:
        happened.append("made")
        return open_()

    later = Later(made)
    app = Starlette(routes=[Route("/length", later)])
    async with later.running(), serving(app) as url, httpx.AsyncClient(base_url=url) as http:
        assert happened == []
        asked = [http.post("/length", content=b"x" * n) for n in range(5)]
        assert [answer.text for answer in await asyncio.gather(*asked)] == ["0", "1", "2", "3", "4"]
        assert happened == ["made", "open"]
    assert happened == ["made", "open", "closed"]


async def test_a_late_door_that_can_not_be_made_says_so_to_everybody_who_comes() -> None:
    async def broken() -> AbstractAsyncContextManager[ASGIApp]:
        raise RuntimeError("no such library")

    async def nothing(message: Message | None = None) -> Message:
        return message or {"type": "http.request"}

    later = Later(broken)
    async with later.running():
        for _ in range(2):
            with pytest.raises(RuntimeError, match="no such library"):
                async with asyncio.timeout(20):
                    await later({"type": "http"}, nothing, nothing)  # type: ignore[arg-type] # one for both ends
