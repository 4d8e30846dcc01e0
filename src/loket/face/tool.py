"""`@tool`: a function with type hints and a docstring is all there is to a tool."""

import inspect
from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, ParamSpec, TypedDict, TypeVar, Unpack, cast, overload

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolSpec
from loket.face.docstrings import documented
from loket.face.hints import name_of, parameters_of, return_type_of
from loket.tools.function import FunctionTool

Context = CallContext
"""What a tool is told besides its arguments: a parameter with this hint is given it, whatever it is called."""

P = ParamSpec("P")
R = TypeVar("R")


class ToolOptions(TypedDict, total=False):
    """What a tool may say beyond its function; see ToolSpec for what each field means. `examples` are sentences of
    people who want it."""

    name: str
    title: str
    description: str
    read_only: bool
    idempotent: bool
    destructive: bool
    reversible: bool
    ends: bool
    deadline: float
    examples: list[str]


class TypedTool(Generic[P, R]):
    """A function that assistants may call. Called in Python, it is the function that was declared.

    `spec` is what others see of it, `takes` and `gives` are what its hints say."""

    def __init__(self, function: Callable[P, R], **options: Unpack[ToolOptions]) -> None:
        update_wrapper(self, function)
        docs = documented(inspect.getdoc(function))
        self._function: Callable[..., Any] = function
        self.__name__ = name_of(function)
        self.takes, self.gives = parameters_of(function, CallContext, docs), return_type_of(function)
        name = options.get("name", name_of(function))
        fields: dict[str, Any] = {"title": title_of(name), "description": docs.text, **options, "name": name}
        examples = fields.pop("examples", None)
        schema = {**self.takes.schema, "x-examples": list(examples)} if examples else self.takes.schema
        self.spec = ToolSpec(**fields, input=schema, output=self.gives.schema)
        if self.spec.read_only and self.spec.destructive:
            raise TypeError(f"{name} is read_only and destructive: what changes nothing has nothing to be approved.")
        awaits = inspect.iscoroutinefunction(function)
        self._tool = FunctionTool(self.spec, self._awaited if awaits else self._called)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return cast(R, self._function(*args, **kwargs))

    def _called(self, args: JsonObject, context: CallContext) -> Json:
        return self.gives.json(self._function(**self._values(args, context)))

    async def _awaited(self, args: JsonObject, context: CallContext) -> Json:
        return self.gives.json(await self._function(**self._values(args, context)))

    def _values(self, args: JsonObject, context: CallContext) -> Any:
        values = self.takes.values(args)
        return {**values, self.takes.extra: context} if self.takes.extra else values

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        """The engine's way in: arguments as JSON, checked against the schema."""
        return await self._tool.call(args, context)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        """Nobody knows what became of a function that was stopped in the middle."""
        return await self._tool.look_up(args, context)


@overload
def tool(function: Callable[P, R], /, **options: Unpack[ToolOptions]) -> TypedTool[P, R]: ...
@overload
def tool(**options: Unpack[ToolOptions]) -> Callable[[Callable[P, R]], TypedTool[P, R]]: ...
def tool(function: Any = None, /, **options: Unpack[ToolOptions]) -> Any:
    """Makes a tool of a function: its schema from the hints, its words from the docstring. `@tool` alone, or with
    `@tool(destructive=True, title="Book a repair")`.

    A `def` runs in a worker thread, an `async def` on the loop. TypeError at once, with what to write, when a hint is
    missing, a type has no JSON form, or a field is misspelled."""
    if function is None:
        return lambda declared: TypedTool(declared, **options)
    return TypedTool(function, **options)


def title_of(name: str) -> str:
    """A name as people read it: `free_slots` is Free slots."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
