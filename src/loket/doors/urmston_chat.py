"""The chat of a personal assistant as one stream per message: what it does step by step, then its words.

A session is a conversation; the stream is a view of its records from the message on, and ends when all is at rest."""

import asyncio
import hashlib
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from loket.core.data import JsonObject
from loket.core.errors import Conflict, Invalid, LoketError
from loket.core.events import Answered, Event, UserSaid
from loket.core.record import Record, decode
from loket.doors.auth import owner_of
from loket.doors.bulk import beside
from loket.doors.refusal import refused
from loket.doors.urmston_trace import Trace
from loket.engine.host import Host
from loket.engine.names import base62, is_name, new_name
from loket.planners.finding.asking import agreed
from loket.planners.finding.trail import Message
from loket.planners.finding.words import finding_words
from loket.planners.skills.tokens import LANGUAGES

HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
PING_SECONDS = 15.0
DEADLINE = 600.0
"""Seconds a message may take; what is still under way then goes on without the stream."""
MESSAGE_CHARACTERS, HISTORY = 20_000, 40


class Said(BaseModel):
    """One earlier message, as a client that keeps the talk itself sends it."""

    model_config = ConfigDict(extra="ignore")

    role: Literal["user", "assistant", "system", "agent"]
    content: str = Field(max_length=MESSAGE_CHARACTERS)


class ChatRequest(BaseModel):
    """The body of `POST /chat/stream`. `history` counts only when the session is new."""

    model_config = ConfigDict(extra="ignore")

    user_message: str = Field(min_length=1, max_length=MESSAGE_CHARACTERS)
    history: list[Said] = Field(default=[], max_length=1000, fail_fast=True)
    session_id: str | None = Field(default=None, min_length=1, max_length=200)
    last_agent_name: str | None = Field(default=None, max_length=200)


@dataclass(frozen=True)
class ChatDoor:
    """What the door needs: the engine, the assistant people talk to and what it is called."""

    host: Host
    assistant: str
    title: str
    ping: float = PING_SECONDS
    deadline: float = DEADLINE
    path: str = field(default="/chat/stream")

    def routes(self) -> list[Route]:
        """One route."""
        return [Route(self.path, self._chat, methods=["POST"])]

    async def _chat(self, request: Request) -> Response:
        owner = owner_of(request)
        try:
            asked = await beside(_read, await request.body())
            conversation = await self._conversation(owner, asked)
            event = await self._event(owner, conversation, asked.user_message)
            key = request.headers.get("idempotency-key")
            seq = await self.host.tell(conversation, event, owner=owner, key=key)
        except LoketError as error:
            return refused(error.status, error.code, error.text)
        trace = Trace(self.title, asked.session_id or conversation, conversation)
        stream = self._frames(conversation, owner, seq, trace)
        return StreamingResponse(stream, media_type="text/event-stream", headers=HEADERS)

    async def _conversation(self, owner: str, asked: ChatRequest) -> str:
        """The conversation of this session; a new one when there is none yet."""
        session = asked.session_id
        if session is not None and is_name(session):
            entry = await self.host.store.entry(session)
            if entry is not None and (entry.owner, entry.assistant) == (owner, self.assistant):
                return session
        name = new_name() if session is None else await self._conversation_of(owner, session)
        history = [one.model_dump() for one in asked.history[-HISTORY:]]
        settings: JsonObject = {"history": history} if history else {}
        try:
            await self.host.start(owner, self.assistant, settings, name)
        except Conflict as error:
            if error.code != "exists":
                raise
        return name

    async def _conversation_of(self, owner: str, session: str) -> str:
        """The conversation of a session whose id the client chose; after one that was erased the next begins. The Book
        knows how many were, by a digest of the id."""
        note = f"{self.assistant}/sessions/{_name(owner, self.assistant, session)}"
        noted = await self.host.store.look(owner, note)
        before = count = 0 if noted is None else int(noted.value)
        while await self.host.store.erased(name := _name(owner, self.assistant, session, count)):
            count += 1
        if count > before:
            await self.host.store.note(owner, note, count)
        return name

    async def _event(self, owner: str, conversation: str, words: str) -> Event:
        """The message, or the answer it is to a question with choices."""
        looked = await self.host.look(conversation, owner)
        items = looked.views["questions"].state()["items"]
        said = words.strip().casefold()
        for question in reversed([item for item in items if item["state"] == "open"]):
            for choice in question["choices"]:
                if said in (choice["id"].casefold(), choice["label"].casefold()):
                    return Answered(to=question["id"], choice=choice["id"])
            if question["held"] is not None and (agrees := _agrees(said)) is not None:
                return Answered(to=question["id"], approve=agrees or None, refuse=None if agrees else True)
        return UserSaid(text=words)

    async def _frames(self, conversation: str, owner: str, seq: int, trace: Trace) -> AsyncGenerator[bytes, None]:
        """Everything that comes of the message, until it is at rest."""
        for event in trace.begun():
            yield frame(event)
        settled = asyncio.create_task(self.host.settled(conversation, seq, self.deadline))
        follow = self.host.follow(conversation, seq, owner)
        batch = asyncio.ensure_future(anext(follow))
        try:
            while not settled.done():
                await asyncio.wait((settled, batch), timeout=self.ping, return_when=asyncio.FIRST_COMPLETED)
                if batch.done():
                    for event in trace.seen(_records(batch.result())):
                        yield frame(event)
                    batch = asyncio.ensure_future(anext(follow))
                elif not settled.done():
                    yield b": ping\n\n"
            settled.result()
            for event in (*trace.seen(await self._rest(conversation, trace.upto or seq)), *trace.ended()):
                yield frame(event)
        except (TimeoutError, LoketError, StopAsyncIteration) as error:
            text = error.text if isinstance(error, LoketError) else "This takes longer than a stream may; it goes on."
            yield frame({"event_type": "ServerError", "data": {"message": text}})
        finally:
            settled.cancel()
            batch.cancel()
            await asyncio.gather(settled, batch, return_exceptions=True)
            await follow.aclose()

    async def _rest(self, conversation: str, seen: int) -> list[Record]:
        """The records after the last one that was shown."""
        rows = await self.host.store.read(conversation, after=seen)
        return [decode(row.body) for row in rows]


def _records(batch: list[bytes]) -> list[Record]:
    """The records among the frames; words in the making are shown when they are made."""
    return [decode(raw.partition(b"\ndata: ")[2]) for raw in batch if raw.startswith(b"id: ")]


def frame(event: JsonObject) -> bytes:
    """An event as one frame of the stream."""
    return b"data: %b\n\n" % msgspec.json.encode(event)


def _agrees(said: str) -> bool | None:
    """Whether words are a yes or a no in a language we know, or the label of one; None when they are something else."""
    words = [finding_words(code) for code in sorted(LANGUAGES)]
    labels = {one.agree_yes.casefold(): True for one in words} | {one.agree_no.casefold(): False for one in words}
    if (known := (labels | {"approve": True, "refuse": False}).get(said)) is not None:
        return known
    told = [agreed(Message(last=said), one) for one in words]
    return False if False in told else True if True in told else None


def _read(body: bytes) -> ChatRequest:
    try:
        return ChatRequest.model_validate_json(body)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "body"
        raise Invalid("invalid_request", f"{where}: {first['msg'][:200]}") from error


def _name(owner: str, assistant: str, session: str, erased: int = 0) -> str:
    """The conversation of a session whose id the client chose, after so many that were erased."""
    named = [owner, assistant, session, *([erased] if erased else [])]
    digest = hashlib.sha256(json.dumps(named).encode()).digest()
    return base62(int.from_bytes(digest[:16], "big"))
