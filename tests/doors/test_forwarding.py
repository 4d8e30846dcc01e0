"""What one node signs for another is taken as it was signed, and nothing else is."""

import asyncio
import ctypes
import socket
import struct
import sys
import time

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from loket.core.errors import Moved
from loket.doors.bounds import Bounds
from loket.doors.forwarding import GOOD_SECONDS, SIGNED, Inbound, Outbound, signed
from loket.engine.claims import ELSEWHERE, Peer
from loket.house.refusal import refused
from loket.house.requests import OWNER
from loket.net.client import client_of_nodes
from tests.servers import free_port, serving

KEY = b"k" * 32
SO_ATTACH_FILTER = 26


async def inside(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    body = (await request.body()).decode()
    answer = JSONResponse({"owner": scope[OWNER], "path": request.url.path, "query": request.url.query, "body": body})
    answer.headers["x-asked"] = request.headers["host"]
    await answer(scope, receive, send)


async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
    await Response(status_code=401)(scope, receive, send)


def elsewhere(address: str) -> Bounds:
    """A node whose every conversation is at another one."""

    async def doors(scope: Scope, receive: Receive, send: Send) -> None:
        await Request(scope, receive).body()
        noted, error = ELSEWHERE.get(), Moved(address)
        assert noted is not None
        noted.append(Peer(address, "", asyncio.Event()))
        await refused(error.status, error.code, error.text)(scope, receive, send)

    async def owned(scope: Scope, receive: Receive, send: Send) -> None:
        scope[OWNER] = "Ann Ü"
        await Outbound(doors, CLIENTS[0], KEY)(scope, receive, send)

    return Bounds(owned)


CLIENTS: list[httpx.AsyncClient] = []


async def test_a_request_goes_to_the_node_that_has_its_conversation_as_its_owners() -> None:
    async with (
        client_of_nodes() as between,
        serving(Inbound(guarded, Bounds(inside), KEY)) as there,
        httpx.AsyncClient() as http,
    ):
        CLIENTS[:] = [between]
        async with serving(elsewhere(there)) as here:
            answer = await http.post(
                f"{here}/a%20b?c=d", content=b"{}", headers={"Authorization": "Bearer mine", "Host": "loket.example"}
            )
    assert answer.json() == {"owner": "Ann Ü", "path": "/a%20b", "query": "c=d", "body": "{}"} | {"path": "/a b"}
    assert answer.headers["x-asked"] == "loket.example", "doors that look at it let it in"


async def test_a_node_that_does_not_answer_is_asked_again_later() -> None:
    async with client_of_nodes() as between, httpx.AsyncClient() as http:
        CLIENTS[:] = [between]
        async with serving(elsewhere(f"http://127.0.0.1:{free_port()}")) as here:
            answer = await http.post(here, content=b"{}")
    assert (answer.status_code, answer.json()["error"]["code"], answer.headers["retry-after"]) == (503, "moved", "1")


async def test_an_answer_whose_node_is_killed_behind_its_head_does_not_look_whole() -> None:
    async def head_alone(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n{}")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n")
        await writer.drain()
        writer.close()

    async with (
        client_of_nodes() as between,
        httpx.AsyncClient() as http,
        await asyncio.start_server(head_alone, "127.0.0.1", 0) as killed,
    ):
        CLIENTS[:] = [between]
        async with serving(elsewhere(f"http://127.0.0.1:{killed.sockets[0].getsockname()[1]}")) as here:
            with pytest.raises(httpx.RemoteProtocolError):
                await http.post(here, content=b"{}")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no socket can be made deaf without rights")
@pytest.mark.parametrize("begun", [False, True])
async def test_a_cut_line_to_another_node_ends_what_was_passed_on_in_seconds(begun: bool) -> None:
    """As when a cable is pulled: no end comes, and nothing that is sent is acknowledged."""

    async def cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n{}")
        if begun:
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: ping\n\n")
            await writer.drain()
        code = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # BPF: return 0, every packet is dropped
        program = struct.pack("HL", 1, ctypes.addressof(code))
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
        await gone.wait()
        writer.transport.abort()

    gone = asyncio.Event()
    async with (
        client_of_nodes() as between,
        httpx.AsyncClient(timeout=60) as http,
        await asyncio.start_server(cut, "127.0.0.1", 0) as there,
    ):
        CLIENTS[:] = [between]
        async with serving(elsewhere(f"http://127.0.0.1:{there.sockets[0].getsockname()[1]}")) as here:
            answer = await http.post(here, content=b"{}")
        gone.set()
    if begun:
        assert answer.text.startswith(": ping\n\n") and answer.status_code == 200
    else:
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")


@pytest.mark.parametrize(("off", "status"), [(-600, 503), (600, 503), (-100, 200), (30, 200)])
async def test_whose_clock_is_too_far_off_is_refused_for_the_moment_and_who_runs_it_reads_why(
    off: int, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(Inbound(guarded, Bounds(inside), KEY)) as url, httpx.AsyncClient() as http:
        header = signed(KEY, "ann", int(time.time()) + GOOD_SECONDS + off, "POST /?", b"{}")
        answer = await http.post(f"{url}/", content=b"{}", headers={SIGNED: header})
    assert answer.status_code == status
    assert status == 200 or (answer.json()["error"]["code"], answer.headers["retry-after"]) == ("clock_skew", "1")
    assert any(f"is {off:+d} seconds" in line or f"is {off - 1:+d} seconds" in line for line in caplog.messages) == (
        status == 503
    )


@pytest.mark.parametrize(
    "header",
    [
        "",
        "1",
        "x y z",
        signed(b"another key", "ann", int(time.time()) + 60, "POST /?", b"{}"),
        signed(KEY, "ann", int(time.time()) + 60, "GET /?", b"{}"),
        signed(KEY, "ann", int(time.time()) + 60, "POST /other?", b"{}"),
        signed(KEY, "ann", int(time.time()) + 60, "POST /?", b"another body"),
        signed(KEY, "ann", int(time.time()) + 60, "POST /?", b"{}").replace("YW5u", "Ym9i"),
    ],
    ids=["empty", "short", "words", "key", "method", "path", "body", "owner"],
)
async def test_what_no_node_signed_is_refused(header: str) -> None:
    async with serving(Inbound(guarded, inside, KEY)) as url, httpx.AsyncClient() as http:
        answer = await http.post(f"{url}/", content=b"{}", headers={SIGNED: header})
        assert answer.status_code == 403
        assert (await http.post(f"{url}/", content=b"{}")).status_code == 401  # without a header the guard is asked
