"""Where what a package's tools keep is fetched: on this server, or passed on from the one where its tools are."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from loket.house.bundle import Bundle
from loket.house.refusal import refused
from loket.net.client import CallFailed, Client, fetched
from loket.wiring.parts import Parts

SECONDS = 10.0
MOST_BYTES = 20_000_000


def left_by_tools(parts: Parts, package: Bundle) -> list[BaseRoute]:
    """The doors of what is kept. Elsewhere everything belongs to this server, so that here whoever knows an address may
    have what is there: its names can't be guessed."""
    routes = [route for door in package.leaves for route in door.routes(parts.house)]
    url = parts.tools_at(package)
    if url is None:
        return routes
    place = urlsplit(url)
    passed = _passed_on(parts.http, f"{place.scheme}://{place.netloc}")
    return [Route(route.path, passed) for route in routes if isinstance(route, Route)]


def _passed_on(client: Client, origin: str) -> Callable[[Request], Awaitable[Response]]:
    async def get(request: Request) -> Response:
        asked = client.build_request("GET", f"{origin}{quote(request.scope['path'])}")
        try:
            answer = await fetched(client, asked, SECONDS, MOST_BYTES)
        except CallFailed:
            return refused(404, "not_found", "The server that keeps this does not answer. Try again later.")
        told = {name.lower(): value for name, value in answer.headers.items()}
        headers = {
            "Content-Disposition": told.get("content-disposition", "attachment"),
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cache-Control": "private, no-store",
        }
        return Response(answer.body, answer.status, headers, media_type=told.get("content-type"))

    return get
