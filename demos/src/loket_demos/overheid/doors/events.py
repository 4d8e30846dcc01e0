"""The door of the mission's pages: `GET /events` streams surfaces, `POST /api/client-event` takes what people do."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from loket.core.data import FIELDS, TEXT_CHARACTERS, Json, JsonObject
from loket.core.errors import Invalid, LoketError, NotFound, TooLarge
from loket.core.events import Answered, Event, SurfaceActed
from loket.core.screen import SurfaceTree
from loket.core.shapes import deeper_than, is_object
from loket.house.a2ui import A2uiStream
from loket.house.house import House
from loket.house.requests import json_of, owner_of
from loket.house.sse import HEADERS
from loket_demos.overheid.doors.sessions import Sessions
from loket_demos.overheid.doors.stream import STOP, SurfaceStream

BODY_BYTES = 1_000_000
DEEPEST = 40
"""Objects and lists inside each other that a payload may have; a form has two."""
ANSWER = "question/answer"

log = logging.getLogger("loket.doors")


@dataclass(frozen=True)
class PageEvents:
    """The pages of one assistant. `names` are the client events it knows; others are answered with `ignored`. `trees`
    are the A2UI components by surface."""

    assistant: str
    names: frozenset[str]
    trees: Mapping[str, SurfaceTree] = field(default_factory=dict[str, SurfaceTree])

    def routes(self, house: House) -> list[Route]:
        """Both routes, over one set of sessions."""
        sessions = Sessions(house, self.assistant)

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
        stream = SurfaceStream(sessions, owner, session, dialect)
        return StreamingResponse(stream.frames(), media_type="text/event-stream", headers=HEADERS)

    async def _client_event(self, request: Request, sessions: Sessions) -> Response:
        owner = owner_of(request)
        try:
            sent = _sent(_checked(await json_of(request, BODY_BYTES)))
            if not sent.session:
                raise Invalid("no_session", "The field sessionId is missing.")
            if await sessions.resume(owner, sent.session) is None:
                raise NotFound("unknown_session", "This session is not known, or it has ended. Open the page again.")
            if sent.name not in self.names:
                return JSONResponse({"ok": True, "ignored": True})
            event = sent.event()
            conversation = await sessions.conversation(owner, sent.session)
            key = request.headers.get("idempotency-key")
            await sessions.house.tell(conversation, event, owner=owner, key=key)
        except Invalid as error:
            return _problem(400, error.code, error.text)
        except LoketError as error:
            return _problem(error.status, error.code, error.text)
        return JSONResponse({"ok": True})


@dataclass(frozen=True)
class ClientEvent:
    """A client event as it came, in the contract's form or in A2UI's."""

    session: str | None
    surface: str
    name: str
    payload: JsonObject

    def event(self) -> Event:
        """The event it is. Invalid or TooLarge when the payload can't be that."""
        if self.name == ANSWER:
            answer = {
                k: self.payload.get(k) for k in ("to", "choice", "text", "form") if self.payload.get(k) is not None
            }
            try:
                return Answered.model_validate(answer)
            except ValueError as error:
                raise Invalid("bad_answer", "An answer needs `to` and exactly one of choice, text or form.") from error
        if any(isinstance(value, str) and len(value) > TEXT_CHARACTERS for value in self.payload.values()):
            raise TooLarge("too_large", f"Deze tekst is te lang: hoogstens {TEXT_CHARACTERS} tekens.")
        if len(self.payload) > FIELDS:
            raise TooLarge("too_large", f"Dit formulier heeft te veel velden: hoogstens {FIELDS}.")
        surface = self.surface or str(self.payload.get("surfaceId", ""))[:128] if self.name == STOP else self.surface
        return SurfaceActed(surface=surface, name=self.name, payload=self.payload)


def _sent(body: JsonObject) -> ClientEvent:
    action, error = body.get("action"), body.get("error")
    if isinstance(error, dict):
        log.warning("a client could not draw surface %.80r: %.80r", error.get("surfaceId"), error.get("code"))
        body = {**body, "name": "a2ui/error"}
    raw: JsonObject = {**action, "payload": action.get("context")} if isinstance(action, dict) else body
    session = body.get("sessionId")
    payload = raw.get("payload", raw.get("data"))
    payload = {} if payload is None else payload
    name, surface = raw.get("name"), raw.get("surfaceId", "")
    if session is not None and not isinstance(session, str):
        raise Invalid("bad_session", "The field sessionId must be a string.")
    if not isinstance(name, str) or not isinstance(payload, dict) or not isinstance(surface, str | None):
        raise Invalid("bad_event", "A client event has a name, a surfaceId and a payload that is an object.")
    return ClientEvent(session, (surface or "")[:128], name[:128], payload)


def _checked(body: Json) -> JsonObject:
    if not is_object(body):
        raise Invalid("bad_json", "The body must be a JSON object.")
    if deeper_than(body, DEEPEST):
        raise Invalid("too_deep", f"The body has more than {DEEPEST} objects and lists inside each other.")
    return body


def _problem(status: int, code: str, text: str) -> JSONResponse:
    return JSONResponse({"ok": False, "error": {"code": code, "text": text}}, status_code=status)
