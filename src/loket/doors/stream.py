"""The live stream of a conversation's records: one raw ASGI endpoint, since a thousand watchers pass through it."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.core.errors import Invalid, LoketError, StoreError
from loket.doors.api_shapes import MAX_SEQ
from loket.doors.bounds import AFTER
from loket.house.requests import left
from loket.logs import logger

PING_SECONDS = 15.0
CHUNK_BYTES = 256 * 1024
"""Sent in one go; what a watcher that does not read can hold of our memory."""

HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]
PING = b": ping\n\n"
COME_AGAIN = b"retry: 1000\n\n"
"""For a watcher whose stream the server ends: browsers wait for longer by themselves."""

log = logger("loket.doors")


class RecordStream:
    """Answers with frames as they come; the caller has made sure that the conversation is the owner's."""

    def __init__(self, conversation: str, frames: AsyncGenerator[list[bytes], None]) -> None:
        self._conversation, self._frames = conversation, frames

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        frames = self._frames
        tasks = (asyncio.create_task(_send_all(frames, send)), asyncio.create_task(left(receive)))
        try:
            await _write(send, PING)
            while not (await asyncio.wait(tasks, timeout=PING_SECONDS, return_when=asyncio.FIRST_COMPLETED))[0]:
                await _write(send, PING)
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            await frames.aclose()
        for end in ends:
            if isinstance(end, StoreError):
                log.error("a stream of %s ended: %s", self._conversation, end)
                with suppress(OSError):
                    await _write(send, _failed(end))
            elif isinstance(end, Exception) and not isinstance(end, LoketError | OSError):
                log.error("a stream of %s broke", self._conversation, exc_info=end)
        await send({"type": "http.response.body", "body": COME_AGAIN, "more_body": False})


class StreamAnswer(Response):
    """Lets the stream be the answer of a route. It begins when the layers around the route have returned, where whoever
    called them allows it: theirs would be most of the frames that an open stream holds."""

    def __init__(self, stream: RecordStream) -> None:
        super().__init__()
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        after: list[ASGIApp] | None = scope.get(AFTER)
        if after is None:
            await self._stream(scope, receive, send)
        else:
            after.append(self._stream)


def _failed(error: LoketError) -> bytes:
    """The last frame of a stream that can't go on; it has no id, so that a watcher who comes again misses nothing."""
    return b"event: failed\ndata: " + json.dumps({"code": error.code, "text": error.text}).encode() + b"\n\n"


async def _write(send: Send, body: bytes) -> None:
    """Waits for as long as the watcher does not read; the server lets go of one that does not for too long."""
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _send_all(frames: AsyncGenerator[list[bytes], None], send: Send) -> None:
    async for batch in frames:
        if len(batch) == 1:
            await _write(send, batch[0])
            continue
        waiting: list[bytes] = []
        size = 0
        for frame in batch:
            if size + len(frame) > CHUNK_BYTES and waiting:
                await _write(send, b"".join(waiting))
                waiting, size = [], 0
            waiting.append(frame)
            size += len(frame)
        await _write(send, b"".join(waiting))


def position(request: Request, head: int) -> int:
    """The seq a watcher has seen: its Last-Event-ID, else `?after=`, else 0. Invalid when no record has it."""
    said = request.headers.get("last-event-id") or request.query_params.get("after") or "0"
    if not (said.isascii() and said.isdigit()) or len(said) > len(str(MAX_SEQ)):
        raise Invalid("bad_position", "Last-Event-ID and `after` are seqs: whole numbers from 0.")
    if int(said) > head:
        raise Invalid("no_record", f"There is no record {said}, the last one is {head}. Load the conversation again.")
    return int(said)
