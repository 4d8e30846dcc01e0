"""`POST /api/scenario/load {"url"}` fetches a scenario from an address, for a page that may not do so itself, and `POST
/api/scenario/check` says of one what is wrong and what is missing. Neither keeps anything."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid, LoketError
from loket.core.shapes import text_at
from loket.core.web import Fetch, FetchFailed
from loket.house.bulk import beside, check_bulk
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of
from loket_demos.scenario.library import SCENARIO_BYTES, WrongScenario, config_in
from loket_demos.scenario.validation import validated

PATH, CHECK = "/api/scenario/load", "/api/scenario/check"
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

        return [Route(PATH, load, methods=["POST"]), Route(CHECK, check, methods=["POST"])]


async def loaded(fetch: Fetch | None, url: str) -> JsonObject:
    """The scenario at an address, bare. Invalid and NotLoaded say what is wrong with it, one sentence a cause."""
    if fetch is None or urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise Invalid("bad_address", "This is no address of a scenario: it begins with https:// or http://.")
    try:
        answer = await fetch(url, None, SECONDS, SCENARIO_BYTES)
    except FetchFailed as error:
        host = urlsplit(url).hostname
        late = f"{host} did not answer within {SECONDS:.0f} seconds."
        never = f"{host} can't be reached from this server, or what is there is larger than {SCENARIO_BYTES} bytes."
        raise NotLoaded("unreachable", late if error.late else never) from error
    if answer.status != 200:
        raise NotLoaded("http_error", f"{urlsplit(url).hostname} answers with HTTP {answer.status}.")
    config = config_in(await beside(_parsed, answer.body))
    wrong = validated(config).errors
    if wrong:
        raise WrongScenario([(finding.path, finding.message) for finding in wrong])
    return config


def _parsed(body: bytes) -> Json:
    """As strictly as a request: no NaN, no half characters, not too deep."""
    check_bulk(body)
    try:
        return msgspec.json.decode(body)
    except (ValueError, RecursionError) as error:
        raise Invalid("bad_json", "What is there is no JSON.") from error
