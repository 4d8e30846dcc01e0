"""The 0.3 dialect over JSON-RPC: its names and shapes on the outside, the same requests on the inside."""

from typing import Any

from a2a.compat.v0_3 import conversions, types
from a2a.compat.v0_3.request_handler import RequestHandler03
from a2a.server.context import ServerCallContext
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import JSON_RPC_ERROR_CODE_MAP, A2AError, InternalError, InvalidParamsError
from a2a.utils.proto_utils import to_stream_response
from google.protobuf.json_format import ParseError
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.doors.a2a.callers import check_version
from loket.doors.a2a.cards import RESUME
from loket.doors.a2a.envelope import Envelope, answered
from loket.doors.a2a.face import A2ASettings
from loket.doors.a2a.following import TaskNews
from loket.doors.a2a.json import Typed, as_json, typed
from loket.doors.a2a.requests import Requests
from loket.doors.a2a.rpc import EVENTS, event_stream, frame, stream_of
from loket.doors.a2a.said import whole_numbers
from loket.doors.a2a.tasks import STATES
from loket.house.rpc import error_for, result_for
from loket.views.outcome_state import RESTING

MODELS: dict[str, Any] = {
    "message/send": types.SendMessageRequest,
    "message/stream": types.SendStreamingMessageRequest,
    "tasks/get": types.GetTaskRequest,
    "tasks/cancel": types.CancelTaskRequest,
    "tasks/resubscribe": types.TaskResubscriptionRequest,
    "tasks/pushNotificationConfig/set": types.SetTaskPushNotificationConfigRequest,
    "tasks/pushNotificationConfig/get": types.GetTaskPushNotificationConfigRequest,
    "tasks/pushNotificationConfig/list": types.ListTaskPushNotificationConfigRequest,
    "tasks/pushNotificationConfig/delete": types.DeleteTaskPushNotificationConfigRequest,
    "agent/getAuthenticatedExtendedCard": types.GetAuthenticatedExtendedCardRequest,
}
LAST = frozenset(code for state, code in STATES.items() if state in RESTING)
"""States after which the stream of a message ends; the library says so of those that end the task alone."""
PAYLOADS: dict[type, str] = {
    pb.Task: "task",
    pb.Message: "message",
    pb.TaskStatusUpdateEvent: "statusUpdate",
    pb.TaskArtifactUpdateEvent: "artifactUpdate",
}
"""Where a result of 1.0 has what kind of thing."""
KINDS = frozenset({"text", "file", "data"})
LAST_CODE = -32007
"""Errors that came with later versions are internal errors to a caller of 0.3."""


class Rpc03:
    """Answers the methods of 0.3; gives None for those of other dialects."""

    def __init__(self, requests: Requests, settings: A2ASettings) -> None:
        self._requests, self._settings = requests, settings
        self._translated = RequestHandler03(requests)

    async def answer(self, request: Request, envelope: Envelope, context: ServerCallContext) -> Response | None:
        """One request, from its envelope to its answer."""
        if envelope.method not in MODELS:
            return None
        if self._settings.strict:
            check_version(request, True, "0.3")
        context.state["dialect"] = "0.3"
        try:
            said = await envelope.read(lambda: self._parsed(envelope))
            if envelope.method == "message/stream":
                core = await envelope.read(lambda: _core(said))
                return await self._streamed(request, envelope, core, context)
            if envelope.method == "tasks/resubscribe":
                core = conversions.to_core_subscribe_to_task_request(said)
                return await self._streamed(request, envelope, core, context)
            return answered(result_for(envelope.id, await self._result(said, envelope, context)))
        except A2AError as error:
            return answered(refused_03(envelope.id, error))

    def _parsed(self, envelope: Envelope) -> Any:
        """The request in the types of 0.3. Parts of a kind that there is none of are refused."""
        if envelope.params is not None and not is_object(envelope.params):
            raise InvalidParamsError(message="The params are an object.")
        for part in list_at(object_at(envelope.params, "message"), "parts"):
            if is_object(part) and part.get("kind", part.get("type", "text")) not in KINDS:
                raise InvalidParamsError(message="A part is of the kind text, file or data.")
        body: JsonObject = {"jsonrpc": "2.0", "id": envelope.id or "", "method": envelope.method}
        if envelope.params or "Extended" not in envelope.method:
            body["params"] = envelope.params
        if envelope.method == "tasks/pushNotificationConfig/get" and is_object(envelope.params):
            # The one without a name has the id of the task; here it may be left out, in 1.0 it may not.
            body["params"] = {"pushNotificationConfigId": envelope.params.get("id"), **envelope.params}
        try:
            return MODELS[envelope.method].model_validate(body)
        except (ValidationError, RecursionError) as error:
            raise InvalidParamsError(message=f"The params do not fit: {_first(error)}") from error

    async def _result(self, said: Any, envelope: Envelope, context: ServerCallContext) -> Json:
        if said.method == "message/send":
            core = await envelope.read(lambda: _core(said))
            given = await self._sent(said, core, context)
            task = isinstance(given, pb.Task)
            old = conversions.to_compat_task(given) if task else conversions.to_compat_message(given)
            return _result(_dumped(old), given, envelope)
        if said.method == "tasks/pushNotificationConfig/delete":
            await self._translated.on_delete_task_push_notification_config(said, context)
            return None
        answer = {
            "tasks/get": self._translated.on_get_task,
            "tasks/cancel": self._translated.on_cancel_task,
            "tasks/pushNotificationConfig/set": self._translated.on_create_task_push_notification_config,
            "tasks/pushNotificationConfig/get": self._translated.on_get_task_push_notification_config,
            "tasks/pushNotificationConfig/list": self._translated.on_list_task_push_notification_configs,
            "agent/getAuthenticatedExtendedCard": self._translated.on_get_extended_agent_card,
        }[said.method]
        return _dumped(await answer(said, context))

    async def _sent(
        self, said: types.SendMessageRequest, core: pb.SendMessageRequest, context: ServerCallContext
    ) -> pb.Task | pb.Message:
        wish = said.params.configuration
        if (wish is None or wish.blocking is None) and not self._settings.blocking:
            core.configuration.return_immediately = True
        return await self._requests.on_message_send(core, context)

    async def _streamed(self, request: Request, envelope: Envelope, core: Any, context: ServerCallContext) -> Response:
        stream = stream_of(self._requests, request, core, context)

        def written(told: TaskNews) -> Json:
            dumped = _dumped(
                conversions.to_compat_stream_response(to_stream_response(update := typed(told.update)), envelope.id)
            )
            if envelope.method == "message/stream" and isinstance(update, pb.TaskStatusUpdateEvent):
                dumped["result"]["final"] = update.status.state in LAST
            return {**dumped, "result": _result(dumped["result"], update, envelope)}

        try:
            return await event_stream(
                stream, written, lambda error: refused_03(envelope.id, error), wants_ids(request, context)
            )
        except A2AError as error:  # its clients expect a stream even when there is none
            return StreamingResponse(iter([frame(None, refused_03(envelope.id, error))]), media_type=EVENTS)


def wants_ids(request: Request, context: ServerCallContext) -> bool:
    """Whether a caller goes on after the id of an event: 0.3 has none, and some clients stumble over them."""
    return RESUME in context.requested_extensions or "last-event-id" in request.headers


def _result(old: JsonObject, given: Typed, envelope: Envelope) -> JsonObject:
    """The result; for who sends parts as 1.0 has them (without `kind`) by a method of 0.3, in a form that readers of
    results of both find. Such a client comes with fasta2a: it reads 1.0, but for the names of states and roles."""
    sent = list_at(object_at(envelope.params, "message"), "parts")
    if not sent or any(is_object(part) and ("kind" in part or "type" in part) for part in sent):
        return old
    return {**old, PAYLOADS[type(given)]: _old_names(as_json(given))}


def _old_names(value: Json) -> Json:
    """A result of 1.0 with the states and roles of 0.3."""
    if isinstance(value, list):
        return [_old_names(one) for one in value]
    if not is_object(value):
        return value
    told = {name: inner if name in ("data", "metadata") else _old_names(inner) for name, inner in value.items()}
    for name, prefix in (("state", "TASK_STATE_"), ("role", "ROLE_")):
        if name in told:
            told[name] = text_at(told, name).removeprefix(prefix).lower().replace("_", "-")
    return told


def _core(said: Any) -> pb.SendMessageRequest:
    """The message in the types of today."""
    try:
        return conversions.to_core_send_message_request(said)
    except (ValueError, TypeError, ParseError, RecursionError) as error:
        raise InvalidParamsError(message=f"The message does not fit: {str(error)[:200]}") from error


def refused_03(id: str | int | None, error: A2AError) -> JsonObject:
    """An error in the words of 0.3."""
    code = JSON_RPC_ERROR_CODE_MAP.get(type(error), -32603)
    if -32099 <= code < LAST_CODE:
        error, code = InternalError(message=error.message), -32603
    return error_for(id, code, error.message, error.data)


def _dumped(answer: Any) -> Json:
    if isinstance(answer, list):
        return [_dumped(one) for one in answer]
    return whole_numbers(answer.model_dump(mode="json", by_alias=True, exclude_none=True))


def _first(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "they are nested too deeply."
    wrong = error.errors(include_input=False, include_url=False, include_context=False)[0]
    return f"{'.'.join(str(part) for part in wrong['loc'])[:100]}: {wrong['msg'][:200]}"
