"""Measures a contender the way bench/floor.py measures itself, and prints the same JSON.

Standard library only: it runs in every peer's environment.
"""

import argparse
import asyncio
import gc
import json
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from bench.script import Called

Turn = Callable[[str], Awaitable[None]]
"""Runs one whole turn in the new conversation of that name; raises when its watcher missed anything."""

WARM_UP = 20
CLIENTS = 50


@dataclass(frozen=True)
class Contender:
    """A framework that can run the scripted turn: `opened` gives its turn over a database in that folder, `run` runs
    a coroutine as its server would."""

    name: str
    packages: tuple[str, ...]
    opened: Callable[[Path, Called], AbstractAsyncContextManager[Turn]]
    run: Callable[[Coroutine[None, None, dict[str, object]]], dict[str, object]] = asyncio.run


def silent(tool: str) -> None:
    """The `Called` of a measurement: nothing to see."""


async def one_by_one(turn: Turn, seconds: float) -> dict[str, float]:
    """One conversation at a time: median wall time, CPU of the whole process a turn, turns a second."""
    walls: list[float] = []
    cpu, start = time.process_time(), time.perf_counter()
    while time.perf_counter() - start < seconds:
        t = time.perf_counter()
        await turn(f"one{len(walls)}")
        walls.append(time.perf_counter() - t)
    wall = time.perf_counter() - start
    spent = time.process_time() - cpu
    return {"wall_ms": statistics.median(walls) * 1e3, "cpu_ms": spent / len(walls) * 1e3, "turns_s": len(walls) / wall}


async def fifty(turn: Turn, seconds: float) -> dict[str, float]:
    """Fifty conversations at once, each starting its next turn when one ends: turns a second and CPU a turn."""
    done = 0
    cpu, start = time.process_time(), time.perf_counter()

    async def client(k: int) -> None:
        nonlocal done
        while time.perf_counter() - start < seconds:
            await turn(f"many{k}.{done}")
            done += 1

    async with asyncio.TaskGroup() as clients:
        for k in range(CLIENTS):
            clients.create_task(client(k))
    wall = time.perf_counter() - start
    return {"turns_s": done / wall, "cpu_ms": (time.process_time() - cpu) / done * 1e3}


def rows(folder: Path) -> int:
    """How many rows a stranger finds committed in the databases of the folder."""
    total = 0
    for path in folder.glob("*.db"):
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            for (table,) in db.execute("select name from sqlite_master where type='table'").fetchall():
                total += db.execute(f'select count(*) from "{table}"').fetchone()[0]
    return total


async def probe(contender: Contender, folder: Path) -> dict[str, object]:
    """Runs two turns and tells how many rows the second had committed when each tool ran and when it had ended."""
    seen: dict[str, object] = {}
    before = 0

    def look(tool: str) -> None:
        seen[tool] = rows(folder) - before

    async with contender.opened(folder, look) as turn:
        await turn("first")
        before = rows(folder)
        await turn("second")
        seen["end"] = rows(folder) - before
    return seen


async def measured(contender: Contender, folder: Path, seconds: float) -> dict[str, object]:
    """Warm-up, then the two measurements; a contender that breaks under fifty keeps its first and says how."""
    async with contender.opened(folder, silent) as turn:
        for i in range(WARM_UP):
            await turn(f"warm{i}")
        gc.collect()
        alone = rounded(await one_by_one(turn, seconds))
        try:
            return {"one": alone, "fifty": rounded(await fifty(turn, seconds))}
        except ExceptionGroup as errors:
            first = errors.exceptions[0]
            return {"one": alone, "fifty": None, "failed": f"{type(first).__name__}: {first}"}


def rounded(numbers: dict[str, float]) -> dict[str, float]:
    """As the floor prints them."""
    return {k: round(v, 3) for k, v in numbers.items()}


def main(contender: Contender) -> None:
    """The command line of every contender: `SECONDS`, or `--probe` for what is durable when."""
    parser = argparse.ArgumentParser(description=f"The scripted turn through {contender.name}.")
    parser.add_argument("seconds", nargs="?", type=float, default=4.0)
    parser.add_argument("--probe", action="store_true", help="rows committed at each tool and at the end of a turn")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix=f"bench-{contender.name}-"))
    try:
        if options.probe:
            print(json.dumps(contender.run(probe(contender, folder))))
            return
        cost = contender.run(measured(contender, folder, options.seconds))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    about = {"python": sys.version.split()[0], "sqlite": sqlite3.sqlite_version}
    versions = {package: version(package) for package in contender.packages}
    print(json.dumps({**cost, **about, "versions": versions}))
