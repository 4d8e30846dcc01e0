"""Runs the entrants in interleaved rounds, each in a process and a scratch folder of its own, and takes medians."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.contenders import Entrant
from bench.environments import NotMade, made

ROOT = Path(__file__).parent.parent
SPARE_SECONDS = 240
"""What a run may take beyond its measuring: start, warm-up, the last turns of fifty slow conversations."""
QUIET = {
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "LANGSMITH_TRACING": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "AGNO_TELEMETRY": "false",
    "OTEL_SDK_DISABLED": "true",
    "ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS": "false",
    "PYTHONUNBUFFERED": "1",
}
"""No contender sends anything anywhere while it is measured."""

Outcome = dict[str, Any]
"""What one process printed: `one`, `fifty` (or `failed`), versions."""


class NotRun(Exception):
    """A contender did not give numbers; the text says why."""


def interpreters(entrants: Iterable[Entrant]) -> tuple[dict[str, str], dict[str, str]]:
    """The interpreter of each entrant by name, and the reason of each that has none."""
    ready: dict[str, str] = {}
    reasons: dict[str, str] = {}
    for entrant in entrants:
        try:
            ready[entrant.name] = str(made(entrant.environment)) if entrant.environment else sys.executable
        except NotMade as error:
            reasons[entrant.name] = f"does not install: {error}"
    return ready, reasons


def ran(entrant: Entrant, interpreter: str, seconds: float) -> Outcome:
    """One process of one entrant. NotRun when it gives no numbers."""
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as scratch:
        environment = {**os.environ, **QUIET, "TMPDIR": scratch, "PYTHONPATH": str(ROOT)}
        command = [interpreter, *entrant.start, str(seconds)]
        deadline = 2 * seconds + SPARE_SECONDS
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=deadline, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise NotRun(f"gave no numbers within {deadline:.0f} s") from error
    if done.returncode:
        raise NotRun((done.stderr.strip().splitlines() or ["no message"])[-1][:300])
    return json.loads(done.stdout.strip().splitlines()[-1])


def interleaved(entrants: tuple[Entrant, ...], rounds: int, seconds: float) -> Outcome:
    """All rounds: each entrant once in a round, in order, so that what disturbs the machine disturbs them all."""
    ready, reasons = interpreters(entrants)
    runs: dict[str, list[Outcome]] = {name: [] for name in ready}
    for number in range(1, rounds + 1):
        for entrant in entrants:
            name = entrant.name
            if name not in ready or name in reasons:
                continue
            try:
                outcome = ran(entrant, ready[name], seconds)
            except NotRun as error:
                reasons[name] = f"does not run: {error}"
                continue
            runs[name].append(outcome)
            print(f"round {number}/{rounds} {name}: {brief(outcome)}", file=sys.stderr, flush=True)
    kept = {name: outcomes for name, outcomes in runs.items() if outcomes and name not in reasons}
    medians = {name: medians_of(outcomes) for name, outcomes in kept.items()}
    return {"rounds": rounds, "seconds": seconds, "medians": medians, "left_out": reasons, "runs": kept}


def brief(outcome: Outcome) -> str:
    """One run in a line, for whoever waits."""
    fifty = outcome["fifty"]
    many = outcome.get("failed", "") if fifty is None else f"{fifty['turns_s']:.1f} turns/s at {fifty['cpu_ms']:.2f} ms"
    return f"{outcome['one']['cpu_ms']:.2f} ms CPU a turn; fifty: {many}"


def medians_of(outcomes: list[Outcome]) -> Outcome:
    """Median, least and most of each number over the rounds that gave it."""
    result: Outcome = {"versions": outcomes[0].get("versions", {})}
    for part in ("one", "fifty"):
        given = [outcome[part] for outcome in outcomes if outcome[part] is not None]
        result[part] = {name: spread([numbers[name] for numbers in given]) for name in given[0]} if given else None
    failures = [outcome["failed"] for outcome in outcomes if "failed" in outcome]
    if failures:
        result["failed"] = f"{len(failures)} of {len(outcomes)} rounds: {failures[0]}"
    return result


def spread(numbers: list[float]) -> dict[str, float]:
    """A median with what it lies between."""
    return {"median": statistics.median(numbers), "least": min(numbers), "most": max(numbers)}
