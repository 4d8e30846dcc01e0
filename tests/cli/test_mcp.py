"""`loket mcp`: a program that starts it gets the tools, over input and output and under names that models take."""

import json
import re
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import ElicitRequestParams, ElicitResult

from loket.core.data import JsonObject
from loket.core.tool import CallContext, ToolSpec
from loket.doors.mcp import mcp_server
from loket.tools.agents.names import plain_names
from loket.tools.catalog import Catalog
from loket.tools.function import FunctionTool
from tests.serving import ran, serving_here

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
SHOP = """
from loket import Assistant, tool

@tool
def free_days() -> list[str]:
    "The days on which there is room."
    return ["Monday", "Friday"]

@tool(destructive=True)
def book(day: str) -> str:
    "Books a day."
    return f"Booked {day}."

@tool
def secret() -> str:
    "Only for our own assistant."
    return "hidden"

shop = Assistant("shop", tools=[free_days, book, secret], publish=["free_days", "book"])
"""


@asynccontextmanager
async def client_of(folder: Path, *words: str, **more: Any) -> AsyncGenerator[Client]:
    """The SDK's own client of a server that it starts."""
    given = StdioServerParameters(command=sys.executable, args=["-m", "loket", "mcp", *words], cwd=folder)
    async with Client(stdio_client(given), **more) as client:
        yield client


async def test_tools_of_a_file_are_offered_and_a_person_approves_at_the_client(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)

    async def yes(_: object, params: ElicitRequestParams) -> ElicitResult:
        assert "Friday" in params.message
        return ElicitResult(action="accept", content={"approve": True})

    async with client_of(tmp_path, "shop.py", elicitation_callback=yes) as client:
        assert {one.name for one in (await client.list_tools()).tools} == {"free_days", "book"}
        days = await client.call_tool("free_days", {})
        assert days.structured_content == {"result": ["Monday", "Friday"]}
        booked = await client.call_tool("book", {"day": "Friday"})
        assert "Booked Friday." in str(booked.content) and not booked.is_error


async def test_who_asks_nobody_is_told_where_it_waits_and_the_page_is_there(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    async with client_of(tmp_path, "shop.py") as client:
        held = await client.call_tool("book", {"day": "Friday"})
        assert held.is_error and held.meta is not None
        link = held.meta["loket/value"]["link"]
        async with httpx.AsyncClient() as http:
            assert (await http.get(link)).status_code == 200


async def test_names_are_those_that_models_take_and_the_old_ones_still_work() -> None:
    async def here(args: JsonObject, context: CallContext) -> str:
        return str(args)

    schema = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    tool = FunctionTool(ToolSpec(name="places.search", description="Finds a place.", input=schema), here)
    async with Client(mcp_server(Catalog("map", [tool]))) as client:
        assert [one.name for one in (await client.list_tools()).tools] == ["places_search"]
        new, old = [await client.call_tool(name, {"q": "Messen"}) for name in ("places_search", "places.search")]
        assert new.content == old.content and not new.is_error


async def test_the_lines_to_paste_are_true(forgetful: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "tools-for-others.md").read_text("utf-8")
    started, served = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    [server] = started["mcpServers"].values()
    assert server["command"] == "loket" and f"loket {' '.join(server['args'])}" in page
    [place] = [one["url"] for one in served["servers"].values()]
    (forgetful / "shop.py").write_text(SHOP)
    _, *words = (word.replace("/home/you", str(forgetful)) for word in server["args"])
    async with client_of(forgetful, *words) as client:
        begun = {one.name for one in (await client.list_tools()).tools}
    async with serving_here(forgetful / "data", assistants=[str(forgetful / "shop.py")]) as here:
        at = place.replace("http://127.0.0.1:10002", here.url)
        async with Client(at) as client:
            assert {one.name for one in (await client.list_tools()).tools} == begun == {"free_days", "book"}
        assert f"{place}/sse" in page


def test_two_tools_never_get_one_name() -> None:
    long = "x" * 70
    names = plain_names(["a.b", "a_b", "a-b", f"{long}1", f"{long}2"])
    assert list(names.values()) == ["a.b", "a_b", "a-b", f"{long}1", f"{long}2"]
    assert all(NAME.fullmatch(name) for name in names)


async def test_what_can_not_be_offered_is_said_without_a_word_on_the_output(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP.replace('publish=["free_days", "book"]', "publish=[]"))
    code, said, complained = await ran("mcp", "shop.py", folder=tmp_path)
    assert (code, said) == (1, "") and "publish" in complained
    code, said, complained = await ran("mcp", "nobody", folder=tmp_path)
    assert (code, said) == (1, "") and "no part nobody.tools" in complained
