"""Loket's own API: assistants, conversations and their records. Every answer is a view of a log."""

import gzip
import json
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path, Query, Request
from fastapi.responses import Response, StreamingResponse

from loket import __version__
from loket.core.errors import Invalid, NotFound
from loket.core.outside import Answered, PersonEvent
from loket.core.ports import Entry
from loket.core.record import lifted
from loket.core.source import SourceState
from loket.doors.api_assistants import described
from loket.doors.api_bodies import ApiRoute
from loket.doors.api_files import file_routes
from loket.doors.api_shapes import (
    MAX_SEQ,
    Appended,
    Assistants,
    At,
    Conversation,
    Conversations,
    ConversationState,
    Created,
    ErrorBody,
    Health,
    Id,
    Key,
    Moment,
    NewConversation,
    PagesTold,
    PageTold,
    Records,
    ViewState,
    Window,
)
from loket.doors.assets import accepted
from loket.doors.page_news import with_pages
from loket.doors.sound import sound, sound_settings
from loket.doors.straight import straight_of
from loket.doors.stream import RecordStream, StreamAnswer, position
from loket.engine.archive import Archive
from loket.engine.host import Host
from loket.engine.prompting import request_of
from loket.house.requests import owner_of

REFUSALS: dict[int | str, dict[str, Any]] = {code: {"model": ErrorBody} for code in ("4XX", "5XX")}
STREAM = {"schema": {"type": "string", "description": "`id: SEQ`, `data: RECORD`; words in the making have no id"}}
LINES = {"schema": {"type": "string", "description": "one record a line"}}
READS: dict[int | str, dict[str, Any]] = {200: {"model": Records, "content": {"text/event-stream": STREAM}}}
EXPORTS: dict[int | str, dict[str, Any]] = {200: {"content": {"application/x-ndjson": LINES}}}


@cache
def routes() -> APIRouter:
    """All routes of the API, made once: each works on the host of the application that it was asked in."""
    at = "/api/conversations"
    router = APIRouter(responses=REFUSALS, generate_unique_id_function=lambda route: route.name, route_class=ApiRoute)
    router.get("/healthz", tags=["server"])(Api.health)
    router.get("/api/assistants", tags=["assistants"], response_model=Assistants)(Api.assistants)
    router.get("/api/assistants/{name}/pages", tags=["assistants"], response_model=PagesTold)(Api.pages)
    router.post(at, tags=["conversations"], status_code=201)(Api.start)
    router.get(at, tags=["conversations"])(Api.mine)
    router.get(at + "/{id}", tags=["conversations"])(Api.look)
    router.post(at + "/{id}/fork", tags=["conversations"], status_code=201)(Api.fork)
    router.delete(at + "/{id}", tags=["conversations"], status_code=204)(Api.erase)
    router.post(at + "/{id}/events", tags=["events"])(Api.tell)
    router.get(at + "/{id}/events", tags=["events"], response_model=None, responses=READS)(Api.events)
    router.get(at + "/{id}/events/{seq}/prompt", tags=["events"], response_class=Response)(Api.prompt)
    exports = router.get(at + "/{id}/export", tags=["events"], response_class=Response, responses=EXPORTS)
    exports(Api.export)
    file_routes(router)
    return router


@dataclass(frozen=True)
class Api:
    """What the routes do for one request. The first lines of their docstrings are the API's documentation."""

    request: Request

    @property
    def host(self) -> Host:
        """Of the application that was asked."""
        return self.request.app.state.host

    @property
    def owner(self) -> str:
        """Whose request it is."""
        return owner_of(self.request)

    async def health(self: "Here") -> Health:
        """Whether the server is up."""
        sources: dict[str, SourceState] = {name: source.state for name, source in self.host.kit.sources.items()}
        return Health(ok=True, version=__version__, sources=sources)

    async def assistants(self: "Here") -> Response:
        """The assistants people can talk with."""
        kit = self.host.kit
        items = tuple(described(a, kit) for a in kit.assistants.values() if not a.hidden)
        return _packed(self.request, Assistants(items=items))

    async def pages(self: "Here", name: Annotated[str, Path(max_length=128)]) -> Response:
        """The pages of an assistant, as they are drawn before anything happened on them."""
        kit = self.host.kit
        if name not in kit.assistants or kit.assistants[name].hidden:
            raise NotFound("not_found", "This server has no such assistant.")
        trees = kit.trees.get(name, {})
        items = tuple(
            PageTold(
                id=screen.surface,
                title=screen.title,
                catalog=tree.catalog,
                components=tree.components,
                model=screen.empty({}),
            )
            for screen in kit.screens.get(name, ())
            if (tree := trees.get(screen.surface)) is not None
        )
        return _packed(self.request, PagesTold(items=items, module=kit.modules.get(name, "")))

    async def start(self: "Here", new: NewConversation) -> Created:
        """Starts a conversation."""
        sound_settings(new.settings)
        return Created(id=await self.host.start(self.owner, new.assistant, new.settings))

    async def mine(
        self: "Here",
        assistant: Annotated[str | None, Query(max_length=128)] = None,
        before: Moment | None = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> Conversations:
        """My conversations, newest first; `before` is the `next` of the page before."""
        if before is not None and before.tzinfo is None:
            raise Invalid("bad_time", "Give `before` with its time zone, for instance 2026-01-31T12:00:00Z.")
        entries, next = await self._entries(assistant, before, limit)
        return Conversations(items=tuple(_item(entry) for entry in entries), next=next)

    async def _entries(
        self, assistant: str | None, before: datetime | None, limit: int
    ) -> tuple[list[Entry], datetime | None]:
        """A page of the index, and where the next one begins. What a specialist was asked is no talk of a person, nor
        is what is part of one: they are only found when their assistant is named."""
        found: list[Entry] = []
        hidden = {one.name for one in self.host.kit.assistants.values() if one.hidden and one.name != assistant}
        while True:
            entries = await self.host.store.entries(owner=self.owner, before=before, limit=limit, assistant=assistant)
            for entry in entries:
                if entry.assistant not in hidden and (entry.apart or assistant):
                    if len(found) == limit:
                        return found, found[-1].updated
                    found.append(entry)
            if len(entries) < limit:
                return found, None
            before = entries[-1].updated

    async def look(self: "Here", id: Id) -> ConversationState:
        """The views of a conversation, and the seq they hold: follow the events after it."""
        looked = await self.host.look(id, self.owner)
        assert looked.entry is not None
        entry = _item(looked.entry)
        views = {name: ViewState.model_validate(view) for name, view in looked.state().items()}
        return ConversationState(**entry.model_dump(), upto=looked.upto, views=views)

    async def tell(
        self: "Here", id: Id, event: Annotated[PersonEvent, Body()], idempotency_key: Key = None
    ) -> Appended:
        """Tells what a person did."""
        sound(event.model_dump())
        seq = await self.host.tell(id, event, owner=self.owner, key=idempotency_key)
        late = isinstance(event, Answered) and (await self.host.look(id, self.owner)).questions.is_late(event.to, seq)
        return Appended(seq=seq, code="question_closed" if late else None)

    async def events(
        self: "Here",
        id: Id,
        window: Annotated[Window, Query()],
    ) -> Response:
        """Records. With `Accept: text/event-stream` a live stream (`id:` is the seq, `Last-Event-ID` or `?after=`
        continues); otherwise a page: the first ones after `after`, or the last ones before `before`."""
        await self.host.owned(id, self.owner)
        store = self.host.store
        if "text/event-stream" in self.request.headers.get("accept", ""):
            after = position(self.request, await store.head(id))
            if self.host.runs.claims is not None:
                await self.host.wake(id)  # words in the making are where it is written
            frames = self.host.follow(id, after, self.owner, straight_of(self.request.scope))
            if window.pages:
                frames = with_pages(self.host, id, self.owner, frames, self.request.app.state.pace)
            return StreamAnswer(RecordStream(id, frames))
        rows = await store.read(id, after=window.after, before=window.before, limit=window.limit)
        head = await store.head(id)
        first, last = (rows[0].seq, rows[-1].seq) if rows else (0, 0)
        more = first > window.after + 1 if window.before is not None else bool(rows) and last < head
        edges = json.dumps({"first": first, "last": last, "head": head, "more": more}).encode()
        body = b'{"items":[' + b",".join(lifted(row.body) for row in rows) + b"]," + edges[1:]
        return Response(body, media_type="application/json")

    async def prompt(self: "Here", id: Id, seq: Annotated[int, Path(ge=1, le=MAX_SEQ)]) -> Response:
        """What a model was asked for a decision, made anew from the records before it."""
        await self.host.owned(id, self.owner)
        request = await request_of(self.host.kit, self.host.store, id, seq)
        return Response(request.model_dump_json(exclude_none=True), media_type="application/json")

    async def fork(self: "Here", id: Id, at: At) -> Created:
        """A new conversation with the first `at` records of this one."""
        return Created(id=await Archive(self.host).fork(id, at, self.owner))

    async def erase(self: "Here", id: Id) -> None:
        """Erases a conversation for good; afterwards it is answered with 410."""
        await Archive(self.host).erase(id, self.owner)

    async def export(self: "Here", id: Id, scrub: bool = False) -> Response:
        """All records as JSON lines; `scrub` blanks whatever somebody said, gave or named, and keeps the structure."""
        await self.host.owned(id, self.owner)
        archive = Archive(self.host)
        await archive.check(id)
        headers = {"Content-Disposition": f'attachment; filename="{id}.jsonl"'}
        lines = archive.export(id, self.owner, scrub)
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)


async def _asked(request: Request) -> Api:
    return Api(request)


Here = Annotated[Api, Depends(_asked)]


def _packed(request: Request, told: Assistants | PagesTold) -> Response:
    """What is mostly its own words, over and over, is sent short."""
    body, headers = told.model_dump_json().encode(), {"Vary": "Accept-Encoding"}
    if "gzip" in accepted(request.scope):
        body, headers = gzip.compress(body, 9), {**headers, "Content-Encoding": "gzip"}
    return Response(body, media_type="application/json", headers=headers)


def _item(entry: Entry) -> Conversation:
    return Conversation(
        id=entry.conversation,
        assistant=entry.assistant,
        title=entry.title,
        state=entry.state,
        outcome=entry.outcome,
        created=entry.created,
        updated=entry.updated,
    )
