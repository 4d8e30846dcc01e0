"""The load run: `python -m tests.endurance.load` has a thousand watchers follow what fifty writers tell for a minute.

Nobody may miss a record, every word told must be answered, and afterwards the server holds no more than before."""

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from bench.lines import percentile
from bench.watchers import Watcher, watching
from tests.endurance.process import descriptors, memory
from tests.endurance.results import Line, exact, finished, under
from tests.serving import Loket, serving_child

WATCHERS, WRITERS, SECONDS = 1000, 50, 60.0
BEAT = 1.0
"""Seconds between two events of a writer."""
REST_SECONDS = 5.0
MEMORY_MORE = 150.0


@dataclass
class Told:
    """What the writers told: how long each answer took in milliseconds, the refusals, and the last seq of each."""

    times: list[float] = field(default_factory=list[float])
    refused: int = 0
    last: dict[str, int] = field(default_factory=dict[str, int])


async def writing(http: httpx.AsyncClient, talk: str, seconds: float, told: Told) -> None:
    """An answer to no question at every beat: one record that wakes no planner."""
    begun = time.perf_counter()
    for n in range(round(seconds / BEAT)):
        await asyncio.sleep(max(0.0, begun + n * BEAT - time.perf_counter()))
        sent = time.perf_counter()
        event = {"kind": "answered", "to": "0", "text": f"beat {n}"}
        answer = await http.post(f"/api/conversations/{talk}/events", json=event)
        told.times.append((time.perf_counter() - sent) * 1e3)
        if answer.status_code == 200:
            told.last[talk] = max(told.last.get(talk, 0), answer.json()["seq"])
        else:
            told.refused += 1


async def loaded(server: Loket, watchers: int, writers: int, seconds: float) -> list[Line]:
    """The run against one server."""
    pid, port = server.process.pid, int(server.url.rpartition(":")[2])
    before = memory(pid), descriptors(pid)
    told = Told()
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        assistant = (await http.get("/api/assistants")).json()["items"][0]["name"]
        made = [await http.post("/api/conversations", json={"assistant": assistant}) for _ in range(writers)]
        talks = [answer.json()["id"] for answer in made]
        heads = {talk: (await http.get(f"/api/conversations/{talk}")).json()["upto"] for talk in talks}
        pairs: list[tuple[str, asyncio.Transport, Watcher]] = []
        for talk in talks:
            path = f"/api/conversations/{talk}/events?after={heads[talk]}"
            pairs += [(talk, *pair) for pair in await watching(port, path, watchers // writers)]
        async with asyncio.TaskGroup() as group:
            for talk in talks:
                group.create_task(writing(http, talk, seconds, told))
        await asyncio.sleep(REST_SECONDS)
        gaps, times = 0, list[float]()
        for talk, transport, watcher in pairs:
            transport.abort()
            came = watcher.deliveries()
            gaps += sorted(came) != list(range(heads[talk] + 1, told.last[talk] + 1))
            times += came.values()
    await asyncio.sleep(REST_SECONDS)
    times.sort()
    told.times.sort()
    return [
        Line("watchers", len(pairs)),
        Line("events told", len(told.times)),
        Line("records delivered", len(times)),
        exact("watchers that missed a record or got one twice", gaps),
        exact("events refused", told.refused),
        Line("told and answered, p50", percentile(told.times, 0.5), "ms"),
        Line("told and answered, p99", percentile(told.times, 0.99), "ms"),
        Line("delivered, p50", percentile(times, 0.5), "ms"),
        Line("delivered, p99", percentile(times, 0.99), "ms"),
        under("file descriptors more than before", descriptors(pid) - before[1], 5),
        under("memory more than before", memory(pid) - before[0], MEMORY_MORE, "MB"),
    ]


async def ran(watchers: int, writers: int, seconds: float) -> list[Line]:
    """A server of its own for the run."""
    with tempfile.TemporaryDirectory(prefix="endurance-") as folder:
        async with serving_child(Path(folder)) as server:
            return await loaded(server, watchers, writers, seconds)


def main() -> None:
    """The command line: `--scale 0.1` for a tenth of the watchers and of the time."""
    parser = argparse.ArgumentParser(description="Many watchers and writers for a while.")
    parser.add_argument("--scale", type=float, default=1.0)
    scale = min(1.0, parser.parse_args().scale)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    lines = asyncio.run(ran(max(WRITERS, round(WATCHERS * scale)), WRITERS, SECONDS * scale))
    sys.exit(finished("Load", lines))


if __name__ == "__main__":
    main()
