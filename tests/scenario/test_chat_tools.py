"""The three chat tools as a client of the MCP library meets them."""

import base64
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from mcp.client.client import Client

from tests.scenario.bridges import WORDS, Bridges, serve

LOST = {"scenarioId": "lost-delivery", "agentId": "shop"}


@pytest.fixture(scope="module")
async def bridges(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Bridges]:
    async with serve(tmp_path_factory.mktemp("chats")) as there:
        yield there


async def called(client: Client, tool: str, **args: Any) -> Any:
    result = await client.call_tool(tool, args)
    assert not result.is_error, result.content
    return result.structured_content


async def test_a_thread_from_its_beginning_to_its_end(bridges: Bridges) -> None:
    async with Client(f"{bridges.url}/mcp") as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == ["begin_chat_thread", "send_message_to_chat_thread", "check_replies"]
        begun = await called(client, "begin_chat_thread", **LOST)
        assert (begun["you"], begun["counterpart"], begun["suggestedStart"]) == ("customer", "shop", WORDS[0])
        thread = begun["conversationId"]
        nothing = await called(client, "check_replies", conversationId=thread, waitMs=20_000)
        assert (nothing["messages"], nothing["status"]) == ([], "input-required")
        await called(client, "send_message_to_chat_thread", conversationId=thread, message=WORDS[0])
        first = await called(client, "check_replies", conversationId=thread, waitMs=20_000)
        assert (first["status"], first["conversationEnded"]) == ("input-required", False)
        assert "number of the order" in first["messages"][0]["text"]
        again = await called(client, "check_replies", conversationId=thread)
        assert again["messages"] == first["messages"], "looking takes nothing away"
        box = {"name": "box.bin", "contentType": "application/octet-stream", "bytes": base64.b64encode(b"\0").decode()}
        note = {"name": "note.txt", "content": "84 euros"}
        more = {"conversationId": thread, "message": WORDS[1], "attachments": [box, note]}
        await called(client, "send_message_to_chat_thread", **more)
        last = await called(client, "check_replies", conversationId=thread, waitMs=20_000)
        assert (last["status"], last["conversationEnded"]) == ("completed", True)
        [file] = last["messages"][-1]["attachments"]
        assert file["name"] == "credit-note.md"
        assert "CN-118" in file["content"]


@pytest.mark.parametrize(
    ("tool", "args", "why"),
    [
        ("begin_chat_thread", {"scenarioId": "nowhere"}, "no scenario nowhere"),
        ("begin_chat_thread", {"scenarioId": "lost-delivery", "agentId": "baker"}, "no agent baker"),
        ("check_replies", {"conversationId": "x"}, "no thread"),
        ("send_message_to_chat_thread", {"conversationId": "x", "message": "Hi"}, "no thread"),
        ("check_replies", {"conversationId": "x", "waitMs": 10**9}, "waitMs"),
    ],
)
async def test_what_can_not_be_is_said(bridges: Bridges, tool: str, args: Any, why: str) -> None:
    async with Client(f"{bridges.url}/mcp") as client:
        result = await client.call_tool(tool, args)
        assert result.is_error
        assert why in str(result.content)


async def test_an_attachment_has_content_or_bytes(bridges: Bridges) -> None:
    async with Client(f"{bridges.url}/mcp") as client:
        thread = (await called(client, "begin_chat_thread", **LOST))["conversationId"]
        for wrong in ({}, {"content": "x", "bytes": "eA=="}, {"bytes": "?"}):
            args = {"conversationId": thread, "message": "Hi", "attachments": [{"name": "a", **wrong}]}
            assert (await client.call_tool("send_message_to_chat_thread", args)).is_error, wrong
