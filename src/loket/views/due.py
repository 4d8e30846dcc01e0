"""What the engine owes next, which scopes may think, and when a message is at rest: pure questions to a Turn."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Literal, Protocol

from loket.core.actions import Task, ToolCall
from loket.core.events import AgentSaid, Closed, Event, Held, Opened, Returned
from loket.core.outside import NEWS
from loket.core.record import Record
from loket.views.budgets import Budgets, overspent
from loket.views.turn import Turn
from loket.views.turn_state import LiveCall, Scope

Intake = Literal["together", "one_by_one"]
ELSEWHERE = "It had begun in the conversation that this one was copied from, and was called off there."


class Rules(Budgets, Protocol):
    """What the declarations say; the same answer for the same turn, whenever it is asked."""

    def intake(self, assistant: str) -> Intake: ...

    def specialist(self, of: str, name: str) -> str | None:
        """The version of an assistant that `of` may give tasks to: itself, or a specialist it declares; else None."""
        ...

    def refusal(self, turn: Turn, call: LiveCall, work: ToolCall) -> tuple[str, str] | None:
        """Code and sentence when this call may not be made: unknown, not allowed now, arguments that do not fit."""
        ...

    def hold(self, turn: Turn, call: LiveCall, copied: bool) -> Held | None:
        """The record by which a call waits for a person; None when it may be made. `copied`: it comes from nothing but
        what this fork was copied from, and all but reading asks again."""
        ...


def due(turn: Turn, rules: Rules) -> tuple[str, Event] | None:
    """The next record the engine itself must append: (scope, event), or None. Running and recovering both use it."""
    while turn.closing:
        question = turn.questions.get(turn.closing[0])
        if question is not None:
            return question.scope, Closed(question=question.id)
        turn.closing.pop(0)
    for call in turn.calls.values():
        if (event := _owed(turn, rules, call)) is not None:
            return event
    return overspent(turn, rules)


def _owed(turn: Turn, rules: Rules, call: LiveCall) -> tuple[str, Event] | None:
    work = call.work
    scope = turn.scopes.get(call.below) if isinstance(work, Task) else None
    if scope is not None and scope.state != "open":
        return call.scope, _outcome(call, scope)
    if call.doom is not None or not turn.alive(call.scope):
        if call.state != "started":
            return call.scope, _failed(call, call.doom or "cancelled", call.doom_text)
        return (call.scope, _failed(call, "unknown_outcome", ELSEWHERE)) if _copied(turn, call) else None
    if isinstance(work, ToolCall):
        return _holding(turn, rules, call, work)
    if call.state == "decided":
        return _opening(turn, rules, call, work)
    if scope is not None and scope.decisions == 0 and _needs_failed(turn, scope, call):
        return call.scope, _failed(call, "needs_failed", "Something this task needed did not come back well.")
    return None


def _holding(turn: Turn, rules: Rules, call: LiveCall, work: ToolCall) -> tuple[str, Event] | None:
    new = call.state == "decided" and call.decision > turn.terms
    if new and (refusal := rules.refusal(turn, call, work)) is not None:
        return call.scope, _failed(call, *refusal)
    held = None if call.state == "held" else rules.hold(turn, call, _copied(turn, call))
    return None if held is None else (call.scope, held)


def _copied(turn: Turn, call: LiveCall) -> bool:
    """Whether a call of a fork comes from nothing but what it was copied from: whether it was decided there, approved
    or even started there, or is what a planner made here of what was said there."""
    return bool(turn.forked) and all(seq < turn.forked for seq in call.origins)


def _opening(turn: Turn, rules: Rules, call: LiveCall, task: Task) -> tuple[str, Event]:
    version = rules.specialist(turn.scopes[call.scope].assistant, task.to)
    if version is None:
        return call.scope, _failed(call, "invalid", f"There is no specialist named {task.to} here.")
    root = turn.scopes["/"].assistant
    if call.scope.count("/") > rules.budget(root).depth:
        return call.scope, _failed(call, "too_deep", "Tasks inside tasks go no deeper than this.")
    return call.below, Opened(call=call.id, assistant=task.to, version=version, task=task)


def _needs_failed(turn: Turn, scope: Scope, call: LiveCall) -> bool:
    parent = turn.scopes.get(call.scope)
    join = parent.joins.get(call.decision) if parent is not None else None
    return join is not None and any(join.results.get(need) is False for need in scope.needs)


def _failed(call: LiveCall, code: str, text: str) -> Returned:
    return Returned(call=call.id, ok=False, code=code, text=text)


def _outcome(call: LiveCall, scope: Scope) -> Returned:
    ok = scope.outcome in ("success", "neutral", "asks")
    took = scope.ended_at - scope.opened_at if scope.ended_at and scope.opened_at else timedelta()
    return Returned(
        call=call.id,
        ok=ok,
        value=scope.value,
        code=None if scope.outcome in ("success", "neutral") else scope.outcome,
        text=scope.summary,
        took_ms=round(took / timedelta(milliseconds=1)),
    )


def ready(turn: Turn, rules: Rules, scope: Scope) -> tuple[Record, ...]:
    """The records a planner of this scope is given now, oldest first; () when it must not think."""
    if not scope.pending or turn.gated(scope) or not turn.alive(scope.path):
        return ()
    if len(scope.pending) == 1:
        records = [next(iter(scope.pending.values())).record]
    else:
        records = [pending.record for _, pending in sorted(scope.pending.items())]
    if rules.intake(scope.assistant) == "together":
        return tuple(records)
    inner = [record for record in records if record.event.kind not in NEWS or _of_own_task(record.event)]
    if inner:
        return tuple(_joined(inner))
    return () if working(turn, scope.path) else (records[0],)


def _of_own_task(event: Event) -> bool:
    """Whether it is news of a task that was given to a remote agent here."""
    return isinstance(event, AgentSaid) and event.call is not None


def _joined(records: list[Record]) -> Iterator[Record]:
    """The oldest record, and with a Returned all others of the same decision: they came back together."""
    first = records[0]
    yield first
    if isinstance(first.event, Returned):
        decision = first.event.call.split(".")[0]
        for record in records[1:]:
            if isinstance(record.event, Returned) and record.event.call.split(".")[0] == decision:
                yield record


def needed(turn: Turn, scope: Scope) -> tuple[Record, ...]:
    """What came back of the tasks that this one needs, oldest first."""
    call, parent = turn.calls.get(scope.call or ""), turn.scopes.get(scope.parent or "")
    join = parent.joins.get(call.decision) if parent is not None and call is not None else None
    back = (one.record for one in join.back) if join is not None else ()
    return tuple(one for one in back if isinstance(one.event, Returned) and one.event.call in scope.needs)


def working(turn: Turn, path: str) -> bool:
    """Whether a call is out in or below this scope, or a scope below it has something to think about."""
    if any(isinstance(call.work, ToolCall) and call.state != "held" for call in turn.below(path)):
        return True
    return any(
        scope.path != path and scope.path.startswith(path) and scope.pending and turn.alive(scope.path)
        for scope in turn.scopes.values()
        if not turn.gated(scope)
    )


def settled(turn: Turn, seq: int) -> bool:
    """Whether nothing that descends from record `seq` is pending, being thought about or running."""
    for scope in turn.scopes.values():
        if not scope.pending:
            continue
        waits = any(seq in pending.origins for pending in scope.pending.values())
        if waits and turn.alive(scope.path) and not turn.gated(scope):
            return False
    return not turn.calls or not any(
        isinstance(call.work, ToolCall) and call.state != "held" and seq in call.origins for call in turn.calls.values()
    )


def owing(turn: Turn) -> bool:
    """Whether the engine is about to append something by itself that the log alone tells: a task's beginning or its
    outcome, a closed question, the end of a call that was called off. For who follows a log record by record: what is
    settled and owes nothing is over."""
    return bool(turn.closing) or any(_half_told(turn, call) for call in turn.calls.values())


def _half_told(turn: Turn, call: LiveCall) -> bool:
    if isinstance(call.work, Task):
        scope = turn.scopes.get(call.below)
        if scope is None or scope.state != "open":
            return True
    return call.state != "started" and (call.doom is not None or not turn.alive(call.scope))
