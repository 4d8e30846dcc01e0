"""Watchers: how long a record takes to reach a thousand of them at 1 a second, and a hundred at 100 a second.

The server is a process of its own on 127.0.0.1; this process holds the watchers and tells the events. A delivery counts
from the moment in the record, which lies before its commit, to the arrival of the bytes in this process.
"""

import argparse
import asyncio
import re
import resource
import tempfile
import time
from dataclasses import dataclass, field
from datetime import datetime
from itertools import product
from pathlib import Path

import httpx

from bench.lines import Line, percentile, printed, under
from bench.served import HOST, asked, served

FRAME = re.compile(rb'id: (\d+)\ndata: \{[^\n]*?"at":"([^"]+)"')
MEMORY = Path("/dev/shm")
"""A folder without a disk behind it, on Linux."""
SETTLE_SECONDS = 5.0
CONNECT_AT_ONCE = 50


@dataclass(frozen=True)
class Load:
    """So many watchers, so many events a second, for so long; p99 has to stay below `most` milliseconds."""

    watchers: int
    rate: float
    seconds: float
    most: float


LOADS = (Load(1000, 1.0, 20.0, 60.0), Load(100, 100.0, 10.0, 8.0))


@dataclass
class Watcher(asyncio.Protocol):
    """One connection that follows a conversation: keeps what came and when, and reads it afterwards."""

    path: str
    came: list[tuple[float, bytes]] = field(default_factory=list[tuple[float, bytes]])

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the stream."""
        assert isinstance(transport, asyncio.Transport)
        host = f"{HOST}:{transport.get_extra_info('peername')[1]}"
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Notes the moment."""
        self.came.append((time.time(), data))

    def deliveries(self) -> dict[int, float]:
        """Milliseconds from record to arrival, by seq. A frame counts when its last piece came."""
        found: dict[int, float] = {}
        rest = b""
        for moment, data in self.came:
            rest += data
            end = 0
            for frame in FRAME.finditer(rest):
                at = datetime.fromisoformat(frame[2].decode()).timestamp()
                found[int(frame[1])] = (moment - at) * 1e3
                end = frame.end()
            rest = rest[end:]
        return found


async def watching(port: int, path: str, count: int) -> list[tuple[asyncio.Transport, Watcher]]:
    """Connects them all and waits until each has an answer."""
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(CONNECT_AT_ONCE)

    async def connected() -> tuple[asyncio.Transport, Watcher]:
        async with gate:
            return await loop.create_connection(lambda: Watcher(path), HOST, port)

    pairs = list(await asyncio.gather(*(connected() for _ in range(count))))
    deadline = time.monotonic() + SETTLE_SECONDS * 4
    while not all(watcher.came for _, watcher in pairs):
        if time.monotonic() > deadline:
            raise RuntimeError("not every watcher was answered")
        await asyncio.sleep(0.05)
    return pairs


async def tell_beats(port: int, conversation: str, load: Load) -> int:
    """Tells an event at every beat, an answer to no question: one record, and it wakes no planner. The last seq."""
    seqs: list[int] = []

    async def beat(client: httpx.AsyncClient, number: int) -> None:
        event = {"kind": "answered", "to": "0", "text": f"beat {number}"}
        answer = await client.post(f"/api/conversations/{conversation}/events", json=event)
        seqs.append(answer.raise_for_status().json()["seq"])

    begun, count = time.perf_counter(), round(load.seconds * load.rate)
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}") as client, asyncio.TaskGroup() as group:
        for number in range(count):
            await asyncio.sleep(max(0.0, begun + number / load.rate - time.perf_counter()))
            group.create_task(beat(client, number))
    return max(seqs)


async def under_load(port: int, conversation: str, load: Load) -> list[float]:
    """All delivery times of one load, sorted; RuntimeError when a watcher missed a record."""
    head = asked(port, "GET", f"/api/conversations/{conversation}")["upto"]
    path = f"/api/conversations/{conversation}/events?after={head}"
    pairs = await watching(port, path, load.watchers)
    last = await tell_beats(port, conversation, load)
    await asyncio.sleep(SETTLE_SECONDS / 5)
    times: list[float] = []
    for transport, watcher in pairs:
        transport.abort()
        deliveries = watcher.deliveries()
        if sorted(deliveries) != list(range(head + 1, last + 1)):
            raise RuntimeError(f"a watcher saw {len(deliveries)} records of {last - head}")
        times += deliveries.values()
    return sorted(times)


async def measured(loads: tuple[Load, ...]) -> dict[str, Line]:
    """Each load on a server of its own: with its data on the disk, and in memory where the system has a place for
    that. What the two differ is what the disk's commits take."""
    lines: dict[str, Line] = {}
    places = [("", None), *((", data in memory", place) for place in (MEMORY,) if place.is_dir())]
    for load, (where, place) in product(loads, places):
        folder = tempfile.TemporaryDirectory(prefix="bench-watchers-", dir=place)
        with folder as data, served(Path(data)) as (port, _):
            assistant = asked(port, "GET", "/api/assistants")["items"][0]["name"]
            conversation = asked(port, "POST", "/api/conversations", {"assistant": assistant})["id"]
            times = await under_load(port, conversation, load)
        name = f"{load.watchers} watchers at {load.rate:g}/s{where}"
        lines[f"{name}, p50"] = Line(percentile(times, 0.5), "ms")
        lines[f"{name}, p99"] = under(percentile(times, 0.99), "ms", load.most)
        lines[f"{name}, deliveries"] = Line(len(times), "")
    return lines


def main() -> None:
    """The command line: `--scale 0.1` for a tenth of the watchers and of the time."""
    parser = argparse.ArgumentParser(description="Watchers.")
    parser.add_argument("--scale", type=float, default=1.0, help="of watchers and seconds, at most 1")
    scale = min(1.0, parser.parse_args().scale)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    loads = tuple(Load(round(x.watchers * scale), x.rate, x.seconds * scale, x.most) for x in LOADS)
    note = "From the moment in the record, before its commit, to the arrival; one process serves, another watches."
    printed(asyncio.run(measured(loads)), note)


if __name__ == "__main__":
    main()
