"""Runs both public A2A compatibility kits against our door: `python -m tests.conformance.a2a FOLDER [LEG …]`.

FOLDER holds the two branches of a2aproject/a2a-tck as work trees, `1.0-dev` and `0.3.x`. Each kit gets an environment
of its own beside them, made when it is missing. What may fail is in `expected/a2a.txt`, and why in docs/conformance.md;
a failure that is not expected, and an expected one that passes, both fail the run."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXPECTED = Path(__file__).parent / "expected" / "a2a.txt"
PORT = 9971
URL = f"http://127.0.0.1:{PORT}"
NEW, OLD = "1.0-dev", "0.3.x"
SUMMARY = re.compile(r"(?:\d+ (?:passed|failed|skipped|deselected|xfailed|xpassed|errors?|warnings?)(?:, )?)+(?= in )")


@dataclass(frozen=True)
class Leg:
    """One run of one kit against one profile."""

    name: str
    profile: str
    kit: str
    options: tuple[str, ...]


def old(category: str) -> Leg:
    """A category of the 0.3 kit; the one that compares transports wants to see them all."""
    one = () if category == "transport-equivalence" else ("--transports", "jsonrpc")
    return Leg(f"v03-{category}", "tck-v03", OLD, ("--sut-url", f"{URL}/a2a", "--category", category, *one))


LEGS = (
    Leg("full", "tck-full", NEW, ("--sut-host", URL, "--", "-rf")),
    Leg("off", "tck-off", NEW, ("--sut-host", URL, "--", "-rf")),
    *(old(category) for category in ("mandatory", "capabilities", "quality", "features", "transport-equivalence")),
)


async def main(folder: Path, names: list[str]) -> int:
    """The number of legs that did not end as expected."""
    chosen = [leg for leg in LEGS if not names or leg.name in names]
    if len(chosen) < len(names):
        raise SystemExit(f"The legs are: {', '.join(leg.name for leg in LEGS)}")
    wrong = 0
    for leg in chosen:
        python = await environment(folder, leg.kit)
        async with served(leg.profile, folder / f"server-{leg.name}.txt"):
            wrong += not await passed(leg, folder, python)
    return wrong


async def environment(folder: Path, kit: str) -> Path:
    """The interpreter of a kit, in an environment of its own."""
    if not (folder / kit / "run_tck.py").is_file():
        raise SystemExit(f"There is no kit in {folder / kit}.")
    made = folder / f"env-{kit}"
    python = made / "bin" / "python"
    if not python.exists():
        await done(sys.executable, "-m", "venv", str(made))
        await done(str(python), "-m", "pip", "install", "--quiet", "--editable", str(folder / kit))
    return python


async def done(*command: str) -> None:
    """Runs a command that must not fail."""
    process = await asyncio.create_subprocess_exec(*command)
    if await process.wait():
        raise SystemExit(f"This failed: {' '.join(command)}")


@asynccontextmanager
async def served(profile: str, log: Path) -> AsyncGenerator[None]:
    """The fixtures of one profile, for as long as a leg lasts; what they complain about goes to the log."""
    command = (sys.executable, "-m", "tests.conformance.serve", profile, "--port", str(PORT))
    env = {**os.environ, "OTEL_INSTRUMENTATION_A2A_SDK_ENABLED": "false"}  # its spans cost a third of a request
    complaints = log.open("wb")
    server = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=env, stdout=asyncio.subprocess.PIPE, stderr=complaints
    )
    assert server.stdout is not None
    try:
        if b" is on " not in await server.stdout.readline():
            raise SystemExit(f"The fixtures could not be served; see {log}, or are {PORT} and {PORT + 1} taken?")
        yield
    finally:
        complaints.close()
        if server.returncode is None:
            server.terminate()
        await server.wait()


async def passed(leg: Leg, folder: Path, python: Path) -> bool:
    """Runs one leg, keeps its output beside the kits and says how it went."""
    run = await asyncio.create_subprocess_exec(
        str(python),
        "run_tck.py",
        *leg.options,
        cwd=folder / leg.kit,
        env={**os.environ, "TCK_STREAMING_TIMEOUT": "2.0"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await run.communicate()
    text = re.sub(r"\x1b\[[\d;]*m", "", told.decode(errors="replace"))
    (folder / f"output-{leg.name}.txt").write_text(text)
    failed = set(re.findall(r"^(?:FAILED|ERROR) (tests/\S+)", text, re.MULTILINE))
    expected = expectations(leg.name)
    summaries = SUMMARY.findall(text)
    right = failed == expected and bool(summaries)
    print(f"{'ok  ' if right else 'FAIL'} {leg.name:26} {summaries[-1] if summaries else 'no summary'}", flush=True)
    for name in sorted(failed ^ expected):
        print(f"     {'not expected to fail' if name in failed else 'expected to fail'}: {name}")
    return right


def expectations(leg: str) -> set[str]:
    """What may fail in a leg: lines of its name and a test."""
    lines = (line.split() for line in EXPECTED.read_text().splitlines() if line and not line.startswith("#"))
    return {test for name, test in lines if name == leg}


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit("Which folder holds the kits? `python -m tests.conformance.a2a FOLDER [LEG …]`")
    sys.exit(min(1, asyncio.run(main(Path(sys.argv[1]).resolve(), sys.argv[2:]))))
