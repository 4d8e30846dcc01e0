"""The live stream: a watcher gets every record once, byte for byte, wherever it comes back in."""

import asyncio
from pathlib import Path

import httpx
import pytest

from loket.core.events import Answered
from loket.doors import stream
from tests.doors.talking import CHECK, SSE, begun, checked, code_of, streamed, tell_and_settle
from tests.serving import Here, serving_here

WATCHERS = 500


async def test_a_client_that_drops_at_any_seq_gets_the_exact_rest(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id, head = await checked(here)
        rows = await here.engine.store.read(id)
        frames = [b"id: %d\ndata: %b\n\n" % (row.seq, row.body) for row in rows]
        assert len(frames) == head > 10
        for seen in range(head):
            rest = b"".join(frames[seen:])
            assert await streamed(here.http, id, head, f"?after={seen}") == rest
            assert await streamed(here.http, id, head, last_event_id=str(seen)) == rest
            # what the browser sends when it comes back is newer than what stands in the address
            assert await streamed(here.http, id, head, "?after=0", last_event_id=str(seen)) == rest


async def test_a_watcher_that_is_there_sees_what_a_later_one_reads(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        seq = (await here.http.post(f"/api/conversations/{id}/events", json=CHECK)).json()["seq"]
        live = asyncio.create_task(streamed(here.http, id, seq + 20))
        await here.engine.settled(id, seq)
        await tell_and_settle(here, id, CHECK)
        assert await live == await streamed(here.http, id, seq + 20)


async def test_words_in_the_making_have_no_id_and_come_before_their_record(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        async with here.http.stream("GET", f"/api/conversations/{id}/events?after=1", headers=SSE) as answer:
            parts = answer.aiter_raw()
            assert (await anext(parts)).startswith(b": ping\n\n")
            run = await here.engine._run(id)
            run.writer.feed.note(kind="delta", draft="d1", scope="/", offset=0, text="Hal")
            assert await anext(parts) == (
                b'data: {"kind":"delta","draft":"d1","scope":"/","offset":0,"text":"Hal"}\n\n'
            )


async def test_a_position_that_is_none_is_refused(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        url = f"/api/conversations/{id}/events"
        for said in ("-1", "x", "1.5", "١", "9" * 17, "9" * 5000, "1 2"):
            raw = (b"last-event-id", said.encode())
            assert code_of(await here.http.get(url, headers=[*httpx.Headers(SSE).raw, raw])) == (422, "bad_position")
            by_query = await here.http.get(url, params={"after": said}, headers=SSE)
            assert by_query.status_code == 422 and code_of(by_query)[1] in ("invalid", "bad_position")


async def test_a_position_past_the_end_is_refused_rather_than_waited_for(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id, head = await checked(here)
        url = f"/api/conversations/{id}/events"
        assert code_of(await here.http.get(f"{url}?after={head + 1}", headers=SSE)) == (422, "no_record")


async def test_the_stream_ends_when_its_conversation_is_erased(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        async with here.http.stream("GET", f"/api/conversations/{id}/events", headers=SSE) as answer:
            parts = answer.aiter_raw()
            await anext(parts)
            await here.http.delete(f"/api/conversations/{id}")
            async with asyncio.timeout(20):
                rest = b"".join([part async for part in parts])
        assert b"id: 2" not in rest


async def test_a_ping_comes_when_there_is_no_news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PING_SECONDS", 0.01)
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        got = b""
        async with asyncio.timeout(20), here.http.stream("GET", f"/api/conversations/{id}/events", headers=SSE) as raw:
            async for part in raw.aiter_raw():
                got += part
                if got.count(b": ping\n\n") > 3:
                    break
        assert b"id: 1\n" in got


async def test_500_watchers_see_the_same(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        lines = [await _opened(here, id) for _ in range(WATCHERS)]
        for number in range(5):
            await tell_and_settle(here, id, {"kind": "user_said", "text": f"bericht {number}"})
        head = await here.engine.store.head(id)
        wanted = b"".join(b"id: %d\ndata: %b\n\n" % (r.seq, r.body) for r in await here.engine.store.read(id))
        async with asyncio.timeout(40):
            seen = await asyncio.gather(*(_records(reader, head) for reader, _ in lines))
        assert set(seen) == {wanted}
        for _, writer in lines:
            writer.transport.abort()


LONG = Answered(to="999", text="x" * 30_000)
"""A record that nobody thinks about: what is tried is the stream."""


async def test_a_watcher_that_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        _, deaf = await _opened(here, id, receive_bytes=4096)
        reader, writer = await _opened(here, id)
        for _ in range(200):
            last = await here.engine.tell(id, LONG, owner="local")
        async with asyncio.timeout(20):
            assert b"id: %d\n" % last in await _records(reader, last)
        for line in (deaf, writer):
            line.transport.abort()


async def test_a_watcher_that_takes_nothing_is_let_go(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Its connection with it: the server's looks at it are a minute apart here."""
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        _, deaf = await _opened(here, id)
        for _ in range(200):
            await here.engine.tell(id, LONG, owner="local")
        lines, feed = here.server.server_state.connections, (await here.engine._run(id)).writer.feed
        now = asyncio.get_running_loop().time()
        for minute in range(3):
            here.server.watch.sweep(lines, now + 61 * minute)
        async with asyncio.timeout(10):
            while True:
                if not feed.watching and len(lines) <= 1:
                    break
                await asyncio.sleep(0)
        deaf.transport.abort()
    assert not [record for record in caplog.records if record.module != "stalls"]  # of a machine that is busy


async def _opened(here: Here, id: str, receive_bytes: int = 2**16) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = here.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=receive_bytes)
    head = f"GET /api/conversations/{id}/events HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/event-stream\r\n\r\n"
    writer.write(head.encode())
    await writer.drain()
    return reader, writer


async def _records(reader: asyncio.StreamReader, last: int) -> bytes:
    """The record frames up to and with the last one, out of the chunks of the answer."""
    await reader.readuntil(b"\r\n\r\n")
    got = bytearray()
    wanted = b"id: %d\n" % last
    while wanted not in got or not got.endswith(b"\n\n"):
        size = int(await reader.readuntil(b"\r\n"), 16)
        assert size, "the stream ended early"
        got += (await reader.readexactly(size + 2))[:-2]
    frames = bytes(got).split(b"\n\n")
    return b"".join(frame + b"\n\n" for frame in frames if frame.startswith(b"id: "))
