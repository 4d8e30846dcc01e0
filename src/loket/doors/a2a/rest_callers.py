"""Who calls over plain HTTP, for the library's routes."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.server.routes.common import ServerCallContextBuilder
from a2a.utils.errors import A2A_ERROR_MAPPING, A2AError, ErrorMapping
from starlette.requests import Request

from loket.core.errors import Unavailable
from loket.doors.a2a.callers import VERSION, check_version, context_of
from loket.doors.a2a.requests import Requests


class AskAgain(A2AError):
    """It can't be done now, and nothing of it was done."""


A2A_ERROR_MAPPING[AskAgain] = ErrorMapping(503, "UNAVAILABLE", "UNAVAILABLE")


class RestRequests:
    """The requests of an agent for the library's routes, which know errors of the library alone."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._requests, name)

        @wraps(method)
        async def answered(*given: Any) -> Any:
            try:
                return await method(*given)
            except Unavailable as error:
                raise AskAgain(error.text) from error

        @wraps(method)
        async def streamed(*given: Any) -> AsyncGenerator[Any]:
            try:
                async with aclosing(method(*given)) as stream:
                    async for one in stream:
                        yield one
            except Unavailable as error:
                raise AskAgain(error.text) from error

        return answered if iscoroutinefunction(method) else streamed


class RestCallers(ServerCallContextBuilder):
    """The same callers as over JSON-RPC; a version in the address counts like one in the header."""

    def __init__(self, wanted: str, strict: bool) -> None:
        self.wanted, self._strict = wanted, strict

    def build(self, request: Request) -> ServerCallContext:
        """Who asks, in the version of the routes: the library would take every 1.x for 1.0."""
        check_version(request, self._strict, self.wanted)
        context = context_of(request)
        context.state["headers"] = {**request.headers, VERSION: self.wanted}
        context.state["dialect"] = self.wanted
        return context
