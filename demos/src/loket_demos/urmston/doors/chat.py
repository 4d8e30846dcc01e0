"""The chat of a personal assistant as one stream per message: what it does step by step, then its words.

A session is a conversation; the stream is a view of its records from the message on, and ends when all is at rest."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from loket.core.data import JsonObject
from loket.core.errors import LoketError
from loket.core.events import Answered, Event, UserSaid
from loket.core.record import Record
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import model_of, owner_of
from loket.house.sse import HEADERS, PING, PING_SECONDS, frame
from loket_demos.urmston.doors.trace import Trace

DEADLINE = 600.0
"""Seconds a message may take; what is still under way then goes on without the stream."""
MESSAGE_CHARACTERS, HISTORY = 20_000, 40


class ChatMessage(BaseModel):
    """One earlier message, as a client that keeps the talk itself sends it."""

    model_config = ConfigDict(extra="ignore")

    role: Literal["user", "assistant", "system", "agent"]
    content: str = Field(max_length=MESSAGE_CHARACTERS)


class ChatRequest(BaseModel):
    """The body of `POST /chat/stream`. `history` counts only when the session is new."""

    model_config = ConfigDict(extra="ignore")

    user_message: str = Field(min_length=1, max_length=MESSAGE_CHARACTERS)
    history: list[ChatMessage] = Field(default=[], max_length=1000, fail_fast=True)
    session_id: str | None = Field(default=None, min_length=1, max_length=200)
    last_agent_name: str | None = Field(default=None, max_length=200)


@dataclass(frozen=True)
class ChatWire:
    """The door as the package brings it: the assistant people talk to, and what it is called."""

    assistant: str
    title: str

    def routes(self, house: House) -> list[Route]:
        return ChatDoor(house, self.assistant, self.title).routes()


@dataclass(frozen=True)
class ChatDoor:
    """What the door needs: the engine, the assistant people talk to and what it is called."""

    house: House
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
            asked = await model_of(request, ChatRequest)
            conversation = await self._conversation(owner, asked)
            event = await self._event(owner, conversation, asked.user_message)
            key = request.headers.get("idempotency-key")
            seq = await self.house.tell(conversation, event, owner=owner, key=key)
            message = await self.house.message_of(conversation, seq)
            outcomes = await self.house.outcomes(conversation, message)
        except LoketError as error:
            return refused(error.status, error.code, error.text)
        trace = Trace(self.title, asked.session_id or conversation, conversation, seq, outcomes)
        stream = self._frames(owner, trace)
        return StreamingResponse(stream, media_type="text/event-stream", headers=HEADERS)

    async def _conversation(self, owner: str, asked: ChatRequest) -> str:
        """The conversation of this session; a new one when there is none yet."""
        session = asked.session_id
        history = [one.model_dump() for one in asked.history[-HISTORY:]]
        settings: JsonObject = {"history": history} if history else {}
        if session is None:
            return await self.house.ensure(owner, self.assistant, settings=settings)
        if await self.house.owned(session, owner, self.assistant) is not None:
            return session
        return await self.house.session(owner, self.assistant, session, settings)

    async def _event(self, owner: str, conversation: str, words: str) -> Event:
        """The message, or the answer it is to a question with choices."""
        looked = await self.house.look(conversation, owner)
        items = looked.views["questions"].state()["items"]
        said = words.strip().casefold()
        for question in reversed([item for item in items if item["state"] == "open"]):
            for choice in question["choices"]:
                if said in (choice["id"].casefold(), choice["label"].casefold()):
                    return Answered(to=question["id"], choice=choice["id"])
            if question["held"] is not None and said in ("approve", "refuse"):
                return Answered(to=question["id"], approve=said == "approve" or None, refuse=said == "refuse" or None)
        return UserSaid(text=words)

    async def _frames(self, owner: str, trace: Trace) -> AsyncGenerator[bytes, None]:
        """Everything that comes of the message, until it is at rest."""
        conversation = trace.conversation
        for event in trace.begun():
            yield frame(event)
        settled = asyncio.create_task(self.house.settled(conversation, trace.seq, self.deadline))
        follow = self.house.follow(conversation, trace.outcomes.upto, owner)
        batch = asyncio.ensure_future(anext(follow))
        try:
            while not settled.done():
                await asyncio.wait((settled, batch), timeout=self.ping, return_when=asyncio.FIRST_COMPLETED)
                if batch.done():
                    for event in trace.seen(item for item in batch.result() if isinstance(item, Record)):
                        yield frame(event)
                    batch = asyncio.ensure_future(anext(follow))
                elif not settled.done():
                    yield PING
            settled.result()
            rest = [record async for record in self.house.records(conversation, trace.outcomes.upto)]
            for event in (*trace.seen(rest), *trace.ended()):
                yield frame(event)
        except (TimeoutError, LoketError, StopAsyncIteration) as error:
            text = error.text if isinstance(error, LoketError) else "This takes longer than a stream may; it goes on."
            yield frame({"event_type": "ServerError", "data": {"message": text}})
        finally:
            settled.cancel()
            batch.cancel()
            await asyncio.gather(settled, batch, return_exceptions=True)
            await follow.aclose()
