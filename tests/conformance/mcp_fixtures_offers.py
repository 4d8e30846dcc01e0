"""Resources, prompts and completions that the conformance suites of MCP expect."""

import base64
import json

from loket.core.data import JsonObject
from loket.core.tool import CallContext
from loket.tools.catalog import Prompt, Resource
from tests.conformance.mcp_fixtures_input import input_prompt

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def embedded(uri: str, media: str, text: str) -> JsonObject:
    """A resource as a block of content."""
    return {"type": "resource", "resource": {"uri": uri, "mimeType": media, "text": text}}


def resources() -> tuple[Resource, ...]:
    """Two that stand still, one template, one that can be watched."""

    async def text(_: dict[str, str]) -> str:
        return "This is the content of the static text resource."

    async def binary(_: dict[str, str]) -> bytes:
        return base64.b64decode(PNG)

    async def data(variables: dict[str, str]) -> str:
        number = variables["id"]
        return json.dumps({"id": number, "templateTest": True, "data": f"Data for ID: {number}"})

    async def watched(_: dict[str, str]) -> str:
        return "This resource can be watched."

    return (
        Resource("test://static-text", "static text", text),
        Resource("test://static-binary", "static binary", binary, "image/png"),
        Resource("test://template/{id}/data", "template", data, "application/json"),
        Resource("test://watched-resource", "watched", watched),
    )


def prompts() -> tuple[Prompt, ...]:
    """Without arguments, with two, with a resource, with an image, and one that asks first."""

    def says(*blocks: JsonObject) -> list[JsonObject]:
        return [{"role": "user", "content": block} for block in blocks]

    def words(text: str) -> JsonObject:
        return {"type": "text", "text": text}

    async def simple(args: dict[str, str], _: CallContext) -> list[JsonObject]:
        return says(words("This is a simple prompt for testing."))

    async def with_arguments(args: dict[str, str], _: CallContext) -> list[JsonObject]:
        return says(words(f"Prompt with arguments: arg1='{args['arg1']}', arg2='{args['arg2']}'"))

    async def with_resource(args: dict[str, str], _: CallContext) -> list[JsonObject]:
        resource = embedded(args["resourceUri"], "text/plain", "Embedded resource content for testing.")
        return says(resource, words("Please read the resource above."))

    async def with_image(args: dict[str, str], _: CallContext) -> list[JsonObject]:
        return says({"type": "image", "data": PNG, "mimeType": "image/png"}, words("Please look at the image above."))

    return (
        Prompt("test_simple_prompt", simple, "A prompt without arguments"),
        Prompt("test_prompt_with_arguments", with_arguments, "Two arguments", {"arg1": "First", "arg2": "Second"}),
        Prompt("test_prompt_with_embedded_resource", with_resource, "With a resource", {"resourceUri": "Its URI"}),
        Prompt("test_prompt_with_image", with_image, "With an image"),
        input_prompt(),
    )


async def complete(subject: str, argument: str, typed: str) -> list[str]:
    """The same words for every argument."""
    return [word for word in ("paris", "park", "party") if word.startswith(typed)]
