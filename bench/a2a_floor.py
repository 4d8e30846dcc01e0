"""The least a task over A2A costs with this HTTP server: uvicorn, `json`, `sqlite3` and nothing else.

`bare` reads the request and answers the bytes that we answer; `floor` makes three rows of the size of ours durable
first, in one hand-over to the writer of `floor.Log`, which commits whatever has been queued. Neither has a router,
an index, a check of what it is given, or a task that can be asked for again."""

import json
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from bench.floor import Log

FIELDS = {"v": 2, "by": "planner", "cause": None, "scope": "/", "key": None}


def floor(folder: Path | None) -> Any:
    """The app; without a folder nothing is kept."""
    log = None if folder is None else Log(str(folder / "log.db"))

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] != "POST":
            await answered(send, 404, b"")
            return
        body, more = b"", True
        while more:
            part = await receive()
            body, more = body + part.get("body", b""), part.get("more_body", False)
        call = json.loads(body)
        message, name = call["params"]["message"], uuid4().hex[:22]
        text = message["parts"][0]["text"]
        if log is not None:
            log.rows += [(name, seq, written(seq, event)) for seq, event in enumerate(events(text), 1)]
            await log.durable()
        await answered(send, 200, written_answer(call["id"], name, message, text))

    return app


def events(text: str) -> tuple[dict[str, Any], ...]:
    """What our log has of such a task, field by field."""
    action = {"kind": "say", "text": f"echo {text}", "files": [], "final": True}
    rest = {"step": "", "considered": [], "took": [2], "usage": None, "draft": None, "thought": None, "summary": ""}
    return (
        {"kind": "started", "assistant": "echo", "version": "372a779dfd6e", "settings": {}},
        {"kind": "user_said", "text": text, "files": [], "channel": "a2a", "client": None},
        {"kind": "decided", "reasoning": "It is an echo.", "action": action, **rest},
    )


def written(seq: int, event: dict[str, Any]) -> bytes:
    """A record."""
    return json.dumps({**FIELDS, "seq": seq, "at": time.time(), "event": event}, separators=(",", ":")).encode()


def written_answer(number: object, name: str, message: dict[str, Any], text: str) -> bytes:
    """The envelope with the task in it, as our door writes it."""
    task, parts = f"{name}-2", [{"text": f"echo {text}"}]
    of = {"taskId": task, "contextId": name}
    said = {"messageId": message["messageId"], **of, "role": "ROLE_USER", "parts": message["parts"]}
    answer = {"messageId": f"{name}.3", **of, "role": "ROLE_AGENT", "parts": parts}
    body = {
        "id": task,
        "contextId": name,
        "status": {"state": "TASK_STATE_COMPLETED", "timestamp": "2026-11-24T12:30:11.128550Z"},
        "artifacts": [{"artifactId": "answer-3", "name": "answer", "parts": parts}],
        "history": [said, answer],
    }
    envelope = {"jsonrpc": "2.0", "id": number, "result": {"task": body}}
    return json.dumps(envelope, separators=(",", ":")).encode()


async def answered(send: Any, status: int, body: bytes) -> None:
    """One response."""
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
