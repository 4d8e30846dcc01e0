"""A2A over JSON-RPC: dialects on one address, told apart by the name of the method, answered in the caller's words."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import A2AError, InternalError, InvalidParamsError, MethodNotFoundError
from google.protobuf.message import Message
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from loket.core.data import Json, JsonObject
from loket.core.errors import Unavailable
from loket.doors.a2a.callers import check_media, check_version, context_of
from loket.doors.a2a.envelope import Envelope, Malformed, answered, envelope_of, later, parsed, refused
from loket.doors.a2a.face import A2ASettings
from loket.doors.a2a.following import TaskNews
from loket.doors.a2a.json import as_json, plain_request
from loket.doors.a2a.requests import Requests
from loket.house.bulk import LOOP_BYTES
from loket.house.rpc import result_for
from loket.house.sse import HEADERS, PING, PING_SECONDS, beating
from loket.logs import logger

EVENTS = "text/event-stream"

log = logger("loket.doors")

Answer = Callable[[Requests, Any, ServerCallContext], Awaitable[JsonObject | Message | None]]


@dataclass(frozen=True, slots=True)
class Method:
    """A method of 1.0: what its params are, and how it is answered (None: by a stream)."""

    params: type[Message]
    answer: Answer | None = None


METHODS = {
    "SendMessage": Method(pb.SendMessageRequest, Requests.send),
    "GetTask": Method(pb.GetTaskRequest, Requests.get),
    "ListTasks": Method(pb.ListTasksRequest, Requests.listed),
    "CancelTask": Method(pb.CancelTaskRequest, Requests.cancel),
    "CreateTaskPushNotificationConfig": Method(
        pb.TaskPushNotificationConfig, Requests.on_create_task_push_notification_config
    ),
    "GetTaskPushNotificationConfig": Method(
        pb.GetTaskPushNotificationConfigRequest, Requests.on_get_task_push_notification_config
    ),
    "ListTaskPushNotificationConfigs": Method(
        pb.ListTaskPushNotificationConfigsRequest, Requests.on_list_task_push_notification_configs
    ),
    "DeleteTaskPushNotificationConfig": Method(
        pb.DeleteTaskPushNotificationConfigRequest, Requests.on_delete_task_push_notification_config
    ),
    "GetExtendedAgentCard": Method(pb.GetExtendedAgentCardRequest, Requests.on_get_extended_agent_card),
    "SendStreamingMessage": Method(pb.SendMessageRequest),
    "SubscribeToTask": Method(pb.SubscribeToTaskRequest),
}


Dialect = Callable[[Request, Envelope, ServerCallContext], Awaitable[Response | None]]
"""Answers the methods it knows; None for others."""


class Rpc:
    """Answers the methods of 1.0, and leaves the others to the older dialects. An ASGI application: what the library
    does between one and a function costs as much as the answer of a small one."""

    def __init__(self, requests: Requests, settings: A2ASettings, older: Sequence[Dialect]) -> None:
        self._requests, self._settings, self._older = requests, settings, older

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        response = await self._to(request, await _body(receive))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        """The answer to a request that somebody has looked at already."""
        return await self._to(request, await request.body())

    async def _to(self, request: Request, body: bytes) -> Response:
        """One request, from its bytes to its answer."""
        try:
            check_media(request)
            envelope = envelope_of(body) if len(body) <= LOOP_BYTES else await asyncio.to_thread(envelope_of, body)
        except A2AError as error:
            return answered(refused(None, error))
        except Malformed as malformed:
            return answered(refused(malformed.id, malformed.error))
        context = context_of(request)
        try:
            if (method := METHODS.get(envelope.method)) is not None:
                check_version(request, self._settings.strict)
                plain = plain_request(envelope.params) if method.params is pb.SendMessageRequest else None
                params = plain or await envelope.read(partial(parsed, envelope.params, method.params))
                if tenant := getattr(params, "tenant", ""):
                    context.tenant = tenant
                if method.answer is None:
                    return await self._streamed(request, envelope, params, context)
                result = await method.answer(self._requests, params, context)
                return answered(result_for(envelope.id, as_json(result) if isinstance(result, Message) else result))
            for dialect in self._older:
                if (answer := await dialect(request, envelope, context)) is not None:
                    return answer
            raise MethodNotFoundError(message=f"There is no method {envelope.method[:100]}.")
        except A2AError as error:
            return answered(refused(envelope.id, error))
        except Unavailable as error:
            return later(answered(refused(envelope.id, InternalError(message=error.text))))
        except Exception:
            log.exception("an A2A request broke")
            return answered(refused(envelope.id, InternalError()))

    async def _streamed(
        self, request: Request, envelope: Envelope, params: Any, context: ServerCallContext
    ) -> Response:
        stream = stream_of(self._requests, request, params, context)

        def written(told: TaskNews) -> Json:
            return result_for(envelope.id, told.update)

        return await event_stream(stream, written, lambda error: refused(envelope.id, error))


async def _body(receive: Receive) -> bytes:
    """All that is sent. ClientDisconnect when its sender leaves before."""
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return body
    raise ClientDisconnect


def stream_of(
    requests: Requests, request: Request, params: Any, context: ServerCallContext
) -> AsyncGenerator[TaskNews, None]:
    """What follows from a message, or on a task."""
    if isinstance(params, pb.SendMessageRequest):
        return requests.streamed(params, context)
    last = request.headers.get("last-event-id", "")
    if last and not (last.isascii() and last.isdigit() and len(last) <= 12):
        raise InvalidParamsError(message="Last-Event-ID is the id of an event: a whole number.")
    return requests.subscribed(params, context, int(last) if last else None)


async def event_stream(
    stream: AsyncGenerator[TaskNews, None],
    written: Callable[[TaskNews], Json],
    refused: Callable[[A2AError], Json],
    ids: bool = True,
) -> Response:
    """The stream as server-sent events. What is wrong before the first event is raised and becomes a plain answer."""
    first = await anext(stream, None)

    async def frames() -> AsyncIterator[bytes]:
        if first is not None:
            yield frame(first.seq if ids else None, written(first))
        try:
            async with aclosing(beating(stream, PING_SECONDS)) as news:
                async for told in news:
                    yield PING if told is None else frame(told.seq if ids else None, written(told))
        except A2AError as error:
            yield b"event: error\n" + frame(None, refused(error))

    return StreamingResponse(frames(), headers=HEADERS, media_type=EVENTS)


def frame(seq: int | None, body: Json) -> bytes:
    """One event; its id is the record it comes from."""
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return b"data: %b\n\n" % data if seq is None else b"id: %d\ndata: %b\n\n" % (seq, data)
