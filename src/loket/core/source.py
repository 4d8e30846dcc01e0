"""Where tools come from that nobody can know before they are asked for: a tool server, an agent of others."""

from typing import Literal, Protocol

from loket.core.events import AgentFound, ToolsFound
from loket.core.tool import Tool
from loket.core.tool_spec import ToolSpec

Listing = ToolsFound | AgentFound
SourceState = Literal["stopped", "connecting", "up", "down"]
"""`stopped`: nobody asked it for anything yet."""


class Source(Protocol):
    """Tells which tools it has, named `NAME.tool`, and performs them.

    The engine asks `discover` before a planner of a conversation thinks that may use any of them; what comes is
    recorded when it differs from what the conversation knows. It takes a few seconds at most, answers from memory while
    that is fresh, and () when nobody can be reached: what was recorded stays. It raises nothing.

    `tool` makes the tool of a recorded spec, at once; a call of it fails with `tool_changed`, and nothing is sent, when
    it says something else of itself by now."""

    @property
    def name(self) -> str: ...

    @property
    def state(self) -> SourceState: ...

    @property
    def trouble(self) -> str:
        """Why `discover` gave nothing last, in a sentence; empty when it gave something."""
        ...

    async def discover(self, owner: str) -> tuple[Listing, ...]: ...

    def tool(self, spec: ToolSpec) -> Tool: ...
