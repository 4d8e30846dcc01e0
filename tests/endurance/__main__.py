"""`python -m tests.endurance`: every run of the long lane, one after another, and docs/endurance.md from what they
found. Exits with 1 when a target was missed."""

import argparse
import json
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from bench.machine import described
from tests.endurance.results import MARK, Line, table

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "endurance.md"
RUNS = ("crash", "load", "memory", "bodies", "erasing", "trials")
HEAD = """# Endurance

Written by `make endure`; do not edit. Real servers in processes of their own, traffic on the loopback only.
`python -m tests.endurance NAME` renews one section.
"""
SECTION = re.compile(r"(?m)^(?=## )")
RUN_OF = re.compile(r"tests\.endurance\.(\w+)[^`]*`")


def ran(name: str, *more: str) -> tuple[str, bool]:
    """One run in a process of its own: its section of the page, and whether it met its targets. `more` are arguments of
    that run."""
    begun = time.monotonic()
    print(f"\n# {name}", flush=True)
    command = [sys.executable, "-m", f"tests.endurance.{name}", *more]
    last = ""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(MARK):
                last = line.removeprefix(MARK)
            else:
                print(line, end="", flush=True)
    minutes = (time.monotonic() - begun) / 60
    asked = " ".join((f"tests.endurance.{name}", *more))
    when = f"`python -m {asked}`, {now():%Y-%m-%d %H:%M} UTC, commit {commit()}, {minutes:.1f} minutes."
    if not last:
        return f"## {name}\n\n{when}\n\n**It broke** (exit code {process.returncode}).\n", False
    found = json.loads(last)
    lines = [Line(**line) for line in found["lines"]]
    machine = ", ".join(f"{what} {value}" for what, value in described().items())
    return f"## {found['title']}\n\n{when} {machine}.\n\n{table(lines)}\n", process.returncode == 0


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def commit() -> str:
    """What was measured."""
    return subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True).strip()


def renewed(page: str, sections: dict[str, str]) -> str:
    """The page with these sections in place of those of the same runs."""
    there = {named[1]: section for section in SECTION.split(page) if (named := RUN_OF.search(section))}
    there |= sections
    return "\n".join([HEAD, *(there[name].strip() + "\n" for name in RUNS if name in there)])


def main() -> None:
    """The command line: names of runs, or all of them; each renews its section of the page. Options of a run that is
    named alone go to it."""
    parser = argparse.ArgumentParser(description="The long lane.")
    parser.add_argument("runs", nargs="*", choices=[*RUNS, []], help=", ".join(RUNS))
    met = True
    named, more = parser.parse_known_args()
    for name in named.runs or RUNS:
        section, well = ran(name, *more)
        met = met and well
        PAGE.write_text(renewed(PAGE.read_text("utf-8") if PAGE.exists() else "", {name: section}), "utf-8")
    print("Every target is met." if met else "Targets were missed; see the tables above.")
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
