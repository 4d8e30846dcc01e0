"""A language model for the bench: chat completions over HTTP/1.1 as OpenAI documents them, at a steady pace, scripted.

What it says follows from the request alone: who is offered `tool_c` is the specialist, and how many results there are
since the last user message says how far the turn is. It costs next to nothing, so that it is no part of what is
measured, and keeps what the measurement needs: when a turn's answer began, and how long it was at work itself."""

import asyncio
import json
import re
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from bench.script import ROOT_PLAN, SPECIALIST_PLAN, next_call

HOST = "127.0.0.1"
PACE = 0.025
"""Seconds a token: forty a second."""
WORDS = tuple(f"tok{i} " for i in range(60))
SPECIALIST_WORDS = tuple(f"part{i} " for i in range(20))
CALL_TOKENS = 8
MARK = re.compile(rb"turn=([\w.-]+)")
"""How a request says which turn it belongs to: in the words of the person."""

KIND = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: %b\r\n%b\r\n\r\n"
LAST = b"0\r\n\r\n"


@dataclass
class Ledger:
    """What was asked and when: `firsts` and `lasts` are the moments of the first and the last word of each turn's
    answer, `busy` the seconds the model was at work, `requests` the bodies, kept when asked for."""

    firsts: dict[str, float] = field(default_factory=dict[str, float])
    lasts: dict[str, float] = field(default_factory=dict[str, float])
    busy: float = 0.0
    requests: list[bytes] = field(default_factory=list[bytes])
    kept: bool = False

    def keep(self) -> None:
        """From now on the bodies of requests are kept."""
        self.kept = True


@dataclass(frozen=True)
class Response:
    """What is said to one request: a call or words, in pieces of a token each."""

    deltas: tuple[dict[str, Any], ...]
    finish: str
    is_answer: bool

    def frames(self) -> list[bytes]:
        """One for each token; what ends the stream comes with the last."""
        frames = [frame({"index": 0, "delta": delta, "finish_reason": None}) for delta in self.deltas]
        usage = b"data: " + json.dumps({**KIND, "choices": [], "usage": USAGE}).encode() + b"\n\n"
        frames[-1] += frame({"index": 0, "delta": {}, "finish_reason": self.finish}) + usage + b"data: [DONE]\n\n"
        return frames

    def whole(self) -> bytes:
        """The same without a stream."""
        message: dict[str, Any] = {"role": "assistant", "content": None, "refusal": None}
        if self.finish == "stop":
            message["content"] = "".join(delta["content"] for delta in self.deltas)
        else:
            first, *rest = [delta["tool_calls"][0] for delta in self.deltas]
            arguments = "".join(piece["function"]["arguments"] for piece in rest)
            function = {"name": first["function"]["name"], "arguments": arguments}
            message["tool_calls"] = [{"id": first["id"], "type": "function", "function": function}]
        choice = {"index": 0, "message": message, "finish_reason": self.finish, "logprobs": None}
        return json.dumps({**KIND, "object": "chat.completion", "choices": [choice], "usage": USAGE}).encode()


def frame(choice: dict[str, Any]) -> bytes:
    """One server-sent event of the stream."""
    return b"data: " + json.dumps({**KIND, "choices": [choice]}).encode() + b"\n\n"


def response_to(request: dict[str, Any]) -> Response:
    """The next step of the script."""
    tools = {tool["function"]["name"]: tool["function"].get("parameters", {}) for tool in request.get("tools") or ()}
    done = 0
    for message in reversed(request["messages"]):
        if message["role"] == "user":
            break
        done += message["role"] == "tool"
    specialist = SPECIALIST_PLAN[0] in tools
    name = next_call(SPECIALIST_PLAN if specialist else ROOT_PLAN, done)
    if name is None:
        words = SPECIALIST_WORDS if specialist else WORDS
        return Response(tuple({"content": word} for word in words), "stop", not specialist)
    return Response(tuple(call(f"call_{name}_{done}", name, tools[name])), "tool_calls", False)


def call(id: str, name: str, schema: dict[str, Any]) -> list[dict[str, Any]]:
    """A tool call with a word for each argument that is required, or for the first there is."""
    fields = schema.get("required") or list(schema.get("properties", {}))[:1]
    text = json.dumps(dict.fromkeys(fields, "torino"))
    size = -(-len(text) // (CALL_TOKENS - 1))
    pieces = [text[at * size : (at + 1) * size] for at in range(CALL_TOKENS - 1)]
    head = {"index": 0, "id": id, "type": "function", "function": {"name": name, "arguments": ""}}
    rest = [{"tool_calls": [{"index": 0, "function": {"arguments": piece}}]} for piece in pieces]
    return [{"role": "assistant", "content": None, "tool_calls": [head]}, *rest]


class ModelProtocol(asyncio.Protocol):
    """One connection of whoever asks."""

    def __init__(self, ledger: Ledger, pace: float) -> None:
        self._ledger, self._pace = ledger, pace
        self._transport: asyncio.Transport | None = None
        self._bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is there."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone, and with it what was still to be said."""
        self._transport = None

    def data_received(self, data: bytes) -> None:
        """Answers each request that is there whole."""
        self._bytes += data
        while (end := self._bytes.find(b"\r\n\r\n")) >= 0:
            head = self._bytes[:end].lower()
            length = int(found[1]) if (found := re.search(rb"content-length: *(\d+)", head)) else 0
            body = self._bytes[end + 4 : end + 4 + length]
            if len(body) < length:
                return
            self._bytes = self._bytes[end + 4 + length :]
            self._answer(body)

    def _answer(self, body: bytes) -> None:
        request, ledger, begun = json.loads(body), self._ledger, time.perf_counter()
        if ledger.kept:
            ledger.requests.append(body)
        response = response_to(request)
        marks = MARK.findall(body) if response.is_answer else []
        said = _Saying(self, ledger, response, marks[-1].decode() if marks else "", begun)
        if request.get("stream"):
            self.write(HEAD % (b"text/event-stream", b"transfer-encoding: chunked"))
            said.pieces = response.frames()
            said.wait(self._pace)
        else:
            whole = response.whole()
            answer = HEAD % (b"application/json", b"content-length: %d" % len(whole)) + whole
            said.pieces, said.chunked = [answer], False
            said.wait(self._pace * len(response.deltas))

    def write(self, data: bytes) -> None:
        """To whoever is still there."""
        if self._transport is not None:
            self._transport.write(data)


@dataclass
class _Saying:
    """One response on its way, a piece at a time; late ones do not make the next ones later."""

    protocol: ModelProtocol
    ledger: Ledger
    response: Response
    turn: str
    begun: float
    pieces: list[bytes] = field(default_factory=list[bytes])
    chunked: bool = True
    at: int = 0

    def wait(self, pace: float) -> None:
        """Until the next piece is due."""
        due = self.begun + (self.at + 1) * pace
        asyncio.get_running_loop().call_later(max(0.0, due - time.perf_counter()), self.say, pace)

    def say(self, pace: float) -> None:
        """One piece."""
        piece, ledger, now = self.pieces[self.at], self.ledger, time.perf_counter()
        last = self.at == len(self.pieces) - 1
        if self.turn and self.at == 0:
            ledger.firsts[self.turn] = now
        self.protocol.write(b"%x\r\n%b\r\n%b" % (len(piece), piece, LAST if last else b"") if self.chunked else piece)
        self.at += 1
        if not last:
            self.wait(pace)
            return
        ledger.busy += now - self.begun
        if self.turn:
            ledger.lasts[self.turn] = now


@asynccontextmanager
async def model_served(pace: float = PACE) -> AsyncGenerator[tuple[str, Ledger]]:
    """The address of the model, as an OpenAI client wants it, and what it keeps."""
    ledger = Ledger()
    server = await asyncio.get_running_loop().create_server(lambda: ModelProtocol(ledger, pace), HOST, 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"http://{HOST}:{port}/v1", ledger
    finally:
        server.close()
