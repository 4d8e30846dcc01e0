"""The streams of plain HTTP, in either version, with the ids that a caller can go on after: the library's have none."""

from collections.abc import Callable
from dataclasses import dataclass

from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import A2AError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from loket.core.data import Json
from loket.core.errors import Unavailable
from loket.doors.a2a.following import TaskNews
from loket.doors.a2a.requests import Requests
from loket.doors.a2a.rest_callers import AskAgain, RestCallers
from loket.doors.a2a.rpc import event_stream, stream_of
from loket.doors.a2a.v03 import wants_ids
from loket.house.bulk import beside


@dataclass(frozen=True, slots=True)
class RestStreams:
    """Those of one version: how a message is read, news and an error are written, and a stream that can't begin is
    refused; the library's would be empty."""

    requests: Requests
    callers: RestCallers
    read: Callable[[bytes], pb.SendMessageRequest]
    written: Callable[[TaskNews], Json]
    error: Callable[[A2AError], Json]
    refusal: Callable[[A2AError], Response]

    def routes(self, under: str = "") -> list[BaseRoute]:
        """To be looked at before the library's routes."""
        return [
            Route(f"{under}/message:stream", self.send, methods=["POST"]),
            Route(f"{under}/tasks/{{id}}:subscribe", self.subscribe, methods=["GET", "POST"]),
        ]

    async def send(self, request: Request) -> Response:
        """A message, and what becomes of it."""
        return await self._streamed(request, self.read)

    async def subscribe(self, request: Request) -> Response:
        """What becomes of a task."""
        return await self._streamed(request, lambda body: pb.SubscribeToTaskRequest(id=request.path_params["id"]))

    async def _streamed(
        self, request: Request, read: Callable[[bytes], pb.SendMessageRequest | pb.SubscribeToTaskRequest]
    ) -> Response:
        try:
            context = self.callers.build(request)
            params = await beside(read, await request.body())
            stream = stream_of(self.requests, request, params, context)
            ids = self.callers.wanted != "0.3" or wants_ids(request, context)
            return await event_stream(stream, self.written, self.error, ids)
        except (A2AError, Unavailable) as error:
            return self.refusal(AskAgain(error.text) if isinstance(error, Unavailable) else error)
