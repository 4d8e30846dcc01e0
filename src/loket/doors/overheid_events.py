"""The door of the overheid web shell: `GET /events` streams surfaces, `POST /api/client-event` takes what people do."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from json import JSONDecodeError

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid, LoketError, TooLarge
from loket.core.events import Answered, Event, SurfaceActed
from loket.core.record import Record, decode
from loket.doors.a2ui import A2uiStream, Tree
from loket.doors.auth import owner_of
from loket.doors.overheid_sessions import Sessions
from loket.engine.answering import TEXT_CHARACTERS
from loket.engine.host import Host
from loket.engine.names import name_of
from loket.views.screen import Screens

HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
PING_SECONDS = 15.0
BODY_BYTES = 1_000_000
HOME = "home"


@dataclass(frozen=True)
class OverheidEvents:
    """What the door needs. `names` are the client events that are known, `pace` the seconds between two frames of one
    flow, `trees` the A2UI components by surface."""

    host: Host
    assistant: str
    names: frozenset[str]
    pace: float = 0.0
    trees: Mapping[str, Tree] = field(default_factory=dict[str, Tree])

    def routes(self) -> list[Route]:
        """Both routes, over one set of sessions."""
        sessions = Sessions(self.host, self.assistant)

        async def events(request: Request) -> Response:
            return await self._events(request, sessions)

        async def client_event(request: Request) -> Response:
            return await self._client_event(request, sessions)

        return [
            Route("/events", events, methods=["GET"]),
            Route("/api/client-event", client_event, methods=["POST"]),
        ]

    async def _events(self, request: Request, sessions: Sessions) -> Response:
        owner = owner_of(request)
        asked = request.query_params.get("sessionId") or request.headers.get("last-event-id", "").split(".")[0]
        session = await sessions.resume(owner, asked) or sessions.new(owner)
        dialect = A2uiStream(self.trees) if request.query_params.get("dialect") == "a2ui" else None
        stream = SurfaceStream(self, sessions, owner, session, dialect)
        return StreamingResponse(stream.frames(), media_type="text/event-stream", headers=HEADERS)

    async def _client_event(self, request: Request, sessions: Sessions) -> Response:
        owner = owner_of(request)
        try:
            sent = _sent(await _body(request))
            if sent.session is None:
                raise Invalid("no_session", "The field sessionId is missing.")
            if await sessions.resume(owner, sent.session) is None:
                return _problem(404, "unknown_session", "This session is not known, or it has ended.")
            if sent.name not in self.names:
                return JSONResponse({"ok": True, "ignored": True})
            event = sent.event()
            conversation = await sessions.conversation(owner, sent.session)
            await self.host.tell(conversation, event, owner=owner, key=request.headers.get("idempotency-key"))
        except Invalid as error:
            return _problem(400, error.code, error.text)
        except LoketError as error:
            return _problem(error.status, error.code, error.text)
        return JSONResponse({"ok": True})


@dataclass(frozen=True)
class Sent:
    """A client event as it came, in the contract's form or in A2UI's."""

    session: str | None
    surface: str
    name: str
    payload: JsonObject

    def event(self) -> Event:
        """The event it is. Invalid or TooLarge when the payload can't be that."""
        if self.name == "question/answer":
            answer = {
                k: self.payload.get(k) for k in ("to", "choice", "text", "form") if self.payload.get(k) is not None
            }
            try:
                return Answered.model_validate(answer)
            except ValueError as error:
                raise Invalid("bad_answer", "An answer needs `to` and exactly one of choice, text or form.") from error
        text = self.payload.get("text")
        if isinstance(text, str) and len(text) > TEXT_CHARACTERS:
            raise TooLarge("too_large", f"Deze tekst is te lang: hoogstens {TEXT_CHARACTERS} tekens.")
        return SurfaceActed(surface=self.surface, name=self.name, payload=self.payload)


def _sent(body: JsonObject) -> Sent:
    action = body.get("action")
    raw: JsonObject = {**action, "payload": action.get("context")} if isinstance(action, dict) else body
    session = body.get("sessionId")
    payload = raw.get("payload", raw.get("data"))
    payload = {} if payload is None else payload
    name, surface = raw.get("name"), raw.get("surfaceId", "")
    if session is not None and not isinstance(session, str):
        raise Invalid("bad_session", "The field sessionId must be a string.")
    if not isinstance(name, str) or not isinstance(payload, dict) or not isinstance(surface, str | None):
        raise Invalid("bad_event", "A client event has a name, a surfaceId and a payload that is an object.")
    return Sent(session, (surface or "")[:128], name[:128], payload)


async def _body(request: Request) -> JsonObject:
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > BODY_BYTES:
            raise TooLarge("too_large", "This request is too large.")
    try:
        body: Json = json.loads(bytes(raw))
    except (JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid("bad_json", "The body is not valid JSON.") from error
    if not isinstance(body, dict):
        raise Invalid("bad_json", "The body must be a JSON object.")
    return body


def _problem(status: int, code: str, text: str) -> JSONResponse:
    return JSONResponse({"ok": False, "error": {"code": code, "text": text}}, status_code=status)


class SurfaceStream:
    """One connection: reads records as they are committed, and sends what they change at the pace of the door.

    Messages wait in line; a new run of a surface, or a stop, drops what still waits for that surface."""

    def __init__(
        self, door: OverheidEvents, sessions: Sessions, owner: str, session: str, dialect: A2uiStream | None
    ) -> None:
        self.door, self.sessions, self.owner, self.session, self.dialect = door, sessions, owner, session, dialect
        self.conversation = name_of(session) or ""
        self.seq = 0
        self._line: deque[tuple[int, JsonObject]] = deque()
        self._news = asyncio.Event()
        self._sent_at: dict[str, float] = {}

    async def frames(self) -> AsyncIterator[bytes]:
        """Frames for ever: the session, what is open, then every change."""
        yield self._frame({"kind": "session/created", "sessionId": self.session})
        screens = self.door.host.viewer.screens(self.door.assistant)
        async for message in self._present(screens):
            for frame in self._spoken(message):
                yield frame
        reader = asyncio.create_task(self._read(screens))
        try:
            while not reader.done() or self._line:
                message = await self._next()
                if message is None:
                    yield b": ping\n\n"
                    continue
                for frame in self._spoken(message):
                    yield frame
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    async def _present(self, screens: Screens) -> AsyncIterator[JsonObject]:
        """The surfaces as they are now; `home` when nothing was opened yet."""
        if await self.sessions.exists(self.owner, self.conversation):
            looked = await self.door.host.look(self.conversation, self.owner)
            view = looked.views[Screens.name]
            assert isinstance(view, Screens)
            screens.restored(view.state())
            self.seq = looked.upto
        screens.opening(HOME)
        last = screens.shown
        for surface in sorted(screens.models, key=lambda surface: (surface == last, surface != HOME)):
            yield screens.opening(surface)

    async def _read(self, screens: Screens) -> None:
        while not await self.sessions.exists(self.owner, self.conversation):
            await self.sessions.begun(self.session)
        async for frames in self.door.host.follow(self.conversation, self.seq, self.owner):
            for frame in frames:
                if frame.startswith(b"id: "):
                    self._take(decode(frame[frame.index(b"data: ") + 6 : -2]), screens)
            self._news.set()

    def _take(self, record: Record, screens: Screens) -> None:
        for message in screens.project(record):
            if message["kind"] == "surface/open":
                self._drop(message["surfaceId"])
            self._line.append((record.seq, message))
        event = record.event
        if isinstance(event, SurfaceActed) and event.name == "flow/stop" and event.surface in screens.models:
            self._drop(event.surface)
            self._line.append((record.seq, screens.opening(event.surface)))

    def _drop(self, surface: str) -> None:
        self._line = deque(item for item in self._line if item[1]["surfaceId"] != surface)

    async def _next(self) -> JsonObject | None:
        """The next message whose time has come; None when it is time for a ping."""
        waited = 0.0
        while waited < PING_SECONDS:
            pause = PING_SECONDS - waited
            now = asyncio.get_running_loop().time()
            for item in self._line:
                seq, message = item
                wait = self._sent_at.get(message["surfaceId"], -1e9) + self.door.pace - now
                if wait <= 0:
                    self._line.remove(item)
                    self._sent_at[message["surfaceId"]] = now
                    self.seq = seq
                    return message
                pause = min(pause, wait)
            self._news.clear()
            try:
                async with asyncio.timeout(pause):
                    await self._news.wait()
            except TimeoutError:
                waited += pause
        return None

    def _spoken(self, message: JsonObject) -> list[bytes]:
        spoken: Sequence[JsonObject] = [message] if self.dialect is None else self.dialect.messages(message)
        return [self._frame(said) for said in spoken]

    def _frame(self, message: JsonObject) -> bytes:
        body = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self.session}.{self.seq}\ndata: {body}\n\n".encode()
