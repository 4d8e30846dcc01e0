"""Watchers of many conversations over three nodes: each is at any node, as behind a load balancer without stickiness.

Nodes are `loket serve` on three NATS servers. A delivery counts from the moment in the record, before its commit.
"""

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx

from bench.lines import Line, percentile, printed
from bench.nodes import cluster
from bench.served import HOST, asked, served
from bench.watchers import Watcher

NODES = 3
AT_ONCE = 50
COME_SECONDS = 120.0
POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Load:
    """So many watchers on so many conversations, each of which gets so many records, all together so many a second."""

    watchers: int
    conversations: int
    records: int
    rate: float


LOAD = Load(10_000, 1000, 2, 50.0)


async def begun(ports: list[int], count: int) -> list[str]:
    """New conversations, made at each node in turn."""
    assistant = asked(ports[0], "GET", "/api/assistants")["items"][0]["name"]
    turns = asyncio.Semaphore(AT_ONCE)

    async def start(client: httpx.AsyncClient, number: int) -> str:
        async with turns:
            url = f"http://{HOST}:{ports[number % NODES]}/api/conversations"
            return (await client.post(url, json={"assistant": assistant})).raise_for_status().json()["id"]

    async with httpx.AsyncClient(timeout=30) as client:
        return list(await asyncio.gather(*(start(client, number) for number in range(count))))


async def watching(ports: list[int], conversations: list[str], count: int) -> list[tuple[int, Watcher]]:
    """The watchers, each with the number of its conversation, when each has had an answer."""
    loop, turns = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)

    async def watch(number: int) -> tuple[int, Watcher]:
        at = number % len(conversations)
        port = ports[(number // len(conversations) + at) % NODES]
        path = f"/api/conversations/{conversations[at]}/events?after=0"
        async with turns:
            _, watcher = await loop.create_connection(lambda: Watcher(path), HOST, port)
            await until(lambda: bool(watcher.came))
        return at, watcher

    return list(await asyncio.gather(*(watch(number) for number in range(count))))


async def until(there: Callable[[], bool]) -> None:
    """TimeoutError when it does not come."""
    async with asyncio.timeout(COME_SECONDS):
        while not there():
            await asyncio.sleep(POLL_SECONDS)


async def recorded(ports: list[int], conversations: list[str], load: Load) -> dict[str, int]:
    """Tells each conversation its records at any node, at the rate of the load; the last seq of each."""
    last: dict[str, int] = {}
    begun, count = time.perf_counter(), load.records * len(conversations)

    async def beat(client: httpx.AsyncClient, number: int) -> None:
        conversation = conversations[number % len(conversations)]
        url = f"http://{HOST}:{ports[number % NODES]}/api/conversations/{conversation}/events"
        event = {"kind": "answered", "to": "0", "text": f"beat {number}"}
        seq = (await client.post(url, json=event)).raise_for_status().json()["seq"]
        last[conversation] = max(seq, last.get(conversation, 0))

    async with httpx.AsyncClient(timeout=30) as client, asyncio.TaskGroup() as group:
        for number in range(count):
            await asyncio.sleep(max(0.0, begun + number / load.rate - time.perf_counter()))
            group.create_task(beat(client, number))
    return last


def deliveries(watchers: list[tuple[int, Watcher]], conversations: list[str], last: dict[str, int]) -> list[float]:
    """The times of all, sorted, but of the records that were there before the watchers. RuntimeError when one missed
    a record or saw it twice."""
    times: list[float] = []
    for at, watcher in watchers:
        came = watcher.deliveries()
        if list(came) != list(range(1, last[conversations[at]] + 1)):
            raise RuntimeError(f"a watcher saw {list(came)}, not 1 to {last[conversations[at]]}")
        times += [moment for seq, moment in came.items() if seq > 1]
    return sorted(times)


async def measured(ports: list[int], load: Load) -> dict[str, Line]:
    """The load on nodes at these ports."""
    conversations = await begun(ports, load.conversations)
    came = time.perf_counter()
    watchers = await watching(ports, conversations, load.watchers)
    came = time.perf_counter() - came
    last = await recorded(ports, conversations, load)
    whole = load.watchers * load.records

    def frames() -> int:
        return sum(data.count(b"\nid: ") + data.startswith(b"id: ") for _, one in watchers for _, data in one.came)

    await until(lambda: frames() >= whole + load.watchers)
    times = deliveries(watchers, conversations, last)
    name = f"{load.watchers:,} watchers on {load.conversations:,} conversations over {NODES} nodes"
    return {
        f"{name}: deliveries": Line(len(times), "", f"{whole:,}", len(times) == whole),
        f"{name}: p50": Line(percentile(times, 0.5), "ms"),
        f"{name}: p99": Line(percentile(times, 0.99), "ms"),
        f"{name}: until all had come": Line(came, "s"),
    }


def main() -> None:
    """The command line: `--scale 0.1` for a tenth of the watchers and conversations."""
    parser = argparse.ArgumentParser(description="Watchers of three nodes.")
    parser.add_argument("--scale", type=float, default=1.0, help="of watchers and conversations, at most 1")
    scale = min(1.0, parser.parse_args().scale)
    load = Load(round(LOAD.watchers * scale), round(LOAD.conversations * scale), LOAD.records, LOAD.rate)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with cluster() as servers, ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-node-watchers-")))
        store = servers.part("watchers")
        ports = [stack.enter_context(served(folder / f"{number}", store))[0] for number in range(NODES)]
        lines = asyncio.run(measured(ports, load))
    note = (
        f"{load.records} records a conversation, {load.rate:g} a second in all. Two of three watchers are at a node"
        " that has not the conversation. Servers, nodes and watchers share the two cores."
    )
    printed(lines, note)


if __name__ == "__main__":
    main()
