"""The client for libraries of models: the same guard, limits and errors as everywhere, in the words of httpx2."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from loket.net.guard import AddressRefused
from loket.net.second import MOST, second_client
from tests.loopback import Asked, answering, reply


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
