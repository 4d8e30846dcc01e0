"""What the part of the model turns prints: a table of the contenders, and ours beside the best of the others."""

import json
import statistics
from dataclasses import asdict

from bench.lines import Line

OURS = "loket"
FIRST_MS = 50.0
COLUMNS = {
    "wall_ms": "wall ms",
    "cpu_ms": "CPU ms",
    "first_ms": "first byte ms",
    "open_mb": "MB, 100 streams",
    "turns_s": "turns/s, 50",
    "crowd_cpu_ms": "CPU ms, 50",
    "crowd_first_ms": "first byte p95 ms, 50",
}
"""The numbers of a round and how they are called."""

WORDS = {
    "wall_ms": "wall time a turn beyond the model's",
    "cpu_ms": "CPU a turn",
    "first_ms": "from the model's first word to the client's first byte",
    "open_mb": "memory of 100 open streams",
    "turns_s": "turns a second, 50 conversations",
    "crowd_cpu_ms": "CPU a turn, 50 conversations",
    "crowd_first_ms": "first byte, p95, 50 conversations",
}
NOTE = (
    "One turn: six responses of a language model on loopback (chat completions, forty tokens a second), three tool"
    " calls, one specialist, an answer of 60 words read from a stream of server-sent events by a client like a browser."
    " Each contender is a server in a process of its own; CPU is that process's. Wall: the turn less the time in which"
    " the model was at work. Ours keeps every record on disk (its default: SQLite, WAL, synchronous=FULL); langgraph"
    " keeps every step, openai-agents and google-adk each item or event, agno the run at its end, pydantic-ai nothing."
    " Fifty conversations at forty tokens a second can't have more turns a second than the model gives."
)

Rounds = dict[str, list[dict[str, float]]]


def medians(rounds: list[dict[str, float]]) -> dict[str, float]:
    """The middle one of each number."""
    return {name: statistics.median([numbers[name] for numbers in rounds]) for name in COLUMNS}


def targets(kept: dict[str, dict[str, float]], prompts: dict[str, tuple[int, int]]) -> dict[str, Line]:
    """Ours beside the best of the others in each number, and the repeating bytes."""
    lines: dict[str, Line] = {}
    ours, others = kept.get(OURS), {name: numbers for name, numbers in kept.items() if name != OURS}
    if ours is not None:
        for name, most in (("first_ms", ""), ("crowd_first_ms", "")):
            lines[WORDS[name] + most] = Line(three(ours[name]), "ms", f"under {FIRST_MS:g} ms", ours[name] < FIRST_MS)
    if ours is not None and others:
        for name, words in WORDS.items():
            more = name == "turns_s"
            best = (max if more else min)(others, key=lambda peer: others[peer][name])
            ahead, behind = (ours, others[best]) if more else (others[best], ours)
            times = ahead[name] / max(behind[name], 0.01)
            lines[f"{words}: times better than the best of the others ({best})"] = Line(
                three(times), "×", "at least 1", times >= 1
            )
    for name, (total, repeat) in prompts.items():
        lines[f"bytes of prompts in a talk of 20 turns, {name}"] = Line(total, "")
        share = 100 * repeat / total
        mine = name == OURS
        wanted = ("at least as the other", share >= best_share(prompts)) if mine and len(prompts) > 1 else ("", None)
        lines[f"of which repeat from request to request, {name}"] = Line(three(share), "%", *wanted)
    return lines


def best_share(prompts: dict[str, tuple[int, int]]) -> float:
    """The highest share of repeating bytes among the others."""
    return max(100 * repeat / total for name, (total, repeat) in prompts.items() if name != OURS)


def three(value: float) -> float:
    """Three digits."""
    return float(f"{value:.3g}")


def table(kept: dict[str, dict[str, float]]) -> list[list[str]]:
    """The heads, then a row for each contender."""
    return [["", *COLUMNS.values()], *([name, *(f"{each[c]:.3g}" for c in COLUMNS)] for name, each in kept.items())]


def printed(runs: Rounds, reasons: dict[str, str], prompts: dict[str, tuple[int, int]]) -> None:
    """The last thing the part does: one JSON object on one line."""
    kept = {name: medians(rounds) for name, rounds in runs.items()}
    left = "".join(f" {name}: {reason}." for name, reason in reasons.items())
    count = max((len(rounds) for rounds in runs.values()), default=0)
    note = f"{NOTE} Medians of {count} interleaved rounds.{' Left out:' + left if left else ''}"
    lines = {name: asdict(line) for name, line in targets(kept, prompts).items()}
    print(json.dumps({"table": table(kept), "lines": lines, "note": note, "runs": runs}))
