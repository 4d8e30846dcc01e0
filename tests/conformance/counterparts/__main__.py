"""Scenarios against agents that others' libraries make: `python -m tests.conformance.counterparts FOLDER [LEG …]`.

Each plays one side of a shipped scenario by its script, over its own server; ours plays the other, by `loket bench`.
Legs that end with `-client` are clients of theirs, which talk with our bridges and rooms.
FOLDER gets an environment for each library that is not among ours, and a report of each leg."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.trial.results import TrialReport
from tests.conformance.counterparts.callers import CALLERS, CallerLeg, called
from tests.conformance.counterparts.turns import turns_of
from tests.conformance.environments import NODE, python
from tests.servers import free_port

HERE = Path(__file__).parent
SECONDS = 60.0
SCENARIOS = {"lost-delivery": "shop", "clinic-visit": "clinic"}
"""Which are played, and who of them is theirs."""


@dataclass(frozen=True)
class CounterpartLeg:
    """A library: the program that plays with it, the version it is told to speak, and whose environment runs it."""

    name: str
    program: str
    version: str = "1.0"
    library: str = ""


LEGS = (
    CounterpartLeg("a2a-sdk-1.0", "a2a_sdk.py"),
    CounterpartLeg("a2a-sdk-0.3", "a2a_sdk.py", "0.3"),
    CounterpartLeg("javascript-1.0", "javascript.mjs"),
    CounterpartLeg("javascript-0.3", "javascript.mjs", "0.3"),
    CounterpartLeg("python-a2a", "python_a2a_side.py", library="python-a2a"),
    CounterpartLeg("google-adk", "adk_side.py", library="google-adk"),
)


def interpreter(leg: CounterpartLeg | CallerLeg, folder: Path) -> Path:
    """What runs the program of a leg."""
    return NODE if leg.program.endswith(".mjs") else python(leg.library, folder)


@asynccontextmanager
async def side(leg: CounterpartLeg, scenario: str, folder: Path) -> AsyncGenerator[str]:
    """Their side of a scenario; its address once it answers."""
    played, turns, port = scenario_named(scenario).in_variant(), folder / f"{scenario}.turns.json", free_port()
    turns.write_text(json.dumps(turns_of(played, SCENARIOS[scenario])), "utf-8")
    command = (interpreter(leg, folder.parent), HERE / leg.program, turns, leg.version, folder / "heard", str(port))
    env = {**os.environ, "OTEL_INSTRUMENTATION_A2A_SDK_ENABLED": "false"}
    with (folder / "agent.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(*command, env=env, stdout=log, stderr=log)
    try:
        async with asyncio.timeout(SECONDS):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    break
                except OSError:
                    assert process.returncode is None, (folder / "agent.log").read_text()
                    await asyncio.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def tried(leg: CounterpartLeg, folder: Path, more: Sequence[str]) -> bool:
    """Whether all trials of a leg passed; says how each went."""
    home = folder / leg.name
    home.mkdir(parents=True, exist_ok=True)
    good = True
    for scenario in SCENARIOS:
        report = home / f"{scenario}.json"
        async with side(leg, scenario, home) as url:
            command = ("-m", "loket", "bench", scenario, "--against", url, "--json", str(report), *more)
            process = await asyncio.create_subprocess_exec(sys.executable, *command)
            await process.wait()
        for result in TrialReport.model_validate_json(report.read_bytes()).results:
            missed = "; ".join(check.sentence or check.name for check in result.checks if not check.ok)
            print(f"{leg.name} {result.trial.key}: {result.verdict}, {result.end or 'no end'} {missed}", flush=True)
            good &= result.verdict == "passed"
    return good


async def main(folder: Path, names: Sequence[str], more: Sequence[str]) -> int:
    """How many legs have a trial that did not pass."""
    legs = [leg for leg in LEGS if not names or leg.name in names]
    wrong = [not await tried(leg, folder, more) for leg in legs]
    for caller in [leg for leg in CALLERS if not names or leg.name in names]:
        wrong.append(not await called(caller, (interpreter(caller, folder), HERE / caller.program), folder))
    return sum(wrong)


if __name__ == "__main__":
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    sys.exit(asyncio.run(main(Path(sys.argv[1]), sys.argv[2:cut], sys.argv[cut + 1 :])))
