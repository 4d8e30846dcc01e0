"""The bench: `python -m bench [--rounds N] [--seconds S] [--only NAMES] [--skip-peers] [--parts NAMES]`.

Makes the peers' environments when they are missing, measures, and writes bench/RESULTS.md and bench/results.json.
A part that was not run keeps the numbers of its last run; a run of some entrants only is printed and not kept, since
it would take the place of all."""

import argparse
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.contenders import FLOOR, LOKET, Entrant, entrants
from bench.machine import described
from bench.report import PARTS, page
from bench.rounds import ROOT, interleaved

RAW = Path(__file__).parent / "results.json"
PAGE = Path(__file__).parent / "RESULTS.md"
PART_SECONDS = 1800
ROUNDS = 5
IN_ROUNDS = ("a2a", "model_turns", "nodes", "node_peers", "planner", "scroll")
"""The parts that are told how many."""


def options() -> argparse.Namespace:
    """The command line."""
    known = [entrant.name for entrant in entrants()]
    parser = argparse.ArgumentParser(prog="bench", description="The floor, Loket and its peers, in interleaved rounds.")
    parser.add_argument("--rounds", type=int, help=f"how often each entrant runs (default {ROUNDS}; a part's own)")
    parser.add_argument("--seconds", type=float, default=4.0, help="of measuring at 1 and again at 50 (default 4)")
    parser.add_argument("--only", default="", help=f"names with commas, of {', '.join(known)}")
    parser.add_argument("--skip-peers", action="store_true", help="the floor and Loket alone")
    parser.add_argument("--parts", default="turn," + ",".join(PARTS), help="which parts to run (default all)")
    parser.add_argument("--dry", action="store_true", help="print the page, write nothing")
    chosen = parser.parse_args()
    if unknown := set(names(chosen.only)) - set(known) | set(names(chosen.parts)) - {"turn", *PARTS}:
        parser.error(f"no such entrant or part: {', '.join(sorted(unknown))}")
    if (chosen.rounds is not None and chosen.rounds < 1) or chosen.seconds <= 0:
        parser.error("there has to be a round, and it has to last")
    return chosen


def names(text: str) -> list[str]:
    """A list given with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def chosen_from(chosen: argparse.Namespace) -> tuple[Entrant, ...]:
    """Who runs."""
    only = names(chosen.only) or [entrant.name for entrant in entrants()]
    if chosen.skip_peers:
        only = [name for name in only if name in (FLOOR, LOKET)]
    return tuple(entrant for entrant in entrants() if entrant.name in only)


def measured(part: str, rounds: int | None = None) -> dict[str, Any]:
    """One of the other parts, in a process of its own; a part that breaks says so on the page and spoils no other."""
    command = [sys.executable, "-m", f"bench.{part}"]
    if rounds is not None and part in IN_ROUNDS:
        command += ["--rounds", str(rounds)]
    try:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=PART_SECONDS, check=True)
    except subprocess.SubprocessError as error:
        return {"lines": {}, "note": f"Not measured: {error}."}
    return json.loads(done.stdout.strip().splitlines()[-1])


def main() -> None:
    """Measures what was asked for and writes the results."""
    chosen = options()
    results: dict[str, Any] = json.loads(RAW.read_text()) if RAW.exists() else {}
    results |= {"date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"), "machine": described()}
    for part in names(chosen.parts):
        print(f"measuring: {part}", file=sys.stderr, flush=True)
        if part == "turn":
            results["turn"] = interleaved(chosen_from(chosen), chosen.rounds or ROUNDS, chosen.seconds)
        else:
            results[part] = measured(part, chosen.rounds)
        results[part] |= {"date": results["date"], "processor": results["machine"]["processor"]}
    text = page(results)
    if (chosen.only or chosen.skip_peers) and "turn" in names(chosen.parts):
        print("printed, not kept", file=sys.stderr)
    elif not chosen.dry:
        RAW.write_text(json.dumps(results, indent=1) + "\n")
        PAGE.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
