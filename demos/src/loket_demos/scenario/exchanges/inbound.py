"""Exchanges in which others ask us: what an address of ours was asked and what it answered, as it went by."""

import re
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic

import anyio
import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loket.core.exchange import RawExchange, RawFrame
from loket.core.shapes import text_at
from loket.house.requests import owner_of
from loket.tools.agents.raw import CHARACTERS, FRAMES, shown
from loket.tools.event_stream import EventReader, TooMuch
from loket_demos.scenario.exchanges.kept import NOWHERE, ExchangeBook, ExchangesOf

TASK = re.compile(r'"(?:id|taskId)"\s*:\s*"([0-9A-Za-z]{22})-\d+"')
"""A task of ours: the conversation it is in comes first."""


@dataclass(frozen=True)
class Overheard:
    """An application whose exchanges are kept, each with the conversation of the task that it is about."""

    app: ASGIApp
    book: ExchangeBook
    url: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self.app(scope, receive, send)
            return
        passing = _Passing(receive, send, lambda: self._keep(Request(scope), passing))
        try:
            await self.app(scope, passing.next, passing.pass_on)
        finally:
            if not passing.over:
                with anyio.CancelScope(shield=True):
                    await self._keep(Request(scope), passing)

    async def _keep(self, request: Request, passing: "_Passing") -> None:
        exchange = passing.exchange(self.url, request.headers)
        said = TASK.search(exchange.response) or next(
            (found for frame in exchange.frames if (found := TASK.search(frame.text))), TASK.search(exchange.request)
        )
        conversation = said[1] if said is not None else NOWHERE
        await ExchangesOf(self.book, owner_of(request), conversation).keep(exchange)


@dataclass
class _Passing:
    """One exchange on its way; `keep` is called before the last of the answer leaves, and before any frame that tells a
    state: after one of those a caller may be gone."""

    receive: Receive
    send: Send
    keep: Callable[[], Awaitable[None]]
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    _began: float = field(default_factory=monotonic)
    _id: str = field(default_factory=lambda: uuid.uuid4().hex)
    _request: bytearray = field(default_factory=bytearray)
    _response: bytearray = field(default_factory=bytearray)
    _status: int | None = None
    _headers: Headers = field(default_factory=Headers)
    _events: EventReader | None = None
    _frames: list[RawFrame] = field(default_factory=list[RawFrame])
    over: bool = False
    _cut: bool = False

    async def next(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self._request += message.get("body", b"")
        return message

    async def pass_on(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status, self._headers = message["status"], Headers(raw=message["headers"])
            if self._headers.get("content-type", "").startswith("text/event-stream"):
                self._events = EventReader(CHARACTERS)
        elif message["type"] == "http.response.body":
            self.over = not message.get("more_body", False)
            if self._take(message.get("body", b"")) or self.over:
                await self.keep()
        await self.send(message)

    def _take(self, body: bytes) -> bool:
        """Takes the next of the answer in; whether it tells a state."""
        if self._events is None:
            self._response += body[: max(0, CHARACTERS + 1 - len(self._response))]
            return False
        try:
            events = self._events.feed(body)
        except TooMuch:
            events, self._cut = [], True
        room = CHARACTERS - sum(len(frame.text) for frame in self._frames)
        for event in events:
            if len(self._frames) >= FRAMES or len(event.data) > room:
                self._cut = True
                return False
            self._frames.append(RawFrame(at_ms=self._ms(), text=event.data))
            room -= len(event.data)
        return any('"state"' in event.data for event in events)

    def _ms(self) -> int:
        return round((monotonic() - self._began) * 1000)

    def exchange(self, url: str, headers: Headers) -> RawExchange:
        """All that went by."""
        asked, answer = bytes(self._request), bytes(self._response)
        return RawExchange(
            id=self._id,
            ours=False,
            url=url,
            method=_method(asked) or "POST",
            started=self.started,
            dialect=headers.get("a2a-version", ""),
            took_ms=self._ms(),
            request_headers=shown(headers.items()),
            request=asked.decode("utf-8", "replace")[:CHARACTERS],
            status=self._status,
            response_headers=shown(self._headers.items()),
            response=answer.decode("utf-8", "replace")[:CHARACTERS],
            frames=tuple(self._frames),
            error="" if self.over or self._frames else "The caller left before all was said.",
            cut=self._cut or len(asked) > CHARACTERS or len(answer) > CHARACTERS,
        )


def _method(body: bytes) -> str:
    try:
        return text_at(msgspec.json.decode(body), "method")[:100]
    except (ValueError, RecursionError):
        return ""
