"""A2A: what a task costs the process that serves it, our door over the durable log beside the library's own handler.

Both serve the same echo over JSON-RPC 1.0; four clients, then fifty, ask one after the other, in interleaved rounds.
CPU is that of the serving process alone, all its threads; the library's tasks are in memory and gone when it ends. What
it uses in the minute after counts too, less what it uses when nothing was asked: that is when a conversation of ours
goes to sleep. With us a task is submitted, has a result and is completed; the library's is measured with these three
events, with the fourth that its samples have, and with its own store over SQLite, which keeps tasks as ours does;
beside them the floor, which is what HTTP and one durable hand-over cost with nothing else."""

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
from bench.environments import NotMade, made
from bench.lines import Line, printed
from bench.served import HOST, NotServed, free_port

CLIENTS = 4
CROWD = 50
WARM = 200
TIMES = 5.0
TICKS = os.sysconf("SC_CLK_TCK")
TRACED = "OTEL_INSTRUMENTATION_A2A_SDK_ENABLED"
REST = 80.0
"""Seconds until every conversation of ours sleeps: that costs too, a minute after its last task."""
OURS, USUAL = "Loket, durable", "the library as it comes"
BARE, FLOOR = "an answer of the same bytes and nothing else", "the floor: that, and one durable hand-over"


@dataclass(frozen=True)
class Contender:
    """A server as `a2a_servers` names it, traced or not; a slow one gets a `share` of the tasks."""

    name: str
    traced: bool = False
    share: float = 1.0


SERVERS = {
    OURS: Contender("loket"),
    USUAL: Contender("sdk", traced=True),
    "the library, tracing off": Contender("sdk"),
    "the library as it comes, with a fourth event": Contender("sdk-working", traced=True),
    "the library, tracing off, with its SQLite store": Contender("sdk-sqlite", share=0.1),
    BARE: Contender("bare"),
    FLOOR: Contender("floor"),
}
IDLE = 20.0
"""Seconds in which nothing is asked, to know what a process uses then."""
SQLITE = "a2a-sqlite"
"""The environment with what the library's database store needs, besides ours."""


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
def server(contender: Contender) -> Generator[Served]:
    """One of the servers, ready; gone at the end."""
    port, name = free_port(), contender.name
    env = {**os.environ, TRACED: "true" if contender.traced else "false"}
    if name == "sdk-sqlite":
        env["PYTHONPATH"] = os.pathsep.join(filter(None, (env.get("PYTHONPATH"), packages(made(SQLITE)))))
    with tempfile.TemporaryDirectory(prefix="bench-a2a-") as folder:
        command = [sys.executable, "-m", "bench.a2a_servers", name, str(port), folder]
        with subprocess.Popen(command, env=env) as process:
            try:
                until_answered(process, port)
                yield Served(port, process.pid)
            finally:
                process.kill()


def packages(python: Path) -> str:
    """Where this interpreter's environment keeps its packages."""
    return str(next((python.parent.parent / "lib").glob("python*")) / "site-packages")


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
    """CPU per task of each, and how many times less ours is: with a few clients, and with many."""
    with ExitStack() as stack:
        servers = {name: stack.enter_context(server(each)) for name, each in contenders().items()}
        idle = idling(servers)
        for one in servers.values():
            asyncio.run(asked(one.port, "warm", WARM, CLIENTS))
        begun, since = {name: one.cpu_ms() for name, one in servers.items()}, time.monotonic()
        spent = interleaved(servers, rounds, count, CLIENTS)
        time.sleep(rest)
        passed = time.monotonic() - since
        whole = {name: one.cpu_ms() - begun[name] - idle[name] * passed for name, one in servers.items()}
        crowded = interleaved(servers, rounds, count, CROWD)
    asleep = {
        name: max(whole[name] - sum(times) * tasks_of(name, count, CLIENTS), 0.0)
        / (rounds * tasks_of(name, count, CLIENTS))
        for name, times in spent.items()
    }
    return cost_lines(medians(spent), asleep, "") | cost_lines(medians(crowded), asleep, f", {CROWD} clients")


def interleaved(servers: dict[str, Served], rounds: int, count: int, clients: int) -> dict[str, list[float]]:
    """What a task took of each server, in milliseconds of CPU, round by round."""
    spent: dict[str, list[float]] = {name: [] for name in servers}
    for round in range(rounds):
        for name, one in servers.items():
            tasks, before = tasks_of(name, count, clients), one.cpu_ms()
            asyncio.run(asked(one.port, f"{clients}-{round}", tasks, clients))
            spent[name].append((one.cpu_ms() - before) / tasks)
    return spent


def medians(spent: dict[str, list[float]]) -> dict[str, float]:
    """The middle one of each."""
    return {name: statistics.median(times) for name, times in spent.items()}


def contenders() -> dict[str, Contender]:
    """Those that can run here."""
    try:
        made(SQLITE)
    except NotMade as error:
        print(f"{SQLITE} is left out: {error}", file=sys.stderr)
        return {name: each for name, each in SERVERS.items() if each.name != "sdk-sqlite"}
    return SERVERS


def tasks_of(name: str, count: int, clients: int) -> int:
    """Its tasks in a round of so many, at least one for each client."""
    return max(int(count * SERVERS[name].share) // clients, 1) * clients


def idling(servers: dict[str, Served]) -> dict[str, float]:
    """Milliseconds of CPU each uses in a second in which nothing is asked."""
    begun = {name: one.cpu_ms() for name, one in servers.items()}
    time.sleep(IDLE)
    return {name: (one.cpu_ms() - begun[name]) / IDLE for name, one in servers.items()}


def cost_lines(within: dict[str, float], asleep: dict[str, float], how: str) -> dict[str, Line]:
    """The lines: what a task costs until it is answered, what it costs afterwards, and both beside ours."""
    lines: dict[str, Line] = {}
    for name, cost in within.items():
        lines[f"CPU a task, {name}{how}"] = Line(round_(cost), "ms")
        if not how:
            lines[f"and in the minute after, {name}"] = Line(round_(asleep[name]), "ms")
    ours = within[OURS] + asleep[OURS]
    least = within[FLOOR] + asleep[FLOOR]
    lines[f"ours beside the floor{how}"] = Line(round_(ours / least), "×")
    lines[f"times less than {USUAL}, the floor{how}"] = Line(round_((within[USUAL] + asleep[USUAL]) / least), "×")
    for name in within:
        if name not in (OURS, BARE, FLOOR):
            times = (within[name] + asleep[name]) / ours
            wanted = (f"at least {TIMES:g}", times >= TIMES) if name == USUAL else ("", None)
            lines[f"times less than {name}{how}"] = Line(round_(times), "×", *wanted)
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
        f"SendMessage of an echo, JSON-RPC 1.0, four clients that cost little, then fifty; CPU of the serving process, "
        f"medians of {chosen.rounds} interleaved rounds of {chosen.tasks} tasks."
    )
    printed(measured(chosen.rounds, chosen.tasks, chosen.rest), note)


if __name__ == "__main__":
    main()
