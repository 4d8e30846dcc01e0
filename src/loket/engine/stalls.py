"""Work of others is given so long, and one that blocks the event loop makes every conversation wait: the log says whose
it was and how long."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass
from types import CoroutineType
from typing import Any, Generic, TypeVar

STALL_SECONDS = 0.25

log = logging.getLogger("loket.engine")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limit:
    """How many seconds a work may take. One that does not end `grace` seconds after it was cancelled for that is
    stuck."""

    seconds: float
    grace: float = 0.0
    stuck: Callable[[], object] | None = None


async def watched(work: Awaitable[T], who: str, conversation: str, limit: Limit) -> T:
    """Awaits the work; TimeoutError when it takes longer. A stretch of it that did not let go of the loop is told with
    its name and conversation. Work that never waits needs no timer: nothing could ring before it is done."""
    if not isinstance(work, CoroutineType):
        return await _limited(work, limit, limit.seconds)
    steps = _Steps(work, who, conversation)
    try:
        steps.waits = steps.step(None)
    except StopIteration as done:
        return done.value
    return await _limited(steps, limit, limit.seconds - steps.took)


async def _limited(work: Awaitable[T], limit: Limit, seconds: float) -> T:
    timer: asyncio.TimerHandle | None = None
    if limit.stuck is not None:
        timer = asyncio.get_running_loop().call_later(seconds + limit.grace, limit.stuck)
    try:
        async with asyncio.timeout(seconds):
            return await work
    finally:
        if timer is not None:
            timer.cancel()


@dataclass(slots=True)
class _Steps(Generic[T]):
    """The stretches of one work, each up to where it waits; `took`: how long the last one was. Awaited once the first
    one waits."""

    work: Coroutine[Any, Any, T]
    who: str
    conversation: str
    took: float = 0.0
    waits: Any = None

    def step(self, thrown: BaseException | None) -> Any:
        """What it waits for now."""
        begun = time.monotonic()
        try:
            return self.work.send(None) if thrown is None else self.work.throw(thrown)
        finally:
            thrown = None  # a frame that knows an error which knows the frame is left to the collector
            self.took = time.monotonic() - begun
            if self.took > STALL_SECONDS:
                log.warning(
                    "%s held up the whole server for %.2f s, in conversation %s", self.who, self.took, self.conversation
                )

    def __await__(self) -> Generator[Any, Any, T]:
        while True:
            thrown: BaseException | None = None
            try:
                yield self.waits
            except GeneratorExit:
                self.work.close()
                raise
            except BaseException as error:  # noqa: BLE001 - it is thrown into the work
                thrown = error
            try:
                self.waits = self.step(thrown)
            except StopIteration as done:
                return done.value
            finally:
                thrown = None
