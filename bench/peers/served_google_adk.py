"""google-adk over HTTP: its own server (get_fast_api_app, `/run_sse`) with sessions in SQLite; the specialist is a
single-turn sub-agent, the model is reached through LiteLlm as its documentation says."""

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.cli.fast_api import get_fast_api_app
from google.adk.cli.utils.base_agent_loader import BaseAgentLoader
from google.adk.models.lite_llm import LiteLlm

from bench.peers.serving import KEY, MODEL, served
from bench.script import RESULT

APP = "bench"
BUSY_SECONDS = 60
"""Its plain SQLite service fails at once where many write; this one waits."""


async def tool_a(q: str) -> dict[str, Any]:
    """The weather."""
    return dict(RESULT)


async def tool_b(q: str) -> dict[str, Any]:
    """The calendar: it writes."""
    return dict(RESULT)


async def tool_c(q: str) -> dict[str, Any]:
    """The specialist's own tool."""
    return dict(RESULT)


def root(url: str) -> LlmAgent:
    """The agent of the whole turn, with the specialist below it."""
    model = LiteLlm(model=f"openai/{MODEL}", api_base=url, api_key=KEY)
    specialist = LlmAgent(
        name="agent_c",
        description="The specialist.",
        instruction="Advise.",
        mode="single_turn",
        model=model,
        tools=[tool_c],
        disallow_transfer_to_parent=True,
        disallow_transfer_to_peers=True,
    )
    return LlmAgent(name="root", instruction="Plan days.", model=model, tools=[tool_a, tool_b], sub_agents=[specialist])


class Loader(BaseAgentLoader):
    """The one agent there is."""

    def __init__(self, agent: LlmAgent) -> None:
        self.agent = agent

    def load_agent(self, agent_name: str) -> LlmAgent:
        """By its name."""
        return self.agent

    def list_agents(self) -> list[str]:
        """The names."""
        return [APP]


def made(folder: Path, url: str) -> Any:
    """The application over one SQLite file, switched to WAL beforehand: the service leaves the mode to the file."""
    os.environ["ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS"] = "false"
    logging.disable(logging.WARNING)
    path = folder / "adk.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma journal_mode=wal")
    return get_fast_api_app(
        agents_dir=str(folder),
        agent_loader=Loader(root(url)),
        session_service_uri=f"sqlite+aiosqlite:///{path}",
        session_db_kwargs={"connect_args": {"timeout": BUSY_SECONDS}},
        web=False,
    )


if __name__ == "__main__":
    served(made)
