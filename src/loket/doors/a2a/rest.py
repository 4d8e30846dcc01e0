"""A2A over plain HTTP: the library's own routes, who asks, and what they leave to whoever serves them."""

from collections.abc import Callable

from a2a.server.routes.rest_routes import create_rest_routes
from a2a.types import a2a_pb2 as pb
from a2a.utils.constants import A2A_JSON_MEDIA_TYPE
from a2a.utils.error_handlers import build_rest_error_payload
from a2a.utils.errors import A2AError, ContentTypeNotSupportedError, InvalidRequestError
from a2a.utils.proto_utils import to_stream_response
from google.protobuf.json_format import Parse, ParseError
from google.protobuf.message import Message
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.doors.a2a.callers import check_media, check_version, context_of
from loket.doors.a2a.json import as_json
from loket.doors.a2a.requests import Requests
from loket.doors.a2a.rest_callers import RestCallers
from loket.doors.a2a.rest_v03 import PATH, refusal, rest_routes_03
from loket.doors.a2a.rpc import event_stream, stream_of

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
                await _unsupported(scope, error)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _unsupported(scope: Scope, error: A2AError) -> Response:
    if PATH in scope["path"].removeprefix(scope.get("root_path", "")):
        return refusal(error, UNSUPPORTED)
    body = build_rest_error_payload(error)
    body["error"] |= {"code": UNSUPPORTED}
    return JSONResponse(body, UNSUPPORTED, media_type=A2A_JSON_MEDIA_TYPE)


class RestStreams:
    """The streams of 1.0, with the ids that a caller can go on after; the library's have none."""

    def __init__(self, requests: Requests, strict: bool) -> None:
        self._requests, self._strict = requests, strict

    def routes(self) -> list[BaseRoute]:
        """To be looked at before the library's routes."""
        return [
            Route("/message:stream", self.send, methods=["POST"]),
            Route("/tasks/{id}:subscribe", self.subscribe, methods=["GET", "POST"]),
        ]

    async def send(self, request: Request) -> Response:
        """A message, and what becomes of it."""
        return await self._streamed(request, lambda body: _read(body, pb.SendMessageRequest()))

    async def subscribe(self, request: Request) -> Response:
        """What becomes of a task."""
        return await self._streamed(request, lambda body: pb.SubscribeToTaskRequest(id=request.path_params["id"]))

    async def _streamed(self, request: Request, read: Callable[[bytes], Message]) -> Response:
        try:
            check_version(request, self._strict)
            params = read(await request.body())
            stream = stream_of(self._requests, request, params, context_of(request))
            return await event_stream(
                stream, lambda told: as_json(to_stream_response(told.update)), build_rest_error_payload
            )
        except A2AError as error:
            body = build_rest_error_payload(error)
            return JSONResponse(body, body["error"]["code"], media_type=A2A_JSON_MEDIA_TYPE)


def _read(body: bytes, message: Message) -> Message:
    try:
        return Parse(body, message, ignore_unknown_fields=True)
    except (ParseError, ValueError, RecursionError) as error:
        raise InvalidRequestError(message=f"The body does not fit: {str(error)[:200]}") from error


def rest_routes(requests: Requests, strict: bool) -> list[BaseRoute]:
    """Everything of 1.0, and of 0.3 under `/v1`."""
    return [
        *RestStreams(requests, strict).routes(),
        *rest_routes_03(requests, strict),
        *create_rest_routes(requests, RestCallers("1.0", strict)),
    ]
