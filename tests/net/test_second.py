"""The client for libraries of models: the same guard, limits and errors as everywhere, in the words of httpx2."""

import asyncio
import sys
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import nullcontext
from typing import cast

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loket.net import line
from loket.net.guard import AddressRefused
from loket.net.second import GATHERING, MOST, Gathering, second_client
from tests.loopback import Asked, answering, reply, stopped


async def test_only_what_the_operator_named_is_called() -> None:
    async with answering(lambda asked: reply({"ok": asked.json["x"]})) as server:
        async with second_client() as strict:
            with pytest.raises(httpx2.ConnectError) as refused:
                await strict.post(server.url, json={"x": 1})
        assert isinstance(refused.value.__cause__, AddressRefused) and server.asked == []
        async with second_client([f"127.0.0.1:{server.port}"]) as client:
            assert (await client.post(server.url, json={"x": 1})).json() == {"ok": 1}
    assert server.asked[0].headers["accept-encoding"] == "identity"


async def test_an_answer_without_an_end_is_not_read_for_ever() -> None:
    async def endless(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n"
        while True:
            yield b"x" * 1_000_000

    async with answering(endless) as server, second_client(["127.0.0.1"]) as client:
        with pytest.raises(httpx2.ReadError, match=str(MOST)):
            await client.get(server.url)


async def test_errors_of_the_line_keep_their_names() -> None:
    async with answering(lambda asked: None) as server, second_client(["127.0.0.1"]) as client:
        with pytest.raises(httpx2.RemoteProtocolError):
            await client.get(server.url)
    async with second_client(["127.0.0.1"]) as client:
        with pytest.raises(httpx2.ConnectError):
            await client.get(server.url)


@pytest.mark.parametrize("ends_well", [True, False])
async def test_what_comes_soon_after_is_gathered_and_nothing_is_lost(ends_well: bool) -> None:
    """The first part at once, more of them as one, the end at once; a line that is cut gives what it gave before."""
    parts = [b"%d " % number for number in range(200)]

    async def dripping(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        for part in parts:
            yield b"%x\r\n%b\r\n" % (len(part), part)
            await asyncio.sleep(0)
        yield b"0\r\n\r\n" if ends_well else b""

    came: list[bytes] = []
    async with (
        answering(dripping) as server,
        second_client(["127.0.0.1"]) as client,
        client.stream("GET", server.url) as answer,
    ):
        with nullcontext() if ends_well else pytest.raises(httpx2.RemoteProtocolError):
            async for block in answer.aiter_bytes():
                came.append(block)
    assert b"".join(came) == b"".join(parts) and parts[0].startswith(came[0][:2]) and len(came) < len(parts)


async def test_a_body_that_was_sent_is_not_kept_while_its_answer_streams() -> None:
    async def begun(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        yield b"%x\r\n%b\r\n" % (len(asked.body), asked.body)
        await asyncio.Event().wait()

    body = b"talk" * 1000
    async with answering(begun) as server, second_client(["127.0.0.1"]) as client:
        kept, gathering = sys.getrefcount(body), GATHERING.set(Gathering())
        answer = await client.send(client.build_request("POST", server.url, content=body), stream=True)
        GATHERING.reset(gathering)
        assert await anext(answer.aiter_bytes()) == body and sys.getrefcount(body) == kept
        await answer.aclose()


async def test_one_who_stopped_may_read_on_and_one_who_leaves_hangs_up() -> None:
    left = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\na")
        writer.write(b"b" * 50)
        while await reader.read(100):
            pass
        writer.close()
        await writer.wait_closed()
        left.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with second_client(["127.0.0.1"]) as client:
        async with client.stream("GET", f"http://127.0.0.1:{port}/") as answer:
            stream, came = cast(AsyncIterable[bytes], answer.stream), b""
            while len(came) < 51:
                async for part in stream:
                    came += part
                    break
            assert came == b"a" + b"b" * 50
        await asyncio.wait_for(left.wait(), 5)
    await stopped(server)


async def test_nothing_is_gathered_before_words_have_begun_and_the_end_waits_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a gathering that would last for ever: what comes before the first words, and they, come one by one."""
    monkeypatch.setattr(line, "GATHER_SECONDS", 3600.0)
    came, more = list[bytes](), asyncio.Event()

    async def dripping(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        for part in (b"role", b"first", b"a", b"b"):
            yield b"%x\r\n%b\r\n" % (len(part), part)
            if part in (b"role", b"first"):
                await more.wait()  # it was read
                more.clear()
        yield b"0\r\n\r\n"

    gathering = Gathering()
    async with answering(dripping) as server, second_client(["127.0.0.1"]) as client:
        GATHERING.set(gathering)
        async with client.stream("GET", server.url) as answer:
            async for block in answer.aiter_bytes():
                came.append(block)
                if block == b"first":
                    gathering.begin()
                more.set()
    assert came == [b"role", b"first", b"ab"]


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=30), st.lists(st.integers(1, 60), min_size=1, max_size=30))
@settings(max_examples=40, deadline=None)
def test_an_answer_is_whole_and_in_order_however_it_is_cut(parts: list[bytes], cuts: list[int]) -> None:
    whole = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"

    async def cut(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        at = 0
        for size in cuts:
            yield whole[at : at + size]
            at += size
            await asyncio.sleep(0)
        yield whole[at:]

    async def main() -> None:
        gathering, came = Gathering(), b""
        async with answering(cut) as server, second_client(["127.0.0.1"]) as client:
            GATHERING.set(gathering)
            async with client.stream("GET", server.url) as answer:
                async for block in answer.aiter_bytes():
                    came += block
                    gathering.begin()
        assert came == b"".join(parts)

    asyncio.run(main())
