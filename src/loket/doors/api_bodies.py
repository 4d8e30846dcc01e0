"""How the own API reads a body: a long one in a worker thread, so that nobody else waits for it."""

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from fastapi.routing import APIRoute

from loket.house.bulk import beside


class ApiRoute(APIRoute):
    """A route of the API."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The usual one, for a request that reads its body our way."""
        usual = super().get_route_handler()

        async def answer(request: Request) -> Response:
            return await usual(_Read(request.scope, request.receive))

        return answer


class _Read(Request):
    async def json(self) -> Any:
        return await beside(json.loads, await self.body())
