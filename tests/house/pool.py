"""A package with a life of its own and a door: what it opens is open before it is served, and closed at the end."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route

from loket.core.actions import Decision, Say
from loket.core.assistant import AssistantSpec
from loket.core.events import Decided, UserSaid
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services
from loket.house.house import House
from loket.house.requests import owner_of

POOL = AssistantSpec(name="pool", title="Pool")


class Echo:
    """Says every message again."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        event = situation.woke[-1].event
        text = event.text if isinstance(event, UserSaid) else "?"
        return Decision(reasoning="It was said.", action=Say(text=str(text)))


class EchoWire:
    """`POST /echo/SESSION?text=…` answers what the session has been told so far."""

    def routes(self, house: House) -> Sequence[BaseRoute]:
        async def echo(request: Request) -> JSONResponse:
            owner, session = owner_of(request), request.path_params["session"]
            conversation = await house.session(owner, POOL.name, session)
            if request.method == "DELETE":
                await house.erase(conversation)
                return JSONResponse({"conversation": conversation})
            seq = await house.tell(conversation, UserSaid(text=request.query_params["text"]), owner=owner)
            await house.settled(conversation, seq)
            events = [record.event async for record in house.records(conversation)]
            words = [one.action.text for one in events if isinstance(one, Decided) and isinstance(one.action, Say)]
            return JSONResponse({"conversation": conversation, "words": words})

        return [Route("/echo/{session}", echo, methods=["POST", "DELETE"])]


def bundle(services: Services) -> Bundle:
    """Everything this package brings; its file says whether it is open."""

    @asynccontextmanager
    async def lifetime() -> AsyncGenerator[None]:
        services.data.mkdir(parents=True, exist_ok=True)
        (services.data / "pool").write_text("open")
        try:
            yield
        finally:
            (services.data / "pool").write_text("closed")

    return Bundle(POOL.name, (POOL,), {POOL.name: Echo()}, doors=(EchoWire(),), lifetime=lifetime)
