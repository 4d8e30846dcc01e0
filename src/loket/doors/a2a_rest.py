"""A2A over plain HTTP: the library's own routes, who asks, and what they leave to whoever serves them."""

from a2a.server.context import ServerCallContext
from a2a.server.routes.common import ServerCallContextBuilder
from a2a.utils.constants import A2A_JSON_MEDIA_TYPE
from a2a.utils.error_handlers import build_rest_error_payload
from a2a.utils.errors import ContentTypeNotSupportedError
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.doors.a2a_rpc import VERSION, check_media, check_version, context_of

UNSUPPORTED = 415


class RestBodies:
    """ASGI middleware: a body that is not called JSON is refused as HTTP has it, before anything reads it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            try:
                check_media(Request(scope))
            except ContentTypeNotSupportedError as error:
                body = build_rest_error_payload(error)
                body["error"] |= {"code": UNSUPPORTED}
                await JSONResponse(body, UNSUPPORTED, media_type=A2A_JSON_MEDIA_TYPE)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class RestCallers(ServerCallContextBuilder):
    """The same callers as over JSON-RPC; a version in the address counts like one in the header."""

    def __init__(self, strict: bool) -> None:
        self._strict = strict

    def build(self, request: Request) -> ServerCallContext:
        """Who asks, in the version that the address is of: the library would take every 1.x for 1.0."""
        wanted = "0.3" if "/v1/" in request.url.path else "1.0"
        check_version(request, self._strict, wanted)
        context = context_of(request)
        context.state["headers"][VERSION] = wanted
        context.state["dialect"] = wanted
        return context
