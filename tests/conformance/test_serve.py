"""What the public suites talk to answers as they are told it does; the suites themselves are no tests (`make kits`)."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from mcp.client.client import Client

from loket.cli.serving import bound
from loket.config import Config
from tests.conformance.serve import profile
from tests.serving import PromptServer


@asynccontextmanager
async def served(name: str) -> AsyncGenerator[str]:
    with bound(Config(port=0)) as listening:
        config = Config(port=listening.getsockname()[1])
        async with profile(name, config) as fixtures:
            server = PromptServer(fixtures)
            running = asyncio.create_task(server.serve([listening]))
            try:
                yield config.local
            finally:
                server.leave()
                await running


async def test_the_tools_of_the_mcp_suites_are_served() -> None:
    async with served("mcp-fixtures") as url, Client(f"{url}/mcp") as client:
        assert "test_simple_text" in {tool.name for tool in (await client.list_tools()).tools}
        async with httpx.AsyncClient(trust_env=False) as http:
            assert (await http.get(f"{url}/mcp", headers={"Origin": "https://evil.example"})).status_code == 403


@pytest.mark.parametrize(
    ("message", "state"),
    [("tck-complete-task-1", "completed"), ("tck-input-required-1", "input-required"), ("tck-reject-task", "rejected")],
)
async def test_the_agent_of_the_a2a_kits_does_what_the_id_of_a_message_says(message: str, state: str) -> None:
    said: dict[str, Any] = {
        "kind": "message",
        "messageId": message,
        "role": "user",
        "parts": [{"kind": "text", "text": "x"}],
    }
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "message/send",
        "params": {"message": said, "configuration": {"blocking": True}},
    }
    async with served("tck-v03") as url, httpx.AsyncClient(base_url=url, trust_env=False, timeout=20) as http:
        assert (await http.get("/.well-known/agent-card.json")).json()["name"] == "Kit"
        answer = (await http.post("/a2a", json=call)).json()
        assert answer["result"]["status"]["state"] == state, answer
