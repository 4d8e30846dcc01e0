"""Runs both public MCP conformance suites against our server and our client: `make conformance`, or one leg by name.

The suites come from npm in exactly these versions into `.conformance/`; what may fail is in `expected/`, and why in
docs/conformance.md. A failure that is not expected, and an expected one that passes, both fail the run."""

import asyncio
import compileall
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.conformance.environments import NODE, NPM
from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("CONFORMANCE", ROOT / ".conformance"))
EXPECTED = Path(__file__).parent / "expected"
SERVER = (sys.executable, "-m", "tests.conformance.serve", "mcp-fixtures", "--port")
OLD, NEW = "0.1.16", "0.2.0-alpha.12"


@dataclass(frozen=True)
class Leg:
    """One run of one suite; its expected failures are in the file of its name, if it has any."""

    name: str
    version: str
    side: str
    options: tuple[str, ...]


LEGS = (
    Leg("old-server-active", OLD, "server", ("--suite", "active")),
    Leg("old-server-all", OLD, "server", ("--suite", "all")),
    Leg("new-server-2025-11-25", NEW, "server", ("--suite", "all", "--spec-version", "2025-11-25")),
    Leg("new-server-2026-07-28", NEW, "server", ("--suite", "all", "--spec-version", "2026-07-28")),
    Leg("new-server-bare", NEW, "server", ("--suite", "all")),
    Leg("old-client-all", OLD, "client", ("--suite", "all")),
    Leg("new-client-2025-11-25", NEW, "client", ("--suite", "all", "--spec-version", "2025-11-25")),
    Leg("new-client-2026-07-28", NEW, "client", ("--suite", "all", "--spec-version", "2026-07-28")),
    Leg("new-client-bare", NEW, "client", ("--suite", "all")),
)


async def main(names: list[str]) -> int:
    """The number of legs that did not end as expected."""
    chosen = [leg for leg in LEGS if not names or leg.name in names]
    if len(chosen) < len(names):
        raise SystemExit(f"The legs are: {', '.join(leg.name for leg in LEGS)}")
    for version in {leg.version for leg in chosen}:
        await install(version)
    # The client suites start dozens of interpreters at once; none of them should be busy compiling.
    compileall.compile_dir(ROOT / "src", quiet=1)
    compileall.compile_dir(ROOT / "demos" / "src", quiet=1)
    port = str(free_port())
    server = await asyncio.create_subprocess_exec(
        *SERVER, port, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert server.stdout is not None
    try:
        if b" is on " not in await server.stdout.readline():
            raise SystemExit("The fixtures could not be served.")
        ended = {leg.name: await passed(leg, port) for leg in chosen}
        rows = [f"| {name} | {totals} |\n" for name, (_, totals) in ended.items()]
        (FOLDER / "mcp.md").write_text("| leg | result |\n|---|---|\n" + "".join(rows))
        return sum(not right for right, _ in ended.values())
    finally:
        if server.returncode is None:
            server.terminate()
        await server.wait()


async def install(version: str) -> None:
    """The suite in its own folder, unless it is there."""
    folder = FOLDER / version
    if program(version).is_file():
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text("{}")
    package = f"@modelcontextprotocol/conformance@{version}"
    quiet = ("--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    install = await asyncio.create_subprocess_exec(NODE, NPM, "install", *quiet, package, cwd=folder)
    if await install.wait():
        raise SystemExit(f"{package} could not be installed.")


def program(version: str) -> Path:
    return FOLDER / version / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"


async def passed(leg: Leg, port: str) -> tuple[bool, str]:
    """Runs one leg, keeps its output and says how it went."""
    out = FOLDER / "results" / leg.name
    out.mkdir(parents=True, exist_ok=True)
    command = [str(NODE), str(program(leg.version)), leg.side, *leg.options, "-o", str(out / "details")]
    expected = EXPECTED / f"{leg.name}.yml"
    if expected.is_file():
        command += ["--expected-failures", str(expected)]
    if leg.side == "server":
        command += ["--url", f"http://localhost:{port}/mcp"]  # by name: checking the Host header is part of the test
    else:
        command += ["--timeout", "600000", "--command", f"{sys.executable} -m tests.conformance.in_turn"]
    run = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    told, _ = await run.communicate()
    text = re.sub(r"\x1b\[\d+m", "", told.decode(errors="replace"))
    (out / "output.txt").write_text(text)
    totals = re.findall(r"^Total:.*$", text, re.MULTILINE)
    print(f"{'ok  ' if run.returncode == 0 else 'FAIL'} {leg.name:24} {totals[-1] if totals else 'no total'}")
    if run.returncode:
        print(
            "\n".join(
                f"     {line}" for line in re.findall(r"^✗.*$|^.*(?:nexpected|tale).*fail.*$", text, re.MULTILINE)
            )
        )
    return run.returncode == 0, totals[-1] if totals else "no total"


if __name__ == "__main__":
    sys.exit(min(1, asyncio.run(main(sys.argv[1:]))))
