"""Work that blocks the event loop makes every conversation wait: the log says whose it was and how long."""

import logging
import time
from collections.abc import Awaitable, Generator
from types import CoroutineType, coroutine
from typing import Any, TypeVar

STALL_SECONDS = 0.25

log = logging.getLogger("loket.engine")
T = TypeVar("T")


@coroutine
def watched(work: Awaitable[T], who: str, conversation: str) -> Generator[Any, Any, T]:
    """Awaits the work; a stretch of it that did not let go of the loop is told with its name and conversation."""
    if not isinstance(work, CoroutineType):
        return (yield from work.__await__())
    thrown: BaseException | None = None
    while True:
        begun = time.monotonic()
        try:
            waits = work.send(None) if thrown is None else work.throw(thrown)
        except StopIteration as done:
            return done.value
        finally:
            thrown = None  # a frame that knows an error which knows the frame is left to the collector
            took = time.monotonic() - begun
            if took > STALL_SECONDS:
                log.warning("%s held up the whole server for %.2f s, in conversation %s", who, took, conversation)
        try:
            yield waits
        except GeneratorExit:
            work.close()
            raise
        except BaseException as error:  # noqa: BLE001 - it is thrown into the work
            thrown = error
