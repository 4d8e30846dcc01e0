"""What a look at an agent comes to: one check for each promise, and how it was kept."""

from collections.abc import Sequence
from typing import Literal

from loket.core.data import Frozen

Outcome = Literal["passed", "warned", "failed", "skipped"]
"""`warned`: allowed, and somebody will be puzzled; `skipped`: not tried, and the text says why."""


class Check(Frozen):
    """One promise. `id` stays the same for machines, `group` is what it is about: the card, a way to call the agent, or
    the answer to a message. `source` is where it is written."""

    id: str
    group: str
    outcome: Outcome
    text: str
    source: str = ""


class CheckReport(Frozen):
    """All checks of one agent, in the order they were made."""

    url: str
    agent: str = ""
    version: str = ""
    checks: tuple[Check, ...] = ()

    @property
    def kept(self) -> bool:
        """Whether nothing failed."""
        return not self.count("failed")

    def count(self, outcome: Outcome) -> int:
        return sum(check.outcome == outcome for check in self.checks)


def judged(id: str, group: str, faults: Sequence[str], kept: str, source: str = "") -> Check:
    """Failed with the first faults, else passed with the sentence that says what was kept."""
    if not faults:
        return Check(id=id, group=group, outcome="passed", text=kept, source=source)
    more = f" And {len(faults) - MOST} more." if len(faults) > MOST else ""
    return Check(id=id, group=group, outcome="failed", text=" ".join(faults[:MOST]) + more, source=source)


MOST = 6
"""So many faults are told of one promise."""
