"""Which folders hold logs: the data folder itself, and those that the parts of a set-up have inside it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import click

from loket.core.errors import NotFound
from loket.core.ports import Store
from loket.engine.names import is_name
from loket.stores.schema import FILE
from loket.stores.sqlite import SqliteStore


def folders(data: Path) -> list[Path]:
    """The data folder when it holds logs, then every folder in it that does; only itself when none does."""
    try:
        inner = sorted(file.parent for file in data.glob(f"*/{FILE}"))
    except OSError:
        inner = []
    own = [data] if (data / FILE).exists() or not inner else []
    return [*own, *inner]


@asynccontextmanager
async def reading(data: Path, folder: Path) -> AsyncGenerator[Store]:
    """The store of one of them; a folder that was not named by whoever asks is told on standard error."""
    async with await SqliteStore.open(folder, read_only=True) as store:
        if folder != data:
            click.echo(f"In {folder}:", err=True)
        yield store


@asynccontextmanager
async def holding(data: Path, conversation: str) -> AsyncGenerator[tuple[Store, int]]:
    """The store that has this conversation, and its last seq. NotFound names the folders that were looked through."""
    looked = folders(data)
    for folder in looked if is_name(conversation) else ():
        async with await SqliteStore.open(folder, read_only=True) as store:
            found = await store.head(conversation) > 0
        if found:
            async with reading(data, folder) as store:
                yield store, await store.head(conversation)
            return
    where = ", ".join(str(folder) for folder in looked)
    raise NotFound("not_found", f"There is no conversation {conversation[:40]} in {where}; see `loket log list`.")
