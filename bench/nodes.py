"""Several nodes on three NATS servers (three copies, `sync_interval: always`), beside one process on SQLite.

What two cores can't show as turns a second, since nodes and servers share them, is shown as the work of one turn: round
trips, messages, bytes and CPU, with 10 to 10,000 open conversations and one to three nodes. Then starts with sleeping
conversations: seconds and memory.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.lines import Line
from bench.loket_turn import OWNER, RECORDS, ROOT
from bench.rounds import ROOT as FOLDER
from loket.core.errors import LoketError
from loket.core.ports import Entry, Row
from loket.engine.names import new_name
from loket.stores.jetstream import JetStore, Servers
from tests.nats import nats_cluster

ALWAYS = "jetstream { sync_interval: always }\n"
LOADS = ((1, 10), (1, 100), (1, 1000), (1, 10_000), (2, 10), (3, 10))
"""So many nodes at once, each with so many open conversations."""
SLEEPING = (1000, 10_000, 100_000)
FILLED_AT_ONCE = 300
CHILD_SECONDS = 300
START_SECONDS = 30
POLL_SECONDS = 0.2
CONSTANT = 1.05
"""A count may differ by so much and is still the same: a beat more or less."""

Numbers = dict[str, Any]


@dataclass(frozen=True)
class Cluster:
    """Three servers: as LOKET_STORE names them, and their processes."""

    address: str
    pids: tuple[int, ...]

    def part(self, name: str) -> str:
        """The address of a log of its own."""
        return f"{self.address}?prefix={name}"

    def cpu(self) -> float:
        """Seconds of processor time that they have used."""
        ticks = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.pids]
        return sum(int(fields[11]) + int(fields[12]) for fields in ticks) / os.sysconf("SC_CLK_TCK")


@contextmanager
def cluster() -> Generator[Cluster]:
    """Servers that write to the disk before they answer."""
    with tempfile.TemporaryDirectory(prefix="bench-nodes-") as name:
        settings = Path(name) / "nats.conf"
        settings.write_text(ALWAYS)
        with nats_cluster(Path(name), 3, "-c", str(settings)) as servers:
            hosts = ",".join(server.address.removeprefix("nats://") for server in servers)
            made = Cluster(f"nats://{hosts}", tuple(server.process.pid for server in servers))
            asyncio.run(ready(made))
            yield made


async def ready(servers: Cluster) -> None:
    """Returns when they have agreed on who leads."""
    async with asyncio.timeout(START_SECONDS):
        while True:
            try:
                async with await JetStore.open(Servers.of(servers.part("ready"))):
                    return
            except LoketError:
                await asyncio.sleep(POLL_SECONDS)


def child(*arguments: str) -> subprocess.Popen[str]:
    """A module of the bench in a process of its own."""
    return subprocess.Popen([sys.executable, "-m", *arguments], cwd=FOLDER, stdout=subprocess.PIPE, text=True)


def printed_by(process: subprocess.Popen[str]) -> Numbers:
    """The JSON at its end."""
    out, _ = process.communicate(timeout=CHILD_SECONDS)
    if process.returncode:
        raise RuntimeError(f"{process.args} ended with {process.returncode}")
    return json.loads(out.splitlines()[-1])


def beside(servers: Cluster, rounds: int, seconds: float) -> dict[str, Line]:
    """The turn on SQLite and on one node, in turn."""
    sqlite: list[Numbers] = []
    node: list[Numbers] = []
    for number in range(rounds):
        sqlite.append(printed_by(child("bench.loket_turn", str(seconds))))
        node.append(printed_by(child("bench.node_turn", servers.part(f"beside{number}"), str(seconds))))
    lines: dict[str, Line] = {}

    def compared(what: str, part: str, name: str, most: float | None) -> None:
        ours, theirs = (statistics.median(run[part][name] for run in runs) for runs in (node, sqlite))
        unit = "" if name == "turns_s" else "ms"
        lines[f"{what}, SQLite"], lines[f"{what}, one node"] = Line(theirs, unit), Line(ours, unit)
        target = "" if most is None else f"at most {most:g}"
        met = None if most is None else ours <= most * theirs
        lines[f"{what}: a node's beside SQLite's"] = Line(ours / theirs, "×", target, met)

    compared("CPU a turn", "one", "cpu_ms", 2.0)
    compared("wall a turn", "one", "wall_ms", 4.0)
    compared("CPU a turn, 50 conversations", "fifty", "cpu_ms", 2.0)
    compared("turns a second, 50 conversations", "fifty", "turns_s", None)
    return lines


HEADS = ["nodes", "open", "round trips", "messages", "bytes", "CPU ms, 50", "turns/s, 50", "servers' CPU s"]


def under_loads(servers: Cluster, seconds: float) -> tuple[list[list[str]], dict[str, Line]]:
    """A row for each load, and whether the counts are constant."""
    rows, trips, sizes = [HEADS], dict[tuple[int, int], float](), dict[tuple[int, int], float]()
    for nodes, others in LOADS:
        address, before = servers.part(f"load{nodes}x{others}"), servers.cpu()
        command = ("bench.node_turn", address, str(seconds), "--open", str(others))
        runs = [printed_by(process) for process in [child(*command) for _ in range(nodes)]]
        counts = {name: statistics.mean(run["counts"][name] for run in runs) for name in runs[0]["counts"]}
        trips[nodes, others], sizes[nodes, others] = counts["round_trips"], counts["bytes"]
        cpu = statistics.mean(run["fifty"]["cpu_ms"] for run in runs)
        together = sum(run["fifty"]["turns_s"] for run in runs)
        numbers = (counts["round_trips"], counts["messages"], counts["bytes"], cpu, together, servers.cpu() - before)
        rows.append([str(nodes), f"{others:,}", *(f"{number:,.4g}" for number in numbers)])
    lines = {"records of a turn": Line(RECORDS, ""), "round trips of a turn": Line(trips[1, 10], "")}
    for what, load in (("10,000 open conversations", (1, 10_000)), ("three nodes", (3, 10))):
        for name, found in (("round trips", trips), ("bytes", sizes)):
            ratio = found[load] / found[1, 10]
            target = f"at most {CONSTANT:g}"
            lines[f"{name} of a turn, {what}, beside ten on one"] = Line(ratio, "×", target, ratio <= CONSTANT)
    return rows, lines


async def fill(address: str, count: int) -> None:
    """So many conversations that nobody has open, of a tenth as many owners."""
    async with await JetStore.open(Servers.of(address), node="filling") as store:
        now = datetime.now(UTC)
        for first in range(0, count, FILLED_AT_ONCE):
            names = [(new_name(), f"{OWNER}{n // 10}") for n in range(first, min(first + FILLED_AT_ONCE, count))]
            entries = [Entry(name, owner, ROOT, "asleep", "idle", now, now) for name, owner in names]
            await asyncio.gather(*(store.append(entry.conversation, [Row(1, b"{}")], entry) for entry in entries))


def asleep(servers: Cluster) -> dict[str, Line]:
    """What a start costs, and holds, beside so many sleeping conversations."""
    lines: dict[str, Line] = {}
    sizes: list[float] = []
    for count in SLEEPING:
        address = servers.part(f"asleep{count}")
        asyncio.run(fill(address, count))
        start = printed_by(child("bench.node_turn", address, "0"))["start"]
        lines[f"{count:,} asleep, start"] = Line(start["seconds"] * 1e3, "ms")
        lines[f"{count:,} asleep, looking through them for what is kept no longer, CPU"] = Line(start["look_s"], "s")
        lines[f"{count:,} asleep, memory of the node after that"] = Line(start["mb"], "MB")
        sizes.append(start["mb"])
    ratio = sizes[-1] / sizes[0]
    name = f"memory, {SLEEPING[-1]:,} asleep beside {SLEEPING[0]:,}"
    return {**lines, name: Line(ratio, "×", f"at most {CONSTANT:g}", ratio <= CONSTANT)}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Several nodes.")
    parser.add_argument("--rounds", type=int, default=3, help="of one node beside SQLite")
    parser.add_argument("--seconds", type=float, default=2.0, help="of measuring at 1 and again at 50")
    options = parser.parse_args()
    with cluster() as servers:
        lines = beside(servers, options.rounds, options.seconds)
        table, more = under_loads(servers, options.seconds)
        lines |= more | asleep(servers)
    note = (
        "Servers, nodes and clients share the two cores. Counts are of one turn of one conversation that is new; round"
        " trips are answers of the servers, bytes what the node sends them, once, whatever the number of copies."
    )
    print(json.dumps({"table": table, "lines": {name: asdict(line) for name, line in lines.items()}, "note": note}))


if __name__ == "__main__":
    main()
