"""A2A: what a task costs the process that serves it, our door over the durable log beside the library's own handler.

Both serve the same echo over JSON-RPC 1.0; four clients ask one after the other, in interleaved rounds. CPU is that of
the serving process alone, all its threads; the library's tasks are in memory and gone when it ends."""

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

from bench.a2a_servers import PATH
from bench.lines import Line, printed
from bench.served import HOST, NotServed, free_port

CLIENTS = 4
WARM = 200
TIMES = 5.0
TICKS = os.sysconf("SC_CLK_TCK")
TRACED = "OTEL_INSTRUMENTATION_A2A_SDK_ENABLED"


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


async def asked(port: int, round: str, count: int) -> None:
    """So many tasks, by a few clients at once. RuntimeError when an answer is none."""

    async def one(client: int) -> None:
        async with httpx.AsyncClient(headers={"A2A-Version": "1.0"}, timeout=30) as http:
            for number in range(count // CLIENTS):
                message = {
                    "messageId": f"{round}-{client}-{number}",
                    "role": "ROLE_USER",
                    "parts": [{"text": "a few words"}],
                }
                body = {"jsonrpc": "2.0", "id": number, "method": "SendMessage", "params": {"message": message}}
                answer = (await http.post(f"http://{HOST}:{port}{PATH}", json=body)).json()
                task = answer.get("result", {}).get("task", {})
                if task.get("status", {}).get("state") != "TASK_STATE_COMPLETED" or "echo a few" not in str(task):
                    raise RuntimeError(f"no echo: {answer}")

    await asyncio.gather(*(one(client) for client in range(CLIENTS)))


def measured(rounds: int, count: int) -> dict[str, Line]:
    """CPU per task of each, and how many times less ours is."""
    found: dict[str, list[float]] = {}
    with ExitStack() as stack:
        servers = {
            "Loket, durable": stack.enter_context(server("loket", traced=False)),
            "the library, as it comes": stack.enter_context(server("sdk", traced=True)),
            "the library, tracing off": stack.enter_context(server("sdk", traced=False)),
        }
        for one in servers.values():
            asyncio.run(asked(one.port, "warm", WARM))
        for round in range(rounds):
            for name, one in servers.items():
                before = one.cpu_ms()
                asyncio.run(asked(one.port, str(round), count))
                found.setdefault(name, []).append((one.cpu_ms() - before) / (count // CLIENTS * CLIENTS))
    medians = {name: statistics.median(times) for name, times in found.items()}
    lines = {f"CPU a task, {name}": Line(round_(median), "ms") for name, median in medians.items()}
    ours, usual, quiet = medians.values()
    lines["times less than the library as it comes"] = Line(
        round_(usual / ours), "×", f"at least {TIMES:g}", usual / ours >= TIMES
    )
    lines["times less than the library, tracing off"] = Line(round_(quiet / ours), "×")
    return lines


def round_(value: float) -> float:
    """Three digits."""
    return float(f"{value:.3g}")


def main() -> None:
    """The command line: `--rounds` and `--tasks` a round."""
    parser = argparse.ArgumentParser(description="A2A.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tasks", type=int, default=400)
    chosen = parser.parse_args()
    note = (
        "SendMessage of an echo, JSON-RPC 1.0, four clients; CPU of the serving process, medians of interleaved rounds."
    )
    printed(measured(chosen.rounds, chosen.tasks), note)


if __name__ == "__main__":
    main()
