"""A configured MCP server as a source of tools: asked when first needed, listed anew, checked before every change."""

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Iterable, Iterator
from dataclasses import dataclass

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.events import ToolsFound
from loket.core.source import SourceState
from loket.core.tool import CallContext, Tool, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket.logs import logger
from loket.schemas import compiled
from loket.tools.agents.text import line, words
from loket.tools.mcp import RemoteServer
from loket.tools.pins import Pins
from loket.tools.wire import CallAttempt, ToolConnection

log = logger(__name__)

FRESH_SECONDS = 60.0
"""So long a list of tools is believed; before a call that changes something it is always asked for."""
LIST_SECONDS = 15.0
"""A program may have to be fetched before it starts; a conversation waits no longer for its tools."""
AWAY_SECONDS = 10.0
"""So long nobody waits again for a server that did not answer."""
MOST_TOOLS, TITLE, DESCRIPTION, SPEC_BYTES, RECORD_BYTES = 200, 200, 4000, 24_000, 40_000
MOST_BYTES = 4_000_000
"""Of one result, as JSON."""
_NAME = re.compile(r"[A-Za-z0-9_.:/-]{1,100}")


@dataclass(frozen=True, slots=True)
class ServerTerms:
    """What the operator says of a server: where it is, for people, and how many seconds a call may take."""

    place: str = ""
    deadline: float = 30.0


class McpSource:
    """The tools of one server, named `NAME.tool`. It is started when it is first asked, and stays connected."""

    def __init__(self, server: RemoteServer, pins: Pins, limits: ServerTerms | None = None) -> None:
        self._server, self._pins, self._limits = server, pins, limits or ServerTerms()
        self._specs: dict[str, ToolSpec] = {}
        self._listed = self._away = float("-inf")
        self._looking = asyncio.Lock()
        self.trouble = ""

    @property
    def name(self) -> str:
        return self._server.name

    @property
    def state(self) -> SourceState:
        return self._server.state

    async def discover(self, owner: str) -> tuple[ToolsFound, ...]:
        """What the server tells, in as many records as it takes; () when it can't be reached."""
        if self._server.state != "up" and time.monotonic() - self._away < AWAY_SECONDS:
            return ()
        try:
            specs = tuple((await self.specs()).values())
        except ToolFailed as failed:
            self._away, self.trouble = time.monotonic(), failed.text
            log.warning("tool server %s: %s", self.name, failed.text)
            return ()
        self.trouble = "" if specs else f"{self.name} has no tool that can be used."
        return tuple(records(self.name, specs, await self._pins.changed(owner, specs)))

    async def specs(self, fresh: bool = False, limit: float = LIST_SECONDS) -> dict[str, ToolSpec]:
        """The tools by name, asked for when they are not `fresh` enough. Raises ToolFailed."""
        async with self._looking:
            if fresh or time.monotonic() - self._listed >= FRESH_SECONDS:
                await self._server.start()
                told = await self._server.discover(min(limit, LIST_SECONDS))
                made = {spec.name: spec for spec in usable(self.name, told, self._limits)}
                self._specs = {name: _same(self._specs.get(name), spec) for name, spec in made.items()}
                self._listed = time.monotonic()
            return self._specs

    def tool(self, spec: ToolSpec) -> Tool:
        """See Source."""
        return _McpTool(self, spec)

    async def call(self, spec: ToolSpec, args: JsonObject, context: CallContext) -> Json:
        """One call of a tool that still says of itself what a person could read. Raises ToolFailed."""
        safe = spec.read_only or spec.idempotent
        now = (await self.specs(fresh=not spec.read_only, limit=context.deadline)).get(spec.name)
        if now is None:
            raise ToolFailed("unknown_tool", f"{self.name} has no tool {spec.name} any more.")
        if now.digest != spec.digest:
            self._listed = float("-inf")
            text = f"{spec.name} says something else of itself than before. Nothing was sent; ask again to see it."
            raise ToolFailed("tool_changed", text)
        await self._pins.use(context.owner, spec)
        remote = spec.name.removeprefix(f"{self.name}.")

        def work(open_line: ToolConnection, left: float) -> Awaitable[Json]:
            return open_line.call(CallAttempt(remote, args, context.key, left, context.progress))

        value = await self._server.run(work, min(spec.deadline, context.deadline), safe=safe)
        if len(json.dumps(value)) > MOST_BYTES:
            raise ToolFailed("too_large", f"The answer of {self.name} is longer than {MOST_BYTES:,} bytes.")
        return value


@dataclass(frozen=True, slots=True)
class _McpTool:
    source: McpSource
    spec: ToolSpec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        return await self.source.call(self.spec, args, context)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        raise ToolFailed("unknown_outcome", f"{self.source.name} can't tell what became of an earlier call.")


def usable(source: str, told: Iterable[ToolSpec], limits: ServerTerms) -> Iterator[ToolSpec]:
    """The tools that can be used as they are told; what is wrong with the others is logged. Words are cut, and cleaned
    of characters that hide or reorder."""
    names: set[str] = set()
    for spec in told:
        if len(names) >= MOST_TOOLS:
            log.warning("tool server %s has more than %s tools; the rest is left out", source, MOST_TOOLS)
            return
        why = "another has this name" if spec.name in names else _wrong(spec)
        if why:
            log.warning("tool server %s: the tool %s is left out: %s", source, line(spec.name, 100), why)
            continue
        names.add(spec.name)
        yield spec.model_copy(
            update={
                "name": f"{source}.{spec.name}",
                "title": line(spec.title, TITLE),
                "description": words(spec.description, DESCRIPTION),
                "source": source,
                "place": limits.place,
                "deadline": limits.deadline,
            }
        )


def records(source: str, specs: Iterable[ToolSpec], changed: Iterable[str]) -> Iterator[ToolsFound]:
    """What is told, in records that are not too long."""
    changed, part, size, more = frozenset(changed), list[ToolSpec](), 0, False
    for spec in specs:
        length = len(spec.model_dump_json())
        if part and size + length > RECORD_BYTES:
            yield _record(source, part, changed, more)
            part, size, more = [], 0, True
        part.append(spec)
        size += length
    yield _record(source, part, changed, more)


def _record(source: str, part: list[ToolSpec], changed: frozenset[str], more: bool) -> ToolsFound:
    return ToolsFound(
        source=source, specs=tuple(part), changed=tuple(s.name for s in part if s.name in changed), more=more
    )


def _same(before: ToolSpec | None, spec: ToolSpec) -> ToolSpec:
    """The object there was, when nothing changed: comparing it costs nothing."""
    return before if before is not None and before == spec else spec


def _wrong(spec: ToolSpec) -> str:
    """Why a tool can't be used; empty when it can."""
    if not _NAME.fullmatch(spec.name):
        return "its name is not 1 to 100 letters, digits and _ . : / -"
    if len(spec.model_dump_json()) > SPEC_BYTES:
        return f"it is described in more than {SPEC_BYTES:,} bytes"
    try:
        compiled(spec.input)
    except Invalid as error:
        return error.text
    return ""
