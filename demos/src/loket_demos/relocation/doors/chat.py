"""`POST /api/v1/chat`: a message, and what comes of it as frames until all of it is at rest.

A client that leaves stops nothing: the reply goes on, and `GET /api/v1/chat/ID` (the id in `message_start`) tells it
again from its beginning; so does the same POST under the same `Idempotency-Key`. `DELETE` there stops it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from loket.core.data import JsonObject
from loket.core.errors import LoketError, NotFound, Unavailable
from loket.core.events import Answered, Event, Stopped, UserSaid
from loket.core.shapes import text_at
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import model_of, owner_of
from loket.house.sse import HEADERS, PING, PING_SECONDS, beating, frame
from loket_demos.relocation.agents.registry import find
from loket_demos.relocation.doors.chat_request import ReplyRequest
from loket_demos.relocation.doors.conversations import WhichConversation, event_of
from loket_demos.relocation.doors.reply import Labels, ReplyFrames
from loket_demos.relocation.doors.sentences import sentence

DEADLINE = 600.0
"""Seconds a reply may take; what is still under way then goes on without the stream."""
PATH = "/api/v1/chat"


@dataclass(frozen=True)
class RelocationWire:
    """The door as the package brings it."""

    assistant: str

    def routes(self, house: House) -> list[Route]:
        return RelocationChat(house, self.assistant).routes()


@dataclass(frozen=True)
class _Talk:
    """A message and its reply."""

    conversation: str
    owner: str
    seq: int
    parallel: bool = False


@dataclass(frozen=True)
class RelocationChat:
    """What the door needs: the conversations of this server, and the assistant that answers."""

    house: House
    assistant: str
    ping: float = PING_SECONDS
    deadline: float = DEADLINE

    def routes(self) -> list[Route]:
        return [
            Route(PATH, self._post, methods=["POST"]),
            Route(f"{PATH}/{{message}}", self._again, methods=["GET"]),
            Route(f"{PATH}/{{message}}", self._stop, methods=["DELETE"]),
        ]

    async def _post(self, request: Request) -> Response:
        owner, key = owner_of(request), request.headers.get("idempotency-key", "")
        try:
            asked = await model_of(request, ReplyRequest)
            conversation = await WhichConversation(self.house, self.assistant).of(owner, asked, key)
            event = await self._event(owner, conversation, asked.words, key)
            seq = await self.house.tell(conversation, event, owner=owner, key=key or None)
            return await self._stream(_Talk(conversation, owner, seq, asked.parallel))
        except LoketError as error:
            return _refused(error)

    async def _again(self, request: Request) -> Response:
        try:
            talk = await self._talk(request)
            return await self._stream(talk)
        except LoketError as error:
            return _refused(error)

    async def _stop(self, request: Request) -> Response:
        try:
            talk = await self._talk(request)
            if not (await self.house.outcomes(talk.conversation, talk.seq)).settled(talk.seq):
                await self.house.tell(talk.conversation, Stopped(), owner=talk.owner)
        except LoketError as error:
            return _refused(error)
        return Response(status_code=204)

    async def _event(self, owner: str, conversation: str, words: str, key: str) -> Event:
        """What is told: the same as before when it was told under this key, for a question may be closed since."""
        before = await self.house.repeated(conversation, key)
        match before.event if before is not None else None:
            case Answered() as answered:
                return answered
            case UserSaid():
                return UserSaid(text=words)
            case _:
                return await event_of(self.house, owner, conversation, words)

    async def _talk(self, request: Request) -> _Talk:
        """The message that a path names. NotFound when this owner has none of that name."""
        owner, parallel = owner_of(request), request.query_params.get("parallel") == "1"
        conversation, _, number = str(request.path_params["message"]).partition(".")
        seq = int(number) if number.isdecimal() and number.isascii() and len(number) < 10 else 0
        if await self.house.owned(conversation, owner, self.assistant) is not None:
            record = await self.house.record(conversation, seq)
            if record is not None and isinstance(record.event, UserSaid | Answered):
                return _Talk(conversation, owner, seq, parallel)
        raise NotFound("not_found", "There is no such message.")

    async def _stream(self, talk: _Talk) -> Response:
        locale = text_at(await self.house.settings(talk.conversation, talk.owner), "locale") or "pt-BR"
        reply = ReplyFrames(talk.seq, labels(locale), locale, talk.parallel)
        return StreamingResponse(self._frames(talk, reply), media_type="text/event-stream", headers=HEADERS)

    async def _frames(self, talk: _Talk, reply: ReplyFrames) -> AsyncGenerator[bytes, None]:
        start = {"message_id": f"{talk.conversation}.{talk.seq}", "chat_id": talk.conversation}
        yield frame({"type": "message_start", "server_time": self.house.now().isoformat(), **start})
        try:
            async with aclosing(self._events(talk, reply)) as events:
                async for event in events:
                    ping = PING if event["type"] == "heartbeat" else b""
                    yield ping + frame(await self.house.whole(talk.conversation, event))
        except LoketError as error:
            yield frame({"type": "error", "error": sentence("broke", reply.locale), "code": error.code})

    async def _events(self, talk: _Talk, reply: ReplyFrames) -> AsyncGenerator[JsonObject, None]:
        loop = asyncio.get_running_loop()
        until = loop.time() + self.deadline
        message = await self.house.message_of(talk.conversation, talk.seq)
        follow = self.house.follow(talk.conversation, message - 1, talk.owner)
        async with aclosing(beating(follow, self.ping)) as batches:
            async for batch in batches:
                for news in batch or ():
                    for event in reply.seen(news):
                        yield event
                if reply.over:
                    break
                if batch is None:
                    yield {"type": "heartbeat"}
                if loop.time() > until:
                    yield {"type": "error", "error": sentence("late", reply.locale), "code": "timeout"}
                    return
        if not reply.over:
            raise Unavailable("closed", "The server is stopping, or the conversation was erased.")
        for event in reply.ended():
            yield event


def labels(locale: str) -> Labels:
    """The names of agents and their labels in this language."""

    def of(assistant: str) -> tuple[str, str] | None:
        agent = find(assistant)
        return None if agent is None else (agent.name, agent.label_en if locale.startswith("en") else agent.label)

    return of


def _refused(error: LoketError) -> Response:
    """What can't be read is 400 in this contract."""
    return refused(400 if error.status == 422 else error.status, error.code, error.text)
