"""The socket that a server listens on, and the loop it runs in."""

import asyncio
import socket
import sys
from pathlib import Path

import httpx
import pytest
import uvloop

from loket.cli.serving import bound, fast_loop
from loket.config import Config
from tests.serving import serving_here


async def test_an_answer_in_two_packets_does_not_wait_for_the_first_to_be_acknowledged(tmp_path: Path) -> None:
    told = asyncio.get_running_loop().create_future()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        told.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()
        await writer.wait_closed()

    listening = bound(Config(port=0, data=tmp_path))
    async with await asyncio.start_server(answer, sock=listening):
        _, writer = await asyncio.open_connection(*listening.getsockname())
        assert await told
        writer.close()
        await writer.wait_closed()


def test_the_faster_loop_is_used_where_it_is_installed_and_else_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def state() -> tuple[bool, int]:
        is_fast = isinstance(asyncio.get_running_loop(), uvloop.Loop)
        async with serving_here(tmp_path / str(is_fast)) as here, httpx.AsyncClient() as other:
            return is_fast, (await other.get(f"{here.url}/healthz")).status_code

    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        assert runner.run(state()) == (True, 200)
    monkeypatch.setitem(sys.modules, "uvloop", None)
    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        assert runner.run(state()) == (False, 200)
