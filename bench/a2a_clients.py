"""Clients of A2A that cost next to nothing: SendMessage over plain HTTP/1.1, each on one connection that it keeps.

A library on this side takes longer than the servers do; those would rest between two requests, and waking up would be
most of what is measured."""

import asyncio
import json
from http import HTTPStatus
from typing import Any

from bench.a2a_servers import PATH
from bench.served import HOST

HEADERS = (
    "Accept: application/json\r\nAccept-Encoding: gzip, deflate\r\nConnection: keep-alive\r\n"
    "User-Agent: bench\r\nA2A-Version: 1.0\r\nContent-Type: application/json\r\n"
)
WORDS = "a few words"


async def asked(port: int, round: str, count: int, clients: int) -> None:
    """So many tasks, by a few clients at once. RuntimeError when an answer is none."""
    await asyncio.gather(*(_client(port, f"{round}-{client}", count // clients) for client in range(clients)))


async def _client(port: int, name: str, count: int) -> None:
    reader, writer = await asyncio.open_connection(HOST, port)
    head = f"POST {PATH} HTTP/1.1\r\nHost: {HOST}:{port}\r\n{HEADERS}"
    try:
        for number in range(count):
            body = json.dumps(_request(f"{name}-{number}", number)).encode()
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            _check(await _answer(reader))
    finally:
        writer.close()
        await writer.wait_closed()


def _request(message_id: str, number: int) -> dict[str, Any]:
    message = {"messageId": message_id, "role": "ROLE_USER", "parts": [{"text": WORDS}]}
    return {"jsonrpc": "2.0", "id": number, "method": "SendMessage", "params": {"message": message}}


async def _answer(reader: asyncio.StreamReader) -> bytes:
    status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
    if f" {HTTPStatus.OK.value} " not in status:
        raise RuntimeError(f"no answer: {status}")
    length = next(line for line in lines if line.startswith("content-length:"))
    return await reader.readexactly(int(length.partition(":")[2]))


def _check(answer: bytes) -> None:
    """Each is a completed task with the echo in it."""
    task = json.loads(answer).get("result", {}).get("task", {})
    echo = [part.get("text") for artifact in task.get("artifacts", ()) for part in artifact["parts"]]
    if task.get("status", {}).get("state") != "TASK_STATE_COMPLETED" or echo != [f"echo {WORDS}"]:
        raise RuntimeError(f"no echo: {answer[:500]!r}")
