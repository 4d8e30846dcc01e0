"""Whatever fits the API's own description, and whatever does not, no request breaks the server."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.doors.talking import begun
from tests.serving import Here, serving_here
from tests.tries import tries

EXAMPLES = tries(8)
BUFFER_SIZE = 8 * 1024
"""Characters of the longest text that Hypothesis makes up (`hypothesis.internal.conjecture.engine.BUFFER_SIZE`)."""


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    async with serving_here(tmp_path) as served:
        yield served


async def test_the_description_is_whole(here: Here) -> None:
    told = (await here.http.get("/openapi.json")).json()
    assert set(told["paths"]) == {
        "/healthz",
        "/api/assistants",
        "/api/conversations",
        "/api/conversations/{id}",
        "/api/conversations/{id}/events",
        "/api/conversations/{id}/events/{seq}/prompt",
        "/api/conversations/{id}/export",
        "/api/assistants/{name}/pages",
        "/api/conversations/{id}/files",
        "/api/conversations/{id}/files/{sha256}",
        "/api/conversations/{id}/files/{sha256}/link",
        "/api/conversations/{id}/fork",
    }
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            assert operation["description"] and operation["tags"], (method, path)
            assert (
                _schema(operation["responses"]["4XX"])
                == {"$ref": "#/components/schemas/ErrorBody"}
                == _schema(operation["responses"]["5XX"])
            )


def _schema(answer: dict[str, Any]) -> dict[str, Any]:
    return answer["content"]["application/json"]["schema"]


async def test_no_request_breaks_the_server(here: Here) -> None:
    """Half of the requests are about a conversation that exists, so that they get past the door."""
    id = await begun(here.http)
    told = (await here.http.get("/openapi.json")).json()
    tried = await anyio.to_thread.run_sync(_try_all, told, here.url, id)
    assert tried > 10 * EXAMPLES
    assert (await here.http.get("/healthz")).json()["ok"] is True


def _try_all(told: dict[str, Any], url: str, id: str) -> int:
    """Tries every operation with what fits its description and with what does not; how many answers came."""
    schema = schemathesis.openapi.from_dict(_that_can_be_passed(told))
    tried = 0
    with requests.Session() as session:
        for found in schema.get_all_operations():
            operation = found.ok()
            modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
            for mode in modes if _can_be_wrong(operation.definition.raw) else modes[:1]:
                tried += _try(operation.as_strategy(generation_mode=mode), Line(session, url, id))
    return tried


def _that_can_be_passed(told: Any) -> Any:
    """The description without lengths of texts that Hypothesis, which makes up longer ones, breaks at itself."""
    match told:
        case dict():
            kept = {key: value for key, value in told.items() if not (key == "maxLength" and value >= BUFFER_SIZE)}
            return {key: _that_can_be_passed(value) for key, value in kept.items()}
        case list():
            return [_that_can_be_passed(value) for value in told]
        case _:
            return told


def _can_be_wrong(operation: dict[str, Any]) -> bool:
    """Every path fits a path that is any text; a query and a body may be of the wrong type."""
    queries = [parameter for parameter in operation.get("parameters", []) if parameter["in"] == "query"]
    return bool(queries or operation.get("requestBody"))


@dataclass(frozen=True)
class Line:
    """Where requests go, and a conversation that exists there."""

    session: requests.Session
    url: str
    id: str


def _try(cases: st.SearchStrategy[schemathesis.Case], line: Line) -> int:
    seen: list[int] = []

    @settings(max_examples=EXAMPLES, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(case=cases, known=st.booleans())
    def never_breaks(case: schemathesis.Case, known: bool) -> None:
        if known and "id" in case.path_parameters and case.method != "DELETE":
            case.path_parameters["id"] = line.id
        sent = case.as_transport_kwargs(base_url=line.url)
        try:
            answer = line.session.request(**sent, stream=True, timeout=20)
        except (requests.exceptions.InvalidHeader, UnicodeError):
            return  # no client can send this
        with answer:  # a stream would never end: its head is enough
            seen.append(answer.status_code)
            assert answer.status_code < 500, f"{answer.status_code}: {case.as_curl_command()}"
            if answer.status_code >= 400:
                assert set(answer.json()["error"]) == {"code", "text"}

    never_breaks()
    return len(seen)
