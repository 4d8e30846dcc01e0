"""Tools by name, with everything a server of tools may offer besides; every call is checked here before it runs.

Used by the doors that serve tools and, called directly, by assistants that live in the same process."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.logs import logger
from loket.schemas import problems

log = logger(__name__)


@dataclass(frozen=True, slots=True)
class Resource:
    """Something to read under a URI. With `{name}` in the URI it is a template, and `read` is given what stood there.
    `read` returns text or bytes."""

    uri: str
    name: str
    read: Callable[[dict[str, str]], Awaitable[str | bytes]]
    media: str = "text/plain"
    description: str = ""
    size: int | None = None


class OwnResources(Protocol):
    """Resources that each caller has of its own, and nobody else sees."""

    async def all(self, caller: str) -> list[Resource]: ...

    async def at(self, uri: str, caller: str) -> Resource | None: ...


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prepared conversation opening; `write` returns its messages as `{"role", "content"}` objects of MCP.
    `arguments` maps a name to its description; all of them are required."""

    name: str
    write: Callable[[dict[str, str], CallContext], Awaitable[list[JsonObject]]]
    description: str = ""
    arguments: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Extras:
    """What a catalogue offers besides tools; `complete(subject, argument, typed)` answers suggestions for an input.

    `live`: its lists may change and its resources may be watched; `logs`: its tools write messages for the caller.
    `own` are resources of the caller alone. `locale` is the language in which calls from outside any conversation are
    answered."""

    resources: tuple[Resource, ...] = ()
    own: OwnResources | None = None
    prompts: tuple[Prompt, ...] = ()
    complete: Callable[[str, str, str], Awaitable[list[str]]] | None = None
    live: bool = False
    logs: bool = False
    locale: str = "en"


class Catalog:
    """The tools of one server, in a stable order. `latency` gives the seconds every call is held up, for demos."""

    def __init__(
        self,
        name: str,
        tools: Iterable[Tool],
        version: str = "",
        latency: Callable[[], float] | None = None,
        extras: Extras | None = None,
    ) -> None:
        self.name = name
        self.version = version
        self.extras = extras or Extras()
        self._latency = latency
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.spec.name in self._tools:
                raise ValueError(f"two tools are called {tool.spec.name}")
            self._tools[tool.spec.name] = tool

    def specs(self) -> list[ToolSpec]:
        """What each tool is, in the order given."""
        return [tool.spec for tool in self._tools.values()]

    def find(self, name: str) -> Tool | None:
        """The tool of that name."""
        return self._tools.get(name)

    def checked(self, name: str, args: Json) -> ToolSpec:
        """The tool that is to be called so. ToolFailed `unknown_tool` or `invalid` (value: the problems)."""
        tool = self._tools.get(name)
        if tool is None:
            raise ToolFailed("unknown_tool", f"Unknown tool: {name[:100]}")
        wrong = problems(tool.spec.input, args)
        if wrong:
            listed = "; ".join(str(problem) for problem in wrong)
            raise ToolFailed("invalid", f"Invalid arguments for {name}: {listed}", [p.model_dump() for p in wrong])
        return tool.spec

    async def call(self, name: str, args: Json, context: CallContext) -> Json:
        """Checks the arguments, runs the tool within its deadline and returns its value.

        Raises only ToolFailed: `unknown_tool`, `invalid` (value: the problems), `timeout`, `tool_broke`, or the tool's
        own code."""
        self.checked(name, args)
        tool = self._tools[name]
        if self._latency is not None:
            await asyncio.sleep(self._latency())
        if not context.conversation:
            context = replace(context, locale=self.extras.locale)
        return await _run(tool, args, context)


async def _run(tool: Tool, args: JsonObject, context: CallContext) -> Json:
    limit = min(tool.spec.deadline, context.deadline)
    try:
        async with asyncio.timeout(limit):
            return await tool.call(args, context)
    except ToolFailed:
        raise
    except TimeoutError:
        raise ToolFailed("timeout", f"{tool.spec.name} did not answer within {limit:g} seconds") from None
    except Exception as error:
        about = {"conversation": context.conversation or None, "call": context.call or None, "code": "tool_broke"}
        log.error("the tool %s broke", tool.spec.name, exc_info=error, extra=about)
        raise ToolFailed("tool_broke", f"{tool.spec.name} broke on its side ({type(error).__name__}).") from error


class _Direct:
    """One tool of a catalogue, called in this process under the name it has on the wire."""

    def __init__(self, catalog: Catalog, spec: ToolSpec) -> None:
        self._catalog = catalog
        self.spec = spec.model_copy(update={"kind": "mcp", "source": catalog.name})

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        return await self._catalog.call(self.spec.name, args, context)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        tool = self._catalog.find(self.spec.name)
        if tool is None:
            raise ToolFailed("unknown_outcome", f"{self.spec.name} is no longer offered")
        return await tool.look_up(args, context)


class InProcessTools:
    """A tool server without a wire: the tools of a catalogue for an engine in the same process."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def tool(self, spec: ToolSpec) -> Tool:
        """The tool with this spec, as `RemoteServer.tool` gives it for a server elsewhere."""
        return _Direct(self._catalog, spec)

    def tools(self) -> list[Tool]:
        """All tools of the catalogue."""
        return [_Direct(self._catalog, spec) for spec in self._catalog.specs()]
