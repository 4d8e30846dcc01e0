"""Looking for agents without a server round it: for functions, scripts and the command line."""

import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx

from loket.core.ports import Book
from loket.net.client import shared_client
from loket.stores.memory import MemoryStore
from loket.tools.agent_directory import AgentDirectory
from loket.tools.agent_settings import AgentSettings

LOCAL = "local"
ALLOWED = "LOKET_ALLOW_PRIVATE"


@asynccontextmanager
async def alone(
    http: httpx.AsyncClient | None = None, book: Book | None = None, settings: AgentSettings | None = None
) -> AsyncGenerator[AgentDirectory]:
    """A directory from what is given; what is not is made, and closed on leaving."""
    if settings is None:
        named = os.environ.get(ALLOWED, "").split(",")
        settings = AgentSettings(allow_private=tuple(name.strip() for name in named if name.strip()))
    async with AsyncExitStack() as stack:
        client = http or await stack.enter_async_context(shared_client(settings.allow_private))
        memory = book or await stack.enter_async_context(MemoryStore())
        yield AgentDirectory(client, memory, settings)
