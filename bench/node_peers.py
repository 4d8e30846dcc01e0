"""Beside peers whose log is on a server of its own: the same turn, and the same kill of the worker in the middle of it.

The worker is killed (SIGKILL) inside the tool that changes the world, after it has done so. Then: who goes on, when the
turn has ended, and how often the tool has worked. The peers and
their servers run on this machine, each in its environment.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.environments import NotMade, made
from bench.lines import Line
from bench.nodes import Cluster, cluster, printed_by
from bench.rounds import QUIET
from bench.rounds import ROOT as FOLDER

PEERS = {
    "langgraph with Postgres": ("postgres", "bench.peers.langgraph_postgres"),
    "DBOS with Postgres": ("postgres", "bench.peers.dbos_postgres"),
    "Restate": ("restate", "bench.peers.restate_server"),
}
"""Each with its environment and its module."""
OURS = "Loket, one node"
END_SECONDS = 60
Run = Callable[[int], dict[str, Any]]

NOTE = (
    "Loket: three NATS servers, three copies; langgraph and DBOS: one Postgres server, synchronous_commit as it comes,"
    " over a socket file; Restate: one server of its own, durable as it comes. CPU is the worker's, not the servers';"
    " Restate's server drives the turn, so more of the work is there than with the others. Killed: from the kill to the"
    " end of the turn. Loket's other node runs beside, is told nothing, and takes over when the first has not been seen"
    " for 3 s; a call that had begun is not repeated, the planner hears that its outcome is unknown. langgraph goes on"
    " when another process asks for the thread by its name, and runs the node again; DBOS when a process of the same"
    " executor id starts, and runs the step again; Restate's server tries again by itself, first after half a second,"
    " then ever less often, and needs a worker that answers where the first one did, which runs the step again. Nobody"
    " started theirs, so their times are those of a process started at once. Temporal is missing: no package was found"
    " that brings a server that keeps anything."
)


def spawned(python: str, *arguments: str) -> subprocess.Popen[str]:
    """A module in a process of its own."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [python, "-m", *arguments], cwd=FOLDER, env={**os.environ, **QUIET}, stdin=pipe, stdout=pipe, text=True
    )


def line_of(process: subprocess.Popen[str]) -> str:
    """The next line that it prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def killed(python: str, module: str, address: str, marks: Path) -> float:
    """Starts the turn, kills its process in the middle, and answers when."""
    with spawned(python, module, "begin", address, str(marks)) as worker:
        line_of(worker)
        worker.kill()
        return time.time()


def after_kill(python: str, module: str) -> tuple[float, int]:
    """Of a peer: seconds until the turn has ended, and how often its tool has worked."""
    with tempfile.TemporaryDirectory() as name, spawned(python, module, "server") as server:
        marks, url = Path(name) / "marks", line_of(server)
        at = killed(python, module, url, marks)
        ended = spawned(python, module, "go-on", url, str(marks))
        ended.communicate(timeout=END_SECONDS)
        server.communicate("")
        if ended.returncode:
            raise RuntimeError(f"{module} did not go on")
        return time.time() - at, len(marks.read_text().splitlines())


def after_kill_of_node(servers: Cluster) -> tuple[float, int]:
    """The same of Loket, whose other node runs beside."""
    module, address = "bench.node_resume", servers.part("killed")
    with (
        tempfile.TemporaryDirectory() as name,
        spawned(sys.executable, module, "stay", address, f"{name}/marks") as other,
    ):
        line_of(other)
        at = killed(sys.executable, module, address, Path(name) / "marks")
        return float(line_of(other)) - at, len((Path(name) / "marks").read_text().splitlines())


def measured(servers: Cluster, pythons: dict[str, str], rounds: int, seconds: float) -> dict[str, Line]:
    """All, in interleaved rounds, then the kills."""
    runs: dict[str, Run] = {
        OURS: lambda n: printed_by(spawned(sys.executable, "bench.node_turn", servers.part(f"r{n}"), str(seconds))),
        **{name: peer(pythons[place], module, seconds) for name, (place, module) in PEERS.items()},
    }
    outcomes: dict[str, list[dict[str, Any]]] = {name: [] for name in runs}
    for number in range(rounds):
        for name, run in runs.items():
            outcomes[name].append(run(number))
    lines: dict[str, Line] = {}
    for what, part, field in (("CPU a turn", "one", "cpu_ms"), ("wall a turn", "one", "wall_ms")):
        for name, found in outcomes.items():
            lines[f"{what}, {name}"] = Line(statistics.median(one[part][field] for one in found), "ms")
    for name, found in outcomes.items():
        lines[f"turns a second, 50 conversations, {name}"] = Line(median_of_fifty(found), "")
    best = min(lines[f"CPU a turn, {name}"].value for name in outcomes if name != OURS)
    times = best / lines[f"CPU a turn, {OURS}"].value
    lines["CPU a turn: times less than the best of these peers"] = Line(times, "×", "at least 2", times >= 2)
    kills = {name: after_kill(pythons[place], module) for name, (place, module) in PEERS.items()}
    for name, (took, worked) in {OURS: after_kill_of_node(servers), **kills}.items():
        ours = name == OURS
        met = took <= 5 if ours else None
        lines[f"killed: the turn has ended, {name}"] = Line(took, "s", "at most 5 s" if ours else "", met)
        once = worked == 1 if ours else None
        lines[f"killed: the tool has worked, {name}"] = Line(worked, "", "once" if ours else "", once)
    return lines


def peer(python: str, module: str, seconds: float) -> Run:
    """Measures it on a server of its own."""
    return lambda _: printed_by(spawned(python, module, str(seconds)))


def median_of_fifty(found: list[dict[str, Any]]) -> float:
    """Turns a second of those that could."""
    return statistics.median(one["fifty"]["turns_s"] for one in found if one["fifty"] is not None)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Beside peers whose log is on a server.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="of measuring at 1 and again at 50")
    options = parser.parse_args()
    try:
        pythons = {place: str(made(place)) for place, _ in PEERS.values()}
    except NotMade as error:
        raise SystemExit(f"the peers do not install: {error}") from error
    with cluster() as servers:
        lines = measured(servers, pythons, options.rounds, options.seconds)
    print(json.dumps({"lines": {name: asdict(line) for name, line in lines.items()}, "note": NOTE}))


if __name__ == "__main__":
    main()
