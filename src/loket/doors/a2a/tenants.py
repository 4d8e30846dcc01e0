"""Several agents at one address, told apart by the tenant that a request names, as their cards say: for wires that
have no paths. A request that names none is for the first."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from inspect import iscoroutinefunction
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.utils.errors import InvalidParamsError

from loket.doors.a2a.requests import Requests


class Tenants:
    """Hands each request on to its agent, which knows nothing of tenants. Owners are apart in all of them."""

    def __init__(self, first: Requests, named: Mapping[str, Requests]) -> None:
        self._agents = {**named, "": first}

    def __getattr__(self, name: str) -> Callable[[Any, ServerCallContext], Any]:
        async def answered(params: Any, context: ServerCallContext) -> Any:
            return await getattr(self._of(context), name)(params, context)

        async def streamed(params: Any, context: ServerCallContext) -> AsyncGenerator[Any]:
            async with aclosing(getattr(self._of(context), name)(params, context)) as stream:
                async for update in stream:
                    yield update

        return answered if iscoroutinefunction(getattr(Requests, name)) else streamed

    def _of(self, context: ServerCallContext) -> Requests:
        agent = self._agents.get(context.tenant)
        if agent is None:
            raise InvalidParamsError(message="There is no agent that is called so; its card names its tenant.")
        context.tenant = ""
        return agent
