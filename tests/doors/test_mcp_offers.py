"""What a package offers MCP clients besides its tools: the files that their calls keep, and what it can be asked."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp_types import INVALID_PARAMS, BlobResourceContents, ResourceLink, TextContent, TextResourceContents

from loket import Assistant, Context, tool
from tests.serving import Here, serving_here

PDF = b"%PDF-1.7 plan of lot 103"
TOKENS = {"anna": "a" * 32, "bert": "b" * 32}


@tool(read_only=True, examples=["Make a plan of lot 103", "Which plans are there?"])
async def plan(lot: int, context: Context) -> dict[str, int]:
    """Draws a plan."""
    await context.keep(PDF + str(lot).encode(), f"plan {lot}.pdf", "application/pdf")
    await context.keep(f"Größe von {lot}: 4 m²".encode(), "size.txt", "text/plain")
    await context.keep(b"names of neighbours", "neighbours.txt", "text/plain", private=True)
    return {"lot": lot}


@tool(read_only=True)
async def secret_plan(context: Context) -> str:
    """For our own talks only."""
    await context.keep(b"of a talk", "talk.txt", "text/plain")
    return "There it is."


plans = Assistant("plans", tools=[plan, secret_plan], publish=["plan"], starters=["What do you draw?"])


@asynccontextmanager
async def client_of(here: Here, owner: str = "") -> AsyncGenerator[Client]:
    """The SDK's own client of whoever has this token."""
    headers = {"Authorization": f"Bearer {TOKENS[owner]}"} if owner else {}
    async with httpx2.AsyncClient(headers=headers, trust_env=False) as http:
        wire = streamable_http_client(f"{here.url}/mcp", http_client=http)
        async with Client(wire) as client:
            yield client


async def test_files_that_a_call_keeps_are_resources_of_who_made_it_and_of_nobody_else(tmp_path: Path) -> None:
    serving = serving_here(tmp_path, assistants=[f"{__name__}:plans"], tokens=TOKENS)
    async with serving as here, client_of(here, "anna") as anna, client_of(here, "bert") as bert:
        assert (await anna.list_resources()).resources == []
        called = await anna.call_tool("plan", {"lot": 103})
        assert called.structured_content == {"lot": 103}
        links = [block for block in called.content if isinstance(block, ResourceLink)]
        listed = (await anna.list_resources()).resources
        assert [one.uri for one in links] == [one.uri for one in listed]
        told = [(one.name, one.mime_type, one.size) for one in listed]
        assert told == [("plan 103.pdf", "application/pdf", 27), ("size.txt", "text/plain", 22)]
        [plan_read] = (await anna.read_resource(listed[0].uri)).contents
        assert isinstance(plan_read, BlobResourceContents) and plan_read.mime_type == "application/pdf"
        [size_read] = (await anna.read_resource(listed[1].uri)).contents
        assert isinstance(size_read, TextResourceContents) and size_read.text == "Größe von 103: 4 m²"
        assert (await bert.list_resources()).resources == []
        for uri in (
            listed[0].uri,
            listed[0].uri[:-1] + "g",
            "loket://conversations/x/files/y",
            "file:///etc/passwd",
        ):
            with pytest.raises(MCPError, match="Resource not found"):
                await bert.read_resource(uri)


async def test_a_private_file_and_one_of_a_talk_are_no_resources(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=[f"{__name__}:plans"]) as here, client_of(here) as client:
        await client.call_tool("plan", {"lot": 7})
        [call] = await here.engine.store.entries(assistant="plans.outside")
        lines = (await here.engine.look(call.conversation)).files.all()
        [private] = [line.file.blob for line in lines if line.private]
        assert private is not None
        at = f"loket://conversations/{call.conversation}/files"
        assert at in (await client.list_resources()).resources[0].uri
        with pytest.raises(MCPError, match="Resource not found"):
            await client.read_resource(f"{at}/{private.sha256}")
        await here.engine.erase(call.conversation)
        assert (await client.list_resources()).resources == []


async def test_what_it_can_be_asked_is_offered_as_prompts(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=[f"{__name__}:plans"]) as here, client_of(here) as client:
        prompts = (await client.list_prompts()).prompts
        assert {one.name: one.description for one in prompts} == {
            "ask": "What do you draw?",
            "plan": "Make a plan of lot 103",
            "plan_2": "Which plans are there?",
        }
        [message] = (await client.get_prompt("plan")).messages
        assert message.role == "user" and message.content == TextContent(type="text", text="Make a plan of lot 103")
        with pytest.raises(MCPError, match="Unknown prompt"):
            await client.get_prompt("secret_plan")


async def test_a_cursor_that_nobody_gave_is_refused_in_each_list(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=[f"{__name__}:plans"]) as here, client_of(here) as client:
        for listing in (client.list_tools, client.list_prompts, client.list_resources):
            with pytest.raises(MCPError, match="No such cursor") as refused:
                await listing(cursor="made up")
            assert refused.value.code == INVALID_PARAMS
