"""Loket's own API: assistants, conversations and their records. Every answer is a view of a log."""

import json
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Header, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field
from starlette.types import Receive, Scope, Send

from loket import __version__
from loket.core.assistant import Assistant
from loket.core.data import Frozen, JsonObject
from loket.core.errors import Invalid
from loket.core.events import PersonEvent
from loket.core.ports import Entry
from loket.doors.auth import owner_of
from loket.doors.stream import RecordStream, position
from loket.engine.archive import Archive
from loket.engine.host import Host

Name = Annotated[str, Field(pattern=r"^[0-9A-Za-z]{22}$")]
Seq = Annotated[int, Query(ge=0, le=2**53)]
MAX_PAGE = 1000
SETTINGS_BYTES = 16_000


class NewConversation(Frozen):
    """Which assistant to talk with, and settings for this conversation."""

    assistant: str = Field(min_length=1, max_length=128)
    settings: JsonObject = {}


class Conversation(Frozen):
    """A conversation as the index knows it. `state`: idle, working, asking or waiting."""

    id: str
    assistant: str
    title: str
    state: str
    created: datetime
    updated: datetime


class Created(Frozen):
    """The id of a new conversation."""

    id: str


class Told(Frozen):
    """The seq of the record that was appended."""

    seq: int


class Conversations(Frozen):
    """A page of conversations, newest first; `next` is the `before` of the next page."""

    items: tuple[Conversation, ...]
    next: datetime | None = None


class View(Frozen):
    """The state of a view and the version of the code that made it."""

    version: str
    state: JsonObject


class Looked(Conversation):
    """A conversation with its views after record `upto`."""

    upto: int
    views: dict[str, View]


class Problem(Frozen):
    """What was refused: a stable code and a sentence."""

    code: str
    text: str


class Refusal(Frozen):
    """The body of every error."""

    error: Problem


def routes(host: Host) -> APIRouter:
    """All routes of the API over one host."""
    api = APIRouter(responses={code: {"model": Refusal} for code in (400, 401, 403, 404, 409, 410, 413, 422, 503)})
    archive = Archive(host)

    @api.get("/healthz", tags=["server"])
    async def healthz() -> JsonObject:
        """Whether the server is up."""
        return {"ok": True, "version": __version__}

    @api.get("/api/assistants", tags=["assistants"])
    async def assistants() -> JsonObject:
        """The assistants people can talk with."""
        return {"items": [_told(a) for a in host.kit.assistants.values() if not a.hidden]}

    @api.post("/api/conversations", status_code=201, tags=["conversations"])
    async def start(new: NewConversation, owner: Owner) -> Created:
        """Starts a conversation."""
        if len(json.dumps(new.settings)) > SETTINGS_BYTES:
            raise Invalid("too_large", "These settings are too large.")
        return Created(id=await host.start(owner, new.assistant, new.settings))

    @api.get("/api/conversations", tags=["conversations"])
    async def mine(
        owner: Owner,
        assistant: Annotated[str | None, Query(max_length=128)] = None,
        before: datetime | None = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> Conversations:
        """My conversations, newest first."""
        if before is not None and before.tzinfo is None:
            raise Invalid("bad_time", "Give `before` with its time zone, for instance 2026-01-31T12:00:00Z.")
        entries = await host.store.entries(owner=owner, before=before, limit=limit)
        items = tuple(_item(entry) for entry in entries if assistant is None or entry.assistant == assistant)
        return Conversations(items=items, next=entries[-1].updated if len(entries) == limit else None)

    @api.get("/api/conversations/{id}", tags=["conversations"])
    async def look(id: Name, owner: Owner) -> Looked:
        """The views of a conversation, and the seq they hold: follow the events after it."""
        looked = await host.look(id, owner)
        entry = await host.owned(id, owner)
        views = {name: View.model_validate(view) for name, view in looked.state().items()}
        return Looked(**_item(entry).model_dump(), upto=looked.upto, views=views)

    @api.post("/api/conversations/{id}/events", tags=["events"])
    async def tell(
        id: Name,
        owner: Owner,
        event: Annotated[PersonEvent, Body()],
        idempotency_key: Annotated[str | None, Header(max_length=200)] = None,
    ) -> Told:
        """Tells what a person did. The same Idempotency-Key gives the same seq."""
        return Told(seq=await host.tell(id, event, owner=owner, key=idempotency_key))

    @api.get("/api/conversations/{id}/events", tags=["events"], response_model=None)
    async def events(
        request: Request,
        id: Name,
        owner: Owner,
        after: Seq = 0,
        before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
        limit: Annotated[int, Query(ge=1, le=MAX_PAGE)] = 200,
    ) -> Response:
        """Records. With `Accept: text/event-stream` a live stream (`id:` is the seq, `Last-Event-ID` or `?after=`
        continues); otherwise a page: after `after`, or the last ones before `before`."""
        await host.owned(id, owner)
        if "text/event-stream" in request.headers.get("accept", ""):
            return _Streamed(RecordStream(host, id, owner, _position(request)))
        rows = await host.store.read(id, after=after, before=before, limit=limit)
        head = await host.store.head(id)
        first, last = (rows[0].seq, rows[-1].seq) if rows else (0, 0)
        more = first > after + 1 if before is not None else bool(rows) and last < head
        edges = json.dumps({"first": first, "last": last, "head": head, "more": more}).encode()
        body = b'{"items":[' + b",".join(row.body for row in rows) + b"]," + edges[1:]
        return Response(body, media_type="application/json")

    @api.post("/api/conversations/{id}/fork", status_code=201, tags=["conversations"])
    async def fork(id: Name, owner: Owner, at: Annotated[int, Query(ge=1, le=2**53)]) -> Created:
        """A new conversation with the first `at` records of this one."""
        return Created(id=await archive.fork(id, at, owner))

    @api.delete("/api/conversations/{id}", status_code=204, tags=["conversations"])
    async def erase(id: Name, owner: Owner) -> None:
        """Erases a conversation for good."""
        await archive.erase(id, owner)

    @api.get("/api/conversations/{id}/export", tags=["conversations"], response_model=None)
    async def export(id: Name, owner: Owner, scrub: bool = False) -> Response:
        """All records as JSON lines; `scrub` blanks the words and keeps the structure."""
        await host.owned(id, owner)
        lines: AsyncIterator[bytes] = archive.export(id, owner, scrub)
        headers = {"Content-Disposition": f'attachment; filename="{id}.jsonl"'}
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)

    return api


def _owner(request: Request) -> str:
    return owner_of(request)


Owner = Annotated[str, Depends(_owner)]


class _Streamed(Response):
    """Lets a raw ASGI endpoint be the answer of a route."""

    def __init__(self, stream: RecordStream) -> None:
        super().__init__()
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._stream(scope, receive, send)


def _position(request: Request) -> int:
    try:
        return position(request)
    except ValueError as error:
        raise Invalid("bad_position", "Last-Event-ID and `after` are seqs: whole numbers.") from error


def _item(entry: Entry) -> Conversation:
    return Conversation(
        id=entry.conversation,
        assistant=entry.assistant,
        title=entry.title,
        state=entry.state,
        created=entry.created,
        updated=entry.updated,
    )


def _told(assistant: Assistant) -> JsonObject:
    fields = ("name", "title", "summary", "locale", "starters")
    told = {name: getattr(assistant, name) for name in fields}
    return {**told, "version": assistant.version, "surfaces": [s.model_dump() for s in assistant.surfaces]}
