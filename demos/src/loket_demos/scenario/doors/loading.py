"""`POST /api/scenario/load {"url"}` fetches a scenario from an address, for a page that may not do so itself, `POST
/api/scenario/check` says of one what is wrong and what is missing, and `POST /api/scenario/preview {"scenario",
"agent"?, "instructions"?}` what a model is asked before its first step. None of them keeps anything."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid, LoketError
from loket.core.shapes import is_object, text_at
from loket.core.web import Fetch, FetchFailed
from loket.house.bulk import beside, check_bulk
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of
from loket_demos.scenario.library import SCENARIO_BYTES, WrongScenario, config_in
from loket_demos.scenario.planner.reasoning import asked
from loket_demos.scenario.planner.standing import Standing
from loket_demos.scenario.run import SOURCE, run_for
from loket_demos.scenario.shapes import scenario_of
from loket_demos.scenario.validation import validated
from loket_demos.scenario.vault.read import READ

PATH, CHECK, PREVIEW = "/api/scenario/load", "/api/scenario/check", "/api/scenario/preview"
SECONDS, ADDRESS = 10.0, 4000


class NotLoaded(LoketError):
    """Nothing that could be read came from there."""

    status = 502


@dataclass(frozen=True)
class LoadDoor:
    """The address; without `fetch` this server fetches nothing."""

    fetch: Fetch | None = None

    def routes(self, house: House) -> list[Route]:
        """What is answered, and where."""

        async def load(request: Request) -> Response:
            try:
                asked = await json_of(request, ADDRESS)
                return JSONResponse(await loaded(self.fetch, text_at(asked, "url").strip()))
            except WrongScenario as error:
                wrong = [{"path": path, "text": text} for path, text in error.wrong]
                told = {"code": error.code, "text": error.text, "details": wrong}
                return JSONResponse({"error": told}, error.status)
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        async def check(request: Request) -> Response:
            try:
                validation = validated(await json_of(request, SCENARIO_BYTES))
                told = validation.model_dump(mode="json", exclude={"config", "left_out"})
                return JSONResponse({**told, "leftOut": validation.left_out})
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        async def preview(request: Request) -> Response:
            try:
                return JSONResponse(previewed(await json_of(request, SCENARIO_BYTES)))
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        answers = {PATH: load, CHECK: check, PREVIEW: preview}
        return [Route(path, answer, methods=["POST"]) for path, answer in answers.items()]


async def loaded(fetch: Fetch | None, url: str) -> JsonObject:
    """The scenario at an address, bare. Invalid and NotLoaded say what is wrong with it, one sentence a cause."""
    if fetch is None or urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise Invalid("bad_address", "This is no address of a scenario: it begins with https:// or http://.")
    try:
        answer = await fetch(url, None, SECONDS, SCENARIO_BYTES)
    except FetchFailed as error:
        raise _not_loaded(urlsplit(url).hostname, error) from error
    if answer.status != 200:
        raise NotLoaded("http_error", f"{urlsplit(url).hostname} answers with HTTP {answer.status}.")
    config = config_in(await beside(_parsed, answer.body))
    wrong = validated(config).errors
    if wrong:
        raise WrongScenario([(finding.path, finding.message) for finding in wrong])
    return config


def _not_loaded(host: str | None, error: FetchFailed) -> NotLoaded:
    """One sentence a cause."""
    if error.refused:
        return NotLoaded("address_refused", error.refused)
    if error.large:
        return NotLoaded("too_large", f"What is there is larger than {SCENARIO_BYTES} bytes.")
    if error.late:
        return NotLoaded("timeout", f"{host} did not answer within {SECONDS:.0f} seconds.")
    return NotLoaded("unreachable", f"{host} can't be reached from this server.")


def previewed(body: Json) -> JsonObject:
    """What a model that plays an agent, by default the first, is asked before anything happened. Invalid."""
    scenario = scenario_of(body.get("scenario")) if is_object(body) else scenario_of(None)
    agent = text_at(body, "agent")
    me = scenario.agent(agent) if agent else scenario.agents[0]
    if me is None:
        raise Invalid("no_agent", f"There is no agent {agent[:80]} in this scenario.")
    run = run_for(scenario, me).model_copy(update={"instructions": text_at(body, "instructions")})
    there = {READ, *(f"{SOURCE}.{tool.tool_name}" for tool in me.tools)}
    system, user = asked(Standing(run), (), there)
    return {"system": system.text, "user": user.text}


def _parsed(body: bytes) -> Json:
    """As strictly as a request: no NaN, no half characters, not too deep."""
    check_bulk(body)
    try:
        return msgspec.json.decode(body)
    except (ValueError, RecursionError) as error:
        raise Invalid("bad_json", "What is there is no JSON.") from error
