"""Work of others is given so long, and one that blocks the event loop makes every conversation wait: the log says whose
it was and how long."""

import logging
import time
from collections.abc import Awaitable, Coroutine, Generator
from dataclasses import dataclass
from types import CoroutineType, coroutine
from typing import Any, Generic, TypeVar

from loket.engine.alarms import Alarms

STALL_SECONDS = 0.25

log = logging.getLogger("loket.engine")
T = TypeVar("T")


@coroutine
def watched(work: Awaitable[T], who: str, conversation: str, alarms: Alarms, seconds: float) -> Generator[Any, Any, T]:
    """Awaits the work; TimeoutError when it takes longer. A stretch of it that did not let go of the loop is told with
    its name and conversation. Work that never waits needs no alarm: nothing could ring before it is done."""
    if not isinstance(work, CoroutineType):
        with alarms.within(seconds):
            return (yield from work.__await__())
    steps = _Steps(work, who, conversation)
    try:
        waits = steps.step(None)
    except StopIteration as done:
        return done.value
    with alarms.within(seconds - steps.took):
        return (yield from steps.rest(waits))


@dataclass(slots=True)
class _Steps(Generic[T]):
    """The stretches of one work, each up to where it waits; `took`: how long the last one was."""

    work: Coroutine[Any, Any, T]
    who: str
    conversation: str
    took: float = 0.0

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

    def rest(self, waits: Any) -> Generator[Any, Any, T]:
        """All that follows."""
        while True:
            thrown: BaseException | None = None
            try:
                yield waits
            except GeneratorExit:
                self.work.close()
                raise
            except BaseException as error:  # noqa: BLE001 - it is thrown into the work
                thrown = error
            try:
                waits = self.step(thrown)
            except StopIteration as done:
                return done.value
            finally:
                thrown = None
