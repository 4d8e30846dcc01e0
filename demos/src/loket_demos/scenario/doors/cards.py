"""`POST /api/scenario/card {"url"}`: the card of an agent as it is read at connect: which dialect it speaks, whether it
is known here, and what in it does not fit the specification. `POST /api/scenario/card/check {"url"}`: what `loket
check` says of it. Each look is a call in a conversation of its own."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid, LoketError
from loket.core.events import AgentSaid
from loket.core.shapes import object_at, text_at
from loket.house.bundle import AGENT_TOOLS, TRYING_AGENTS
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of, owner_of
from loket.planners.outside import asked_for

PATH, CHECK_PATH = "/api/scenario/card", "/api/scenario/card/check"
ASSISTANT, TOOL, CHECK = "scenario.cards", AGENT_TOOLS[1], TRYING_AGENTS[2]
SECONDS, CHECK_SECONDS, ADDRESS = 40.0, 95.0, 8000
CARDS = AssistantSpec(
    name=ASSISTANT,
    title="Cards that the workbench read",
    planner="outside",
    tools=(TOOL, CHECK),
    intake="one_by_one",
    hidden=True,
)


class NoCard(LoketError):
    """There is no agent, or nothing of it could be read."""

    status = 502


@dataclass(frozen=True)
class CardDoor:
    """The address."""

    def routes(self, house: House) -> list[Route]:
        """What is answered, and where."""

        async def card(request: Request) -> Response:
            try:
                return JSONResponse(await looked(house, owner_of(request), await _address(request)))
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        async def check(request: Request) -> Response:
            try:
                asked: JsonObject = {"url": await _address(request)}
                return JSONResponse(await _returned(house, owner_of(request), CHECK, asked, CHECK_SECONDS))
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        return [Route(PATH, card, methods=["POST"]), Route(CHECK_PATH, check, methods=["POST"])]


async def _address(request: Request) -> str:
    url = text_at(await json_of(request, ADDRESS), "url").strip()
    if not url:
        raise Invalid("bad_address", "Give the address of an agent.")
    return url


async def looked(house: House, owner: str, url: str) -> JsonObject:
    """What the tool says of the agent there. NoCard says why there is nothing to say."""
    told = await _returned(house, owner, TOOL, {"target_url": url, "fresh": True}, SECONDS)
    if text_at(told, "status") == "not_found":
        raise NoCard("not_found", "There is no A2A agent at this address, nor above it.")
    return told


async def _returned(house: House, owner: str, tool: str, args: dict[str, Json], seconds: float) -> JsonObject:
    """What a tool came back with. NoCard when that is nothing."""
    conversation = await house.ensure(owner, ASSISTANT)
    said = AgentSaid(agent="page", data=asked_for(tool, args))
    seq = await house.tell(conversation, said, owner=owner, by="agent")
    try:
        await house.settled(conversation, seq, seconds)
    except TimeoutError as error:
        raise NoCard("timeout", "The agent did not answer in time.") from error
    outcome = await house.outcome(conversation, seq)
    returned = outcome.returned if outcome is not None else None
    if returned is None:
        raise NoCard("stopped", "The look was stopped. Try again.")
    told: JsonObject = await house.whole(conversation, returned.value) or {}
    if not returned.ok:
        error = object_at(told, "error")
        raise NoCard(returned.code or "failed", text_at(error, "message") or returned.text)
    return told
