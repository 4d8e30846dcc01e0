"""How steps and scopes stand: their status and whether work goes on, from the state of the view `steps` alone."""

from collections.abc import Sequence

from loket.core.steps import Status, worst
from loket.views.steps_state import CallLine, ScopeLine, StepLine, StepsState, TaskLine

AT_REST = frozenset({"cancelled", "superseded", "refused", "user"})
"""Codes of work that a person or a newer message ended: no error."""


def stand(state: StepsState) -> None:
    """Sets every status and every `working`, the innermost scopes first."""
    scopes = {scope.path: scope for scope in state.scopes}
    for scope in reversed(state.scopes):
        scope.unsure = any(_unsure(step, scopes) for step in scope.steps)
        for step in scope.steps:
            step.status = _step(step, scopes)
        root, mended = scope.path == "/", _recovered(scope.steps)
        current: list[Status] = [
            _step(step, scopes, mended) if mended else step.status
            for step in scope.steps
            if not root or step.message == state.message
        ]
        scope.status = worst(current) if root or scope.state == "open" else _ended(scope)
        scope.working = _working(scope, scopes)
    state.status = state.scopes[0].status
    state.working = state.scopes[0].working


def _step(step: StepLine, scopes: dict[str, ScopeLine], mended: frozenset[str] = frozenset()) -> Status:
    match step.kind:
        case "fault" | "late":
            return "error"
        case "stopped":
            return "ok" if step.code in AT_REST else "error"
        case "done":
            return "error" if step.code == "failure" else "ok"
        case "ask" if step.asking == "open":
            return "needs_user_choice" if step.choices else "needs_clarification"
        case _:
            calls: list[Status] = [_call(call) for call in step.calls if call.id not in mended]
            return worst([*calls, *(_task(task, scopes) for task in step.tasks)])


def _call(call: CallLine) -> Status:
    if call.asking == "open":
        return "needs_user_choice"
    return "error" if call.ok is False and call.retried_by is None and call.code not in AT_REST else "ok"


def _recovered(steps: Sequence[StepLine]) -> frozenset[str]:
    """The failed calls that no longer matter to the whole: the same tool came back well later for the same message, or
    beside it and the work went on from there. Each stays an error in its own step; what may have been done stays one
    everywhere."""
    found: set[str] = set()
    well: dict[int | None, set[str]] = {}
    led_on: set[int | None] = set()
    for step in reversed(steps):
        there = well.setdefault(step.message, set())
        beside = {call.tool for call in step.calls if call.ok}
        enough = there | beside if step.message in led_on else there
        found |= {
            call.id
            for call in step.calls
            if call.ok is False and call.tool in enough and call.code != "unknown_outcome"
        }
        there |= beside
        lines = [*step.calls, *step.tasks]
        if step.kind == "ask" or (lines and all(line.ok for line in lines)):
            led_on.add(step.message)
    return frozenset(found)


def _task(task: TaskLine, scopes: dict[str, ScopeLine]) -> Status:
    if task.state == "returned":
        if task.code in AT_REST:
            return "error" if task.scope in scopes and scopes[task.scope].unsure else "ok"
        return "error" if task.ok is False and task.corrected_by is None else "ok"
    scope = scopes.get(task.scope or "")
    return scope.status if scope else "ok"


def _ended(scope: ScopeLine) -> Status:
    if scope.code in AT_REST:
        return "error" if scope.unsure else "ok"
    return "ok" if scope.code in ("success", "neutral") else "error"


def _unsure(step: StepLine, scopes: dict[str, ScopeLine]) -> bool:
    if any(call.code == "unknown_outcome" and call.retried_by is None for call in step.calls):
        return True
    return any(task.scope in scopes and scopes[task.scope].unsure for task in step.tasks)


def _working(scope: ScopeLine, scopes: dict[str, ScopeLine]) -> bool:
    if scope.state == "open" and scope.waking and not _gated(scope, scopes):
        return True
    for step in scope.steps:
        if step.state == "done":
            continue
        if any(call.state in ("decided", "started") for call in step.calls):
            return True
        if any(task.state == "decided" or (task.scope in scopes and scopes[task.scope].working) for task in _out(step)):
            return True
    return False


def _out(step: StepLine) -> list[TaskLine]:
    return [task for task in step.tasks if task.state != "returned"]


def _gated(scope: ScopeLine, scopes: dict[str, ScopeLine]) -> bool:
    parent = scopes.get(scope.parent or "")
    if parent is None or scope.steps or scope.dropped:
        return False
    for step in reversed(parent.steps):
        task = next((task for task in step.tasks if task.id == scope.call), None)
        if task is not None:
            return any(line.id in task.needs and line.state != "returned" for line in (*step.calls, *step.tasks))
    return False
