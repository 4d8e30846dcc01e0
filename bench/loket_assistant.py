"""The assistant of the bench with a language model: three tools, one of them not read-only, and a specialist.

Served as anybody serves theirs: `loket serve bench/loket_assistant.py:bench`."""

from typing import Any

from bench.script import RESULT
from loket import Assistant, tool


@tool(read_only=True)
async def tool_a(q: str) -> dict[str, Any]:
    """The weather."""
    return dict(RESULT)


@tool
async def tool_b(q: str) -> dict[str, Any]:
    """The calendar: it writes."""
    return dict(RESULT)


@tool(read_only=True)
async def tool_c(q: str) -> dict[str, Any]:
    """The specialist's own tool."""
    return dict(RESULT)


agent_c = Assistant("agent_c", title="Specialist", summary="The specialist.", instructions="Advise.", tools=[tool_c])
bench = Assistant("bench", title="Bench", instructions="Plan days.", tools=[tool_a, tool_b], specialists=[agent_c])
