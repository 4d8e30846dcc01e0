"""What a client of the own API does again and again: begin, tell, wait for rest, read the stream byte by byte."""

import asyncio
from typing import Any

import httpx

from tests.serving import Here

CHECK = {"kind": "surface_acted", "surface": "toeslagen", "name": "toeslagen/check", "payload": {"regeling": "zorg"}}
SSE = {"Accept": "text/event-stream"}


async def begun(http: httpx.AsyncClient) -> str:
    """A new conversation with overheid."""
    made = await http.post("/api/conversations", json={"assistant": "overheid"})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


async def tell_and_settle(here: Here, id: str, event: dict[str, Any], **headers: str) -> int:
    """Tells an event and waits until all that comes of it is at rest; its seq."""
    answer = await here.http.post(f"/api/conversations/{id}/events", json=event, headers=headers)
    assert answer.status_code == 200, answer.text
    seq = int(answer.json()["seq"])
    await here.engine.settled(id, seq, 20)
    return seq


async def checked(here: Here) -> tuple[str, int]:
    """A conversation in which the toeslagen flow ran once, and its last seq."""
    id = await begun(here.http)
    await tell_and_settle(here, id, CHECK)
    return id, await here.engine.store.head(id)


async def streamed(http: httpx.AsyncClient, id: str, last: int, query: str = "", **headers: str) -> bytes:
    """The bytes of a stream up to and with the frame of record `last`, without pings and deltas."""
    got = b""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    async with (
        asyncio.timeout(20),
        http.stream("GET", f"/api/conversations/{id}/events{query}", headers=SSE | headers) as stream,
    ):
        assert stream.status_code == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        async for part in stream.aiter_raw():
            got += part
            frames, _, _ = got.rpartition(b"\n\n")
            if any(frame.startswith(b"id: %d\n" % last) for frame in frames.split(b"\n\n")):
                break
    records = [frame + b"\n\n" for frame in frames.split(b"\n\n") if frame.startswith(b"id: ")]
    return b"".join(frame for frame in records if int(frame[4 : frame.index(b"\n")]) <= last)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, whose shape is checked."""
    body = answer.json()
    assert set(body) == {"error"} and set(body["error"]) == {"code", "text"}, body
    assert body["error"]["text"]
    return answer.status_code, body["error"]["code"]
