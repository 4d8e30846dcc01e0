"""What the A2A library asks of an agent, answered from the log: send, stream, get, list, cancel, webhooks, card."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass

from a2a.server.context import ServerCallContext
from a2a.server.request_handlers.request_handler import RequestHandler, validate_request_params
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import (
    ExtendedAgentCardNotConfiguredError,
    ExtensionSupportRequiredError,
    InternalError,
    InvalidParamsError,
    PushNotificationNotSupportedError,
    TaskNotCancelableError,
    UnsupportedOperationError,
)
from a2a.utils.proto_utils import validate_proto_required_fields
from a2a.utils.task import validate_history_length
from google.protobuf.json_format import ParseDict

from loket.core.data import JsonObject
from loket.core.errors import NotFound, NotStored
from loket.core.events import Closed, Withdrawn
from loket.doors.a2a.cards import asked_at, card_of
from loket.doors.a2a.face import A2ASettings, AgentFace
from loket.doors.a2a.following import TaskNews, following, in_types, over
from loket.doors.a2a.json import Typed, typed
from loket.doors.a2a.listing import Listing
from loket.doors.a2a.places import PlacedMessage, Places
from loket.doors.a2a.push import Hooks
from loket.doors.a2a.tasks import Update, Writing, history_length, takes_words
from loket.doors.auth import LOCAL
from loket.engine.host import Host
from loket.engine.once import answered
from loket.views.outcome_state import ENDED, RESTING, Outcome, State


@dataclass(frozen=True, slots=True)
class Cards:
    """The card everybody sees, and the one for those who are known."""

    public: pb.AgentCard
    extended: pb.AgentCard | None = None


class Requests(RequestHandler):
    """One agent. Everything it knows is in the log and the Book; it keeps only how many streams are open."""

    def __init__(self, host: Host, face: AgentFace, settings: A2ASettings, cards: Cards, hooks: Hooks | None) -> None:
        self._host, self._face, self._settings, self._cards = host, face, settings, cards
        self.places = Places(host, face, settings)
        self._listing = Listing(host, face, self.places)
        self._hooks = hooks
        self._streams: dict[str, int] = {}

    async def send(self, params: pb.SendMessageRequest, context: ServerCallContext) -> Update:
        """What became of a message: once it has ended or asks something, or at once when its sender wishes so."""
        _complete(params)
        owner, wish = self._owner(context), params.configuration
        validate_history_length(wish)
        now = wish.return_immediately
        told = await self._tell(owner, params, _old(context), settles=not now)
        state = (await self.places.state(told.place))[1] if now else await self._rested(owner, told)
        writing = Writing(told.place, self._host, history_length(wish))
        if self._face.direct and (answer := await writing.answer(state)) is not None:
            return {"message": answer}
        task = await writing.task(state)
        if state.ended:
            answered(self._host.runs, told.place.conversation)
        return {"task": task}

    @validate_request_params
    async def get(self, params: pb.GetTaskRequest, context: ServerCallContext) -> JsonObject:
        """A task as it is now."""
        validate_history_length(params)
        place = await self.places.find(self._owner(context), params.id)
        _, state = await self.places.state(place)
        return await Writing(place, self._host, history_length(params)).task(state)

    @validate_request_params
    async def listed(self, params: pb.ListTasksRequest, context: ServerCallContext) -> JsonObject:
        """A page of the tasks that fit."""
        return await self._listing.page(self._owner(context), params)

    async def streamed(self, params: pb.SendMessageRequest, context: ServerCallContext) -> AsyncGenerator[TaskNews]:
        """A message, and what becomes of it until it ends or asks something."""
        self._streams_or_refuse()
        _complete(params)
        owner = self._owner(context)
        validate_history_length(params.configuration)
        async with self._open(owner):
            told = await self._tell(owner, params, _old(context))
            wish = params.configuration
            writing = Writing(told.place, self._host, history_length(wish), takes_words(wish))
            if self._face.direct and (answer := await self._direct(owner, told)) is not None:
                yield TaskNews(told.seq, {"message": answer})
                return
            async with aclosing(following(writing, owner, told.seq, RESTING)) as stream:
                async for followed in stream:
                    yield followed

    async def subscribed(
        self, params: pb.SubscribeToTaskRequest, context: ServerCallContext, since: int | None = None
    ) -> AsyncGenerator[TaskNews]:
        """A task as it is now (or was after record `since`), and what becomes of it until it ends."""
        self._streams_or_refuse()
        validate_proto_required_fields(params)
        owner = self._owner(context)
        place = await self.places.find(owner, params.id)
        fold, state = await self.places.state(place)
        if state.ended and since is None:
            raise UnsupportedOperationError(message="This task has ended.")
        start = fold.upto if since is None else max(place.seq, min(since, fold.upto))
        writing = Writing(place, self._host)
        async with self._open(owner), aclosing(following(writing, owner, start, ENDED)) as stream:
            async for followed in stream:
                yield followed

    @validate_request_params
    async def cancel(self, params: pb.CancelTaskRequest, context: ServerCallContext) -> JsonObject:
        """A task once it is cancelled."""
        owner = self._owner(context)
        place = await self.places.find(owner, params.id)
        fold, state = await self.places.state(place)
        if state.ended:
            raise TaskNotCancelableError(message="This task has ended.")
        asked = [one for one in fold.turn.questions.values() if one.id in state.asks and one.ask and one.scope == "/"]
        for question in asked:
            closed = Closed(question=question.id, code="cancelled")
            await self._host.tell(place.conversation, closed, owner=owner, by="agent")
        _, state = await self.places.state(place)
        if not state.ended:
            taken_back = Withdrawn(seqs=tuple(sorted(state.seqs)))
            await self._host.tell(place.conversation, taken_back, owner=owner)
        _, state = await self.places.state(place)
        if state.state != "canceled":
            raise TaskNotCancelableError(message="This task ended before it could be cancelled.")
        return await Writing(place, self._host).task(state)

    @validate_request_params
    async def on_create_task_push_notification_config(
        self, params: pb.TaskPushNotificationConfig, context: ServerCallContext
    ) -> pb.TaskPushNotificationConfig:
        hooks, owner = self._hooks_or_refuse(), self._owner(context)
        place = await self.places.find(owner, params.task_id)
        fold, _ = await self.places.state(place)
        return await hooks.add(owner, place, params, _old(context), fold.upto)

    @validate_request_params
    async def on_get_task_push_notification_config(
        self, params: pb.GetTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> pb.TaskPushNotificationConfig:
        hooks, owner = self._hooks_or_refuse(), self._owner(context)
        return await hooks.get(owner, await self.places.find(owner, params.task_id), params.id)

    @validate_request_params
    async def on_list_task_push_notification_configs(
        self, params: pb.ListTaskPushNotificationConfigsRequest, context: ServerCallContext
    ) -> pb.ListTaskPushNotificationConfigsResponse:
        hooks, owner = self._hooks_or_refuse(), self._owner(context)
        place = await self.places.find(owner, params.task_id)
        return pb.ListTaskPushNotificationConfigsResponse(configs=await hooks.all(owner, place))

    @validate_request_params
    async def on_delete_task_push_notification_config(
        self, params: pb.DeleteTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> None:
        hooks, owner = self._hooks_or_refuse(), self._owner(context)
        await hooks.remove(owner, await self.places.find(owner, params.task_id), params.id)

    async def on_get_extended_agent_card(
        self, params: pb.GetExtendedAgentCardRequest, context: ServerCallContext
    ) -> pb.AgentCard:
        self._owner(context)
        if self._cards.extended is None:
            raise UnsupportedOperationError(message="This agent has one card for everybody.")
        if not context.user.is_authenticated and not self._settings.open_extended:
            raise ExtendedAgentCardNotConfiguredError(message="The extended card is for callers with a token.")
        request = context.state.get("request")
        settings = self._settings if request is None else asked_at(self._settings, request)
        known = settings is self._settings
        return self._cards.extended if known else card_of(self._face, settings, settings.extended or ())

    # The same in the types of the library, for the bindings and dialects that are made of those.

    async def on_message_send(self, params: pb.SendMessageRequest, context: ServerCallContext) -> pb.Task | pb.Message:
        answer = typed(await self.send(params, context))
        assert isinstance(answer, pb.Task | pb.Message)
        return answer

    def on_message_send_stream(
        self, params: pb.SendMessageRequest, context: ServerCallContext
    ) -> AsyncGenerator[Typed]:
        return in_types(self.streamed(params, context))

    def on_subscribe_to_task(
        self, params: pb.SubscribeToTaskRequest, context: ServerCallContext
    ) -> AsyncGenerator[Typed]:
        return in_types(self.subscribed(params, context))

    async def on_get_task(self, params: pb.GetTaskRequest, context: ServerCallContext) -> pb.Task:
        return ParseDict(await self.get(params, context), pb.Task())

    async def on_list_tasks(self, params: pb.ListTasksRequest, context: ServerCallContext) -> pb.ListTasksResponse:
        return ParseDict(await self.listed(params, context), pb.ListTasksResponse())

    async def on_cancel_task(self, params: pb.CancelTaskRequest, context: ServerCallContext) -> pb.Task:
        return ParseDict(await self.cancel(params, context), pb.Task())

    def _owner(self, context: ServerCallContext) -> str:
        """Whose agent is asking; refuses tenants, of which there are none, and callers who miss what they need."""
        required = self._settings.required
        if required is not None and required not in context.requested_extensions:
            raise ExtensionSupportRequiredError(message=f"Callers of this agent must know the extension {required}.")
        if context.tenant:
            raise InvalidParamsError(message="This agent has no tenants.")
        return context.user.user_name or LOCAL

    async def _tell(self, owner: str, params: pb.SendMessageRequest, old: bool, settles: bool = False) -> PlacedMessage:
        wanted = None
        if params.HasField("configuration") and params.configuration.HasField("task_push_notification_config"):
            wanted = params.configuration.task_push_notification_config
        if wanted is not None:
            await self._hooks_or_refuse().check(wanted)
        told = await self.places.tell(owner, params.message, settles and wanted is None)
        if wanted is not None:
            await self._hooks_or_refuse().add(owner, told.place, wanted, old, told.seq - 1)
        return told

    async def _direct(self, owner: str, told: PlacedMessage) -> JsonObject | None:
        """The answer of an agent that may answer with one sentence, when that is what the first thought gives."""
        writing = Writing(told.place, self._host)
        await over(following(writing, owner, told.seq, RESTING | frozenset[State](("working",))))
        _, state = await self.places.state(told.place)
        return await writing.answer(state)

    async def _rested(self, owner: str, told: PlacedMessage) -> Outcome:
        """The task once it has ended or asks something, or as it is when the caller has waited long enough."""
        end = asyncio.get_running_loop().time() + self._settings.wait
        try:
            with suppress(TimeoutError):
                await self._host.settled(told.place.conversation, told.seq, self._settings.wait)
                state = await self.places.outcome(told.place)
                if state.state in RESTING:
                    return state
                async with asyncio.timeout_at(end):  # it waits for news or for a moment
                    await over(following(Writing(told.place, self._host), owner, told.seq, RESTING))
            return await self.places.outcome(told.place)
        except NotFound as error:
            raise NotStored from error

    @asynccontextmanager
    async def _open(self, owner: str) -> AsyncGenerator[None]:
        if self._streams.get(owner, 0) >= self._settings.streams:
            raise InternalError(message=f"You have {self._settings.streams} streams open here, and no more are served.")
        self._streams[owner] = self._streams.get(owner, 0) + 1
        try:
            yield
        finally:
            self._streams[owner] -= 1
            if not self._streams[owner]:
                del self._streams[owner]

    def _streams_or_refuse(self) -> None:
        if not self._settings.streaming:
            raise UnsupportedOperationError(message="This agent does not stream.")

    def _hooks_or_refuse(self) -> Hooks:
        if self._hooks is None:
            raise PushNotificationNotSupportedError(message="This agent calls no webhooks.")
        return self._hooks


def _complete(params: pb.SendMessageRequest) -> None:
    """Fast twin of `validate_proto_required_fields`: refuses a request that lacks what it must have. The library, which
    looks at every field of every part, is only wanted to say which it is."""
    said = params.message
    plain = not params.HasField("configuration") and not params.HasField("metadata")
    if not (plain and said.message_id and said.role and said.parts):
        validate_proto_required_fields(_without_data(params))


def _without_data(params: pb.SendMessageRequest) -> pb.SendMessageRequest:
    """The request as far as fields can be missing in it: the library would look at every value of its data, too."""
    bare = pb.SendMessageRequest()
    bare.CopyFrom(params)
    for part in bare.message.parts:
        if part.HasField("data"):
            part.data.Clear()
    return bare


def _old(context: ServerCallContext) -> bool:
    """Whether the caller speaks 0.3."""
    return context.state.get("dialect") == "0.3"
