"""Runs both public A2A compatibility kits against our door: `python -m tests.conformance.a2a FOLDER [LEG …]`.

First against fixtures that do as the kits agreed with servers, then against every agent of the demos. FOLDER gets the
two branches of the kits, an environment for each, and what they said. What may fail is in `expected/a2a.txt`, and why
in docs/conformance.md; a failure that is not expected, and an expected one that passes, both fail the run."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.conformance.environments import environment
from tests.conformance.serve import AGENTS_OF_DEMOS
from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
EXPECTED = Path(__file__).parent / "expected" / "a2a.txt"
KITS = "https://github.com/a2aproject/a2a-tck"
NEW, OLD = "1.0-dev", "0.3.x"
COMMITS = {NEW: "357c4a8", OLD: "eb1f804"}
SUMMARY = re.compile(r"(?:\d+ (?:passed|failed|skipped|deselected|xfailed|xpassed|errors?|warnings?)(?:, )?)+(?= in )")
REPORT = ("--", "-rfx")
"""What the kit of 1.0 says at its end: a SHOULD that is not met is expected by it to fail, not by us."""
PRODUCT = "product"
"""What the failures of the kit of 1.0 stand under that every agent of the demos has."""


@dataclass(frozen=True)
class Leg:
    """One run of one kit against one server: a profile of the fixtures, or an agent of the demos."""

    name: str
    served: str
    kit: str
    options: tuple[str, ...] = ()

    @property
    def fixture(self) -> bool:
        return self.served not in AGENTS_OF_DEMOS


def old(category: str) -> Leg:
    """A category of the 0.3 kit; the one that compares transports wants to see them all."""
    one = () if category == "transport-equivalence" else ("--transports", "jsonrpc")
    return Leg(f"v03-{category}", "tck-v03", OLD, ("--category", category, *one))


def product(agent: str) -> tuple[Leg, ...]:
    """The legs of an agent of the demos."""
    jsonrpc = ("--transports", "jsonrpc")
    return (
        Leg(f"{agent}-1.0", agent, NEW, ("--transport", "jsonrpc,http_json", *REPORT)),
        *(
            Leg(f"{agent}-0.3-{one}", agent, OLD, ("--category", one, *jsonrpc))
            for one in ("mandatory", "capabilities")
        ),
    )


LEGS = (
    Leg("full", "tck-full", NEW, REPORT),
    Leg("off", "tck-off", NEW, REPORT),
    *(old(category) for category in ("mandatory", "capabilities", "quality", "features", "transport-equivalence")),
    *(leg for agent in AGENTS_OF_DEMOS for leg in product(agent)),
)


async def main(folder: Path, names: list[str]) -> int:
    """The number of legs that did not end as expected."""
    chosen = [leg for leg in LEGS if not names or leg.name in names]
    if len(chosen) < len(set(names)):
        raise SystemExit(f"The legs are: {', '.join(leg.name for leg in LEGS)}")
    wrong, rows = 0, ["| leg | result |", "|---|---|"]
    for leg in chosen:
        python = kit(folder, leg.kit)
        async with served(leg, folder) as url:
            right, summary = await passed(leg, folder, python, url)
        wrong += not right
        rows.append(f"| {leg.name} | {summary} |")
    (folder / "a2a.md").write_text("\n".join(rows) + "\n")
    return wrong


def kit(folder: Path, branch: str) -> Path:
    """The interpreter of a kit, which is fetched when it is not there, in an environment of its own."""
    home, made = folder / branch, folder / "env" / f"a2a-tck-{branch}"
    if not (home / "run_tck.py").is_file():
        subprocess.run(["git", "clone", "--quiet", "--branch", branch, KITS, str(home)], check=True)
        subprocess.run(["git", "-C", str(home), "checkout", "--quiet", COMMITS[branch]], check=True)
    if not (made / ".installed").exists():
        environment(made, folder, "--editable", str(home))
        (made / ".installed").touch()
    return made / "bin" / "python"


@asynccontextmanager
async def served(leg: Leg, folder: Path) -> AsyncGenerator[str]:
    """The address of the agent, for as long as a leg lasts; what its server complains about goes to a log."""
    port, log = str(free_port()), folder / f"server-{leg.name}.txt"
    env = {**os.environ, "OTEL_INSTRUMENTATION_A2A_SDK_ENABLED": "false"}  # its spans cost a third of a request
    complaints, pipe = log.open("wb"), asyncio.subprocess.PIPE
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.conformance.serve",
        leg.served,
        "--port",
        port,
        cwd=ROOT,
        env=env,
        stdout=pipe,
        stderr=complaints,
    )
    assert server.stdout is not None
    try:
        if b" is on " not in await server.stdout.readline():
            raise SystemExit(f"There is no server; see {log}.")
        yield f"http://127.0.0.1:{port}"
    finally:
        complaints.close()
        if server.returncode is None:
            server.terminate()
        await server.wait()


async def passed(leg: Leg, folder: Path, python: Path, url: str) -> tuple[bool, str]:
    """Runs one leg, keeps its output beside the kits and says how it went."""
    async with httpx.AsyncClient(trust_env=False) as http:
        card = (await http.get(f"{url}/.well-known/agent-card.json")).json()
    address = ("--sut-host", url) if leg.kit == NEW else ("--sut-url", card["url"])
    run = await asyncio.create_subprocess_exec(
        str(python),
        "run_tck.py",
        *address,
        *leg.options,
        cwd=folder / leg.kit,
        env={**os.environ, "TCK_STREAMING_TIMEOUT": "2.0"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await run.communicate()
    text = re.sub(r"\x1b\[[\d;]*m", "", printed.decode(errors="replace"))
    (folder / f"output-{leg.name}.txt").write_text(text)
    failed = set(re.findall(r"^(?:FAILED|ERROR|XFAIL) (tests/\S+)", text, re.MULTILINE))
    expected = expectations(leg.name)
    if not leg.fixture and leg.kit == NEW:
        expected |= expectations(PRODUCT)
    summary = (SUMMARY.findall(text) or ["no summary"])[-1]
    wrong = (failed ^ expected) - expectations(leg.name, sometimes=True)
    right = not wrong and summary != "no summary"
    print(f"{'ok  ' if right else 'FAIL'} {leg.name:26} {summary}", flush=True)
    for name in sorted(wrong):
        print(f"     {'not expected to fail' if name in failed else 'expected to fail'}: {name}")
    return right, summary


def expectations(leg: str, sometimes: bool = False) -> set[str]:
    """What fails in a leg: lines of its name and a test, and "sometimes" where that depends on who is faster."""
    lines = (line.split() for line in EXPECTED.read_text().splitlines() if line and not line.startswith("#"))
    return {test for name, test, *rest in lines if name == leg and bool(rest) == sometimes}


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit("Which folder? `python -m tests.conformance.a2a FOLDER [LEG …]`")
    home = Path(sys.argv[1]).resolve()
    home.mkdir(parents=True, exist_ok=True)
    sys.exit(min(1, asyncio.run(main(home, sys.argv[2:]))))
