"""The tools with which an assistant finds and uses the agents of others, wired from what a server has."""

import httpx

from loket.core.ports import Store
from loket.core.tool import Tool
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.directory import AgentDirectory
from loket.tools.agents.local import AllowTool
from loket.tools.agents.post import PostTool
from loket.tools.agents.settings import AgentSettings
from loket.tools.agents.trust import TrustTool
from loket.tools.agents.webhooks import Webhooks
from loket.tools.checking.tool import CheckTool
from loket.tools.discover import DiscoverTool
from loket.tools.invoke import InvokeTool
from loket.tools.search import Search, SearchTool


def agent_tools(
    http: httpx.AsyncClient,
    store: Store,
    settings: AgentSettings,
    search: Search | None = None,
    webhooks: Webhooks | None = None,
) -> tuple[Tool, ...]:
    """`discover_a2a_agent_capabilities`, `invoke_a2a_agent_skill`, `trust_a2a_agent`, `post_to_a2a_agent`,
    `allow_local_agent` and `check_a2a_agent`, and with a search `web_search_tool`. With `webhooks`, agents that call
    them are asked to."""
    directory, keyring = AgentDirectory(http, store, settings), Keyring(http, settings.secrets)
    tools: tuple[Tool, ...] = (
        DiscoverTool(directory),
        InvokeTool(directory, keyring, webhooks=webhooks, blobs=store),
        TrustTool(directory),
        PostTool(directory, keyring),
        AllowTool(store, settings),
        CheckTool(directory),
    )
    return (*tools, SearchTool(search)) if search is not None else tools
