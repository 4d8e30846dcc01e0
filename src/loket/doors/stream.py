"""The live stream of a conversation's records: one raw ASGI endpoint, since a thousand watchers pass through it."""

import asyncio
from collections.abc import AsyncGenerator

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from loket.engine.host import Host

PING_SECONDS = 15.0
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]
PING = b": ping\n\n"


class RecordStream:
    """Answers with the frames of `host.follow`; the caller has made sure that the conversation is the owner's."""

    def __init__(self, host: Host, conversation: str, owner: str, after: int) -> None:
        self._host, self._conversation, self._owner, self._after = host, conversation, owner, after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": PING, "more_body": True})
        frames = self._host.follow(self._conversation, self._after, self._owner)
        leaving = asyncio.create_task(_left(receive))
        pinging = asyncio.create_task(_ping(send))
        sending = asyncio.create_task(_send_all(frames, send))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving, pinging):
                task.cancel()
            await asyncio.gather(sending, leaving, pinging, return_exceptions=True)
            await frames.aclose()
        if not sending.cancelled() and sending.exception() is None:
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send_all(frames: AsyncGenerator[list[bytes], None], send: Send) -> None:
    async for batch in frames:
        await send({"type": "http.response.body", "body": b"".join(batch), "more_body": True})


async def _ping(send: Send) -> None:
    while True:
        await asyncio.sleep(PING_SECONDS)
        await send({"type": "http.response.body", "body": PING, "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def position(request: Request) -> int:
    """The seq a watcher has seen: its Last-Event-ID, else `?after=`, else 0. ValueError when it is no number."""
    last = request.headers.get("last-event-id")
    return max(0, int(last if last else request.query_params.get("after", "0")))
