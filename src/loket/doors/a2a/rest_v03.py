"""Plain HTTP in 0.3, under `/v1`: the library's routes, with the errors and the streams that it leaves to us.

An error is the bare object of the protocol, `{"code", "message"}` (0.3.0, section 3.2.3: a consistent form that maps to
the error types); `type` is what the library's own client reads."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import msgspec
from a2a.compat.v0_3 import a2a_v0_3_pb2 as pb3
from a2a.compat.v0_3 import conversions, proto_utils, types
from a2a.server.routes.rest_routes import create_rest_routes
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import (
    A2A_REASON_TO_ERROR,
    A2A_REST_ERROR_MAPPING,
    A2AError,
    InternalError,
    InvalidRequestError,
)
from a2a.utils.proto_utils import to_stream_response
from google.protobuf.json_format import MessageToDict, Parse, ParseError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from loket.core.data import Json, JsonObject
from loket.core.shapes import list_at, object_at, text_at
from loket.doors.a2a.following import TaskNews
from loket.doors.a2a.json import typed
from loket.doors.a2a.requests import Requests
from loket.doors.a2a.rest_callers import RestCallers, RestRequests
from loket.doors.a2a.rest_streams import RestStreams
from loket.doors.a2a.v03 import refused_03
from loket.house.bulk import beside

PATH, SEND = "/v1/", "/message:send"
BROKEN, INTERNAL = 400, -32603
Endpoint = Callable[[Request], Awaitable[Response]]


def rest_routes_03(requests: Requests, strict: bool) -> list[BaseRoute]:
    """Everything of 0.3, relative to where plain HTTP is served."""
    callers = RestCallers("0.3", strict)
    theirs = create_rest_routes(cast(Any, RestRequests(requests)), callers, enable_v0_3_compat=True)
    return [
        *RestStreams(requests, callers, _sent, _written, bare_error, refusal).routes("/v1"),
        *(
            Route(route.path, _bare(route.endpoint), methods=sorted(route.methods or ()))
            for route in theirs
            if isinstance(route, Route) and route.path.startswith(PATH)
        ),
    ]


def bare_error(error: A2AError) -> JsonObject:
    """An error as 0.3 has it over plain HTTP."""
    told = refused_03(None, error)["error"]
    named = InternalError if told["code"] == INTERNAL else type(error)
    return {**told, "type": named.__name__}


def refusal(error: A2AError, status: int | None = None) -> Response:
    """The whole answer; its status is that of the error unless another one is given."""
    code = status or A2A_REST_ERROR_MAPPING.get(type(error), A2A_REST_ERROR_MAPPING[InternalError]).http_code
    return Response(msgspec.json.encode(bare_error(error)), code, media_type="application/json")


def _bare(endpoint: Endpoint) -> Endpoint:
    """The library's answer, with its error in our form."""

    async def answer(request: Request) -> Response:
        if request.url.path.endswith(SEND):
            try:  # the library takes bytes and metadata that it can't read for a fault of its own
                await beside(_sent, await request.body())
            except A2AError as error:
                return refusal(error)
        response = await endpoint(request)
        return response if response.status_code < BROKEN else refusal(_error_in(response.body), response.status_code)

    return answer


def _error_in(body: bytes | memoryview) -> A2AError:
    """The error that the library wrote, in the form of 1.0."""
    told: Json = object_at(msgspec.json.decode(body), "error")
    first = next(iter(list_at(told, "details")), None)
    kind = A2A_REASON_TO_ERROR.get(text_at(first, "reason"), InternalError)
    return kind(message=text_at(told, "message"), data=object_at(first, "metadata") or None)


def _sent(body: bytes) -> pb.SendMessageRequest:
    try:
        said = proto_utils.FromProto.message_send_params(
            Parse(body, pb3.SendMessageRequest(), ignore_unknown_fields=True)
        )
        return conversions.to_core_send_message_request(types.SendMessageRequest(id="", params=said))
    except (ParseError, ValueError, TypeError, RecursionError) as error:
        raise InvalidRequestError(message=f"The body does not fit: {str(error)[:200]}") from error


def _written(told: TaskNews) -> Json:
    response = conversions.to_compat_stream_response(to_stream_response(typed(told.update)), "")
    return MessageToDict(proto_utils.ToProto.stream_response(response.result))
