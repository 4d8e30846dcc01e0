"""`POST /api/scenario/card {"url"}`: the card of an agent as it is read at connect: which dialect it speaks, whether it
is known here, and what in it does not fit the specification. The look is a call in a conversation of its own."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject
from loket.core.errors import Invalid, LoketError
from loket.core.events import AgentSaid
from loket.core.shapes import object_at, text_at
from loket.house.bundle import AGENT_TOOLS
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of, owner_of
from loket.planners.outside import asked_for

PATH = "/api/scenario/card"
ASSISTANT, TOOL = "scenario.cards", AGENT_TOOLS[1]
SECONDS, ADDRESS = 40.0, 8000
CARDS = AssistantSpec(
    name=ASSISTANT,
    title="Cards that the workbench read",
    planner="outside",
    tools=(TOOL,),
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
                url = text_at(await json_of(request, ADDRESS), "url").strip()
                if not url:
                    raise Invalid("bad_address", "Give the address of an agent.")
                return JSONResponse(await looked(house, owner_of(request), url))
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        return [Route(PATH, card, methods=["POST"])]


async def looked(house: House, owner: str, url: str) -> JsonObject:
    """What the tool says of the agent there. NoCard says why there is nothing to say."""
    conversation = await house.ensure(owner, ASSISTANT)
    said = AgentSaid(agent="page", data=asked_for(TOOL, {"target_url": url, "fresh": True}))
    seq = await house.tell(conversation, said, owner=owner, by="agent")
    try:
        await house.settled(conversation, seq, SECONDS)
    except TimeoutError as error:
        raise NoCard("timeout", "The agent did not answer in time.") from error
    outcome = await house.outcome(conversation, seq)
    returned = outcome.returned if outcome is not None else None
    if returned is None:
        raise NoCard("stopped", "The look was stopped. Try again.")
    told: JsonObject = await house.whole(conversation, returned.value) or {}
    if text_at(told, "status") == "not_found":
        raise NoCard("not_found", "There is no A2A agent at this address, nor above it.")
    if not returned.ok:
        error = object_at(told, "error")
        raise NoCard(returned.code or "failed", text_at(error, "message") or returned.text)
    return told
