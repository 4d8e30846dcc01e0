"""What the conformance suites run as a client: our `RemoteServer` over the SDK wire, doing what each scenario needs.

The scenario is in MCP_CONFORMANCE_SCENARIO, its data in MCP_CONFORMANCE_CONTEXT, the URL is the last argument."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any, cast

from mcp.client.context import ClientRequestContext
from mcp_types import ElicitRequestFormParams, ElicitRequestParams, ElicitResult

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.tools.mcp import RemoteServer
from loket.tools.mcp_sdk import Options, SdkLine, SdkWire
from loket.tools.patience import Patience
from tests.conformance.auth import credentials

# One attempt at everything: the suites count requests, and our retries are tested elsewhere.
ONCE = Patience(connect=25.0, first=100.0, longest=100.0, trial=100.0, tries=1)
LIMIT = 25.0
FOCAL = "json_schema_2020_12_tool"


async def fill_in(_: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
    """Accepts every form with its defaults, and what has none with a yes."""
    if not isinstance(params, ElicitRequestFormParams):
        return ElicitResult(action="decline")
    fields = cast("dict[str, JsonObject]", params.requested_schema.get("properties", {}))
    filled = {
        name: field.get("default", True if field.get("type") == "boolean" else None) for name, field in fields.items()
    }
    return ElicitResult(action="accept", content={name: value for name, value in filled.items() if value is not None})


def sample(schema: JsonObject) -> JsonObject:
    """Arguments that fit a simple schema."""
    examples: dict[str, Json] = {
        "number": 5,
        "integer": 5,
        "boolean": True,
        "string": "text",
        "object": {},
        "array": [],
    }
    fields = cast("dict[str, JsonObject]", schema.get("properties", {}))
    return {name: examples.get(str(field.get("type")), "text") for name, field in fields.items()}


async def call(server: RemoteServer, spec: ToolSpec, args: JsonObject) -> None:
    """One call; a failure is the scenario's business, not ours."""
    context = CallContext("c", "local", "/", "1.a", f"key-{spec.name}", LIMIT)
    try:
        value = await server.tool(spec).call(args, context)
    except ToolFailed as failed:
        print(f"{spec.name}: {failed}", file=sys.stderr)
    else:
        print(f"{spec.name}: {value}", file=sys.stderr)


async def everything(server: RemoteServer, given: JsonObject) -> None:
    """Lists the tools and calls them: those the scenario names, else all, two at a time."""
    specs = {spec.name: spec for spec in await server.discover(LIMIT)}
    if "toolCalls" in given:
        for told in cast("list[JsonObject]", given["toolCalls"]):
            await call(server, specs[told["name"]], told["arguments"])
        return
    if FOCAL in specs and len(specs) == 2:
        [echo] = [spec for name, spec in specs.items() if name != FOCAL]
        await call(server, echo, {"schema": specs[FOCAL].input})
        return
    waiting = list(specs.values())
    while waiting:
        pair, waiting = waiting[:2], waiting[2:]
        await asyncio.gather(*(call(server, spec, sample(spec.input)) for spec in pair))


async def headers(server: RemoteServer, given: JsonObject) -> None:
    """Besides the tools: resources and prompts, whose requests carry headers too."""
    await everything(server, given)

    async def rest(line: Any, _: float) -> Json:
        client = cast(SdkLine, line).client
        for resource in (await client.list_resources()).resources[:1]:
            await client.read_resource(resource.uri)
        for prompt in (await client.list_prompts()).prompts[:1]:
            await client.get_prompt(prompt.name, {argument.name: "text" for argument in prompt.arguments or []})

    await server.run(rest, LIMIT, safe=True)


async def listing(server: RemoteServer, given: JsonObject) -> None:
    """Nothing but the list of tools."""
    await server.discover(LIMIT)


SPECIAL: dict[str, Callable[[RemoteServer, JsonObject], Awaitable[None]]] = {
    "http-standard-headers": headers,
    "initialize": listing,
    "json-schema-ref-no-deref": listing,
}


async def main(url: str) -> None:
    """Connects, does the scenario, leaves."""
    scenario = os.environ.get("MCP_CONFORMANCE_SCENARIO", "initialize")
    given = cast(JsonObject, json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT", "{}")))
    older = os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION", "2025-11-25") < "2026"
    auth = await credentials(scenario, url, given) if scenario.startswith("auth/") else None
    wire = SdkWire(url, "legacy" if older else "auto", options=Options(auth=auth, elicitation=fill_in))
    server = RemoteServer("conformance", wire, ONCE)
    await server.start()
    try:
        await SPECIAL.get(scenario, everything)(server, given)
    finally:
        await server.stop()


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[-1]))
    except ToolFailed as failed:
        sys.exit(str(failed))
