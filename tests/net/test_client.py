"""The shared client: connects to the checked address only, stops at its limits, tells no secrets."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from loket.net.client import ReplyTooLarge, ReplyTooLate, fetched, origin, shared_client
from loket.net.guard import AddressGuard, AddressRefused
from loket.net.transport import SECRET_QUERY, GuardedTransport
from tests.loopback import Asked, answering, never, reply, stopped
from tests.net.certificates import certified


async def got(client: httpx.AsyncClient, url: str, deadline: float = 5, most: int = 1000) -> bytes:
    return (await fetched(client, client.build_request("GET", url), deadline, most)).body


async def test_loopback_is_refused_unless_allowed_as_written() -> None:
    async with answering(lambda asked: reply(b"hello")) as server, shared_client() as client:
        with pytest.raises(AddressRefused):
            await client.get(server.url)
        assert server.asked == []
        async with shared_client(allow=["127.0.0.1"]) as client:
            assert await got(client, server.url) == b"hello"
            with pytest.raises(AddressRefused):
                await client.get(server.url.replace("127.0.0.1", "127.0.0.2"))


async def test_who_thinks_before_answering_has_the_whole_deadline() -> None:
    """The client's own patience between two bytes is shorter, and is for callers that name no deadline."""
    async with answering(never) as server, shared_client(allow=["127.0.0.1"]) as client:
        client.timeout = httpx.Timeout(10, read=0.01)
        with pytest.raises(httpx.ReadTimeout):
            await client.get(server.url)
        with pytest.raises(ReplyTooLate):
            await got(client, server.url, deadline=0.2)


async def test_the_name_is_resolved_once_and_the_checked_address_is_called() -> None:
    """A name server that answers something harmless first and our loopback afterwards gets nowhere."""
    answers = [["127.0.0.9"], ["127.0.0.1"]]

    async def rebinding(host: str, port: int) -> list[str]:
        return answers.pop(0)

    async with answering(lambda asked: reply(b"secret")) as server:
        guard = AddressGuard(allow=["rebind.example"], resolve=rebinding)
        async with shared_client(guard=guard) as client:
            with pytest.raises(httpx.ConnectError):  # nothing listens at the address that was checked
                await client.get(f"http://rebind.example:{server.port}/")
            assert answers == [["127.0.0.1"]]
            assert server.asked == []
        answers[:] = [["93.184.216.34", "127.0.0.1"], ["127.0.0.1"]]
        async with shared_client(guard=AddressGuard(resolve=rebinding)) as client:
            for _ in range(2):
                with pytest.raises(AddressRefused):
                    await client.get(f"http://rebind.example:{server.port}/")
        assert server.asked == []


async def test_the_second_address_is_tried_and_the_host_header_keeps_the_name() -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.9", "127.0.0.1"]

    async with (
        answering(lambda asked: reply(b"ok")) as server,
        shared_client(guard=AddressGuard(allow=["agent.example"], resolve=resolve)) as client,
    ):
        assert await got(client, f"http://agent.example:{server.port}/x?y=1") == b"ok"
        assert server.asked[0].headers["host"] == f"agent.example:{server.port}"
        assert server.asked[0].target == "/x?y=1"
        assert server.asked[0].headers["accept-encoding"] == "identity"


async def test_tls_names_and_checks_the_original_host(tmp_path: Path) -> None:
    seen: list[str | None] = []
    serving, trusting = certified(tmp_path, "agent.example")
    serving.sni_callback = lambda _socket, name, _context: seen.append(name)

    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    guard = AddressGuard(allow=["agent.example", "other.example"], resolve=resolve)
    transport = GuardedTransport(guard, httpx.Limits(), trusting)
    async with (
        answering(lambda asked: reply(b"ok"), tls=serving) as server,
        httpx.AsyncClient(transport=transport, trust_env=False) as client,
    ):
        assert await got(client, f"https://agent.example:{server.port}/") == b"ok"
        with pytest.raises(httpx.ConnectError, match=r"other\.example"):
            await got(client, f"https://other.example:{server.port}/")
    assert seen == ["agent.example", "other.example"]


async def test_redirects_are_not_followed_unasked_and_checked_when_they_are() -> None:
    async with answering(lambda asked: reply(b"secret")) as inner:

        def away(asked: Asked) -> bytes:
            return reply(b"", 302, location=inner.url.replace("127.0.0.1", "127.0.0.2"))

        async with answering(away) as outer, shared_client(allow=["127.0.0.1"]) as client:
            assert (await client.get(outer.url)).status_code == 302
            with pytest.raises(AddressRefused):
                await client.get(outer.url, follow_redirects=True)
        assert inner.asked == []


async def test_too_many_bytes_are_not_read() -> None:
    async def endless(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        while True:
            yield b"400\r\n" + b"x" * 1024 + b"\r\n"

    async with shared_client(allow=["127.0.0.1"]) as client:
        async with answering(endless) as server:
            with pytest.raises(ReplyTooLarge):
                await got(client, server.url, most=50_000)
        async with answering(lambda asked: reply(b"x" * 1001)) as server:
            with pytest.raises(ReplyTooLarge, match="announces 1001"):
                await got(client, server.url)
        async with answering(lambda asked: reply(b"x" * 1000)) as server:
            assert len(await got(client, server.url)) == 1000


async def test_packed_answers_are_refused_because_they_can_swell() -> None:
    bomb = gzip.compress(b"\0" * 1_000_000)
    async with (
        answering(lambda asked: reply(bomb, content_encoding="gzip")) as server,
        shared_client(allow=["127.0.0.1"]) as client,
    ):
        with pytest.raises(httpx.DecodingError):
            await got(client, server.url, most=10_000)


async def test_the_deadline_covers_the_whole_answer() -> None:
    async def dribbling(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        while True:
            yield b"1\r\nx\r\n"
            await asyncio.sleep(0)

    async with shared_client(allow=["127.0.0.1"]) as client:
        for answer in (never, dribbling):
            async with answering(answer) as server:
                with pytest.raises(ReplyTooLate):
                    await got(client, server.url, deadline=0.1, most=10**9)


async def test_a_handshake_that_is_given_up_leaves_no_open_line() -> None:
    """The server says nothing; what it hears at last is that we are gone."""
    gone = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            pass
        gone.set()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    async with server, shared_client(allow=["127.0.0.1"]) as client:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(ReplyTooLate):
            await got(client, f"https://127.0.0.1:{port}/", deadline=0.1)
        await asyncio.wait_for(gone.wait(), 5)


async def test_a_secret_in_the_query_is_on_the_wire_and_in_no_address() -> None:
    async with answering(lambda asked: reply(b"ok")) as server, shared_client(allow=["127.0.0.1"]) as client:
        for path, target in (("/a", "/a?key=s3cret"), ("/a?b=1", "/a?b=1&key=s3cret")):
            request = client.build_request("GET", server.url + path, extensions={SECRET_QUERY: b"key=s3cret"})
            answer = await client.send(request)
            assert server.asked[-1].target == target
            assert "s3cret" not in f"{request.url} {answer.url} {answer!r}"


async def test_a_slow_name_server_is_a_connect_timeout() -> None:
    async def slow(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    async with shared_client(guard=AddressGuard(resolve=slow)) as client:
        with pytest.raises(httpx.ConnectTimeout):
            await client.get("http://slow.example/", timeout=0.05)


async def test_a_cut_line_and_nonsense_are_transport_errors() -> None:
    async with shared_client(allow=["127.0.0.1"]) as client:
        for broken in (None, b"not http\r\n\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc"):
            async with answering(lambda asked, broken=broken: broken) as server:
                with pytest.raises(httpx.TransportError):
                    await got(client, server.url)


async def test_cookies_of_an_agent_are_not_kept() -> None:
    async with (
        answering(lambda asked: reply(b"ok", set_cookie="who=jan; Path=/")) as server,
        shared_client(allow=["127.0.0.1"]) as client,
    ):
        await client.get(server.url)
        await client.get(server.url)
    assert all("cookie" not in asked.headers for asked in server.asked)


async def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with answering(lambda asked: reply(b"direct")) as server, shared_client(allow=["127.0.0.1"]) as client:
        assert await got(client, server.url) == b"direct"


async def test_a_line_serves_again_until_its_other_end_hangs_up() -> None:
    lines: list[int] = []
    gone = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.append(0)
        while lines[-1] < 2:
            await reader.readuntil(b"\r\n\r\n")
            lines[-1] += 1
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
        await writer.drain()
        writer.close()
        await writer.wait_closed()
        gone.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    async with shared_client(allow=["127.0.0.1"]) as client:
        for _ in range(3):
            gone.clear()
            assert [await got(client, url) for _ in range(2)] == [b"ok", b"ok"]
            await gone.wait()
    assert lines == [2, 2, 2]
    await stopped(server)


async def test_megabytes_go_both_ways_and_an_early_answer_is_heard() -> None:
    """More than a line holds at once waits for room; a server that refuses before it has read all is understood."""
    body, gone = bytes(range(256)) * 12_000, asyncio.Event()

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(reply(b"too much", 413))
        with suppress(ConnectionError):
            while await reader.read(100_000):
                pass
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        gone.set()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    async with answering(lambda asked: reply(asked.body)) as echo, shared_client(allow=["127.0.0.1"]) as client:
        assert (await client.post(echo.url, content=body)).content == body
        assert (await client.post(url, content=body)).status_code == 413
        await gone.wait()
    await stopped(server)


async def test_a_server_that_falls_silent_is_a_read_timeout() -> None:
    async with answering(never) as server, shared_client(allow=["127.0.0.1"]) as client:
        with pytest.raises(httpx.ReadTimeout):
            await client.get(server.url, timeout=0.05)


def test_addresses_are_shown_without_path() -> None:
    assert origin("https://user:pw@agent.example:8443/a?key=1") == "https://agent.example:8443"
    assert origin("http://[::1]/") == "http://[::1]"
