"""For those who watch over a process: whether it takes work (`/readyz`), and what it does in figures (`/metrics`)."""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from loket.doors.auth import LOCAL
from loket.engine.host import Host
from loket.engine.measures import Measures, measures
from loket.house.refusal import refused
from loket.house.requests import owner_of
from loket.logs import ErrorLines

READER = "metrics"
"""The owner whose token reads the figures of a server that has tokens: they are nobody else's business."""

Exposition = Callable[[Measures, int], tuple[bytes, str]]


def routes(host: Host, tokens: bool, errors: ErrorLines, exposition: Exposition) -> list[BaseRoute]:
    """`exposition` writes figures, and the count of error lines, as Prometheus reads them: body and media type."""

    async def ready(request: Request) -> JSONResponse:
        state = "draining" if host.runs.closing else "serving"
        return JSONResponse({"state": state}, 503 if host.runs.closing else 200)

    async def metrics(request: Request) -> Response:
        if owner_of(request) != (READER if tokens else LOCAL):
            return refused(403, "not_yours", f"Figures are read with the token of the owner `{READER}`.")
        body, media = await asyncio.to_thread(exposition, measures(host.runs), errors.lines)
        return Response(body, headers={"Content-Type": media})

    return [Route("/readyz", ready), Route("/metrics", metrics)]
