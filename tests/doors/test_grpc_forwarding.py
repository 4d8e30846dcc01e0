"""A request over gRPC that another node is to answer, when the line to that node is cut."""

import asyncio
import ctypes
import socket
import struct
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from a2a.types import a2a_pb2 as pb

from loket.core.errors import Moved
from loket.doors.a2a.grpc import OPTIONS
from loket.doors.a2a.grpc_bodies import GrpcRequests
from loket.doors.a2a.grpc_forwarding import AGAIN, ATTENTIVE_MS
from loket.engine.claims import ELSEWHERE, Peer
from tests.doors.test_forwarding import SO_ATTACH_FILTER

METHOD = "/Nodes/Ask"


class _Asked(grpc.GenericRpcHandler):
    """The one method, answered by a function."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def service(self, handler_call_details: Any) -> Any:
        return grpc.unary_unary_rpc_method_handler(self._answer, pb.Part.FromString, pb.Part.SerializeToString)


@asynccontextmanager
async def served(answer: Any) -> AsyncGenerator[str]:
    """The address of a node whose requests may be passed on."""
    server = grpc.aio.server(interceptors=[GrpcRequests({"Nodes": answer}, nodes=True)], options=OPTIONS)
    server.add_generic_rpc_handlers((_Asked(answer),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(0)


async def asked(address: str) -> Any:
    async with grpc.aio.insecure_channel(address) as channel:
        ask: Any = channel.unary_unary(METHOD, pb.Part.SerializeToString, pb.Part.FromString)
        return await ask(pb.Part(text="one"))


def elsewhere(address: str) -> Any:
    """What answers that another node has what it is about."""

    async def answer(request: pb.Part, context: Any) -> pb.Part:
        noted = ELSEWHERE.get()
        assert noted is not None
        noted.append(Peer("", address, asyncio.Event()))
        raise Moved

    return answer


async def test_an_answer_may_take_longer_than_a_line_on_which_nothing_comes_is_trusted() -> None:
    async def slow(request: pb.Part, context: Any) -> pb.Part:
        await asyncio.sleep(
            3.5 * ATTENTIVE_MS / 1000
        )  # three pings on the way; a server by itself bears no more than two
        return pb.Part(text=f"{request.text} is done")

    async with served(slow) as there, served(elsewhere(there)) as here:
        assert (await asked(here)).text == "one is done"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no socket can be made deaf without rights")
async def test_a_cut_line_to_another_node_ends_what_was_passed_on_in_seconds() -> None:
    """As when a cable is pulled: no end comes, and nothing that is sent is acknowledged."""
    begun, over = asyncio.Event(), asyncio.Event()

    async def silent(request: pb.Part, context: Any) -> pb.Part:
        begun.set()
        await over.wait()
        return pb.Part()

    async def cable(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = there.partition(":")
        inner, outer = await asyncio.open_connection(host, int(port))
        ways = [asyncio.create_task(_carry(reader, outer)), asyncio.create_task(_carry(inner, writer))]
        await begun.wait()
        code = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # BPF: return 0, every packet is dropped
        program = struct.pack("HL", 1, ctypes.addressof(code))
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)
        await over.wait()
        for way in ways:
            way.cancel()
        outer.close()
        writer.transport.abort()

    async with served(silent) as there, await asyncio.start_server(cable, "127.0.0.1", 0) as between:
        at = f"127.0.0.1:{between.sockets[0].getsockname()[1]}"
        async with served(elsewhere(at)) as here, asyncio.timeout(40):
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await asked(here)
            over.set()
    assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
    assert AGAIN[0] in tuple(refused.value.trailing_metadata() or ())


async def _carry(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(65536):
        target.write(data)
        await target.drain()
