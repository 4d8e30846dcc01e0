"""A few real tools for the tests of both sides of the tool wire, and a program that serves them."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from mcp.server.stdio import stdio_server
from starlette.applications import Starlette

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.doors.mcp import McpDoor, McpSettings, mcp_server
from loket.doors.tool_streams import StreamLimits, ToolStreams
from loket.tools.catalog import Catalog
from tests.servers import serve_for_ever

WORDS: JsonObject = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}


@dataclass
class Sample:
    """A tool from a function; keeps the idempotency keys it was called with."""

    spec: ToolSpec
    do: Callable[[JsonObject, CallContext], Awaitable[Json]]
    keys: list[str] = field(default_factory=list[str])

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        self.keys.append(context.key)
        return await self.do(args, context)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        raise ToolFailed("unknown_outcome", "nobody looked")


async def _echo(args: JsonObject, context: CallContext) -> Json:
    return {"text": args["text"]}


async def _count(args: JsonObject, context: CallContext) -> Json:
    context.progress("half way", {"progress": 1, "total": 2})
    return [1, 2, len(args["text"])]


async def _fail(args: JsonObject, context: CallContext) -> Json:
    raise ToolFailed("failed", "The archive is closed today.", {"until": "Monday"})


async def _break(args: JsonObject, context: CallContext) -> Json:
    raise ZeroDivisionError("a secret")


async def _hang(args: JsonObject, context: CallContext) -> Json:
    await asyncio.Event().wait()


def sample_tools() -> list[Sample]:
    """echo (read-only), count, fail, break and hang (not read-only)."""
    return [
        Sample(
            ToolSpec(name="echo", description="Says it again.", input=WORDS, read_only=True, idempotent=True), _echo
        ),
        Sample(ToolSpec(name="count", input=WORDS), _count),
        Sample(ToolSpec(name="fail"), _fail),
        Sample(ToolSpec(name="break"), _break),
        Sample(ToolSpec(name="hang"), _hang),
    ]


def sample_catalog(tools: list[Sample] | None = None) -> Catalog:
    """The catalogue the servers of the tests serve."""
    return Catalog("samples", tools or sample_tools(), version="1")


def context(deadline: float = 30.0, key: str = "key-1") -> CallContext:
    """What the engine would tell a tool."""
    return CallContext("c", "local", "/", "1.a", key, deadline)


def app(catalog: Catalog, stateful: bool = False, limits: StreamLimits | None = None) -> Starlette:
    """Every wire over one catalogue."""
    door = McpDoor(catalog, McpSettings(stateful=stateful))
    streams = ToolStreams(catalog, limits)
    built = Starlette(routes=[*door.routes, *streams.routes], lifespan=lambda _: door.running())
    built.state.streams = streams
    return built


def tool_named(tools: list[ToolSpec], name: str) -> ToolSpec:
    """The listed tool of that name."""
    return next(spec for spec in tools if spec.name == name)


async def serve_stdio() -> None:
    """The tools on standard input and output, until the input ends."""
    server = mcp_server(sample_catalog())
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        asyncio.run(serve_stdio())
    else:
        asyncio.run(serve_for_ever(app(sample_catalog(), sys.argv[1] == "stateful"), int(sys.argv[2])))
