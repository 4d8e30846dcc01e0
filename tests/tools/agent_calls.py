"""One call of a remote agent that answers as a test wants, and what it gave, failed with and was asked."""

from typing import Any

from loket.core.data import Json
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.net.client import shared_client
from loket.tools.a2a import AgentTool
from tests.loopback import Asked, answering, reply
from tests.tools.sites import at_once

SPEC = ToolSpec(name="explain_toeslagen", idempotent=True)
KEY = "5b1f2c7e-0000-8000-8000-000000000001"
CONTEXT = CallContext(conversation="c", owner="local", scope="/", call="1.a", key=KEY, deadline=5)
DATA = {"items": [{"text": "x"}]}


def answered(result: Any) -> bytes:
    return reply({"jsonrpc": "2.0", "id": KEY, "result": result})


def methods(asked: list[Asked]) -> list[str]:
    return [one.json["method"] for one in asked]


def task(state: str, words: str = "", **more: Any) -> dict[str, Any]:
    message = {"kind": "message", "parts": [{"kind": "text", "text": words}]}
    return {"kind": "task", "id": "t1", "status": {"state": state, "message": message}, **more}


async def exchanged(answer: Any, spec: ToolSpec = SPEC, deadline: float = 5) -> tuple[Json | ToolFailed, list[Asked]]:
    """What one call gives or fails with, and what the agent was asked."""
    context = CallContext(conversation="c", owner="o", scope="/", call="1.a", key=KEY, deadline=deadline)
    async with answering(answer) as server, shared_client(allow=["127.0.0.1"]) as client:
        tool: Tool = AgentTool(spec, server.url + "/", client, pause=at_once)
        try:
            return await tool.call({"a": 1}, context), server.asked
        except ToolFailed as failed:
            return failed, server.asked


async def failure(answer: Any, spec: ToolSpec = SPEC, deadline: float = 5) -> ToolFailed:
    failed, _ = await exchanged(answer, spec, deadline)
    assert isinstance(failed, ToolFailed)
    return failed
