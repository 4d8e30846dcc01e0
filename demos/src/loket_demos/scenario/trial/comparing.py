"""Two runs of the bench side by side: what changed."""

from dataclasses import dataclass, field

from loket.core.data import JsonObject
from loket_demos.scenario.trial.results import TrialReport, TrialResult

SLOWER = 1.5
"""A trial that takes so many times as long, and a second more, is told."""


@dataclass(frozen=True)
class RunComparison:
    """What is different: trials by their keys, each with a sentence."""

    worse: dict[str, str] = field(default_factory=dict[str, str])
    better: dict[str, str] = field(default_factory=dict[str, str])
    other: dict[str, str] = field(default_factory=dict[str, str])
    gone: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """For a terminal."""
        told = [f"worse: {key}: {why}" for key, why in self.worse.items()]
        told += [f"better: {key}: {why}" for key, why in self.better.items()]
        told += [f"changed: {key}: {why}" for key, why in self.other.items()]
        told += [f"not run this time: {key}" for key in self.gone]
        told += [f"new: {key}" for key in self.fresh]
        return told or ["Nothing changed."]

    def state(self) -> JsonObject:
        """As JSON."""
        return {
            "worse": self.worse,
            "better": self.better,
            "changed": self.other,
            "gone": list(self.gone),
            "new": list(self.fresh),
        }


def compared(before: TrialReport, now: TrialReport) -> RunComparison:
    """What changed from one run to the next; the same trial is known by its key."""
    earlier = {one.trial.key: one for one in before.results}
    later = {one.trial.key: one for one in now.results}
    found = RunComparison(gone=tuple(sorted(earlier.keys() - later)), fresh=tuple(sorted(later.keys() - earlier)))
    for key in sorted(earlier.keys() & later):
        old, new = earlier[key], later[key]
        if old.verdict != new.verdict:
            where = found.better if new.verdict == "passed" else found.worse if old.verdict == "passed" else found.other
            where[key] = f"{old.verdict} before, {new.verdict} now{_because(new)}"
        elif difference := _differences(old, new):
            found.other[key] = "; ".join(difference)
    return found


def _because(result: TrialResult) -> str:
    missed = [check.sentence or check.name for check in result.checks if not check.ok]
    return f" ({'; '.join(missed)})" if missed else ""


def _differences(old: TrialResult, new: TrialResult) -> list[str]:
    told: list[str] = []
    if old.end != new.end:
        told.append(f"ended as {old.end or 'nothing'} before, {new.end or 'nothing'} now")
    if old.figures.turns != new.figures.turns:
        told.append(f"{old.figures.turns} turns before, {new.figures.turns} now")
    was, passed = {check.name: check.ok for check in old.checks}, {check.name: check.ok for check in new.checks}
    told += [
        f"{name}: {'holds now' if passed[name] else 'does not hold now'}"
        for name in was.keys() & passed
        if was[name] != passed[name]
    ]
    if new.figures.seconds > SLOWER * old.figures.seconds + 1:
        told.append(f"{old.figures.seconds:.1f} s before, {new.figures.seconds:.1f} s now")
    if (old.fault or {}).get("stand") != (new.fault or {}).get("stand") and new.fault:
        told.append(str(new.fault.get("sentence")))
    return told
