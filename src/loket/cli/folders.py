"""Which stores hold logs: the servers that LOKET_STORE names, else the data folder itself and those that the parts of
a set-up have inside it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import click

from loket.config import Config
from loket.core.errors import NotFound
from loket.core.ports import Store
from loket.engine.names import is_name
from loket.stores.schema import FILE
from loket.wiring.late import store_alone, stores_of


def folders(data: Path) -> list[Path]:
    """The data folder when it holds logs, then every folder in it that does; only itself when none does."""
    try:
        inner = sorted(file.parent for file in data.glob(f"*/{FILE}"))
    except OSError:
        inner = []
    own = [data] if (data / FILE).exists() or not inner else []
    return [*own, *inner]


async def places(config: Config) -> list[str]:
    """What `reading` opens, one after another."""
    if config.store is not None:
        return await stores_of(config.store.get_secret_value())
    return [str(folder) for folder in folders(config.data)]


@asynccontextmanager
async def reading(config: Config, place: str) -> AsyncGenerator[Store]:
    """The store of one of them; a folder that was not named by whoever asks is told on standard error."""
    async with await store_alone(place, read_only=True) as store:
        if config.store is None and place != str(config.data):
            click.echo(f"In {place}:", err=True)
        yield store


@asynccontextmanager
async def holding(config: Config, conversation: str) -> AsyncGenerator[tuple[Store, int]]:
    """The store that has this conversation, and its last seq. NotFound names the folders that were looked through."""
    looked = await places(config)
    for place in looked if is_name(conversation) else ():
        async with await store_alone(place, read_only=True) as store:
            found = await store.head(conversation) > 0
        if found:
            async with reading(config, place) as store:
                yield store, await store.head(conversation)
            return
    where = ", ".join(looked) if config.store is None else "the store that LOKET_STORE names"
    raise NotFound("not_found", f"There is no conversation {conversation[:40]} in {where}; see `loket log list`.")
