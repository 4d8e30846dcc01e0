"""`POST /api/llm/complete`: a prompt to the language model of this server, for pages, which never see its key; and
`GET /api/llm/providers`, what there is to ask."""

import math
from dataclasses import dataclass

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.data import JsonObject
from loket.core.errors import LoketError
from loket.core.events import AgentSaid
from loket.core.model import Models
from loket.house.bulk import beside
from loket.house.house import House
from loket.house.requests import body_of, owner_of
from loket.planners.outside import asked_for
from loket_demos.scenario.complete_request import CompleteRequest, details
from loket_demos.scenario.completing import ASSISTANT, NO_MODEL, SECONDS, TOOL, providers
from loket_demos.scenario.paced_model import ModelAllowance

BODY_BYTES = 1_000_000
CALLER = "page"


@dataclass(frozen=True)
class CompleteDoor:
    """The two addresses."""

    models: Models | None
    allowance: ModelAllowance

    def routes(self, house: House) -> list[Route]:
        """What is answered, and where."""

        async def complete(request: Request) -> Response:
            return await _Completing(house, self.allowance).answer(request)

        async def listed(request: Request) -> Response:
            return JSONResponse(providers(self.models.names() if self.models is not None else {}))

        return [
            Route("/api/llm/complete", complete, methods=["POST"]),
            Route("/api/llm/providers", listed, methods=["GET"]),
        ]


@dataclass(frozen=True)
class _Completing:
    house: House
    allowance: ModelAllowance

    async def answer(self, request: Request) -> Response:
        owner = owner_of(request)
        try:
            asked = await beside(CompleteRequest.model_validate_json, await body_of(request, BODY_BYTES))
            if wait := self.allowance.pace.wait(owner):
                text, seconds = self.allowance.refusal(wait), str(math.ceil(wait))
                return _refused(429, "RateLimited", text, {"Retry-After": seconds})
            return await self._asked(owner, asked, request.headers.get("idempotency-key", ""))
        except ValidationError as error:
            if error.errors(include_input=False)[0]["type"] == "json_invalid":
                return JSONResponse({"error": "Invalid JSON body"}, 400)
            return JSONResponse({"error": "ValidationError", "details": details(error)}, 400)
        except LoketError as error:
            return _refused(error.status, error.code, error.text)

    async def _asked(self, owner: str, asked: CompleteRequest, key: str) -> Response:
        """The answer; the same key of the same owner is the same request, and is paid for once."""
        name = self.house.message_conversation(ASSISTANT, key, owner) if key else None
        conversation = await self.house.ensure(owner, ASSISTANT, name)
        said = AgentSaid(
            agent=CALLER, message_id=key[:200], data=asked_for(TOOL, asked.model_dump(mode="json", by_alias=True))
        )
        seq = await self.house.tell(conversation, said, owner=owner, key=key[:200] or None, by="agent")
        try:
            await self.house.settled(conversation, seq, SECONDS + 10)
        except TimeoutError:
            return _refused(502, "ProviderError", "The model did not answer in time. Try again.")
        outcome = await self.house.outcome(conversation, seq)
        returned = outcome.returned if outcome is not None else None
        if returned is None:
            return _refused(502, "ProviderError", "The request was stopped. Try again.")
        if returned.ok:
            answer: JsonObject = await self.house.whole(conversation, returned.value)
            return JSONResponse({**answer, "requestId": f"{conversation}.{seq}"})
        if returned.code == NO_MODEL:
            wrong = [{"path": ["provider"], "message": returned.text}]
            return JSONResponse({"error": "ValidationError", "details": wrong}, 400)
        return _refused(502, "ProviderError", returned.text or "The model did not answer.")


def _refused(status: int, error: str, message: str, headers: dict[str, str] | None = None) -> Response:
    return JSONResponse({"error": error, "message": message}, status, headers)
