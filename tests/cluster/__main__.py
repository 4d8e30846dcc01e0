"""The fault runs: `python -m tests.cluster --runs 500 --seed 1 --kinds kill-node,clock`, three NATS servers and three
nodes in a network of their own, and one fault after another. Exits with 1 when anything was wrong."""

import argparse
import asyncio
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
from nats.aio.client import Client

from tests.cluster.faults import KINDS
from tests.cluster.history import RULES
from tests.cluster.machines import HOSTS, NODES, SERVERS, TOKEN, Machines
from tests.cluster.network import HARNESS, INSIDE, Network, address, enclose
from tests.cluster.runs import Ledger, Result, World
from tests.endurance.counted import AGENTS, OUTSIDE
from tests.endurance.outside import outside
from tests.endurance.results import Line, exact, finished, under
from tests.nursery import ROOT

RUNS = 500


async def made(runs: int, seed: int, kinds: Sequence[str], kept: Path) -> list[Result]:
    """So many runs, the kinds in turn; what was wrong is kept in a folder."""
    results: list[Result] = []
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cluster-", ignore_cleanup_errors=True)))
        network, ledger = Network(HOSTS), Ledger()
        _, there, agents = await stack.enter_async_context(outside(HARNESS, ledger))
        env = {
            OUTSIDE: there.url,
            AGENTS: " ".join(agents),
            "LOKET_ASSISTANTS": "tests.endurance.counted:bundle",
            "LOKET_ALLOW_PRIVATE": HARNESS,
            "LOKET_TRUSTED": ",".join(agents),
            "PYTHONPATH": str(ROOT),
        }
        limits = httpx.Limits(max_connections=200)
        signed = {"Authorization": f"Bearer {TOKEN}"}
        http = await stack.enter_async_context(
            httpx.AsyncClient(headers=signed, timeout=5, limits=limits, trust_env=False)
        )
        machines = Machines(network, folder, env, http)
        for server in SERVERS:
            machines.start_server(server)
        await machines.heal()
        nats = Client()
        addresses = [f"nats://{address(number)}:4222" for number in SERVERS]
        await nats.connect(addresses, max_reconnect_attempts=-1, reconnect_time_wait=0, error_cb=_expected)
        world = World(machines, ledger, http, kept, nats)
        print("all are up", flush=True)
        for number in range(runs):
            kind = kinds[number % len(kinds)]
            result = await world.run(number, kind, seed)
            results.append(result)
            print(described(result), flush=True)
        if network.line is not None:
            print(
                "packets over the bad line:",
                ", ".join(f"{count} {what}" for what, count in network.line.counts.items()),
            )
        await nats.close()  # while there are servers: one that looks for lost ones may not end
        for node in NODES:
            await machines.kill(node)
        for server in SERVERS:
            await machines.kill(server)
    return results


async def _expected(error: Exception) -> None:
    """Servers are killed: the client tries others."""


def described(result: Result) -> str:
    """One line for who looks on."""
    wrong = Counter(one.rule for one in result.wrong)
    times = "".join(f" over {max(result.taken_over):.1f} s" if result.taken_over else "")
    led = "" if result.led_again is None else f" led {result.led_again:.1f} s"
    place = "" if result.reached else " (place not reached)"
    load = os.getloadavg()[0]
    counts = f"{result.acknowledged} said, {result.effects} effects, {result.in_flight} in flight"
    refused = ", ".join(f"{what} {count}" for what, count in result.refused.most_common(4))
    verdict = f"WRONG {dict(wrong)}" if wrong else "ok"
    return (
        f"{result.number} {result.kind}{place}: {verdict}; {counts};{times}{led} "
        f"{result.seconds:.0f} s, load {load:.1f}; {refused}"
    )


def lines(results: Sequence[Result]) -> list[Line]:
    """The figures."""
    wrong = Counter(one.rule for result in results for one in result.wrong)
    over = sorted(time for result in results for time in result.taken_over)
    led = sorted(result.led_again for result in results if result.led_again is not None)
    made = [Line("runs", len(results))]
    made += [Line(f"runs of {kind}", sum(r.kind == kind for r in results)) for kind in KINDS]
    made += [
        Line("runs in which the place of a fault was not reached", sum(not r.reached for r in results)),
        Line("messages acknowledged", sum(r.acknowledged for r in results)),
        Line("effects counted outside", sum(r.effects for r in results)),
        Line("of them under way when another node took over", sum(r.in_flight for r in results)),
        *(exact(RULES[rule], wrong[rule]) for rule in RULES),
    ]
    if over:
        made += [
            Line("conversations of killed nodes gone on with", len(over)),
            Line("after, p50", over[len(over) // 2], "s"),
            under("after, p99", over[int(len(over) * 0.99)], 5, "s"),
        ]
    if led:
        made += [
            Line("leaders lost, stored again after, p50", led[len(led) // 2], "s"),
            under("the same, most", led[-1], 10, "s"),
        ]
    return made


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Faults of servers, nodes, networks, disks and clocks.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS), help=", ".join(KINDS))
    parser.add_argument("--kept", type=Path, default=ROOT / ".cluster", help="where what was wrong is kept")
    flags = parser.parse_args()
    if INSIDE not in os.environ:
        enclose("tests.cluster", *sys.argv[1:])
    results = asyncio.run(made(flags.runs, flags.seed, flags.kinds.split(","), flags.kept))
    sys.exit(finished("Many machines", lines(results)))


if __name__ == "__main__":
    main()
