"""The tests' own server: no line of it outlives it, whenever a caller comes; an unclosed one fails some later test."""

import asyncio
import gc
import socket

import pytest

from tests.loopback import answering, never


@pytest.mark.parametrize("turns", range(6))
async def test_a_line_accepted_while_the_server_closes_is_closed(turns: int, recwarn: pytest.WarningsRecorder) -> None:
    """Which turn of the loop it is that loses one depends on asyncio; each of the first few is tried."""
    for _ in range(10):
        with socket.socket() as caller:
            caller.setblocking(False)
            async with answering(never) as server:
                with pytest.raises(BlockingIOError):
                    caller.connect(("127.0.0.1", server.port))
                for _ in range(turns):
                    await asyncio.sleep(0)
    gc.collect()
    assert [str(warning.message) for warning in recwarn] == []
