"""The form of the mission: 0.1 without an envelope, `POST BASE/tasks/send`, at the `base_url` of our card of 0.1.

Tasks are the same as in every other dialect. An envelope on these paths is answered by one."""

from collections.abc import Awaitable, Callable

import msgspec
from a2a.server.context import ServerCallContext
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import (
    A2A_REST_ERROR_MAPPING,
    A2AError,
    ContentTypeNotSupportedError,
    InternalError,
    InvalidParamsError,
    InvalidRequestError,
)
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from loket.core.data import JsonObject
from loket.core.shapes import text_at
from loket.doors.a2a.callers import check_media, context_of
from loket.doors.a2a.envelope import LONG, aside
from loket.doors.a2a.limits import object_in
from loket.doors.a2a.requests import Requests
from loket.doors.a2a.rpc import Rpc
from loket.doors.a2a.rpc_v01 import Rpc01
from loket.doors.a2a.v01 import answered_01, id_from, message_from, task_01
from loket.doors.auth import LOCAL
from loket.engine.names import new_name
from loket.house.bulk import LOOP_BYTES, beside

UNSUPPORTED = 415
INVALID = "invalid_request"
"""The code of whatever does not fit; the rest have the names that the protocol gives them."""

Done = Callable[[JsonObject, ServerCallContext], Awaitable[JsonObject]]


class Bare01:
    """Answers callers who send a message and nothing round it. A task is known by our id, or by the one its client
    chose in an envelope."""

    def __init__(self, requests: Requests, rpc: Rpc, named: Rpc01) -> None:
        self._requests, self._rpc, self._named = requests, rpc, named

    def routes(self) -> list[BaseRoute]:
        """Relative to the `base_url`."""
        return [
            Route("/tasks/send", self._posted(self._sent), methods=["POST"]),
            Route("/tasks/get", self._posted(self._got), methods=["POST"]),
            Route("/tasks/cancel", self._posted(self._cancelled), methods=["POST"]),
            Route("/tasks/{id}", self._get_task, methods=["GET"]),
        ]

    async def _get_task(self, request: Request) -> Response:
        try:
            return _answer(await self._got({"id": request.path_params["id"]}, context_of(request)))
        except A2AError as error:
            return _refused(error)

    def _posted(self, done: Done) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                check_media(request)
                body = await request.body()
                said = await beside(lambda sent: object_in(sent, "request"), body)
                if "jsonrpc" in said or "method" in said:
                    return await self._rpc.answer(request)
                context = context_of(request)
                context.state[LONG] = len(body) > LOOP_BYTES
                return _answer(await done(said, context))
            except A2AError as error:
                return _refused(error)

        return answer

    async def _sent(self, said: JsonObject, context: ServerCallContext) -> JsonObject:
        message = await aside(context.state[LONG], lambda: message_from(said.get("message"), new_name()))
        if id := text_at(said, "id") or text_at(said.get("message"), "taskId"):
            message.task_id = await self._task(id, context)
        elif session := text_at(said, "sessionId") or text_at(said.get("message"), "contextId"):
            message.context_id = session
        given = await self._requests.on_message_send(pb.SendMessageRequest(message=message), context)
        if isinstance(given, pb.Message):
            return answered_01(given, message.task_id or given.message_id, message.context_id)
        return task_01(given, id or given.id)

    async def _got(self, said: JsonObject, context: ServerCallContext) -> JsonObject:
        id = id_from(said)
        asked = pb.GetTaskRequest(id=await self._task(id, context))
        return task_01(await self._requests.on_get_task(asked, context), id)

    async def _cancelled(self, said: JsonObject, context: ServerCallContext) -> JsonObject:
        id = id_from(said)
        asked = pb.CancelTaskRequest(id=await self._task(id, context))
        return task_01(await self._requests.on_cancel_task(asked, context), id)

    async def _task(self, id: str, context: ServerCallContext) -> str:
        return await self._named.task_of(context.user.user_name or LOCAL, id) or id


def _answer(body: JsonObject, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def _refused(error: A2AError) -> Response:
    mapped = A2A_REST_ERROR_MAPPING.get(type(error), A2A_REST_ERROR_MAPPING[InternalError])
    unfit = isinstance(error, InvalidParamsError | InvalidRequestError)
    status = UNSUPPORTED if isinstance(error, ContentTypeNotSupportedError) else mapped.http_code
    return _answer({"error": {"code": INVALID if unfit else mapped.reason.lower(), "message": error.message}}, status)
