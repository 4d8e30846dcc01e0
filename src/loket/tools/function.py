"""A tool made of a plain function: what most tools of an assistant are."""

import asyncio
import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import cast

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.tools.threads import Threads

Function = Callable[[JsonObject], Json] | Callable[[JsonObject, CallContext], Json]
"""Gives the value, or something to await for it; it may want the context as a second argument."""


class FunctionTool:
    """Calls a function with the arguments, which the engine has checked against the schema.

    An `async def` runs on the event loop of the server and must not block it. A `def` runs in a worker thread: calls
    of it may run at the same time, and one that is cancelled or too late is left to finish there, and its value is
    dropped. A function says no by raising anything that has a `code` and a `text` (ToolFailed, an error of the
    content, one of our refusals); whatever else it raises is a bug of ours and passes through."""

    def __init__(self, spec: ToolSpec, function: Function) -> None:
        self.spec = spec
        self._function = cast(Callable[..., Json], function)
        self._threads = None if _awaits(function) else Threads(spec.name)
        self._wants_context = len(inspect.signature(function).parameters) > 1

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        try:
            if self._threads is None:
                return await (self._function(args, context) if self._wants_context else self._function(args))
            if self._wants_context:
                work = partial(self._function, args, replace(context, progress=_from_thread(context)))
            else:
                work = partial(self._function, args)
            value = await self._threads.run(work, context)
            return await value if inspect.isawaitable(value) else value
        except ToolFailed:
            raise
        except Exception as error:
            code, text = getattr(error, "code", None), getattr(error, "text", None)
            if isinstance(code, str) and isinstance(text, str):
                raise ToolFailed(code, text) from error
            raise

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        raise ToolFailed("unknown_outcome", f"Nobody knows whether {self.spec.name} was done before we were stopped.")


def _awaits(function: Function) -> bool:
    """Whether it is an `async def`: a function, a method, a partial of one, or an object that is called."""
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(type(function).__call__)


def _from_thread(context: CallContext) -> Callable[[str, Json], None]:
    """The log belongs to the event loop, so notes of a thread are handed over to it, in their order."""
    loop, progress = asyncio.get_running_loop(), context.progress

    def hand_over(note: str, part: Json = None) -> None:
        loop.call_soon_threadsafe(progress, note, part)

    return hand_over
