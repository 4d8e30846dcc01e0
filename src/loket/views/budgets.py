"""Which budget is used up, of a message, of a conversation or of a specialist's task: pure questions to a Turn."""

from typing import Protocol

from loket.core.assistant import Budget
from loket.core.events import Stopped
from loket.core.record import OUTSIDE
from loket.views.spent import models_spent, spent_in
from loket.views.turn import Turn
from loket.views.turn_state import Scope


class Budgets(Protocol):
    """What the declarations say of them."""

    def budget(self, assistant: str) -> Budget: ...

    def thrifty(self, assistant: str) -> bool:
        """Whether its planner asks no model any more when the budget for them is spent."""
        ...


def overspent(turn: Turn, rules: Budgets) -> tuple[str, Stopped] | None:
    """Where something ends because a limit is met, and with which record; None while none is."""
    pending: list[Scope] = []
    for scope in turn.scopes.values():
        if scope.pending and turn.alive(scope.path):
            pending.append(scope)
    for scope in pending:
        if scope.decisions >= (most := rules.budget(scope.assistant).decisions):
            return scope.path, _stop(scope.path, f"It took the {most} decisions it may take.")
        if scope.parent is not None and (over := _task_spent(turn, rules, scope)):
            return scope.path, _stop(scope.path, over)
    root = turn.scopes["/"]
    if root.state != "open" or not (pending or turn.calls):
        return None
    budget, spent = rules.budget(root.assistant), turn.spent
    if pending and spent.work and spent.work.total_seconds() > budget.minutes * 60 and not _outside(pending):
        return "/", _stop("/", f"The {budget.minutes} minutes for one message are spent.")
    if spent.records >= budget.records:
        return "/", _stop("/", f"The {budget.records} records for one message are spent.")
    over = models_spent(spent, budget) if pending else ""
    wasteful = next((scope.path for scope in pending if not rules.thrifty(scope.assistant)), None) if over else None
    return None if wasteful is None else (wasteful, _stop(wasteful, over))


def _task_spent(turn: Turn, rules: Budgets, scope: Scope) -> str:
    """Which limit of its own a task has met; empty while none."""
    own = _own_budget(turn, rules, scope)
    if own is None:
        return ""
    spent = spent_in(scope.history)
    if spent.work.total_seconds() > own.minutes * 60 and not _outside([scope]):
        return f"The {own.minutes} minutes for one task are spent."
    return "" if rules.thrifty(scope.assistant) else models_spent(spent, own, task=True)


def _own_budget(turn: Turn, rules: Budgets, scope: Scope) -> Budget | None:
    """What a specialist may use for one task, where that is less than a message may use anyway."""
    if scope.parent is None:
        return None
    own, whole = rules.budget(scope.assistant), rules.budget(turn.scopes["/"].assistant)
    less = own.tokens < whole.tokens or own.minutes < whole.minutes or own.dollars is not None
    return own if less else None


def models_over(turn: Turn, rules: Budgets, path: str) -> str:
    """Which part of a budget for models is used up, for who thinks or calls in this scope; empty while none is."""
    if over := models_spent(turn.spent, rules.budget(turn.scopes["/"].assistant)):
        return over
    scope = turn.scopes.get(path)
    own = _own_budget(turn, rules, scope) if scope is not None else None
    return "" if scope is None or own is None else models_spent(spent_in(scope.history), own, task=True)


def _stop(path: str, why: str) -> Stopped:
    return Stopped(scope=path, code="budget_spent", text=why)


def _outside(pending: list[Scope]) -> bool:
    """Whether something that waits to be thought about comes from outside."""
    return any(p.record.by in OUTSIDE for scope in pending for p in scope.pending.values())
