"""What every door may rely on: a body has a size, a bulk and a deadline, and a stream ends when the server stops."""

import asyncio
import re
import time
from collections.abc import Mapping
from contextlib import suppress

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
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """From now on every request that waits for news of its client is told that the client left."""
        self._stopping.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
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
            await _Passing(self._stopping, body, receive, send).run(self.app, scope)

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


class _Passing:
    """One request on its way: its body as read, then news of its client; and whether its answer is complete."""

    def __init__(self, stopping: asyncio.Event, body: bytes, receive: Receive, send: Send) -> None:
        self._stopping, self._body, self._receive, self._send = stopping, body, receive, send
        self._read = self._begun = self._complete = self._left = False

    async def run(self, app: ASGIApp, scope: Scope) -> None:
        await app(scope, self._next, self._pass)
        if self._begun and not self._complete and not self._left:
            with suppress(TimeoutError):
                async with asyncio.timeout(END_SECONDS):
                    await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _next(self) -> Message:
        if not self._read:
            self._read = True
            return {"type": "http.request", "body": self._body, "more_body": False}
        leaving = asyncio.ensure_future(self._receive())
        stopping = asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait((leaving, stopping), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            if not leaving.done():
                leaving.cancel()
        if leaving.done() and not leaving.cancelled() and leaving.exception() is None:
            self._left = leaving.result()["type"] == "http.disconnect"
        return {"type": "http.disconnect"}

    async def _pass(self, message: Message) -> None:
        self._begun = True
        self._complete = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self._send(message)
