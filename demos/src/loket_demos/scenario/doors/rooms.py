"""`/api/rooms/ROOM/a2a` is an agent that whoever is behind the room answers for; a task fails while nobody is.

`POST /api/rooms/ROOM/lease` (`{"takeover": true}` takes another one's place) gives a lease of 45 seconds, `PUT` and
`DELETE /api/rooms/ROOM/lease/LEASE` renew it and give it back. `GET /api/rooms/ROOM/events?lease=LEASE` streams what
waits for a reply, renews the lease while it is open, and says `revoked` when it is lost. `POST /api/rooms/ROOM/replies`
answers: `lease`, `message`, `text`, `attachments`, and `finality` (`turn`, or `conversation`, which completes)."""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from loket.core.data import JsonObject
from loket.core.errors import Invalid, LoketError, NotFound
from loket.core.shapes import is_object, list_at, text_at
from loket.core.tool import ToolFailed
from loket.house.house import House, ServedAgent
from loket.house.refusal import refused
from loket.house.requests import json_of, owner_of
from loket.house.sse import HEADERS, PING, PING_SECONDS, beating, frame
from loket_demos.scenario.chat_tools import sent_file
from loket_demos.scenario.exchanges.inbound import Overheard
from loket_demos.scenario.exchanges.kept import ExchangeBook
from loket_demos.scenario.room_tool import ASSISTANT, SETTING
from loket_demos.scenario.rooms import LEASE, RoomReply, Rooms

PATH = "/api/rooms"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class RoomsDoor:
    """All rooms; those of other owners do not exist for a caller."""

    rooms: Rooms
    exchanges: ExchangeBook
    ping: float = PING_SECONDS

    def routes(self, house: House) -> Sequence[BaseRoute]:
        """The agents, and what is behind them."""
        agent, behind = _RoomAgent(house, self.exchanges), _Behind(self.rooms, self.ping)
        room = f"{PATH}/{{room}}"
        return [
            Route(f"{room}/a2a", agent),
            Mount(f"{room}/a2a", agent),
            Route(f"{room}/lease", _refusing(behind.enter), methods=["POST"]),
            Route(f"{room}/lease/{{lease}}", _refusing(behind.renew), methods=["PUT"]),
            Route(f"{room}/lease/{{lease}}", _refusing(behind.leave), methods=["DELETE"]),
            Route(f"{room}/events", _refusing(behind.events), methods=["GET"]),
            Route(f"{room}/replies", _refusing(behind.reply), methods=["POST"]),
        ]


@dataclass(frozen=True)
class _RoomAgent:
    house: House
    exchanges: ExchangeBook

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            name = _name(Request(scope))
            path, about = f"{PATH}/{name}/a2a", "Whoever is behind this room answers."
            app = await self.house.agent(ServedAgent(ASSISTANT, path, f"Room {name}", about, {SETTING: name}))
        except LoketError as error:
            await refused(error.status, error.code, error.text)(scope, receive, send)
            return
        await Overheard(app, self.exchanges, f"{self.house.address}{path}")(scope, receive, send)


@dataclass(frozen=True)
class _Behind:
    rooms: Rooms
    ping: float

    async def enter(self, request: Request) -> Response:
        body = await json_of(request, MOST_BYTES) if await request.body() else {}
        takeover = is_object(body) and body.get("takeover") is True
        lease = self.rooms.enter(owner_of(request), _name(request), takeover=takeover)
        return JSONResponse({"lease": lease, "seconds": LEASE, "ping": self.ping}, 201)

    async def renew(self, request: Request) -> Response:
        self.rooms.renew(owner_of(request), _name(request), str(request.path_params["lease"]))
        return JSONResponse({"seconds": LEASE})

    async def leave(self, request: Request) -> Response:
        self.rooms.leave(owner_of(request), _name(request), str(request.path_params["lease"]))
        return Response(status_code=204)

    async def events(self, request: Request) -> Response:
        owner, name, lease = owner_of(request), _name(request), request.query_params.get("lease", "")
        self.rooms.renew(owner, name, lease)
        return StreamingResponse(self._frames(owner, name, lease), media_type="text/event-stream", headers=HEADERS)

    async def reply(self, request: Request) -> Response:
        body = await json_of(request, MOST_BYTES)
        owner, name, text = owner_of(request), _name(request), text_at(body, "text")
        self.rooms.renew(owner, name, text_at(body, "lease"))
        if not text.strip():
            raise Invalid("no_text", "A reply has a text.")
        try:
            files = tuple(sent_file(one) for one in list_at(body, "attachments"))
        except ToolFailed as failed:
            raise Invalid(failed.code, failed.text) from failed
        over = text_at(body, "finality") == "conversation"
        reply = RoomReply(text, "conversation" if over else "turn", files)
        self.rooms.reply(owner, name, text_at(body, "message"), reply)
        return JSONResponse({"status": "sent"})

    async def _frames(self, owner: str, name: str, lease: str) -> AsyncGenerator[bytes, None]:
        async with aclosing(beating(self._news(owner, name, lease), self.ping)) as news:
            async for event in news:
                if event is None:
                    try:
                        self.rooms.renew(owner, name, lease)
                    except LoketError:
                        yield frame({"type": "revoked"})
                        return
                yield PING if event is None else frame(event)

    async def _news(self, owner: str, name: str, lease: str) -> AsyncGenerator[JsonObject, None]:
        """Each message once, for as long as the lease holds."""
        shown: set[str] = set()
        yield {"type": "granted", "lease": lease}
        while True:
            changed: asyncio.Event = self.rooms.changed(owner, name)
            try:
                self.rooms.renew(owner, name, lease)
            except LoketError:
                yield {"type": "revoked"}
                return
            for message in self.rooms.waiting(owner, name):
                if message.id not in shown:
                    shown.add(message.id)
                    yield {"type": "message", **message.model_dump(mode="json")}
            await changed.wait()


def _name(request: Request) -> str:
    name = str(request.path_params["room"])
    if NAME.fullmatch(name) is None:
        raise NotFound("no_room", "A room's name has 1 to 80 letters, digits, dots, dashes and underscores.")
    return name


def _refusing(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    return answered
