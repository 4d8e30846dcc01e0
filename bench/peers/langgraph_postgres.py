"""The scripted turn as a langgraph StateGraph over AsyncPostgresSaver: as over SQLite, with a pool of connections."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from bench.measure import Turn
from bench.peers.langgraph_sqlite import root, stored
from bench.peers.postgres import server
from bench.peers.worker import KILLED, run
from bench.script import Called

CONNECTIONS = 20


@asynccontextmanager
async def saver(url: str) -> AsyncGenerator[AsyncPostgresSaver]:
    """The checkpoints in this database."""
    settings = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    async with AsyncConnectionPool(url, max_size=CONNECTIONS, kwargs=settings, open=False) as pool:
        made = AsyncPostgresSaver(pool)
        await made.setup()
        yield made


@asynccontextmanager
async def opened(url: str, called: Called) -> AsyncGenerator[Turn]:
    """The turn, a thread each."""
    async with stored("sync", lambda _: saver(url))(Path(), called) as turn:
        yield turn


async def resumed(url: str, called: Called) -> None:
    """Nobody goes on with a thread by itself: it is asked for by its name."""
    async with saver(url) as checkpoints:
        graph = root(called).compile(checkpointer=checkpoints)
        await graph.ainvoke(None, {"configurable": {"thread_id": KILLED}}, durability="sync")


if __name__ == "__main__":
    run("langgraph-postgres", ("langgraph", "langgraph-checkpoint-postgres", "psycopg"), server, opened, resumed)
