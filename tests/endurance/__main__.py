"""`python -m tests.endurance`: every run of the long lane, one after another, and docs/endurance.md from what they
found. Exits with 1 when a target was missed."""

import argparse
import json
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from bench.machine import described
from tests.endurance.results import MARK, Line, table

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "endurance.md"
RUNS = ("crash", "load", "memory", "bodies", "erasing")
HEAD = """# Endurance

Written by `make endure`; do not edit. Real servers in processes of their own, traffic on the loopback only.

- Date: {date}
- Commit: {commit}
- Machine: {machine}
"""


def ran(name: str) -> tuple[str, bool]:
    """One run in a process of its own: its section of the page, and whether it met its targets."""
    begun = time.monotonic()
    print(f"\n# {name}", flush=True)
    command = [sys.executable, "-m", f"tests.endurance.{name}"]
    last = ""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(MARK):
                last = line.removeprefix(MARK)
            else:
                print(line, end="", flush=True)
    minutes = (time.monotonic() - begun) / 60
    if not last:
        return f"## {name}\n\n**It broke** (exit code {process.returncode}).\n", False
    found = json.loads(last)
    lines = [Line(**line) for line in found["lines"]]
    note = f"\n{found['note']}\n" if found.get("note") else ""
    section = f"## {found['title']}\n\n`python -m tests.endurance.{name}`, {minutes:.1f} minutes.\n\n{table(lines)}\n"
    return section + note, process.returncode == 0


def main() -> None:
    """The command line: names of runs, or all of them; only all of them renew the page."""
    parser = argparse.ArgumentParser(description="The long lane.")
    parser.add_argument("runs", nargs="*", choices=[*RUNS, []], help=", ".join(RUNS))
    wanted = parser.parse_args().runs or list(RUNS)
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True).strip()
    machine = ", ".join(f"{name} {value}" for name, value in described().items())
    head = HEAD.format(date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"), commit=commit, machine=machine)
    results = [ran(name) for name in wanted]
    if wanted == list(RUNS):
        PAGE.write_text("\n".join([head, *(section for section, _ in results)]), "utf-8")
    met = all(met for _, met in results)
    print("Every target is met." if met else "Targets were missed; see the tables above.")
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
