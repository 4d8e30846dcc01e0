"""The trials run: `python -m tests.endurance.trials` plays each course of the shipped scenarios, both sides ours and no
key, under each fault and under kill -9 of our own side; every trial has a verdict, and nothing is doubled, lost or
given away."""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from loket_demos.scenario.trial.faults.every import EVERY
from loket_demos.scenario.trial.results import TrialReport, TrialResult
from tests.endurance.results import Line, exact, finished

FAULTS, CRASHES, SIDE_BY_SIDE = 5, 10, 50
QUICK = tuple(name for name in EVERY if name != "huge")
"""A file of 100 MB takes seconds of both sides; it is one run of each scenario."""


def played(at: Path, *arguments: str) -> TrialReport:
    """One run of the bench; its own words are shown as they come."""
    command = [sys.executable, "-m", "loket", "bench", "--json", str(at), *arguments]
    subprocess.run(command, check=False, stdout=sys.stderr)
    return TrialReport.model_validate_json(at.read_bytes())


def missed(results: Sequence[TrialResult], name: str, word: str = "") -> int:
    """In how many trials a check does not hold, and says this."""
    return sum(
        any(check.name == name and not check.ok and word in check.sentence for check in result.checks)
        for result in results
    )


def measured(faults: int, crashes: int, seed: int) -> list[Line]:
    """All of it; its lines."""
    with TemporaryDirectory(prefix="trials-") as folder:
        at, how = Path(folder), ("--patience", "0.2", "--seed", str(seed))
        calm = played(at / "calm.json", "--times", "5", "--parallel", str(SIDE_BY_SIDE))
        faulty = played(
            at / "faulty.json", *how, "--faults", ",".join(QUICK), "--times", str(faults), "--parallel", "16"
        )
        huge = played(at / "huge.json", *how, "--faults", "huge", "--parallel", "2")
        killed = played(
            at / "killed.json", *how, "--crash", "--seconds", "600", "--times", str(crashes), "--parallel", "8"
        )
    every = [one for report in (calm, faulty, huge, killed) for one in report.results]
    twice, never = "twice", "never had"
    return [
        Line("trials", len(every)),
        Line("of them with a fault", len(faulty.results) + len(huge.results)),
        Line("of them with a kill of our own side", sum(one.figures.crashes > 0 for one in every)),
        Line("passed", sum(one.verdict == "passed" for one in every)),
        exact("trials without an end", sum(one.verdict == "broken" for one in every)),
        exact("messages doubled", missed(every, "nothing doubled") + missed(every, "their own log", twice)),
        exact("messages lost", missed(every, "nothing lost") + missed(every, "their own log", never)),
        exact("private files sent", missed(every, "no private file")),
        exact("words that only the other side knows", missed(every, "nothing of the other side")),
        Line(f"{SIDE_BY_SIDE} side by side: processor time a trial, our side", 1000 * calm.cpu / _count(calm), "ms"),
        Line(f"{SIDE_BY_SIDE} side by side: the same, their side", 1000 * calm.cpu_theirs / _count(calm), "ms"),
        Line(f"{SIDE_BY_SIDE} side by side: trials a second", _count(calm) / calm.seconds),
    ]


def _count(report: TrialReport) -> int:
    return max(1, len(report.results))


def main() -> None:
    """The command line: `--faults N`, `--crashes N` repetitions of each, `--seed N`."""
    parser = argparse.ArgumentParser(description="Plays the shipped scenarios under faults and crashes.")
    parser.add_argument("--faults", type=int, default=FAULTS)
    parser.add_argument("--crashes", type=int, default=CRASHES)
    parser.add_argument("--seed", type=int, default=1)
    flags = parser.parse_args()
    sys.exit(finished("Trials", measured(flags.faults, flags.crashes, flags.seed)))


if __name__ == "__main__":
    main()
