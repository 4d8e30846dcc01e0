"""A2A: what a task costs the process that serves it, our door over the durable log beside the library's own handler.

Both serve the same echo over JSON-RPC 1.0; four clients ask one after the other, in interleaved rounds. CPU is that of
the serving process alone, all its threads; the library's tasks are in memory and gone when it ends. What it uses in the
minute after counts too: that is when a conversation of ours goes to sleep. With us a task is submitted, has a result
and is completed; the library's is measured with these three events, and with the fourth that its samples have."""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from bench.a2a_clients import asked
from bench.lines import Line, printed
from bench.served import HOST, NotServed, free_port

CLIENTS = 4
WARM = 200
TIMES = 5.0
TICKS = os.sysconf("SC_CLK_TCK")
TRACED = "OTEL_INSTRUMENTATION_A2A_SDK_ENABLED"
REST = 80.0
"""Seconds until every conversation of ours sleeps: that costs too, a minute after its last task."""
OURS, USUAL = "Loket, durable", "the library as it comes"
SERVERS = {
    OURS: ("loket", False),
    USUAL: ("sdk", True),
    "the library, tracing off": ("sdk", False),
    "the library as it comes, with a fourth event": ("sdk-working", True),
}


@dataclass(frozen=True)
class Served:
    """A server under measurement."""

    port: int
    pid: int

    def cpu_ms(self) -> float:
        """Milliseconds of CPU it has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1e3 / TICKS


@contextmanager
def server(name: str, traced: bool) -> Generator[Served]:
    """One of the servers, ready; gone at the end."""
    port = free_port()
    env = {**os.environ, TRACED: "true" if traced else "false"}
    with tempfile.TemporaryDirectory(prefix="bench-a2a-") as folder:
        command = [sys.executable, "-m", "bench.a2a_servers", name, str(port), folder]
        with subprocess.Popen(command, env=env) as process:
            try:
                until_answered(process, port)
                yield Served(port, process.pid)
            finally:
                process.kill()


def until_answered(process: subprocess.Popen[bytes], port: int) -> None:
    """Returns when something listens."""
    for _ in range(600):
        if process.poll() is not None:
            raise NotServed("the server ended at once")
        try:
            httpx.get(f"http://{HOST}:{port}/")
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise NotServed("the server does not answer")


def measured(rounds: int, count: int, rest: float) -> dict[str, Line]:
    """CPU per task of each, and how many times less ours is."""
    with ExitStack() as stack:
        servers = {name: stack.enter_context(server(*made)) for name, made in SERVERS.items()}
        for one in servers.values():
            asyncio.run(asked(one.port, "warm", WARM, CLIENTS))
        begun = {name: one.cpu_ms() for name, one in servers.items()}
        spent: dict[str, list[float]] = {name: [] for name in servers}
        for round in range(rounds):
            for name, one in servers.items():
                before = one.cpu_ms()
                asyncio.run(asked(one.port, str(round), count, CLIENTS))
                spent[name].append(one.cpu_ms() - before)
        time.sleep(rest)
        whole = {name: one.cpu_ms() - begun[name] for name, one in servers.items()}
    tasks = count // CLIENTS * CLIENTS
    within = {name: statistics.median(times) / tasks for name, times in spent.items()}
    after = {name: max(whole[name] - sum(times), 0.0) / (rounds * tasks) for name, times in spent.items()}
    return told(within, after)


def told(within: dict[str, float], after: dict[str, float]) -> dict[str, Line]:
    """The lines: what a task costs until it is answered, what it costs afterwards, and both beside ours."""
    lines: dict[str, Line] = {}
    for name, cost in within.items():
        lines[f"CPU a task, {name}"] = Line(round_(cost), "ms")
        lines[f"and in the minute after, {name}"] = Line(round_(after[name]), "ms")
    ours = within[OURS] + after[OURS]
    for name in within:
        if name != OURS:
            times = (within[name] + after[name]) / ours
            wanted = (f"at least {TIMES:g}", times >= TIMES) if name == USUAL else ("", None)
            lines[f"times less than {name}"] = Line(round_(times), "×", *wanted)
    return lines


def round_(value: float) -> float:
    """Three digits."""
    return float(f"{value:.3g}")


def main() -> None:
    """The command line: `--rounds`, `--tasks` a round, and the `--rest` at the end."""
    parser = argparse.ArgumentParser(description="A2A.")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--tasks", type=int, default=600)
    parser.add_argument("--rest", type=float, default=REST)
    chosen = parser.parse_args()
    note = (
        f"SendMessage of an echo, JSON-RPC 1.0, four clients that cost little; CPU of the serving process, medians of "
        f"{chosen.rounds} interleaved rounds of {chosen.tasks} tasks."
    )
    printed(measured(chosen.rounds, chosen.tasks, chosen.rest), note)


if __name__ == "__main__":
    main()
