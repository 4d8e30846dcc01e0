"""Several agents at one address, told apart by the tenant that a request names, as their cards say: for wires that
have no paths. A request that names none is for the first."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from a2a.server.context import ServerCallContext
from a2a.server.request_handlers.request_handler import RequestHandler
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import InvalidParamsError

from loket.doors.a2a.json import Typed
from loket.doors.a2a.requests import Requests


class Tenants(RequestHandler):
    """Hands each request on to its agent, which knows nothing of tenants. Owners are apart in all of them."""

    def __init__(self, first: Requests, named: Mapping[str, Requests]) -> None:
        self._agents = {**named, "": first}

    def _of(self, context: ServerCallContext) -> Requests:
        agent = self._agents.get(context.tenant)
        if agent is None:
            raise InvalidParamsError(message="There is no agent that is called so; its card names its tenant.")
        context.tenant = ""
        return agent

    async def on_message_send(self, params: pb.SendMessageRequest, context: ServerCallContext) -> pb.Task | pb.Message:
        return await self._of(context).on_message_send(params, context)

    async def on_message_send_stream(
        self, params: pb.SendMessageRequest, context: ServerCallContext
    ) -> AsyncGenerator[Typed]:
        async with aclosing(self._of(context).on_message_send_stream(params, context)) as stream:
            async for update in stream:
                yield update

    async def on_subscribe_to_task(
        self, params: pb.SubscribeToTaskRequest, context: ServerCallContext
    ) -> AsyncGenerator[Typed]:
        async with aclosing(self._of(context).on_subscribe_to_task(params, context)) as stream:
            async for update in stream:
                yield update

    async def on_get_task(self, params: pb.GetTaskRequest, context: ServerCallContext) -> pb.Task | None:
        return await self._of(context).on_get_task(params, context)

    async def on_list_tasks(self, params: pb.ListTasksRequest, context: ServerCallContext) -> pb.ListTasksResponse:
        return await self._of(context).on_list_tasks(params, context)

    async def on_cancel_task(self, params: pb.CancelTaskRequest, context: ServerCallContext) -> pb.Task | None:
        return await self._of(context).on_cancel_task(params, context)

    async def on_create_task_push_notification_config(
        self, params: pb.TaskPushNotificationConfig, context: ServerCallContext
    ) -> pb.TaskPushNotificationConfig:
        return await self._of(context).on_create_task_push_notification_config(params, context)

    async def on_get_task_push_notification_config(
        self, params: pb.GetTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> pb.TaskPushNotificationConfig:
        return await self._of(context).on_get_task_push_notification_config(params, context)

    async def on_list_task_push_notification_configs(
        self, params: pb.ListTaskPushNotificationConfigsRequest, context: ServerCallContext
    ) -> pb.ListTaskPushNotificationConfigsResponse:
        return await self._of(context).on_list_task_push_notification_configs(params, context)

    async def on_delete_task_push_notification_config(
        self, params: pb.DeleteTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> None:
        await self._of(context).on_delete_task_push_notification_config(params, context)

    async def on_get_extended_agent_card(
        self, params: pb.GetExtendedAgentCardRequest, context: ServerCallContext
    ) -> pb.AgentCard:
        return await self._of(context).on_get_extended_agent_card(params, context)
