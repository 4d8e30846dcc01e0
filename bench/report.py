"""Writes the results for people: the table of medians and ratios, the targets, and what each entrant keeps when."""

from collections.abc import Iterable
from typing import Any

from bench.contenders import FLOOR, LOKET, Entrant, entrants, left_out
from bench.goals import Goal, goals

Results = dict[str, Any]


def page(results: Results) -> str:
    """The whole of RESULTS.md from the whole of results.json."""
    sections = [head(results)]
    if "turn" in results:
        sections += [turns(results["turn"]), met(goals(results)), keeping(results["turn"]), missing(results["turn"])]
    sections += [part(title, results[name]) for name, title in PARTS.items() if name in results]
    return "\n\n".join(sections) + "\n"


PARTS = {
    "watchers": "Watchers",
    "nodes": "Several nodes",
    "node_watchers": "Watchers of several nodes",
    "node_peers": "Several nodes beside peers",
    "longlog": "Long logs",
    "scroll": "Scrolling a log",
    "start": "Start",
    "a2a": "A2A",
    "model_turns": "Turns with a language model",
    "sogis_turn": "The map",
    "planner": "The planner without a model",
}


def head(results: Results) -> str:
    """When, where and how."""
    machine = ", ".join(f"{name} {value}" for name, value in results["machine"].items())
    return f"""# Bench results

Written by `make bench`; do not edit. Raw numbers: `results.json`.

- Date: {results["date"]}
- Machine: {machine}

One turn is the same for everybody (`bench/floor.py`, `bench/script.py`): one message of a person, six scripted planner
steps without waiting, three tool calls (one of them not read-only), one specialist that has two of the steps and one of
the tools, and an answer of 200 words streamed to one live watcher that has to have seen all of them. No network, no
model. Every entrant runs in a process of its own, peers in an environment of their own made with the same Python; the
rounds are interleaved and the numbers are medians over the rounds. Telemetry and tracing of the peers are off, and each
is configured as fast as its documentation reasonably allows."""


ALONE = "wall ms, 1 | CPU ms, 1 | × floor | × Loket"
TOGETHER = "turns/s, 50 | × floor | × Loket | CPU ms, 50 | × floor"
COLUMNS = (f"| | version | kept | {ALONE} | {TOGETHER} |", f"|---|---|---{9 * '|--:'}|")


def turns(turn: Results) -> str:
    """The table."""
    medians, floor, loket = turn["medians"], turn["medians"].get(FLOOR), turn["medians"].get(LOKET)
    lines = [f"## One durable turn ({turn['rounds']} rounds of {turn['seconds']:g} s)", "", *COLUMNS]
    for entrant in entrants():
        if entrant.name in medians:
            lines.append(row(entrant, medians[entrant.name], floor, loket))
    failures = [f"{name} with 50 conversations: {m['failed']}." for name, m in medians.items() if "failed" in m]
    note = (
        "1: one conversation at a time; 50: fifty at once. In brackets: least and most over the rounds. × floor and"
        " × Loket are ratios of medians. Loket gathers words for 40 ms into one frame, as its protocol says; the floor"
        " and the peers send a frame a word. What each keeps when is below."
    )
    return "\n".join([*lines, "", note, *failures, *filter(None, (measured(turn),))])


def row(entrant: Entrant, mine: Results, floor: Results | None, loket: Results | None) -> str:
    """One entrant of the table."""
    one, fifty = mine["one"], mine["fifty"]
    versions = ", ".join(mine["versions"].values()) or "-"
    cells = [
        entrant.name,
        versions.split(", ")[0],
        "by steps" if entrant.by_steps else "at the end",
        number(one["wall_ms"]),
        number(one["cpu_ms"]),
        ratio(mine, floor, "one", "cpu_ms"),
        ratio(mine, loket, "one", "cpu_ms"),
        number(fifty["turns_s"]) if fifty else "fails",
        ratio(mine, floor, "fifty", "turns_s"),
        ratio(mine, loket, "fifty", "turns_s"),
        number(fifty["cpu_ms"]) if fifty else "",
        ratio(mine, floor, "fifty", "cpu_ms"),
    ]
    return f"| {' | '.join(cells)} |"


def number(value: dict[str, float]) -> str:
    """A median with its spread."""
    least, most = (f"{value[end]:.3g}" for end in ("least", "most"))
    return f"{value['median']:.3g} ({least}–{most})"


def ratio(mine: Results, other: Results | None, part: str, name: str) -> str:
    """How many times the other's median mine is."""
    if other is None or mine[part] is None or other[part] is None:
        return ""
    return f"{mine[part][name]['median'] / other[part][name]['median']:.2g}"


def met(found: Iterable[Goal]) -> str:
    """The targets, and whether they are met."""
    lines = ["## Targets", "", "| target | measured | met |", "|---|---|---|"]
    for goal in found:
        lines.append(f"| {goal.target} | {goal.measured} | {'yes' if goal.met else 'no'} |")
    return "\n".join(lines) if len(lines) > 4 else "## Targets\n\nNot measured in this run."


def keeping(turn: Results) -> str:
    """What each entrant is and what it keeps when, in words."""
    lines = ["## What each is, and what is on disk when", ""]
    for entrant in entrants():
        if entrant.name in turn["medians"]:
            versions = ", ".join(f"{k} {v}" for k, v in turn["medians"][entrant.name]["versions"].items())
            name = f"**{entrant.name}** ({versions})" if versions else f"**{entrant.name}**"
            lines.append(f"- {name}: {entrant.what}. Kept: {entrant.kept}.")
    return "\n".join(lines)


def missing(turn: Results) -> str:
    """Who is not in the table, and why."""
    reasons = {**left_out(), **turn["left_out"]}
    return "\n".join(["## Left out", "", *(f"- {name}: {reason}." for name, reason in reasons.items())])


def grid(rows: list[list[str]]) -> list[str]:
    """A table of cells, the first row its heads."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    return [lines[0], f"|---|{(len(rows[0]) - 1) * '--:|'}", *lines[1:], ""] if rows else []


def measured(numbers: Results) -> str:
    """When and on what: a part that was not run keeps the numbers of its last run, perhaps of another machine."""
    return f"Measured {numbers['date']}, {numbers['processor']}." if "date" in numbers else ""


def part(title: str, numbers: Results) -> str:
    """A part that is a list of numbers, each with its target where it has one, after a table where there is one."""
    lines = [f"## {title}", "", *grid(numbers.get("table", [])), "| | measured | target | met |", "|---|--:|---|---|"]
    for name, line in numbers["lines"].items():
        verdict = "" if line.get("met") is None else ("yes" if line["met"] else "no")
        value = f"{line['value']:.4g} {line['unit']}" if line["unit"] else f"{line['value']:,.0f}"
        lines.append(f"| {name} | {value} | {line['target']} | {verdict} |")
    notes = " ".join(filter(None, (numbers.get("note"), measured(numbers))))
    return "\n".join([*lines, "", notes] if notes else lines)
