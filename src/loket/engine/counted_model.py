"""A language model as a call has it: what it uses is recorded, and it is not asked once the budget is spent."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass

from loket.core.actions import Usage
from loket.core.model import Delta, Finished, Model, ModelFailed, ModelRequest, ModelResponse


@dataclass(frozen=True)
class CountedModel:
    """See core.model.Model. `spent` says which part of the budget is used up, `used` takes what a response cost."""

    model: Model
    spent: Callable[[], str]
    used: Callable[[Usage], None]

    @property
    def name(self) -> str:
        return self.model.name

    async def complete(self, request: ModelRequest) -> ModelResponse:
        self._allowed()
        response = await self.model.complete(request)
        self.used(response.usage)
        return response

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        self._allowed()
        async with aclosing(self.model.stream(request)) as deltas:
            async for delta in deltas:
                if isinstance(delta, Finished):
                    self.used(delta.response.usage)
                yield delta

    async def close(self) -> None:
        """The model is the server's, which closes it."""

    def _allowed(self) -> None:
        if why := self.spent():
            raise ModelFailed("spent", why)
