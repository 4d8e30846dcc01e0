"""A deliberately bad agent: every way in which somebody else's server can be wrong, slow, endless or malicious."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from loket.core.data import JsonObject
from tests.loopback import Asked, never, reply

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


def frame(asked: Asked, result: JsonObject) -> bytes:
    """One answer of a stream."""
    body = {"jsonrpc": "2.0", "id": asked.json["id"], "result": result}
    return b"data: " + json.dumps(body).encode() + b"\n\n"


def task(state: str = "working", id: str = "t1", **more: Any) -> JsonObject:
    return {"kind": "task", "id": id, "contextId": "c1", "status": {"state": state}, **more}


def status(state: str, words: str = "", id: str = "t1") -> JsonObject:
    message = {"kind": "message", "role": "agent", "messageId": "m", "parts": [{"kind": "text", "text": words}]}
    told = {"state": state, "message": message} if words else {"state": state}
    return {"kind": "status-update", "taskId": id, "contextId": "c1", "status": told, "final": False}


def piece(text: str, *, append: bool, name: str = "a", id: str = "t1") -> JsonObject:
    artifact = {"artifactId": name, "parts": [{"kind": "text", "text": text}]}
    return {"kind": "artifact-update", "taskId": id, "contextId": "c1", "artifact": artifact, "append": append}


def streaming(*frames: JsonObject, cut: bool = False) -> Callable[[Asked], AsyncIterator[bytes]]:
    """Answers with these frames; `cut` ends in the middle of one more."""

    async def answer(asked: Asked) -> AsyncIterator[bytes]:
        yield HEAD
        for one in frames:
            yield frame(asked, one)
        if cut:
            yield frame(asked, task("completed"))[:-20]

    return answer


async def endless(asked: Asked) -> AsyncIterator[bytes]:
    """Never stops telling that it is at work."""
    yield HEAD
    yield frame(asked, task())
    while True:
        yield frame(asked, status("working", "x" * 10_000))


async def one_long_line(asked: Asked) -> AsyncIterator[bytes]:
    """An event that has no end."""
    yield HEAD + b"data: "
    while True:
        yield b"x" * 65_536


async def dripping(asked: Asked) -> AsyncIterator[bytes]:
    """A byte now and then, so that no wait for the next one is ever too long."""
    yield b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"
    while True:
        yield b" "
        await asyncio.sleep(0.01)


async def dripping_events(asked: Asked) -> AsyncIterator[bytes]:
    yield HEAD
    while True:
        yield b":\n"
        await asyncio.sleep(0.01)


async def mountain(asked: Asked) -> AsyncIterator[bytes]:
    """A hundred megabytes of card."""
    yield b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 104857600\r\n\r\n"
    for _ in range(1600):
        yield b" " * 65_536


def away(to: str, code: int = 302) -> Callable[[Asked], bytes]:
    """Sends everybody somewhere else."""
    return lambda asked: reply(b"", code, location=to)


def by_method(**answers: Any) -> Callable[[Asked], Any]:
    """A different answer for each JSON-RPC method; slashes are written as two underscores."""
    named = {name.replace("__", "/"): answer for name, answer in answers.items()}

    def answer(asked: Asked) -> Any:
        given = named.get(asked.json["method"], never)
        return given(asked) if callable(given) else given

    return answer


def methods(asked: Sequence[Asked]) -> list[str]:
    """What was asked of the agent, in order."""
    return [one.json["method"] for one in asked if one.method == "POST"]
