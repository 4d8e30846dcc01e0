"""An MCP server of the official SDK: how tight a bolt must be. `python -m bikes.torque [PORT]`; stdio without one."""

import sys
from typing import Literal

from mcp.server import MCPServer
from mcp_types import ToolAnnotations

NM = {"stem": 6, "seatpost": 5, "crank": 40}

server = MCPServer("torque")


@server.tool(title="Torque of a bolt", annotations=ToolAnnotations(read_only_hint=True))
def look_up(bolt: Literal["stem", "seatpost", "crank"]) -> str:
    """How tight a bolt must be, in newton metres."""
    return f"Tighten the {bolt} bolt to {NM[bolt]} Nm."


if __name__ == "__main__":
    server.run("streamable-http", port=int(sys.argv[1])) if sys.argv[1:] else server.run("stdio")
