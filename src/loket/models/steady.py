"""A model that tries again before its first word, and then asks the next one."""

import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

import anyio

from loket.core.model import Attempt, Delta, Finished, Model, ModelFailed, ModelRequest, ModelResponse


@dataclass(frozen=True)
class RetryPace:
    """Seconds before the second try, doubled with each further one, with some chance in it. A provider that asks for
    more than `most` is not waited for. `pause` waits."""

    first: float = 0.5
    most: float = 8.0
    pause: Callable[[float], Awaitable[None]] = anyio.sleep


class SteadyModel:
    """Asks the first of its models, again when its failure is of a moment and the request allows it, then the next one.
    Once a word has come it fails as the model does. What failed is in the `attempts` of the response, or of the
    failure."""

    def __init__(self, name: str, models: Sequence[Model], patience: RetryPace | None = None) -> None:
        self.name = name
        self.models = tuple(models)
        self._patience = patience or RetryPace()

    async def complete(self, request: ModelRequest) -> ModelResponse:
        asking = _Asking(self.models, request.settings.retries, self._patience)
        while True:
            try:
                return asking.marked(await asking.model.complete(request))
            except ModelFailed as failed:
                await asking.failed(failed)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]:
        asking = _Asking(self.models, request.settings.retries, self._patience)
        while True:
            begun = False
            try:
                async with aclosing(asking.model.stream(request)) as deltas:
                    async for delta in deltas:
                        begun = True
                        yield Finished(response=asking.marked(delta.response)) if delta.kind == "finished" else delta
                return
            except ModelFailed as failed:
                await asking.failed(failed, begun)

    async def close(self) -> None:
        for model in self.models:
            await model.close()


@dataclass
class _Asking:
    """How far one request is."""

    models: Sequence[Model]
    retries: int
    patience: RetryPace
    attempts: list[Attempt] = field(default_factory=list)
    at: int = 0
    again: int = 0

    @property
    def model(self) -> Model:
        return self.models[self.at]

    def marked(self, response: ModelResponse) -> ModelResponse:
        return response.model_copy(update={"attempts": tuple(self.attempts)}) if self.attempts else response

    async def failed(self, failure: ModelFailed, begun: bool = False) -> None:
        """Returns when there is another try to be made; raises the failure when there is not."""
        self.attempts.append(Attempt(model=self.model.name, code=failure.code, text=failure.text))
        failure.attempts = tuple(self.attempts)
        if begun:
            raise failure
        wait = failure.retry_after
        if wait is None:
            wait = self.patience.first * 2**self.again * random.uniform(0.5, 1)  # noqa: S311 - no secret
        # One that was too slow is as slow again; waiting for it twice is a long time for whoever asks.
        patient = failure.retryable and failure.code != "timeout" and wait <= self.patience.most
        if patient and self.again < self.retries:
            self.again += 1
            await self.patience.pause(wait)
        elif self.at + 1 < len(self.models):
            self.at, self.again = self.at + 1, 0
        else:
            raise failure
