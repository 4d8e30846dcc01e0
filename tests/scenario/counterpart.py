"""An agent of somebody else, in any dialect of A2A: says what a plan says, keeps its log, and is as bad as they are."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from loket.net.extensions import ONCE

Json = dict[str, Any]
Dialect = Literal["0.1", "0.3", "1.0"]
METHODS = {
    **dict.fromkeys(("message/send", "tasks/send", "SendMessage"), "send"),
    **dict.fromkeys(("message/stream", "tasks/sendSubscribe", "SendStreamingMessage"), "stream"),
    **dict.fromkeys(("tasks/get", "GetTask"), "get"),
    **dict.fromkeys(("tasks/cancel", "CancelTask"), "cancel"),
}


ASIDE = "Please read this."
"""The words of a message that has nothing to do with the talk."""


@dataclass(frozen=True)
class Turn:
    """What it says to one message: some while it works, and the last with a state. `frames` are the numbers of those
    that its stream tells, in that order, any of them left out or again; `cut`: the stream breaks off before the end.
    `file`: the name and the text of one that it gives along with its last words, in 0.3."""

    says: tuple[str, ...]
    state: str = "input-required"
    frames: tuple[int, ...] | None = None
    cut: bool = False
    file: tuple[str, str] | None = None


@dataclass
class OtherAgent:
    """`streams` says whether its card does; `ids` whether its messages have any. `got` are the messages that came, by
    their ids, `times` how often each did. `holds`: it stops at the message of this number, before or after it told that
    there is a task, says so by `held`, and waits for `go`. `endless`: once its task is over, whoever asks for it is
    told more than anybody keeps. `once`: its card promises to do a message once, however often it comes."""

    turns: Sequence[Turn]
    streams: bool = True
    ids: bool = True
    dialect: Dialect = "0.3"
    history: list[Json] = field(default_factory=list[Json])
    got: list[Json] = field(default_factory=list[Json])
    times: dict[str, int] = field(default_factory=dict[str, int])
    state: str = "submitted"
    message: Json | None = None
    task: str = "t1"
    numbers: Iterator[int] = field(default_factory=count)
    url: str = ""
    holds: tuple[int, bool] | None = None
    held: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    endless: bool = False
    once: bool = False
    answers: dict[str, tuple[Turn, int]] = field(default_factory=dict[str, tuple[Turn, int]])

    @property
    def own_words(self) -> list[str]:
        """Its own words, in order."""
        return [one["parts"][0]["text"] for one in self.history if one["role"].lower().endswith("agent")]

    @property
    def app(self) -> Starlette:
        name = "agent.json" if self.dialect == "0.1" else "agent-card.json"
        card = Route(f"/.well-known/{name}", self._card)
        return Starlette(routes=[card, Route("/", self._rpc, methods=["POST"])])

    async def _card(self, request: Request) -> Response:
        skill = {"id": "talk", "name": "Talk", "description": "Talks.", "tags": []}
        modes = {"defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]}
        about = {"name": "Other", "description": "Talks.", "version": "1", "skills": [skill], **modes}
        promises = {"extensions": [{"uri": ONCE}]} if self.once else {}
        card = {**about, "capabilities": {"streaming": self.streams, **promises}}
        at = {"url": self.url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
        match self.dialect:
            case "0.1":
                return JSONResponse({**card, "url": self.url})
            case "0.3":
                return JSONResponse({**card, "url": self.url, "protocolVersion": "0.3.0"})
            case "1.0":
                return JSONResponse({**card, "supportedInterfaces": [at]})

    async def _rpc(self, request: Request) -> Response:
        body = await request.json()
        id, params, deed = body["id"], body["params"], METHODS.get(body["method"])
        old = body["method"] in ("tasks/send", "tasks/sendSubscribe")
        if deed is None or (deed in ("send", "stream") and old != (self.dialect == "0.1")):
            error = {"code": -32601, "message": "Method not found"}
            return JSONResponse({"jsonrpc": "2.0", "id": id, "error": error})
        if deed == "cancel":
            self.state = "canceled"
        if deed == "get" and self.endless and self.state == "completed":
            return StreamingResponse((b" " * 2**20 for _ in range(200)), media_type="application/json")
        if deed in ("get", "cancel"):
            return JSONResponse({"jsonrpc": "2.0", "id": id, "result": self._task()})
        message = params["message"]
        if old:
            self.task = params["id"]
            message = {**message, "messageId": f"{params['id']} {json.dumps(message)}"}
        if ASIDE in str(message["parts"][0]):
            return self._apart(id, deed == "stream", message)
        turn, before = await self._take(message)
        if deed == "stream":
            return StreamingResponse(self._frames(id, turn, before), media_type="text/event-stream")
        result = {"task": self._task()} if self.dialect == "1.0" else self._task()
        return JSONResponse({"jsonrpc": "2.0", "id": id, "result": result})

    def _apart(self, id: Any, streams: bool, message: Json) -> Response:
        """A message outside of its task: a task of its own, which is over at once and has it in its history."""
        task = {**self._task(), "id": f"apart-{next(self.numbers)}", "contextId": "c2", "history": [message]}
        task["status"] = self._status("completed")
        answer = {"jsonrpc": "2.0", "id": id, "result": {"task": task} if self.dialect == "1.0" else task}
        if not streams:
            return JSONResponse(answer)
        return Response(f"data: {json.dumps(answer)}\n\n", media_type="text/event-stream")

    async def _take(self, message: Json) -> tuple[Turn, int]:
        first = message["messageId"] not in self.times
        self.times[message["messageId"]] = self.times.get(message["messageId"], 0) + 1
        now = self.turns[min(len(self.got), len(self.turns) - 1)], len(self.history) + 1
        turn, before = self.answers.setdefault(message["messageId"], now)
        if first:
            self.got.append(message)
            self.history.append(message)
            self.history += [self._spoken(text) for text in turn.says]
            if turn.file is not None:
                name, text = turn.file
                box = {"name": name, "mimeType": "text/plain", "bytes": base64.b64encode(text.encode()).decode()}
                self.history[-1]["parts"].append({"kind": "file", "file": box})
            self.message, self.state = self.history[-1], turn.state
        await self._hold(False)
        return turn, before

    async def _hold(self, told: bool) -> None:
        if self.holds == (len(self.got), told):
            self.held.set()
            await self.go.wait()

    def _spoken(self, text: str) -> Json:
        named = {"messageId": f"m{next(self.numbers)}"} if self.ids and self.dialect != "0.1" else {}
        match self.dialect:
            case "0.1":
                return {"role": "agent", "parts": [{"type": "text", "text": text}]}
            case "0.3":
                return {"kind": "message", "role": "agent", "parts": [{"kind": "text", "text": text}], **named}
            case "1.0":
                return {"role": "ROLE_AGENT", "parts": [{"text": text}], **named}

    def _status(self, state: str, message: Json | None = None) -> Json:
        named = f"TASK_STATE_{state.upper().replace('-', '_')}" if self.dialect == "1.0" else state
        return {"state": named} | ({"message": message} if message is not None else {})

    def _task(self) -> Json:
        kind = {"kind": "task"} if self.dialect == "0.3" else {}
        named = {"sessionId": "c1"} if self.dialect == "0.1" else {"contextId": "c1"}
        return {
            **kind,
            "id": self.task,
            **named,
            "status": self._status(self.state, self.message),
            "history": self.history,
        }

    async def _frames(self, id: Any, turn: Turn, before: int) -> AsyncIterator[bytes]:
        def frame(result: Json) -> bytes:
            return b"data: " + json.dumps({"jsonrpc": "2.0", "id": id, "result": result}).encode() + b"\n\n"

        yield frame(self._update("working"))
        await self._hold(True)
        last = len(turn.says) - 1
        for n in range(len(turn.says)) if turn.frames is None else turn.frames:
            if n == last and turn.cut:
                return
            yield frame(self._update(turn.state if n == last else "working", self.history[before + n], n == last))

    def _update(self, state: str, message: Json | None = None, final: bool = False) -> Json:
        status = self._status(state, message)
        match self.dialect:
            case "0.1":
                return {"id": self.task, "status": status, "final": final}
            case "0.3" if message is None:
                return {"kind": "task", "id": self.task, "contextId": "c1", "status": status}
            case "0.3":
                named = {"taskId": self.task, "contextId": "c1"}
                return {"kind": "status-update", **named, "status": status, "final": final}
            case "1.0" if message is None:
                return {"task": {"id": self.task, "contextId": "c1", "status": status}}
            case "1.0":
                return {"statusUpdate": {"taskId": self.task, "contextId": "c1", "status": status}}
