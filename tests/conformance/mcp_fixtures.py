"""The tools, resources and prompts that the conformance suites of MCP expect, served by our own catalogue and door."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.applications import Starlette

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.doors.mcp import McpDoor, McpSettings
from loket.doors.mcp_exchange import Exchange, NeedsCapability, OutsideCall
from loket.tools.catalog import Catalog, Extras
from tests.conformance.mcp_fixtures_input import input_tools
from tests.conformance.mcp_fixtures_offers import PNG, complete, embedded, prompts, resources
from tests.conformance.mcp_fixtures_schemas import CHOICES, DEFAULTS, SCHEMA_2020_12
from tests.conformance.mcp_replay import RecentEvents

WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="

STEP = 0.05
"""Seconds between two notes of a tool that tells how far it is."""

Work = Callable[[JsonObject, Exchange], Awaitable[Json]]


@dataclass(frozen=True, slots=True)
class FixtureTool:
    """A tool that talks with its caller while it works."""

    spec: ToolSpec
    work: Work

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        """Needs a caller that came in by MCP."""
        if not isinstance(context, OutsideCall) or context.exchange is None:
            raise ToolFailed("failed", "This tool only works for a client of MCP.")
        return await self.work(args, context.exchange)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        """Nothing a fixture did matters later."""
        raise ToolFailed("unknown_outcome", "Fixtures remember nothing.")


def fixtures() -> Catalog:
    """Everything the suites ask for, in the order of their scenarios."""
    tools: list[Tool] = [*_content_tools(), *_talking_tools(), *_schema_tools(), *_change_tools()]
    tools += [_tool(name, text, work) for name, text, work in input_tools()]
    extras = Extras(resources=resources(), prompts=prompts(), complete=complete, live=True, logs=True)
    return Catalog("loket-mcp-fixtures", tools, version="1", extras=extras)


def fixtures_app(port: int) -> Starlette:
    """The fixtures on /mcp, with sessions for the older era; answers to localhost on that port only."""
    hosts = (f"localhost:{port}", f"127.0.0.1:{port}")
    door = McpDoor(
        fixtures(),
        McpSettings(
            hosts=hosts,
            origins=tuple(f"http://{host}" for host in hosts),
            stateful=True,
            events=RecentEvents(),
            retry_ms=100,
        ),
    )
    return Starlette(routes=door.routes, lifespan=lambda _: door.running())


def _tool(name: str, description: str, work: Work, schema: JsonObject | None = None) -> FixtureTool:
    given = schema or {"type": "object", "properties": {}}
    return FixtureTool(ToolSpec(name=name, description=description, input=given, kind="mcp"), work)


def _says(*blocks: JsonObject | str) -> Work:
    parts = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]

    async def work(args: JsonObject, exchange: Exchange) -> Json:
        return {"content": parts}

    return work


def _content_tools() -> list[FixtureTool]:
    image: JsonObject = {"type": "image", "data": PNG, "mimeType": "image/png"}
    audio: JsonObject = {"type": "audio", "data": WAV, "mimeType": "audio/wav"}
    resource = embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    mixed = embedded("test://mixed-content-resource", "application/json", '{"test": "data", "value": 123}')

    async def fails(args: JsonObject, exchange: Exchange) -> Json:
        raise ToolFailed("failed", "This tool intentionally returns an error for testing")

    return [
        _tool("test_simple_text", "Answers with text", _says("This is a simple text response for testing.")),
        _tool("test_image_content", "Answers with an image", _says(image)),
        _tool("test_audio_content", "Answers with sound", _says(audio)),
        _tool("test_embedded_resource", "Answers with a resource", _says(resource)),
        _tool("test_multiple_content_types", "Answers with several kinds of content", _says("Several:", image, mixed)),
        _tool("test_error_handling", "Always fails", fails),
    ]


def _talking_tools() -> list[FixtureTool]:
    async def logs(args: JsonObject, exchange: Exchange) -> Json:
        for text in ("Tool execution started", "Tool processing data", "Tool execution completed"):
            await exchange.log(text)
            await asyncio.sleep(STEP)
        return "Three messages were written."

    async def progresses(args: JsonObject, exchange: Exchange) -> Json:
        for done in (0, 50, 100):
            await exchange.progress(done, 100)
            await asyncio.sleep(STEP)
        return "Done in three steps."

    async def samples(args: JsonObject, exchange: Exchange) -> Json:
        return f"LLM response: {await exchange.sample(args['prompt'], 100)}"

    async def elicits(args: JsonObject, exchange: Exchange) -> Json:
        words: JsonObject = {"type": "string", "description": "What the person answers"}
        schema: JsonObject = {"type": "object", "properties": {"response": words}, "required": ["response"]}
        return _summary(await exchange.elicit(args["message"], schema))

    async def elicits_defaults(args: JsonObject, exchange: Exchange) -> Json:
        return _summary(await exchange.elicit("Please check what is filled in", DEFAULTS))

    async def elicits_choices(args: JsonObject, exchange: Exchange) -> Json:
        return _summary(await exchange.elicit("Please choose", CHOICES))

    async def reconnects(args: JsonObject, exchange: Exchange) -> Json:
        await exchange.close_stream()
        await asyncio.sleep(4 * STEP)
        return "The answer came on another stream."

    text: JsonObject = {"type": "string"}
    return [
        _tool("test_tool_with_logging", "Writes three messages", logs),
        _tool("test_logging_tool", "Writes messages only for who asked", logs),
        _tool("test_tool_with_progress", "Tells how far it is", progresses),
        _tool("test_sampling", "Asks the client's model", samples, _object({"prompt": text})),
        _tool("test_elicitation", "Asks the person", elicits, _object({"message": text})),
        _tool("test_elicitation_sep1034_defaults", "Asks with defaults", elicits_defaults),
        _tool("test_elicitation_sep1330_enums", "Asks with choices", elicits_choices),
        _tool("test_reconnection", "Closes its stream before it answers", reconnects),
    ]


def _summary(answer: JsonObject) -> str:
    return f"action={answer['action']}, content={json.dumps(answer.get('content') or {})}"


def _object(properties: JsonObject) -> JsonObject:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _schema_tools() -> list[FixtureTool]:
    async def repeats(args: JsonObject, exchange: Exchange) -> Json:
        return json.dumps(args, sort_keys=True)

    async def samples_only(args: JsonObject, exchange: Exchange) -> Json:
        if not exchange.offers("sampling"):
            raise NeedsCapability("sampling")
        return "The client offers sampling."

    region = _object({"region": {"type": "string", "x-mcp-header": "Region"}})
    return [
        _tool("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", repeats, SCHEMA_2020_12),
        _tool("test_x_mcp_header", "Takes an argument that travels as a header too", repeats, region),
        _tool("test_missing_capability", "Refuses clients without sampling", samples_only),
    ]


def _change_tools() -> list[FixtureTool]:
    async def tools_change(args: JsonObject, exchange: Exchange) -> Json:
        await exchange.changed("tools")
        return "Whoever listens knows of it."

    async def prompts_change(args: JsonObject, exchange: Exchange) -> Json:
        await exchange.changed("prompts")
        return "Whoever listens knows of it."

    return [
        _tool("test_trigger_tool_change", "Says that the tools changed", tools_change),
        _tool("test_trigger_prompt_change", "Says that the prompts changed", prompts_change),
    ]
