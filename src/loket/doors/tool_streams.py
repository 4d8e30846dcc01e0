"""Tools for other programs, over a stream of their own: `GET /sse` opens a stream, `POST /message` asks on it.

Every stream has its own id, which is a capability: an answer can't reach anybody but who asked."""

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast
from uuid import uuid4

import anyio
import anyio.abc
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from loket.core.data import Json, JsonObject
from loket.core.errors import LoketError
from loket.core.tool import CallContext
from loket.doors.published import Offered
from loket.doors.tool_rpc import RpcSession
from loket.engine.claims import Claims
from loket.house.refusal import refused
from loket.house.requests import body_of, left
from loket.house.rpc import FAILURE, PARSE, error_for
from loket.tools.wire import KEY

HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
}


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """How much one server holds: seconds between pings, seconds a stream may idle, open streams of an owner, requests
    waiting on one stream, bytes of a request, seconds for a call, ids of ended streams that are remembered."""

    ping: float = 15.0
    idle: float = 300.0
    streams: int = 1000
    waiting: int = 32
    body: int = 4 * 1024 * 1024
    call: float = 10.0
    ended: int = 4096


class ToolStreams:
    """The two routes over a catalogue. `principal` tells who sends a request; an id works for who opened it only.
    `empty` is set while no stream is open. With `claims` an id begins with the name of the node that has the stream,
    and another node passes on what is asked with it."""

    def __init__(
        self,
        catalog: Offered,
        limits: StreamLimits | None = None,
        principal: Callable[[Request], str] = lambda _: "local",
        claims: Claims | None = None,
    ) -> None:
        self._catalog, self._claims = catalog, claims
        self._limits = limits or StreamLimits()
        self._principal = principal
        self._open: dict[str, _Stream] = {}
        self._ended: OrderedDict[str, str] = OrderedDict()
        self.empty = asyncio.Event()
        self.empty.set()
        self.routes: list[BaseRoute] = [
            Route("/sse", self._opened, methods=["GET"]),
            Route("/message", self._asked, methods=["POST"]),
        ]

    async def _opened(self, request: Request) -> Response:
        if request.method == "HEAD":
            return Response(headers=HEADERS)
        owner = self._principal(request)
        if sum(stream.owner == owner for stream in self._open.values()) >= self._limits.streams:
            return refused(503, "busy", "Too many streams are open; try again in a moment.")
        stream = _Stream(self._catalog, self._limits, owner)
        if self._claims is not None:
            stream.id = f"{self._claims.id}-{stream.id}"
        post_url = request.scope.get("root_path", "").rstrip("/") + "/message"
        return _StreamResponse(self, stream, post_url)

    async def _asked(self, request: Request) -> Response:
        sse_id = request.headers.get("x-sse-id")
        if not sse_id:
            return refused(400, "missing_header", "The header X-SSE-ID is missing.")
        owner = self._principal(request)
        if self._ended.get(sse_id) == owner:
            return refused(410, "gone", "That stream has ended; open a new one.")
        stream = self._open.get(sse_id)
        if stream is None and self._claims is not None:
            await self._claims.pass_to(sse_id.partition("-")[0])
        if stream is None or stream.owner != owner:
            return refused(404, "unknown_stream", "There is no stream with that id.")
        try:
            body = await body_of(request, self._limits.body)
        except LoketError as error:
            return refused(error.status, error.code, error.text)
        try:
            message = json.loads(body, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            wrong = error_for(None, PARSE, "The request is not JSON.")
            stream.tell(wrong)
            return JSONResponse(wrong, 400)
        if not stream.take(message):
            return refused(503, "busy", "Too many requests wait on this stream.")
        return JSONResponse({"ok": True})

    def enter(self, stream: "_Stream") -> None:
        """From now on the stream can be asked."""
        self._open[stream.id] = stream
        self.empty.clear()

    def leave(self, stream: "_Stream") -> None:
        """The stream has ended, whatever the reason."""
        self._open.pop(stream.id, None)
        self._ended[stream.id] = stream.owner
        if not self._open:
            self.empty.set()
        while len(self._ended) > self._limits.ended:
            self._ended.popitem(last=False)


class _Stream:
    """One open stream: what waits to be written, and the calls that run for it."""

    def __init__(self, catalog: Offered, limits: StreamLimits, owner: str) -> None:
        self.id = secrets.token_hex(16)
        self.owner = owner
        self._limits = limits
        self._session = RpcSession(catalog, self._context)
        self._waiting: asyncio.Queue[Json] = asyncio.Queue(limits.waiting)
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._running = 0
        self._used = asyncio.get_running_loop().time()

    def take(self, message: Json) -> bool:
        """Accepts a request unless too many wait already, unread answers included."""
        if self._waiting.qsize() + self._running + self._out.qsize() >= self._limits.waiting:
            return False
        self._used = asyncio.get_running_loop().time()
        self._waiting.put_nowait(message)
        return True

    def tell(self, message: JsonObject) -> None:
        """Puts a message on the stream; dropped when the client does not read."""
        if self._out.qsize() < 2 * self._limits.waiting:
            self._out.put_nowait(_frame("message", message))

    async def serve(self, calls: anyio.abc.TaskGroup) -> None:
        """Answers what comes in, each request by itself and side by side, until it is cancelled."""
        while True:
            calls.start_soon(self._answer, await self._waiting.get())
            self._running += 1

    async def frame(self) -> bytes | None:
        """What to write next, a ping if nothing else; None when the stream has been idle for too long."""
        try:
            async with asyncio.timeout(self._limits.ping):
                return await self._out.get()
        except TimeoutError:
            idle = asyncio.get_running_loop().time() - self._used
            return None if not self._running and idle >= self._limits.idle else b": ping\n\n"

    async def _answer(self, message: Json) -> None:
        try:
            answer = await self._session.answer(message)
        finally:
            self._running -= 1
        if answer is not None:
            self._used = asyncio.get_running_loop().time()
            self.tell(answer)

    def _context(self, call: str, params: JsonObject) -> CallContext:
        meta = params.get("_meta")
        given = cast(JsonObject, meta).get(KEY) if isinstance(meta, dict) else None
        key = given if isinstance(given, str) else str(uuid4())
        return CallContext("", self.owner, "/", call, key, self._limits.call)


class _StreamResponse(Response):
    """Writes a stream for as long as its client reads, and ends all that belongs to it."""

    def __init__(self, door: ToolStreams, stream: _Stream, post_url: str) -> None:
        super().__init__(headers=HEADERS)
        self._door = door
        self._stream = stream
        self._post_url = post_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        self._door.enter(self._stream)
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(_until_gone, receive, group.cancel_scope)
                group.start_soon(self._stream.serve, group)
                await send({"type": "http.response.start", "status": 200, "headers": headers})
                endpoint = {"sse_id": self._stream.id, "post_url": self._post_url}
                frame: bytes | None = _frame("endpoint", endpoint)
                while frame is not None:
                    await send({"type": "http.response.body", "body": frame, "more_body": True})
                    frame = await self._stream.frame()
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                group.cancel_scope.cancel()
        finally:
            self._door.leave(self._stream)


async def _until_gone(receive: Receive, scope: anyio.CancelScope) -> None:
    await left(receive)
    scope.cancel()


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def _frame(event: str, message: JsonObject) -> bytes:
    try:
        data = json.dumps(message, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        data = json.dumps(message, allow_nan=False).encode()  # half a character pair survives only when escaped
    except ValueError:
        data = json.dumps(error_for(message.get("id"), FAILURE, "The result is not JSON.")).encode()
    return b"event: " + event.encode() + b"\ndata: " + data + b"\n\n"
