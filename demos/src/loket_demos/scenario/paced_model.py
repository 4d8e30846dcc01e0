"""A language model as one owner may ask it: so often a minute and with so long a prompt, whichever way leads to it."""

import asyncio
import math
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from time import monotonic

from loket.core.model import Delta, Model, ModelFailed, ModelRequest, ModelResponse
from loket_demos.scenario.pace import Pace

PER_MINUTE = 120
CHARACTERS = 1_000_000
"""Of a prompt."""
WAITS = 40.0
"""Seconds that a step or a tool waits for its turn."""


@dataclass(frozen=True)
class ModelAllowance:
    """What each owner may ask, over `POST /api/llm/complete`, by the planner and by the oracle together. A page is told
    at once when it is too much, what runs by itself waits for a while."""

    pace: Pace = field(default_factory=lambda: Pace(PER_MINUTE, monotonic))
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep

    def refusal(self, seconds: float) -> str:
        """What somebody is told who must wait."""
        return f"You may ask {self.pace.most} times a minute. Try again in {math.ceil(seconds)} s."

    def of(self, model: Model, owner: str) -> "PacedModel":
        """The model as this owner may ask it."""
        return PacedModel(model, self, owner)


@dataclass(frozen=True)
class PacedModel:
    """See core.model.Model. It fails as one that is busy where an owner may not ask yet."""

    model: Model
    allowance: ModelAllowance
    owner: str

    @property
    def name(self) -> str:
        return self.model.name

    async def complete(self, request: ModelRequest) -> ModelResponse:
        await self._turn(request)
        return await self.model.complete(request)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        await self._turn(request)
        async with aclosing(self.model.stream(request)) as deltas:
            async for delta in deltas:
                yield delta

    async def close(self) -> None:
        """The model is the server's, which closes it."""

    async def _turn(self, request: ModelRequest) -> None:
        if sum(len(message.text) for message in request.messages) > CHARACTERS:
            raise ModelFailed("too_long", f"The prompt is longer than {CHARACTERS:,} characters.")
        waited = 0.0
        while wait := self.allowance.pace.wait(self.owner):
            waited += wait
            if waited > WAITS:
                raise ModelFailed("rate_limited", self.allowance.refusal(wait), retry_after=wait)
            await self.allowance.pause(wait)
