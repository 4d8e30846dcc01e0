"""Looking for agents without a server round it: for functions, scripts and the command line."""

import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx

from loket.core.ports import Book
from loket.net.client import shared_client
from loket.stores.memory import MemoryStore
from loket.tools.agents.certificates import contexts
from loket.tools.agents.directory import AgentDirectory
from loket.tools.agents.settings import AgentSettings

LOCAL = "local"
ALLOWED, TRUSTED = "LOKET_ALLOW_PRIVATE", "LOKET_TRUSTED"


@asynccontextmanager
async def alone(
    http: httpx.AsyncClient | None = None, book: Book | None = None, settings: AgentSettings | None = None
) -> AsyncGenerator[AgentDirectory]:
    """A directory from what is given; what is not is made, and closed on leaving."""
    settings = settings or AgentSettings(allow=frozenset(_listed(TRUSTED)), allow_private=tuple(_listed(ALLOWED)))
    async with AsyncExitStack() as stack:
        client = http
        if client is None:
            made = shared_client(settings.allow_private, contexts=contexts(settings))
            client = await stack.enter_async_context(made)
        memory = book or await stack.enter_async_context(MemoryStore())
        yield AgentDirectory(client, memory, settings)


def _listed(variable: str) -> list[str]:
    return [entry.strip() for entry in os.environ.get(variable, "").split(",") if entry.strip()]
