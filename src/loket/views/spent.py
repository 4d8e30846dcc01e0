"""What a conversation has spent since a person last said or did something, which its budget is held against."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from loket.core.assistant import Budget
from loket.core.data import JsonObject
from loket.core.events import Decided, Discarded, Drafted, Progressed, Rated, Returned
from loket.core.record import Record

_SPENDING = (Decided, Discarded, Progressed)
_COUNTING = frozenset((Returned, *_SPENDING))
"""Asked by its type alone: to ask a model whether it is another one costs as much as ten lines."""


@dataclass(slots=True)
class Spent:
    """Changes in place. `dollars` are of the whole conversation. `work` is the time that thoughts and calls took, by
    their own records: what ran side by side counts once. Waiting for somebody does not count, nor does the time in
    which no process was up: a call that is taken up again took what it took since then. `until` is the end of the work
    that is counted."""

    records: int = 0
    tokens: int = 0
    dollars: float = 0.0
    work: timedelta = timedelta()
    until: datetime | None = None

    def take(self, record: Record) -> None:
        """Takes the next record in."""
        event = record.event
        kind = type(event)
        if kind is Rated:
            return
        if record.by == "person":
            self.records, self.tokens, self.work, self.until = 0, 0, timedelta(), record.at
            return
        if kind is not Drafted:
            self.records += 1
        if kind not in _COUNTING:
            return
        if isinstance(event, Returned):
            if event.took_ms is not None and record.by == "tool":
                self._worked(record.at, event.took_ms)
        elif isinstance(event, _SPENDING) and event.usage is not None:
            self.tokens += event.usage.tokens
            self.dollars += event.usage.price or 0.0
            if not isinstance(event, Progressed):  # the time of a call is that until it is back
                self._worked(record.at, event.usage.took_ms)

    def state(self) -> JsonObject:
        """All of it as plain JSON."""
        until = None if self.until is None else self.until.isoformat()
        work = self.work // timedelta(microseconds=1)
        return {"records": self.records, "tokens": self.tokens, "dollars": self.dollars, "work": work, "until": until}

    def _worked(self, at: datetime, milliseconds: int) -> None:
        begun = at - timedelta(milliseconds=milliseconds)
        if self.until is not None:
            begun = max(begun, self.until)
        if begun < at:
            self.work += at - begun
            self.until = at


def models_spent(spent: Spent, budget: Budget, task: bool = False) -> str:
    """Which part of the budget for models is used up, of a message or of a task; empty while none is."""
    if spent.tokens >= budget.tokens:
        return f"The {budget.tokens} tokens that models may use for one {'task' if task else 'message'} are spent."
    if budget.dollars is not None and spent.dollars >= budget.dollars:
        where = "task" if task else "conversation"
        return f"The {budget.dollars:g} dollars that models may cost in one {where} are spent."
    return ""


def spent_in(records: Iterable[Record]) -> Spent:
    """What a task has spent by the records of its scope: without what specialists of its own did."""
    spent = Spent()
    for record in records:
        spent.take(record)
    return spent


def spent_from(state: JsonObject) -> Spent:
    """What `state` says."""
    until = None if state["until"] is None else datetime.fromisoformat(state["until"])
    work = timedelta(microseconds=state["work"])
    return Spent(state["records"], state["tokens"], state["dollars"], work, until)
