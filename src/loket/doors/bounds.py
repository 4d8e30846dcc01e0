"""What every door may rely on: a body has a size, a bulk and a deadline, and a stream ends when the server stops."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loket.core.errors import LoketError, TooLarge
from loket.house.bulk import beside, check_bulk
from loket.house.refusal import refused

BODY_BYTES = 1280 * 1024
"""More than 100,000 characters need however they are escaped."""
FILE_BYTES = 4 * 1024 * 1024
"""Where files come in."""
UPLOADS, UPLOAD_BYTES = re.compile(r"/api/conversations/[^/]+/files"), 25_000_000
"""Where a form with files is sent: its door reads it as it comes, so that no large body lies in memory."""
UPLOAD_SECONDS = 300.0
NO_DOORS: Mapping[str, int] = {}
BODY_SECONDS = 30.0
AFTER = "loket.after"
"""Where a scope has a list for what goes on when the layers around a route have returned."""
PASSED = "loket.passed"
"""Where a scope says that another node passed the request on: who watches there sees what is under way here to its end,
for nobody else has it, and that end comes when the engine stops."""
READS = ("GET", "HEAD", "OPTIONS")
LATER = {"Retry-After": "1", "Connection": "close"}
END_SECONDS = 1.0
"""A client that does not read gets no end of its stream; its line is closed."""


class TooSlow(LoketError):
    """The request's body did not come in time."""

    status = 408


class Bounds:
    """ASGI middleware. Reads the body of a request before its door sees it; `stop` lets go of every open stream.

    `most` bytes are read, or those that `doors` says of the path a door lives at."""

    def __init__(
        self,
        app: ASGIApp,
        most: int = BODY_BYTES,
        seconds: float = BODY_SECONDS,
        doors: Mapping[str, int] = NO_DOORS,
    ) -> None:
        self.app, self.most, self.seconds, self.doors = app, most, seconds, doors
        self._clients, self._passed = _Clients(), _Clients()

    def stop(self) -> None:
        """From now on every request that waits for news of its client is told that the client left, and only what reads
        is answered: the rest is to be asked again, of whoever answers then."""
        self._clients.leave()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if self._clients.left and scope["method"] not in READS:
            text = "The server is stopping. Try again in a moment."
            await refused(503, "closing", text, LATER)(scope, receive, send)
            return
        if scope["method"] == "POST" and UPLOADS.fullmatch(scope["path"]):
            await self.app(scope, _Counted(receive, UPLOAD_BYTES, UPLOAD_SECONDS).next, send)
            return
        try:
            body = await self._body(scope, receive)
            if body:
                await beside(check_bulk, body)
        except LoketError as error:
            await refused(error.status, error.code, error.text)(scope, receive, send)
            return
        if body is not None:
            clients = self._passed if PASSED in scope else self._clients
            await _Passing(clients, body, receive, send).run(self.app, scope)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body; None when the client left before it was sent."""
        most = self._most(scope["path"])
        declared = dict(scope["headers"]).get(b"content-length", b"")
        if declared.isdigit() and int(declared[:20]) > most:
            raise _too_large(most)
        body = bytearray()
        try:
            async with asyncio.timeout(self.seconds):
                while (message := await receive())["type"] == "http.request":
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise _too_large(most)
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError as error:
            raise TooSlow("too_slow", f"The request was not complete within {self.seconds:g} seconds.") from error
        return None

    def _most(self, path: str) -> int:
        """Bytes that a body may have at this path."""
        return next((most for door, most in self.doors.items() if f"{path}/".startswith(f"{door}/")), self.most)


def _too_large(most: int) -> TooLarge:
    return TooLarge("too_large", f"A request has at most {most} bytes.")


class _Counted:
    """A body on its way to its door: no more bytes than allowed, none too late."""

    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self._receive, self._most, self._left = receive, most, most
        self._end = time.monotonic() + seconds

    async def next(self) -> Message:
        try:
            async with asyncio.timeout(max(0.0, min(BODY_SECONDS, self._end - time.monotonic()))):
                message = await self._receive()
        except TimeoutError as error:
            raise TooSlow("too_slow", "The files did not come in time.") from error
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _too_large(self._most)
        return message


class _Clients:
    """Who waits for news of a client, in the task that asks: a task for each would be a third of an open stream."""

    def __init__(self) -> None:
        self._waits: set[asyncio.Timeout] = set()
        self.left = False

    @asynccontextmanager
    async def here(self) -> AsyncGenerator[None]:
        """TimeoutError when all have to leave."""
        async with asyncio.timeout(0 if self.left else None) as wait:
            self._waits.add(wait)
            try:
                yield
            finally:
                self._waits.discard(wait)

    def leave(self) -> None:
        """All of them, and who comes from now on."""
        self.left = True
        for wait in self._waits:
            wait.reschedule(0)


class _Passing:
    """One request on its way: its body as read, then news of its client. A stream of events that its door left is
    ended; any other answer would be taken for whole, so its line breaks."""

    def __init__(self, clients: "_Clients", body: bytes, receive: Receive, send: Send) -> None:
        self._clients, self._body, self._receive, self._send = clients, body, receive, send
        self._read = self._streams = self._complete = self._left = False

    async def run(self, app: ASGIApp, scope: Scope) -> None:
        after: list[ASGIApp] = []
        named = {*scope}
        scope[AFTER] = after
        await app(scope, self._next, self._pass)
        for stream in after:
            for noted in {*scope} - named:
                del scope[noted]  # what the layers noted on their way holds their stacks
            await stream(scope, self._next, self._pass)
        if self._streams and not self._complete and not self._left:
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _next(self) -> Message:
        if not self._read:
            self._read = True
            return {"type": "http.request", "body": self._body, "more_body": False}
        with suppress(TimeoutError):
            async with self._clients.here():
                self._left = (await self._receive())["type"] == "http.disconnect"
        return {"type": "http.disconnect"}

    async def _pass(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            kind = Headers(raw=list(message.get("headers", ()))).get("content-type", "")
            self._streams = kind.startswith("text/event-stream")
            if self._clients.left:  # the next request of this client is for another server
                message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
        self._complete = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self._send(message)
