"""The scripted turn as a DBOS workflow over its SQLite system database; the specialist is a child workflow.

DBOS knows no agents: planner steps and tools are plain DBOS steps, so this is durable execution alone, without the cost
of an agent framework on top. Fastest reasonable form: no tracing, the database switched to WAL beforehand.
"""

import json
import logging
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from dbos import DBOS, DBOSConfig, SetWorkflowID

from bench.measure import Contender, Turn, main
from bench.script import (
    QUESTION,
    RESULT,
    ROOT_PLAN,
    SPECIALIST_PLAN,
    SPECIALIST_SAYS,
    WORDS,
    Called,
    Watcher,
    decided,
    text_of,
)

Watchers = dict[str, Watcher]


def workflow(watchers: Watchers, called: Called) -> Any:
    """The workflow of the whole turn, with the specialist as its child."""

    @DBOS.step()
    async def act(tool: str, arguments: str) -> dict[str, Any]:
        json.loads(arguments)
        called(tool)
        return dict(RESULT)

    @DBOS.step()
    async def think(plan: tuple[str, ...], done: int, words: list[str], name: str) -> dict[str, Any]:
        decision = decided(plan, done)
        if decision is not None:
            return decision
        if name in watchers:
            for word in words:
                watchers[name].delta(word)
        return {"reasoning": "done", "say": text_of(words)}

    @DBOS.workflow()
    async def specialist(question: str) -> str:
        done = 0
        while "call" in (decision := await think(SPECIALIST_PLAN, done, [SPECIALIST_SAYS], "")):
            await act(decision["call"], decision["args"])
            done += 1
        return str(decision["say"])

    @DBOS.workflow()
    async def turn(name: str, question: str) -> str:
        done, watcher = 0, watchers.setdefault(name, Watcher())  # one that is gone on with has none
        while "call" in (decision := await think(ROOT_PLAN, done, WORDS, name)):
            watcher.event("call", decision)
            if decision["call"] == "agent_c":
                value: Any = await specialist(json.loads(decision["args"])["q"])
            else:
                value = await act(decision["call"], decision["args"])
            watcher.event("result", value)
            done += 1
        return str(decision["say"])

    return turn


@asynccontextmanager
async def opened(folder: Path, called: Called) -> AsyncGenerator[Turn]:
    """DBOS over one SQLite file, a workflow a turn."""
    path = folder / "dbos.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma journal_mode=wal")
    async with launched(f"sqlite:///{path}", called) as turn:
        yield turn


@asynccontextmanager
async def launched(url: str, called: Called) -> AsyncGenerator[Turn]:
    """DBOS over the system database at this address."""
    watchers: Watchers = {}
    DBOS(config=DBOSConfig(name="bench", system_database_url=url, log_level="ERROR"))
    run = workflow(watchers, called)
    DBOS.launch()
    logging.getLogger("dbos").setLevel(logging.ERROR)

    async def turn(name: str) -> None:
        watcher = watchers[name] = Watcher()
        with SetWorkflowID(name):
            answer = await run(name, QUESTION)
        del watchers[name]
        watcher.verify(answer)

    yield turn
    DBOS.destroy()


if __name__ == "__main__":
    main(Contender("dbos", ("dbos", "sqlalchemy"), opened))
