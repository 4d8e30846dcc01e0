"""Opens an assistant in this process, over a store on disk or in memory."""

import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from loket.app import Brought, opened
from loket.config import Config, load
from loket.core.errors import ConfigError
from loket.core.model import Model
from loket.doors.auth import LOCAL
from loket.face.assistant import Assistant
from loket.face.dialogue import Dialogue
from loket.house.bundle import Packaged
from loket.stores.memory import MemoryStore
from loket.stores.sqlite import SqliteStore


@asynccontextmanager
async def talking_with(
    assistant: Packaged,
    data: Path | str | None = None,
    *,
    config: Config | None = None,
    env: Mapping[str, str] = os.environ,
    model: Model | None = None,
) -> AsyncGenerator[Dialogue]:
    """A talk with the front assistant, over the process that `loket serve` would open; `loket.toml` and the
    environment hold for it. Nothing listens."""
    if not isinstance(assistant, Packaged):  # pyright: ignore[reportUnnecessaryIsInstance] - who has no types is told so
        kind = type(assistant).__name__
        raise ConfigError(
            "bad_assistant", f"Give it an assistant, as loket.Assistant(...) makes one; this is a {kind}."
        )
    config = config or load({} if data is None else {"data": Path(data)}, env)
    store_at = memory if data is None else SqliteStore.open
    async with opened(config, env, brought=Brought((assistant,), model), store_at=store_at) as served:
        assert served.host is not None
        typed = assistant.typed if isinstance(assistant, Assistant) else None
        yield Dialogue(served.host, assistant.name, LOCAL, typed=typed)


async def memory(data: Path) -> MemoryStore:
    """A store that is gone with the process."""
    return MemoryStore()
