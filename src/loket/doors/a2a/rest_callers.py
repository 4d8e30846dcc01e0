"""Who calls over plain HTTP, for the library's routes."""

from a2a.server.context import ServerCallContext
from a2a.server.routes.common import ServerCallContextBuilder
from starlette.requests import Request

from loket.doors.a2a.callers import VERSION, check_version, context_of


class RestCallers(ServerCallContextBuilder):
    """The same callers as over JSON-RPC; a version in the address counts like one in the header."""

    def __init__(self, wanted: str, strict: bool) -> None:
        self._wanted, self._strict = wanted, strict

    def build(self, request: Request) -> ServerCallContext:
        """Who asks, in the version of the routes: the library would take every 1.x for 1.0."""
        check_version(request, self._strict, self._wanted)
        context = context_of(request)
        context.state["headers"] = {**request.headers, VERSION: self._wanted}
        context.state["dialect"] = self._wanted
        return context
