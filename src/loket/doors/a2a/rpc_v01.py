"""The 0.1 dialect over JSON-RPC: `tasks/send` and what belongs to it, for tasks whose id their client has chosen.

`tasks/get`, `tasks/cancel` and `tasks/resubscribe` have the same names in 0.3: they are ours when we know the id."""

import hashlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from datetime import timedelta

import msgspec
from a2a.server.context import ServerCallContext
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import A2AError, InvalidParamsError, PushNotificationNotSupportedError
from starlette.requests import Request
from starlette.responses import Response

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, text_at
from loket.doors.a2a.envelope import LONG, Envelope, answered, aside
from loket.doors.a2a.face import AgentFace
from loket.doors.a2a.following import TaskNews
from loket.doors.a2a.json import typed
from loket.doors.a2a.requests import Requests
from loket.doors.a2a.rpc import event_stream
from loket.doors.a2a.v01 import answered_01, id_from, message_from, refused_01, task_01, update_01
from loket.doors.auth import LOCAL
from loket.engine.host import Host
from loket.house.rpc import result_for

OURS = frozenset({"tasks/send", "tasks/sendSubscribe"})
SHARED = frozenset({"tasks/get", "tasks/cancel", "tasks/resubscribe"})
HOOKS = "tasks/pushNotification/"
KEPT = timedelta(days=30)
"""How long we know a task by the id its client chose."""


@dataclass(frozen=True, slots=True)
class NamedTask:
    """A task by the name its client gave it: its id here, how many messages it had, and a digest of the last."""

    task: str
    count: int
    body: str


class Rpc01:
    """Answers the methods of 0.1; gives None for those of other dialects."""

    def __init__(self, requests: Requests, host: Host, face: AgentFace) -> None:
        self._requests, self._host, self._face = requests, host, face

    async def answer(self, request: Request, envelope: Envelope, context: ServerCallContext) -> Response | None:
        """One request, from its envelope to its answer."""
        method, params = envelope.method, envelope.params
        if method not in OURS | SHARED and not method.startswith(HOOKS):
            return None
        owner, context.state[LONG] = context.user.user_name or LOCAL, envelope.long
        if method in SHARED and (not is_object(params) or await self._noted_task(owner, text_at(params, "id")) is None):
            return None
        try:
            if method.startswith(HOOKS):
                raise PushNotificationNotSupportedError(message="This agent calls no webhooks of 0.1.")
            if not is_object(params):
                raise InvalidParamsError(message="The params are an object.")
            id = id_from(params)
            if method in ("tasks/sendSubscribe", "tasks/resubscribe"):
                return await self._streamed(envelope, id, context)
            sends = method == "tasks/send"
            result = await (self._sent(params, id, context) if sends else self._other(envelope, id, context))
            return answered(result_for(envelope.id, result))
        except A2AError as error:
            return answered(refused_01(envelope.id, error))

    async def _sent(self, params: JsonObject, id: str, context: ServerCallContext) -> Json:
        request = await self._request(params, id, context)
        given = await self._requests.on_message_send(request, context)
        if isinstance(given, pb.Message):
            return answered_01(given, id, text_at(params, "sessionId"))
        await self._keep(context, id, given.id, params)
        return task_01(given, id, _length(params))

    async def _other(self, envelope: Envelope, id: str, context: ServerCallContext) -> Json:
        known = await self._noted_task(context.user.user_name or LOCAL, id)
        assert known is not None
        if envelope.method == "tasks/get":
            task = await self._requests.on_get_task(pb.GetTaskRequest(id=known.task), context)
            return task_01(task, id, _length(envelope.params))
        return task_01(await self._requests.on_cancel_task(pb.CancelTaskRequest(id=known.task), context), id)

    async def _streamed(self, envelope: Envelope, id: str, context: ServerCallContext) -> Response:
        params: JsonObject = envelope.params
        if envelope.method == "tasks/resubscribe":
            known = await self._noted_task(context.user.user_name or LOCAL, id)
            assert known is not None
            stream = self._requests.subscribed(pb.SubscribeToTaskRequest(id=known.task), context)
        else:
            stream = self._requests.streamed(await self._request(params, id, context), context)
        places: dict[str, int] = {}

        async def kept() -> AsyncGenerator[TaskNews, None]:
            async with aclosing(stream):
                async for told in stream:
                    if "task" in told.update and envelope.method == "tasks/sendSubscribe":
                        await self._keep(context, id, told.update["task"]["id"], params)
                    yield told

        def written(told: TaskNews) -> Json:
            return result_for(envelope.id, _update(told, id, places))

        return await event_stream(kept(), written, lambda error: refused_01(envelope.id, error))

    async def _request(self, params: JsonObject, id: str, context: ServerCallContext) -> pb.SendMessageRequest:
        """The same message in the types of today. One that comes twice in a row is the same message."""
        known = await self._noted_task(context.user.user_name or LOCAL, id)
        repeated = known is not None and known.body == _digest(params)
        count = 0 if known is None else known.count - repeated
        long = context.state.get(LONG, False)
        message = await aside(long, lambda: message_from(params.get("message"), f"0.1:{id}:{count}"))
        if known is not None and count:
            message.task_id = known.task
        elif session := text_at(params, "sessionId"):
            message.context_id = session
        return pb.SendMessageRequest(message=message)

    async def task_of(self, owner: str, id: str) -> str | None:
        """Our id of the task that this owner's client calls so; None when it chose no such id."""
        known = await self._noted_task(owner, id)
        return None if known is None else known.task

    async def _noted_task(self, owner: str, id: str) -> NamedTask | None:
        noted = await self._host.store.look(owner, self._name(id)) if id else None
        return None if noted is None else NamedTask(**noted.value)

    async def _keep(self, context: ServerCallContext, id: str, task: str, params: JsonObject) -> None:
        owner = context.user.user_name or LOCAL
        known, body = await self._noted_task(owner, id), _digest(params)
        if known is not None and known.task == task and known.body == body:
            return
        count = 1 if known is None or known.task != task else known.count + 1
        kept = {"task": task, "count": count, "body": body}
        await self._host.store.note(owner, self._name(id), kept, expires=self._host.clock() + KEPT)

    def _name(self, id: str) -> str:
        return f"a2a/01/{self._face.assistant}/{hashlib.sha256(id.encode('utf-8', 'replace')).hexdigest()[:32]}"


def _update(told: TaskNews, id: str, places: dict[str, int]) -> Json:
    update = typed(told.update)
    if isinstance(update, pb.Task):
        for artifact in update.artifacts:
            places.setdefault(artifact.artifact_id, len(places))
        return {"id": id, "status": task_01(update, id)["status"], "final": False}
    if isinstance(update, pb.Message):
        return {"id": id, "status": answered_01(update, id, "")["status"], "final": True}
    index = 0
    if isinstance(update, pb.TaskArtifactUpdateEvent):
        index = places.setdefault(update.artifact.artifact_id, len(places))
    return update_01(update, id, index)


def _length(params: Json) -> int | None:
    found = params.get("historyLength") if is_object(params) else None
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else None


def _digest(params: JsonObject) -> str:
    said = msgspec.json.encode(params.get("message"), order="deterministic")
    return hashlib.sha256(said).hexdigest()
