"""A tool made of a plain function: what most tools of an assistant are."""

import inspect
from collections.abc import Callable
from typing import cast

import anyio.to_thread

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed, ToolSpec

Function = Callable[[JsonObject], Json] | Callable[[JsonObject, CallContext], Json]
"""Gives the value, or something to await for it; it may want the context as a second argument."""


class FunctionTool:
    """Calls a function with the arguments, which the engine has checked against the schema.

    A function says no by raising anything that has a `code` and a `text` (ToolFailed, an error of the content, one of
    our refusals); whatever else it raises is a bug of ours and passes through. `slow` functions run in a worker
    thread; a cancelled one is left to finish there and its value is dropped."""

    def __init__(self, spec: ToolSpec, function: Function, *, slow: bool = False) -> None:
        if slow and inspect.iscoroutinefunction(function):
            raise ValueError(f"{spec.name} awaits, so it has no use for a worker thread")
        self._spec = spec
        self._function = cast(Callable[..., Json], function)
        self._slow = slow
        self._wants_context = len(inspect.signature(function).parameters) > 1

    @property
    def spec(self) -> ToolSpec:
        return self._spec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        given = (args, context) if self._wants_context else (args,)
        try:
            if self._slow:
                return await anyio.to_thread.run_sync(self._function, *given, abandon_on_cancel=True)
            value = self._function(*given)
            return await value if inspect.isawaitable(value) else value
        except ToolFailed:
            raise
        except Exception as error:
            code, text = getattr(error, "code", None), getattr(error, "text", None)
            if isinstance(code, str) and isinstance(text, str):
                raise ToolFailed(code, text) from error
            raise

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        raise ToolFailed("unknown_outcome", f"Nobody knows whether {self._spec.name} was done before we were stopped.")
