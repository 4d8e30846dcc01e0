"""A2A over JSON-RPC: dialects on one address, told apart by the name of the method, answered in the caller's words."""

import json
import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import msgspec
from a2a.extensions.common import get_requested_extensions
from a2a.server.context import ServerCallContext
from a2a.types import a2a_pb2 as pb
from a2a.utils.error_handlers import build_error_details
from a2a.utils.errors import (
    JSON_RPC_ERROR_CODE_MAP,
    A2AError,
    ContentTypeNotSupportedError,
    InternalError,
    InvalidParamsError,
    InvalidRequestError,
    JSONParseError,
    MethodNotFoundError,
    VersionNotSupportedError,
)
from a2a.utils.proto_utils import to_stream_response
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError
from google.protobuf.message import Message
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket.doors.a2a_face import A2ASettings
from loket.doors.a2a_following import Told
from loket.doors.a2a_requests import Caller, Requests
from loket.doors.auth import LOCAL

VERSION, EXTENSIONS = "a2a-version", ("a2a-extensions", "x-a2a-extensions")
EVENTS = "text/event-stream"
SSE = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}

JSON = frozenset({"", "application/json", "application/a2a+json"})
_VERSION = re.compile(r"([0-9]{1,4}\.[0-9]{1,4})(?:\.[0-9]{1,4})?")

log = logging.getLogger("loket.doors")

RequestId = str | int | None
Answer = Callable[[Requests, Any, ServerCallContext], Awaitable[Json]]


@dataclass(frozen=True, slots=True)
class Envelope:
    """A JSON-RPC request that is well formed; `params` may still be anything."""

    id: RequestId
    method: str
    params: Json = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Method:
    """A method of 1.0 that gives one answer: what its params are, and how it is answered."""

    params: type[Message]
    answer: Answer


async def _send(requests: Requests, params: Any, context: ServerCallContext) -> Json:
    answer = await requests.on_message_send(params, context)
    return {"task" if isinstance(answer, pb.Task) else "message": MessageToDict(answer)}


async def _list(requests: Requests, params: Any, context: ServerCallContext) -> Json:
    page = await requests.on_list_tasks(params, context)
    always = {"tasks": [], "totalSize": 0, "pageSize": page.page_size, "nextPageToken": ""}
    return {**always, **MessageToDict(page)}


def _plain(name: str) -> Answer:
    async def answer(requests: Requests, params: Any, context: ServerCallContext) -> Json:
        given = await getattr(requests, name)(params, context)
        return None if given is None else MessageToDict(given)

    return answer


METHODS = {
    "SendMessage": Method(pb.SendMessageRequest, _send),
    "GetTask": Method(pb.GetTaskRequest, _plain("on_get_task")),
    "ListTasks": Method(pb.ListTasksRequest, _list),
    "CancelTask": Method(pb.CancelTaskRequest, _plain("on_cancel_task")),
    "CreateTaskPushNotificationConfig": Method(
        pb.TaskPushNotificationConfig, _plain("on_create_task_push_notification_config")
    ),
    "GetTaskPushNotificationConfig": Method(
        pb.GetTaskPushNotificationConfigRequest, _plain("on_get_task_push_notification_config")
    ),
    "ListTaskPushNotificationConfigs": Method(
        pb.ListTaskPushNotificationConfigsRequest, _plain("on_list_task_push_notification_configs")
    ),
    "DeleteTaskPushNotificationConfig": Method(
        pb.DeleteTaskPushNotificationConfigRequest, _plain("on_delete_task_push_notification_config")
    ),
    "GetExtendedAgentCard": Method(pb.GetExtendedAgentCardRequest, _plain("on_get_extended_agent_card")),
}
STREAMS: dict[str, type[Message]] = {
    "SendStreamingMessage": pb.SendMessageRequest,
    "SubscribeToTask": pb.SubscribeToTaskRequest,
}


Dialect = Callable[[Request, Envelope, ServerCallContext], Awaitable[Response | None]]
"""Answers the methods it knows; None for others."""


class Rpc:
    """Answers the methods of 1.0, once no older dialect has."""

    def __init__(self, requests: Requests, settings: A2ASettings, older: Sequence[Dialect]) -> None:
        self._requests, self._settings, self._older = requests, settings, older

    async def answer(self, request: Request) -> Response:
        """One request, from its bytes to its answer."""
        try:
            check_media(request)
            envelope = envelope_of(await request.body())
        except A2AError as error:
            return answered(refused(None, error))
        except Malformed as malformed:
            return answered(refused(malformed.id, malformed.error))
        context = context_of(request)
        try:
            for dialect in self._older:
                if (answer := await dialect(request, envelope, context)) is not None:
                    return answer
            return await self._answered(request, envelope, context)
        except A2AError as error:
            return answered(refused(envelope.id, error))
        except Exception:
            log.exception("an A2A request broke")
            return answered(refused(envelope.id, InternalError()))

    async def _answered(self, request: Request, envelope: Envelope, context: ServerCallContext) -> Response:
        method, stream = METHODS.get(envelope.method), STREAMS.get(envelope.method)
        if method is None and stream is None:
            raise MethodNotFoundError(message=f"There is no method {envelope.method[:100]}.")
        check_version(request, self._settings.strict)
        if stream is not None:
            params = parsed(envelope.params, stream)
            context.tenant = getattr(params, "tenant", "")
            return await self._streamed(request, envelope, params, context)
        assert method is not None
        params = parsed(envelope.params, method.params)
        context.tenant = getattr(params, "tenant", "")
        result = await method.answer(self._requests, params, context)
        return answered({"jsonrpc": "2.0", "id": envelope.id, "result": result})

    async def _streamed(
        self, request: Request, envelope: Envelope, params: Any, context: ServerCallContext
    ) -> Response:
        stream = stream_of(self._requests, request, params, context)

        def written(told: Told) -> Json:
            result = MessageToDict(to_stream_response(told.update))
            return {"jsonrpc": "2.0", "id": envelope.id, "result": result}

        return await event_stream(stream, written, lambda error: refused(envelope.id, error))


def stream_of(
    requests: Requests, request: Request, params: Any, context: ServerCallContext
) -> AsyncGenerator[Told, None]:
    """What follows from a message, or on a task."""
    if isinstance(params, pb.SendMessageRequest):
        return requests.streamed(params, context)
    last = request.headers.get("last-event-id", "")
    if last and not (last.isascii() and last.isdigit() and len(last) <= 12):
        raise InvalidParamsError(message="Last-Event-ID is the id of an event: a whole number.")
    return requests.subscribed(params, context, int(last) if last else None)


class Malformed(Exception):
    """The body is no JSON-RPC request."""

    def __init__(self, error: A2AError, id: RequestId = None) -> None:
        super().__init__(error.message)
        self.error, self.id = error, id


def envelope_of(body: bytes) -> Envelope:
    """The request in a body. Malformed says what is wrong, with the id if there is a usable one."""
    try:
        said: Json = msgspec.json.decode(body)
    except (ValueError, RecursionError) as error:
        raise Malformed(JSONParseError(message="The body is not JSON.")) from error
    if not is_object(said):
        raise Malformed(InvalidRequestError(message="A request is one JSON object; batches are not served."))
    given = said.get("id")
    if isinstance(given, bool) or not isinstance(given, str | int | None):
        raise Malformed(InvalidRequestError(message="The id is a string, a whole number or null."))
    if said.get("jsonrpc") != "2.0":
        raise Malformed(InvalidRequestError(message='jsonrpc must be "2.0".'), given)
    method = said.get("method")
    if not isinstance(method, str) or not method:
        raise Malformed(InvalidRequestError(message="A request names a method."), given)
    return Envelope(given, method, said.get("params", {}))


def version_of(request: Request) -> str:
    """The version a caller says it speaks: in the header, else in the address; empty when it does not say."""
    return (request.headers.get(VERSION) or request.query_params.get("A2A-Version") or "").strip()


def check_version(request: Request, strict: bool, wanted: str = "1.0") -> None:
    """Refuses a caller of another version. A patch digit makes no difference."""
    said = version_of(request)
    if not speaks(said, wanted, strict):
        raise VersionNotSupportedError(message=f"This is a method of {wanted}; you speak {said[:20] or '0.3'}.")


def speaks(said: str, wanted: str, strict: bool = True) -> bool:
    """Whether a caller is of the version that is wanted. One who says nothing is of 0.3, if `strict`."""
    if not said:
        return wanted == "0.3" or not strict
    found = _VERSION.fullmatch(said)
    return found is not None and found[1] == wanted


def context_of(request: Request) -> ServerCallContext:
    """Who asks, and which extensions it knows."""
    named = [value for name in EXTENSIONS for value in request.headers.getlist(name)]
    return ServerCallContext(
        user=Caller(str(request.scope.get("loket.owner", LOCAL))),
        requested_extensions=get_requested_extensions(named),
        state={"headers": dict(request.headers)},
    )


def parsed(params: Json, kind: type[Message]) -> Any:
    """The params as the type of their method; unknown names are passed over."""
    if not is_object(params):
        raise InvalidParamsError(message="The params are an object.")
    try:
        return ParseDict(params, kind(), ignore_unknown_fields=True)
    except (ParseError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise InvalidParamsError(message=f"The params do not fit: {str(error)[:200]}") from error


def check_media(request: Request) -> None:
    """Refuses a body that is not called JSON: a page of another site may send one without asking its browser first."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media not in JSON:
        raise ContentTypeNotSupportedError(message=f"A request is application/json, not {media[:100]}.")


def refused(id: RequestId, error: A2AError) -> JsonObject:
    """An error in the words of 1.0."""
    code = JSON_RPC_ERROR_CODE_MAP.get(type(error), -32603)
    told = {"code": code, "message": error.message, "data": build_error_details(error)}
    return {"jsonrpc": "2.0", "id": id, "error": told}


def answered(body: JsonObject) -> Response:
    """JSON-RPC over HTTP: also an error comes with status 200."""
    return Response(msgspec.json.encode(body), media_type="application/json")


async def event_stream(
    stream: AsyncGenerator[Told, None], written: Callable[[Told], Json], refused: Callable[[A2AError], Json]
) -> Response:
    """The stream as server-sent events. What is wrong before the first event is raised and becomes a plain answer."""
    first = await anext(stream, None)

    async def frames() -> AsyncIterator[bytes]:
        async with aclosing(stream):
            if first is not None:
                yield frame(first.seq, written(first))
            try:
                async for told in stream:
                    yield frame(told.seq, written(told))
            except A2AError as error:
                yield b"event: error\n" + frame(None, refused(error))

    return StreamingResponse(frames(), headers=SSE, media_type=EVENTS)


def frame(seq: int | None, body: Json) -> bytes:
    """One event; its id is the record it comes from."""
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return b"data: %b\n\n" % data if seq is None else b"id: %d\ndata: %b\n\n" % (seq, data)
