"""The socket that a server listens on."""

import asyncio
import socket
from pathlib import Path

from loket.cli.serving import bound
from loket.config import Config


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
