"""The application around all doors of a process: errors have one shape everywhere, and the API tells what it can."""

import json
from collections.abc import Iterable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route

from loket import __version__
from loket.core.errors import LoketError
from loket.doors import api, api_page, not_here
from loket.engine.host import Host
from loket.house.misfit import sentence_of
from loket.house.refusal import refused

ABOUT = """\
A conversation is a log of records. Start one, tell what a person did, and follow its records or look at its views.

Every error has the body `{"error": {"code", "text"}}`; codes are stable. Times are ISO 8601 in UTC. On loopback
everything belongs to the owner `local`; with tokens configured, send yours as `Authorization: Bearer …`."""

AGAIN = {"Retry-After": "5"}
"""Seconds: about what servers that keep the log need to agree on another leader."""

TEXTS = {
    404: ("not_found", "There is nothing here."),
    405: ("wrong_method", "This address takes another method."),
    415: ("wrong_media", "Send JSON, with the header Content-Type: application/json."),
}


def application(routes: Iterable[BaseRoute], host: Host | None = None, pace: float = 0.0) -> FastAPI:
    """All doors as one ASGI application. With a host it has the API, described at /openapi.json and, for people, at
    /docs. `pace`: the seconds in which a change of a page can be seen."""
    doors = [*routes, *(api.routes().routes if host is not None else ())]
    app = FastAPI(
        title="Loket",
        version=__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json" if host is not None else None,
        routes=doors,
        redirect_slashes=False,
    )
    app.state.doors, app.state.host, app.state.pace = doors, host, pace
    app.add_exception_handler(LoketError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broke)
    if host is not None:

        async def docs(request: Request) -> Response:
            return api_page.page(app.openapi())

        app.add_route("/docs", docs, include_in_schema=False)
    return app


def described(host: Host) -> str:
    """The OpenAPI description of an API, as the file that is kept beside the code."""
    return json.dumps(application((), host).openapi(), indent=1, ensure_ascii=False) + "\n"


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, LoketError)
    return refused(error.status, error.code, error.text, AGAIN if error.status == 503 else None)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0] if error.errors() else {"type": "", "loc": (), "msg": "invalid"}
    if first["type"] == "json_invalid":
        return refused(400, "bad_json", "The body is not JSON.")
    if first["loc"] == ("body",) and "json" not in request.headers.get("content-type", ""):
        return refused(415, *TEXTS[415])  # what curl -d sends unless told otherwise
    return refused(422, "invalid", sentence_of(first))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:
        return refused(400, "bad_json", "The body is not JSON.")
    if error.status_code == 404 and not_here.wants_page(request):
        return not_here.page(request)
    code, text = TEXTS.get(error.status_code, ("http_error", error.detail))
    headers = {"Allow": _allowed(request, error)} if error.status_code == 405 else error.headers
    return refused(error.status_code, code, text, headers)


def _allowed(request: Request, error: HTTPException) -> str:
    """The methods of every route at this address; the library names those of the first."""
    found = set((error.headers or {}).get("Allow", "").split(", ")) - {""}
    for route in request.app.state.doors:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return ", ".join(sorted(found))


async def _broke(request: Request, error: Exception) -> Response:
    return refused(500, "internal", "Something of ours broke; it is in the server's log.")
