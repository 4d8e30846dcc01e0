"""A request over gRPC that met a conversation of another node is passed on to that node's port, byte for byte."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import grpc

from loket.engine.claims import ELSEWHERE, Peer
from loket.stores.patience import asks

AGAIN = (("grpc-retry-pushback-ms", "5000"),)
"""Says to libraries of gRPC when to ask again."""
PASSED = "x-loket-passed"
"""The word of a request that a node passes on: once is enough, who asked tries again in a moment."""
ATTENTIVE_MS = 3000
"""A line on which nothing comes is asked after so long, and given up when no answer comes in as long again: else a cut
one is waited for until TCP gives up. Who asks so often must be borne: see `grpc_served`."""
OPTIONS = [
    ("grpc.max_receive_message_length", -1),
    ("grpc.enable_http_proxy", 0),
    ("grpc.keepalive_time_ms", ATTENTIVE_MS),
    ("grpc.keepalive_timeout_ms", ATTENTIVE_MS),
    ("grpc.http2.max_pings_without_data", 0),
]
NOT_THERE = "The server that goes on with this does not answer. Try again in a moment."


def noted(context: Any) -> list[Peer]:
    """Where this call is noted to belong, from now on; each call has a task of its own, which ends with it."""
    asks()
    peers: list[Peer] = []
    if PASSED not in dict(context.invocation_metadata() or ()):
        ELSEWHERE.set(peers)
    return peers


async def passed_on(peer: Peer, method: str, body: bytes, context: Any) -> AsyncGenerator[bytes]:
    """What that node answers, its refusal included; who asks is known there by the same token. Waits as long as it
    lives."""
    said = [pair for pair in context.invocation_metadata() or () if not pair[0].startswith(("user-agent", "grpc-"))]
    async with grpc.aio.insecure_channel(peer.grpc, OPTIONS) as channel:
        ask: Any = channel.unary_stream(method)
        call = ask(body, metadata=(*said, (PASSED, "1")), timeout=context.time_remaining())
        watch = asyncio.create_task(_cancelled(peer, call))
        try:
            answers: AsyncIterator[bytes] = aiter(call)
            async for answer in answers:
                yield answer
        except grpc.aio.AioRpcError as error:
            trailing = tuple(error.trailing_metadata() or ())
            lost = error.code() is grpc.StatusCode.UNAVAILABLE and not trailing
            await context.abort(error.code(), NOT_THERE if lost else error.details(), AGAIN if lost else trailing)
        except asyncio.CancelledError:
            if not peer.gone.is_set():
                raise
            await context.abort(grpc.StatusCode.UNAVAILABLE, NOT_THERE, AGAIN)
        finally:
            watch.cancel()


async def _cancelled(peer: Peer, call: Any) -> None:
    await peer.gone.wait()
    call.cancel()
