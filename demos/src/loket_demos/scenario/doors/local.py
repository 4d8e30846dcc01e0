"""`POST /api/scenario/allow {"url"}`: a person wants an agent on this machine or network to be called. The answer names
the conversation and the question in which they agree; or says that it may be called, or why that is not theirs."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject
from loket.core.errors import LoketError, Refused
from loket.core.events import AgentSaid
from loket.core.shapes import text_at
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of, owner_of
from loket.planners.outside import asked_for

PATH = "/api/scenario/allow"
ASSISTANT, TOOL = "scenario.consents", "allow_local_agent"
SECONDS, ADDRESS = 10.0, 8000
CONSENTS = AssistantSpec(
    name=ASSISTANT,
    title="Agents on this machine or network",
    planner="outside",
    tools=(TOOL,),
    intake="one_by_one",
    hidden=True,
)


@dataclass(frozen=True)
class AllowDoor:
    """The address."""

    def routes(self, house: House) -> list[Route]:
        """What is answered, and where."""

        async def allow(request: Request) -> Response:
            try:
                url = text_at(await json_of(request, ADDRESS), "url").strip()
                status, answer = await _allowed(house, owner_of(request), url)
                return JSONResponse(answer, status)
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        return [Route(PATH, allow, methods=["POST"])]


async def _allowed(house: House, owner: str, url: str) -> tuple[int, JsonObject]:
    conversation = await house.ensure(owner, ASSISTANT)
    said = AgentSaid(agent="page", data=asked_for(TOOL, {"url": url}))
    seq = await house.tell(conversation, said, owner=owner, by="agent")
    await house.settled(conversation, seq, SECONDS)
    outcome = await house.outcome(conversation, seq)
    if outcome is not None and outcome.question:
        return 202, {"allowed": False, "conversation": conversation, "seq": seq, "question": outcome.question}
    returned = outcome.returned if outcome is not None else None
    if returned is None or not returned.ok:
        code, text = ("failed", "Try again.") if returned is None else (returned.code, returned.text)
        raise Refused(code or "failed", text)
    return 200, {"allowed": True}
