"""agno over HTTP: AgentOS, its own server, with an Agent and SqliteDb, telemetry off; the specialist is an agent inside
a tool."""

import json
from pathlib import Path
from typing import Any

from agno.agent import Agent
from agno.db.sqlite import SqliteDb
from agno.models.openai.like import OpenAILike
from agno.os import AgentOS
from agno.run import RunContext

from bench.peers.serving import KEY, MODEL, served
from bench.script import RESULT


async def tool_a(q: str) -> str:
    """The weather."""
    return json.dumps(RESULT)


async def tool_b(q: str) -> str:
    """The calendar: it writes."""
    return json.dumps(RESULT)


async def tool_c(q: str) -> str:
    """The specialist's own tool."""
    return json.dumps(RESULT)


def made(folder: Path, url: str) -> Any:
    """The application over one SQLite file; `checkpoint` is agno's default, which stores a run when it ends."""
    db = SqliteDb(db_file=str(folder / "agno.db"))

    def agent(name: str, instructions: str, tools: list[Any]) -> Agent:
        model = OpenAILike(id=MODEL, base_url=url, api_key=KEY)
        return Agent(id=name, name=name, model=model, tools=tools, db=db, telemetry=False, instructions=instructions)

    nested = agent("agent_c", "Advise.", [tool_c])

    async def agent_c(run_context: RunContext, q: str) -> str:
        """The specialist."""
        said = await nested.arun(q, session_id=run_context.session_id + "/agent_c")
        return str(said.content)

    root = agent("root", "Plan days.", [tool_a, tool_b, agent_c])
    return AgentOS(agents=[root], telemetry=False).get_app()


if __name__ == "__main__":
    served(made)
