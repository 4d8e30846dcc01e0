"""What a person agrees to before an agent is called.

`POST /api/scenario/allow {"url"}`: it is on this machine or network. The answer names the conversation and the question
in which they agree; or says that it may be called, or why that is not theirs. `POST /api/scenario/agree {"url",
"digest"}`: its card changed, or names another site, and they saw the card of this digest: this is their yes."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject
from loket.core.errors import LoketError, Refused
from loket.core.events import AgentSaid, Answered
from loket.core.shapes import text_at
from loket.house.bundle import AGENT_TOOLS, TRYING_AGENTS
from loket.house.house import House, Outcome
from loket.house.refusal import refused
from loket.house.requests import json_of, owner_of
from loket.planners.outside import asked_for

PATH, CARD_PATH = "/api/scenario/allow", "/api/scenario/agree"
ASSISTANT, ALLOW, TRUST = "scenario.consents", TRYING_AGENTS[1], AGENT_TOOLS[3]
SECONDS, ADDRESS = 10.0, 8000
CONSENTS = AssistantSpec(
    name=ASSISTANT,
    title="Agents that a person agreed to",
    planner="outside",
    tools=(ALLOW, TRUST),
    intake="one_by_one",
    hidden=True,
)


@dataclass(frozen=True)
class AllowDoor:
    """The addresses."""

    def routes(self, house: House) -> list[Route]:
        """What is answered, and where."""

        async def allow(request: Request) -> Response:
            try:
                url = text_at(await json_of(request, ADDRESS), "url").strip()
                status, answer = await _allowed(house, owner_of(request), url)
                return JSONResponse(answer, status)
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        async def agree(request: Request) -> Response:
            try:
                body = await json_of(request, ADDRESS)
                url, digest = text_at(body, "url").strip(), text_at(body, "digest")
                await _agreed(house, owner_of(request), url, digest)
                return JSONResponse({"agreed": True})
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        return [Route(PATH, allow, methods=["POST"]), Route(CARD_PATH, agree, methods=["POST"])]


async def _allowed(house: House, owner: str, url: str) -> tuple[int, JsonObject]:
    conversation, seq = await _asked(house, owner, ALLOW, {"url": url})
    outcome = await house.outcome(conversation, seq)
    if outcome is not None and outcome.question:
        return 202, {"allowed": False, "conversation": conversation, "seq": seq, "question": outcome.question}
    _returned(outcome)
    return 200, {"allowed": True}


async def _agreed(house: House, owner: str, url: str, digest: str) -> None:
    """Asks, and answers with the yes that this request is: what was agreed to counts when it comes back."""
    conversation, seq = await _asked(house, owner, TRUST, {"task_base_url": url, "site": url, "digest": digest})
    outcome = await house.outcome(conversation, seq)
    if outcome is not None and outcome.question:
        yes = await house.tell(conversation, Answered(to=outcome.question, approve=True), owner=owner)
        await house.settled(conversation, yes, SECONDS)
        outcome = await house.outcome(conversation, seq)
    _returned(outcome)


async def _asked(house: House, owner: str, tool: str, args: JsonObject) -> tuple[str, int]:
    """A conversation in which this call is made or waits for a yes, and the seq of what asked for it."""
    conversation = await house.ensure(owner, ASSISTANT)
    said = AgentSaid(agent="page", data=asked_for(tool, args))
    seq = await house.tell(conversation, said, owner=owner, by="agent")
    await house.settled(conversation, seq, SECONDS)
    return conversation, seq


def _returned(outcome: Outcome | None) -> None:
    """Refused when it did not come back well."""
    returned = outcome.returned if outcome is not None else None
    if returned is None or not returned.ok:
        code, text = ("failed", "Try again.") if returned is None else (returned.code, returned.text)
        raise Refused(code or "failed", text)
