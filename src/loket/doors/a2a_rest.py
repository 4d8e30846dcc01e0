"""A2A over plain HTTP: who asks, for the library's own routes."""

from a2a.server.context import ServerCallContext
from a2a.server.routes.common import ServerCallContextBuilder
from starlette.requests import Request

from loket.doors.a2a_rpc import VERSION, context_of, version_of


class RestCallers(ServerCallContextBuilder):
    """The same callers as over JSON-RPC; a version in the address counts like one in the header."""

    def build(self, request: Request) -> ServerCallContext:
        """Who asks, of which the library reads the version."""
        context = context_of(request)
        if said := version_of(request):
            context.state["headers"][VERSION] = said
        return context
