"""A2A over plain HTTP: the library's own routes, who asks, and what they leave to whoever serves them."""

from typing import Any, cast

from a2a.server.routes.rest_routes import create_rest_routes
from a2a.types import a2a_pb2 as pb
from a2a.utils.constants import A2A_JSON_MEDIA_TYPE
from a2a.utils.error_handlers import build_rest_error_payload
from a2a.utils.errors import A2AError, ContentTypeNotSupportedError, InvalidRequestError
from google.protobuf.json_format import Parse, ParseError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loket.doors.a2a.callers import check_media
from loket.doors.a2a.limits import object_in
from loket.doors.a2a.requests import Requests
from loket.doors.a2a.rest_callers import RestCallers, RestRequests
from loket.doors.a2a.rest_streams import RestStreams
from loket.doors.a2a.rest_v03 import PATH, refusal, rest_routes_03
from loket.house.bulk import beside
from loket.house.requests import again

UNSUPPORTED, BAD, AGAIN = 415, 400, 503


class RestBodies:
    """ASGI middleware: a body that is not called JSON, is none, or holds too much is refused as HTTP has it, before
    the library reads it. What may be asked again says when."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:

        async def passed(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == AGAIN:
                message = {**message, "headers": [*message["headers"], (b"retry-after", b"5")]}
            await send(message)

        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, passed)
            return
        try:
            check_media(Request(scope))
            body = await Request(scope, receive).body()
            await beside(_check, body)
        except ContentTypeNotSupportedError as error:
            await _refusal(scope, error, UNSUPPORTED)(scope, receive, send)
        except A2AError as error:
            await _refusal(scope, error, BAD)(scope, receive, send)
        else:
            await self._app(scope, again(body, receive), passed)


def _check(body: bytes) -> None:
    if body:
        object_in(body, "body")


def _refusal(scope: Scope, error: A2AError, status: int) -> Response:
    if PATH in scope["path"].removeprefix(scope.get("root_path", "")):
        return refusal(error, status)
    body = build_rest_error_payload(error)
    body["error"] |= {"code": status}
    return JSONResponse(body, status, media_type=A2A_JSON_MEDIA_TYPE)


def _refused(error: A2AError) -> Response:
    body = build_rest_error_payload(error)
    return JSONResponse(body, body["error"]["code"], media_type=A2A_JSON_MEDIA_TYPE)


def _read(body: bytes) -> pb.SendMessageRequest:
    try:
        return Parse(body, pb.SendMessageRequest(), ignore_unknown_fields=True)
    except (ParseError, ValueError, RecursionError) as error:
        raise InvalidRequestError(message=f"The body does not fit: {str(error)[:200]}") from error


def rest_routes(requests: Requests, strict: bool) -> list[BaseRoute]:
    """Everything of 1.0, and of 0.3 under `/v1`."""
    callers = RestCallers("1.0", strict)
    return [
        *RestStreams(requests, callers, _read, lambda told: told.update, build_rest_error_payload, _refused).routes(),
        *rest_routes_03(requests, strict),
        *create_rest_routes(cast(Any, RestRequests(requests)), callers),
    ]
