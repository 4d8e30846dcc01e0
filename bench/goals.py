"""The targets for the cost of a turn, checked against the medians of one run."""

from dataclasses import dataclass
from typing import Any

from bench.contenders import FLOOR, LOKET, entrants

Medians = dict[str, Any]


@dataclass(frozen=True)
class Goal:
    """One target, what was measured, and whether it is met."""

    target: str
    measured: str
    met: bool


def goals(results: Medians) -> list[Goal]:
    """Every target whose two sides were measured."""
    medians: Medians = results["turn"]["medians"]
    if LOKET not in medians:
        return []
    return [*against_floor(medians), *against_peers(medians)]


def of(medians: Medians, name: str, part: str, what: str) -> float | None:
    """One median, None when this entrant did not give it."""
    numbers = medians.get(name, {}).get(part)
    return None if numbers is None else float(numbers[what]["median"])


def at_most(target: str, mine: float | None, other: float | None, times: float) -> list[Goal]:
    """`mine` at most so many times the other."""
    if mine is None or other is None:
        return []
    return [Goal(target, f"{mine / other:.2f} ×", mine <= times * other)]


def at_least(target: str, mine: float | None, other: float | None, times: float) -> list[Goal]:
    """`mine` at least so many times the other."""
    if mine is None or other is None:
        return []
    return [Goal(target, f"{mine / other:.2f} ×", mine >= times * other)]


def against_floor(medians: Medians) -> list[Goal]:
    """What the engine may cost beside plain asyncio and sqlite3."""
    found: list[Goal] = []
    for part, times, words in (("one", 1.0, "one conversation"), ("fifty", 1.5, "50 conversations")):
        mine, floor = of(medians, LOKET, part, "cpu_ms"), of(medians, FLOOR, part, "cpu_ms")
        found += at_most(f"CPU a turn at most {times} × the floor, {words}", mine, floor, times)
    mine, floor = of(medians, LOKET, "fifty", "turns_s"), of(medians, FLOOR, "fifty", "turns_s")
    return found + at_least("turns a second at least 0.7 × the floor, 50 conversations", mine, floor, 0.7)


def against_peers(medians: Medians) -> list[Goal]:
    """What the peers cost beside the engine."""
    peers = [e for e in entrants() if e.name in medians and e.name not in (FLOOR, LOKET)]
    mine = of(medians, LOKET, "one", "cpu_ms")
    found: list[Goal] = []
    for name in ("langgraph", "langgraph-agent"):
        found += at_least(f"{name}: at least 8 × Loket's CPU a turn", of(medians, name, "one", "cpu_ms"), mine, 8.0)
    costs = [cost for e in peers if (cost := of(medians, e.name, "one", "cpu_ms")) is not None]
    if costs:
        found += at_least("every peer: at least 2 × Loket's CPU a turn", min(costs), mine, 2.0)
    speeds = [s for e in peers if e.by_steps and (s := of(medians, e.name, "fifty", "turns_s")) is not None]
    if speeds:
        target = "turns a second at least 10 × the best peer that keeps by steps, 50 conversations"
        found += at_least(target, of(medians, LOKET, "fifty", "turns_s"), max(speeds), 10.0)
    return found
