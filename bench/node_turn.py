"""The bench's turn on a node of several: the engine over JetStream, with its claims, and what it asks of the servers.

`python -m bench.node_turn ADDRESS SECONDS --open N` prints as JSON what the start cost, the cost of a turn while N
other conversations are open, and the counts of one turn.
"""

import argparse
import asyncio
import gc
import json
import statistics
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bench.loket_turn import OWNER, ROOT, as_served, bench_kit, turns
from bench.machine import resident
from bench.measure import WARM_UP, Turn, fifty, one_by_one, rounded, silent
from loket.engine.host import Host
from loket.engine.keeping import forget
from loket.engine.kit import Kit
from loket.engine.names import new_name
from loket.engine.nodes import Nodes
from loket.stores.jetstream import JetStore, Servers

COUNTED, TIMES = 25, 6
"""Turns over which messages are counted, and how often; the first time tells how long they take."""
NAMES = {"round_trips": "in_msgs", "messages": "out_msgs", "bytes": "out_bytes"}
"""What is counted, as the library of NATS calls it."""
AT_ONCE = 100


@asynccontextmanager
async def node(address: str, kit: Kit | None = None) -> AsyncGenerator[tuple[JetStore, Host]]:
    """One node, as `loket serve` has it, with the kit of the bench unless another is given."""
    async with (
        await JetStore.open(Servers.of(address), node=new_name(), shared=True) as store,
        Nodes(store, "http://127.0.0.1:9") as nodes,
    ):
        host = Host(store, kit or bench_kit(silent))
        host.runs.claims, nodes.adopt = nodes, host.runs.adopt
        async with host:
            yield store, host


async def counted(store: JetStore, turn: Turn) -> dict[str, float]:
    """What one turn asks of the servers: round trips (answers), messages and their bytes. What the node says without
    any turn (that it lives) is taken off, as it is in a time as long before; the median, since a node that comes or
    goes meanwhile makes the others read."""

    async def asked(seconds: float, turns: range) -> dict[str, int]:
        stats = store.link.connection.stats
        before = {**stats}
        for number in turns:
            await turn(f"counted{number}")
        await asyncio.sleep(seconds)
        return {name: stats[key] - before[key] for name, key in NAMES.items()}

    counts: list[dict[str, float]] = []
    took = 0.0
    for first in range(0, TIMES * COUNTED, COUNTED):
        idle, begun = await asked(took, range(0)), time.perf_counter()
        busy = await asked(0, range(first, first + COUNTED))
        if first:
            counts.append({name: (busy[name] - idle[name]) / COUNTED for name in busy})
        took = time.perf_counter() - begun
    return {name: statistics.median(count[name] for count in counts) for name in NAMES}


async def measured(address: str, seconds: float, others: int) -> dict[str, object]:
    """As bench.measure does it, and the start and the counts. No seconds: the start alone."""
    cpu, begun = time.process_time(), time.perf_counter()
    async with node(address) as (store, host):
        start = {"seconds": time.perf_counter() - begun, "cpu_s": time.process_time() - cpu}
        if not seconds:
            cpu = time.process_time()
            await forget(store, host.kit, host.clock, host.erase)
            return {"start": rounded({**start, "look_s": time.process_time() - cpu, "mb": resident()})}
        for first in range(0, others, AT_ONCE):
            await asyncio.gather(*(host.start(OWNER, ROOT) for _ in range(first, min(first + AT_ONCE, others))))
        turn = turns(host)
        for number in range(WARM_UP):
            await turn(f"warm{number}")
        gc.collect()
        counts = rounded(await counted(store, turn))
        alone = rounded(await one_by_one(turn, seconds))
        return {"start": start, "counts": counts, "one": alone, "fifty": rounded(await fifty(turn, seconds))}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="The scripted turn on a node of several.")
    parser.add_argument("address")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--open", type=int, default=0, help="conversations that are open beside those of the turns")
    options = parser.parse_args()
    print(json.dumps(as_served(measured(options.address, options.seconds, options.open))))


if __name__ == "__main__":
    main()
