"""`POST /api/scenario/load {"url"}`: fetches a scenario from an address, for a page that may not do so itself."""

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid, LoketError
from loket.core.shapes import text_at
from loket.core.web import Fetch, FetchFailed
from loket.house.bulk import beside
from loket.house.house import House
from loket.house.refusal import refused
from loket.house.requests import json_of
from loket_demos.scenario.library import SCENARIO_BYTES, bare
from loket_demos.scenario.shapes import scenario_of

PATH = "/api/scenario/load"
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
            except LoketError as error:
                return refused(error.status, error.code, error.text)

        return [Route(PATH, load, methods=["POST"])]


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
    config = bare(await beside(_parsed, answer.body))
    scenario_of(config)
    return config


def _parsed(body: bytes) -> Json:
    try:
        return json.loads(body)
    except ValueError as error:
        raise Invalid("bad_json", "What is there is no JSON.") from error
