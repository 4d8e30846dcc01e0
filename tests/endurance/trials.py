"""The trials run: `python -m tests.endurance.trials` plays each course of the shipped scenarios, both sides ours and no
key, under each fault and under kill -9 of our own side; every trial has a verdict, and nothing is doubled, lost or
given away."""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from loket_demos.scenario.trial.faults.every import EVERY
from loket_demos.scenario.trial.results import TrialReport, TrialResult
from tests.endurance.results import Line, exact, finished

CALM, FAULTS, CRASHES, SIDE_BY_SIDE = 5, 5, 10, 50
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


@dataclass(frozen=True)
class TrialCounts:
    """How often each course is played, in each of the ways; `scenarios` are those that something happens to, all of
    them when none is named."""

    calm: int
    faults: int
    crashes: int
    seed: int
    scenarios: tuple[str, ...]


def measured(counts: TrialCounts) -> list[Line]:
    """All of it; its lines."""
    some = counts.scenarios
    with TemporaryDirectory(prefix="trials-") as folder:
        at, how = Path(folder), (*some, "--patience", "0.2", "--seed", str(counts.seed))
        calm = played(at / "calm.json", "--times", str(counts.calm), "--parallel", str(SIDE_BY_SIDE))
        faulty = played(
            at / "faulty.json", *how, "--faults", ",".join(QUICK), "--times", str(counts.faults), "--parallel", "16"
        )
        huge = played(at / "huge.json", *how, "--faults", "huge", "--parallel", "2")
        killed = played(
            at / "killed.json", *how, "--crash", "--seconds", "600", "--times", str(counts.crashes), "--parallel", "8"
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
    """The command line: `--calm N`, `--faults N`, `--crashes N` repetitions of each, `--seed N`, `--scenarios A,B`."""
    parser = argparse.ArgumentParser(description="Plays the shipped scenarios under faults and crashes.")
    parser.add_argument("--scenarios", default="", help="by comma; all that are shipped")
    parser.add_argument("--calm", type=int, default=CALM)
    parser.add_argument("--faults", type=int, default=FAULTS)
    parser.add_argument("--crashes", type=int, default=CRASHES)
    parser.add_argument("--seed", type=int, default=1)
    flags = vars(parser.parse_args())
    some = tuple(filter(None, flags.pop("scenarios").split(",")))
    sys.exit(finished("Trials", measured(TrialCounts(**flags, scenarios=some))))


if __name__ == "__main__":
    main()
