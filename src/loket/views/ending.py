"""How the last thing a conversation did came out, for the list of conversations: read off the end of its root scope."""

from loket.core.actions import Ask, Call, Done, Say, Wait
from loket.core.events import Decided, Faulted, Returned, Stopped
from loket.core.outside import NEWS
from loket.core.ports import Ending
from loket.core.record import Record
from loket.views.turn_state import Scope

ANEW = frozenset((*NEWS, "answered", "woke"))
"""Kinds of what is answered by what was said next."""
UNWANTED = frozenset({"refused", "cancelled", "withdrawn"})
"""Codes of calls that somebody did not want after all: that is no failure."""


def ending(root: Scope) -> Ending | None:
    """None while nothing has ended. What a planner says after its last results counts as they do: a failure when none
    of them came back well; where it waits for more after a good one, nothing has ended. A fault and a spent budget are
    failures, whatever was said before."""
    said, waits, results = False, False, _Results()
    for record in reversed(root.history):
        event = record.event
        if isinstance(event, Decided):
            match event.action:
                case Say():
                    said = True
                case Done(outcome=how, asks=asks):
                    return "asks" if asks and how != "failure" else how
                case Ask() if not said:
                    return "neutral"  # nobody waits for its answer any more
                case Wait():
                    waits = waits or not said
                case Ask() | Call():
                    return None if waits and results.outcome == "success" else results.outcome
                case _:
                    pass
        elif said and event.kind in ANEW:
            return results.outcome
        elif isinstance(event, Returned):
            results.take(record)
        elif isinstance(event, Stopped) and event.scope == "/":
            return "stopped" if event.code == "user" else "failure"
        elif isinstance(event, Faulted) and event.took:
            return "failure"
    return results.outcome if said else None


class _Results:
    """Those that the last decision with calls got; what came before has been told already."""

    def __init__(self) -> None:
        self._decision = ""
        self._codes: list[str | None] = []

    def take(self, record: Record) -> None:
        event = record.event
        if isinstance(event, Returned):
            decision = event.call.partition(".")[0]
            self._decision = self._decision or decision
            if decision == self._decision:
                self._codes.append(event.code if event.ok else event.code or "failed")

    @property
    def outcome(self) -> Ending:
        if "asks" in self._codes:
            return "asks"
        if not self._codes or None in self._codes:
            return "success"
        if not UNWANTED.issuperset(code or "" for code in self._codes):
            return "failure"
        return "stopped" if "cancelled" in self._codes else "neutral"
