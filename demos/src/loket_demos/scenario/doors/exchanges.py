"""`GET /api/scenario/exchanges?conversation=ID&q=WORDS`: what went over the wires of a conversation, the newest first;
`GET …/CONVERSATION/NAME` is one of them whole. `POST …/CONVERSATION/NAME/send` sends what we asked once more, or the
body's `request` in its place: a call that waits for a person, whose conversation and question are the answer."""

from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from loket.core.data import JsonObject
from loket.core.errors import Invalid, LoketError
from loket.core.events import AgentSaid
from loket.core.shapes import is_object
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of, owner_of
from loket.planners.outside import asked_for
from loket_demos.scenario.exchanges.kept import NOWHERE, ExchangeBook
from loket_demos.scenario.exchanges.resend import ASSISTANT, TOOL

PATH = "/api/scenario/exchanges"
PAGE, MOST_BYTES = 100, 300_000
SECONDS = 10.0


@dataclass(frozen=True)
class ExchangesDoor:
    """The exchanges of the caller's own conversations."""

    book: ExchangeBook

    def routes(self, house: House) -> list[Route]:
        """A list, one of it, and sending it again."""
        door = _Exchanges(house, self.book)
        return [
            Route(PATH, door.every, methods=["GET"]),
            Route(f"{PATH}/{{conversation}}/{{name}}", door.whole, methods=["GET"]),
            Route(f"{PATH}/{{conversation}}/{{name}}/send", door.send, methods=["POST"]),
        ]


@dataclass(frozen=True)
class _Exchanges:
    house: House
    book: ExchangeBook

    async def every(self, request: Request) -> Response:
        asked = request.query_params
        owner, conversation = owner_of(request), asked.get("conversation") or NOWHERE
        lines = await self.book.lines(owner, conversation, asked.get("q", "")[:200])
        before = asked.get("before", "")
        there = [line for line in lines if not before or line["name"] < before]
        told: JsonObject = {"exchanges": there[:PAGE], "more": len(there) > PAGE}
        gone = "" if there else await self.book.gone(owner, conversation)
        return _json(told | ({"note": gone} if gone else {}))

    async def whole(self, request: Request) -> Response:
        try:
            return _json(await self._exchange(request))
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    async def send(self, request: Request) -> Response:
        try:
            body = await json_of(request, MOST_BYTES) if await request.body() else {}
            return _json(await self._send(request, body if is_object(body) else {}), 202)
        except LoketError as error:
            return refused(error.status, error.code, error.text)

    async def _send(self, request: Request, edited: JsonObject) -> JsonObject:
        exchange, owner = await self._exchange(request), owner_of(request)
        if not exchange["ours"]:
            raise Invalid("not_ours", "Somebody else sent this to us. What we sent can be sent again.")
        if exchange["cut"] and "request" not in edited:
            raise Invalid("cut", "Not all of this request is kept, so it can't be sent again as it was.")
        about = {name: exchange[name] for name in ("url", "conversation", "dialect")}
        args: JsonObject = {**about, "request": edited.get("request", _parsed(exchange["request"]))}
        key = request.headers.get("idempotency-key", "")[:200] or None
        name = self.house.message_conversation(ASSISTANT, key, owner) if key else None
        conversation = await self.house.ensure(owner, ASSISTANT, name)
        said = AgentSaid(agent="page", message_id=key or exchange["name"], data=asked_for(TOOL, args))
        seq = await self.house.tell(conversation, said, owner=owner, key=key, by="agent")
        await self.house.settled(conversation, seq, SECONDS)
        outcome = await self.house.outcome(conversation, seq)
        return {"conversation": conversation, "seq": seq, "question": outcome.question if outcome is not None else ""}

    async def _exchange(self, request: Request) -> JsonObject:
        conversation, name = str(request.path_params["conversation"]), str(request.path_params["name"])
        return await self.book.whole(owner_of(request), conversation, name)


def _parsed(text: str) -> JsonObject:
    try:
        found = msgspec.json.decode(text)
    except (ValueError, RecursionError):
        found = None
    if not is_object(found):
        raise Invalid("not_json", "This request is no JSON object, so it can't be sent again.")
    return found


def _json(value: JsonObject, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")
