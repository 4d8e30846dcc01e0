"""Worker threads for plain functions: one that never comes back costs its own tool, and nobody else."""

import asyncio
import contextvars
import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from loket.core.data import Json
from loket.core.tool import CallContext, ToolFailed

AT_ONCE = 16
"""Calls of one tool that run side by side; others wait, and their deadline runs."""
MOST_LEFT = 8
"""Calls of one tool that may be left behind unfinished; after that it is called no more until one comes back."""

Ended = tuple[Json, BaseException | None]

log = logging.getLogger("loket.tools")


class Threads:
    """The threads of one tool. A call that is cancelled leaves its thread behind: a function can't be interrupted.

    They are daemons, made for each call (some 50 µs), so that one that hangs keeps no process from ending."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._room = asyncio.Semaphore(AT_ONCE)
        self._left = 0

    async def run(self, function: Callable[[], Json], context: CallContext) -> Json:
        """What the function gives, in the context variables of the caller."""
        await self._admitted(context)
        try:
            value, error = await self._ended(function, context)
        finally:
            self._room.release()
        if error is None:
            return value
        try:
            if isinstance(error, Exception):
                raise error
            raise RuntimeError(f"{self._name} tried to end the process: {type(error).__name__}") from error
        finally:
            error = None  # a frame that knows an error which knows the frame is left to the collector

    async def _admitted(self, context: CallContext) -> None:
        """Returns when there is room; taken back before, nothing was begun."""
        try:
            await self._room.acquire()
        except asyncio.CancelledError:
            if context.leaving():
                raise
            raise ToolFailed("cancelled", f"{self._name} was busy all the time; this was not begun.") from None
        if self._left >= MOST_LEFT:
            self._room.release()
            text = f"{self._left} earlier calls of {self._name} never came back. It needs a restart of the server."
            raise ToolFailed("stuck", text)

    async def _ended(self, function: Callable[[], Json], context: CallContext) -> Ended:
        loop, inside = asyncio.get_running_loop(), contextvars.copy_context()
        over: asyncio.Future[Ended] = loop.create_future()

        def work() -> None:
            try:
                ended: Ended = inside.run(function), None
            except BaseException as error:  # noqa: BLE001 - raised again in the loop, where the call is
                ended = None, error
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._back, over, ended)
            del ended

        threading.Thread(target=work, name=f"loket-tool-{self._name}", daemon=True).start()
        try:
            return await over
        except asyncio.CancelledError:
            if over.cancelled():
                self._leave(context)
            raise

    def _leave(self, context: CallContext) -> None:
        self._left += 1
        log.warning(
            "%s did not end in time and goes on in its thread: call %s of conversation %s (%d of at most %d)",
            self._name,
            context.call,
            context.conversation,
            self._left,
            MOST_LEFT,
        )

    def _back(self, over: asyncio.Future[Ended], ended: Ended) -> None:
        """In the loop: hands over what came, or drops it when nobody waits."""
        if not over.cancelled():
            over.set_result(ended)
            return
        self._left -= 1
        log.warning("%s came back after its call had ended; what it gave is dropped", self._name)
