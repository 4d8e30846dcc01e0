"""Somebody's MCP server, made with the official library: `python -m tests.tools.torque stdio|http WORDS-FILE [PORT]`.

What is in the file is the description of one tool; whoever changes the file changes the tool."""

import asyncio
import os
import sys
from pathlib import Path

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import ToolAnnotations

from tests.servers import serve_for_ever


def torque(words: Path) -> MCPServer:
    """A workshop's torque wrench."""
    server = MCPServer("torque")

    @server.tool(annotations=ToolAnnotations(read_only_hint=True), title="Look it up", structured_output=True)
    def look_up(bolt: str) -> dict[str, int]:
        """How tight a bolt must be, in Nm."""
        return {"nm": len(bolt)}

    @server.tool(description=words.read_text("utf-8"))
    async def tighten(bolt: str, context: Context) -> str:
        await context.report_progress(1, 2, "half way")
        return f"{bolt} is tight."

    @server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True))
    def note(text: str) -> str:
        """Writes it down."""
        print(f"noted {text}", file=sys.stderr, flush=True)
        return "ok"

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    async def hang() -> str:
        """Never answers."""
        await asyncio.Event().wait()
        return ""

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    def flood() -> str:
        """Answers more than anybody wants to hear."""
        return "x" * 5_000_000

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    def crash() -> str:
        """Takes the server along."""
        os._exit(3)

    return server


if __name__ == "__main__":
    _, how, file, *port = sys.argv
    made = torque(Path(file))
    asyncio.run(made.run_stdio_async() if how == "stdio" else serve_for_ever(made.streamable_http_app(), int(port[0])))
