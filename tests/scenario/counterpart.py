"""An agent of somebody else, over A2A 0.3: says what a plan says, keeps its log, and may be as bad as agents are."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

Json = dict[str, Any]


@dataclass(frozen=True)
class Turn:
    """What it says to one message: some while it works, and the last with a state. `frames` are the numbers of those
    that its stream tells, in that order, any of them left out or again; `cut`: the stream breaks off before the end."""

    says: tuple[str, ...]
    state: str = "input-required"
    frames: tuple[int, ...] | None = None
    cut: bool = False


@dataclass
class OtherAgent:
    """`streams` says whether its card does; `ids` whether its messages have any. `got` are the messages that came, by
    their ids, `times` how often each did. `holds`: it stops at the message of this number, before or after it told that
    there is a task, says so by `held`, and waits for `go`."""

    turns: Sequence[Turn]
    streams: bool = True
    ids: bool = True
    history: list[Json] = field(default_factory=list[Json])
    got: list[Json] = field(default_factory=list[Json])
    times: dict[str, int] = field(default_factory=dict[str, int])
    state: str = "submitted"
    message: Json | None = None
    url: str = ""
    holds: tuple[int, bool] | None = None
    held: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def said(self) -> list[str]:
        """Its own words, in order."""
        return [one["parts"][0]["text"] for one in self.history if one["role"] == "agent"]

    @property
    def app(self) -> Starlette:
        card = Route("/.well-known/agent-card.json", self._card)
        return Starlette(routes=[card, Route("/", self._rpc, methods=["POST"])])

    async def _card(self, request: Request) -> Response:
        skill = {"id": "talk", "name": "Talk", "description": "Talks.", "tags": []}
        return JSONResponse(
            {
                "name": "Other",
                "description": "Talks.",
                "url": self.url,
                "version": "1",
                "protocolVersion": "0.3.0",
                "capabilities": {"streaming": self.streams},
                "defaultInputModes": ["text/plain"],
                "defaultOutputModes": ["text/plain"],
                "skills": [skill],
            }
        )

    async def _rpc(self, request: Request) -> Response:
        body = await request.json()
        id, params = body["id"], body["params"]
        match body["method"]:
            case "message/send":
                await self._take(params["message"])
                return JSONResponse({"jsonrpc": "2.0", "id": id, "result": self._task()})
            case "message/stream":
                turn, before = await self._take(params["message"])
                return StreamingResponse(self._frames(id, turn, before), media_type="text/event-stream")
            case "tasks/get":
                return JSONResponse({"jsonrpc": "2.0", "id": id, "result": self._task()})
            case _:
                error = {"code": -32601, "message": "Method not found"}
                return JSONResponse({"jsonrpc": "2.0", "id": id, "error": error})

    async def _take(self, message: Json) -> tuple[Turn, int]:
        first = message["messageId"] not in self.times
        self.times[message["messageId"]] = self.times.get(message["messageId"], 0) + 1
        turn = self.turns[min(len(self.got), len(self.turns) - 1)]
        before = len(self.history) + 1
        if first:
            self.got.append(message)
            self.history.append(message)
            self.history += [self._spoken(text) for text in turn.says]
            self.message, self.state = self.history[-1], turn.state
        await self._hold(False)
        return turn, before

    async def _hold(self, told: bool) -> None:
        if self.holds == (len(self.got), told):
            self.held.set()
            await self.go.wait()

    def _spoken(self, text: str) -> Json:
        self.number = getattr(self, "number", 0) + 1
        named = {"messageId": f"m{self.number}"} if self.ids else {}
        return {"kind": "message", "role": "agent", "parts": [{"kind": "text", "text": text}], **named}

    def _task(self) -> Json:
        status = {"state": self.state, "message": self.message}
        return {"kind": "task", "id": "t1", "contextId": "c1", "status": status, "history": self.history}

    async def _frames(self, id: Any, turn: Turn, before: int) -> AsyncIterator[bytes]:
        def frame(result: Json) -> bytes:
            return b"data: " + json.dumps({"jsonrpc": "2.0", "id": id, "result": result}).encode() + b"\n\n"

        first = {"kind": "task", "id": "t1", "contextId": "c1", "status": {"state": "working"}}
        yield frame(first)
        await self._hold(True)
        last = len(turn.says) - 1
        for n in range(len(turn.says)) if turn.frames is None else turn.frames:
            if n == last and turn.cut:
                return
            state = turn.state if n == last else "working"
            status = {"state": state, "message": self.history[before + n]}
            yield frame(
                {"kind": "status-update", "taskId": "t1", "contextId": "c1", "status": status, "final": n == last}
            )
