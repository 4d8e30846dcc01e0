"""Finds the steps, calls, tasks and open questions of a steps state by their ids, and keeps the state bounded."""

from loket.views.asking import inside
from loket.views.steps_state import CallLine, ScopeLine, StepLine, StepsState, TaskLine
from loket.views.turn_state import Question

LIMIT = 200
"""Steps kept per scope: older ones are dropped once they are done, and in any case past twice as many."""


class Shelf:
    """A state with its indexes; the state alone is enough to make the same shelf again."""

    def __init__(self, state: StepsState) -> None:
        self.state = state
        self.scopes: dict[str, ScopeLine] = {}
        self.steps: dict[int, StepLine] = {}
        self.calls: dict[str, CallLine] = {}
        self.tasks: dict[str, TaskLine] = {}
        self.asked: dict[str, Question] = {}
        self._plans: dict[str, tuple[ScopeLine, StepLine]] = {}
        if not state.scopes:
            state.scopes.append(_root())
        for scope in state.scopes:
            self.scopes[scope.path] = scope
            for step in scope.steps:
                self._index(scope, step)
        self.root = state.scopes[0]

    def plan(self, id: str) -> tuple[ScopeLine, StepLine] | None:
        """The scope and the step in which a call or task was decided."""
        return self._plans.get(id)

    def open(self, scope: ScopeLine) -> None:
        """A task has its scope now."""
        self.state.scopes.append(scope)
        self.scopes[scope.path] = scope

    def add(self, scope: ScopeLine, step: StepLine) -> None:
        """A step more in this scope; what it does over is marked, what is old is dropped."""
        scope.steps.append(step)
        self._index(scope, step)
        for call in step.calls:
            if call.retries is not None and call.retries in self.calls:
                self.calls[call.retries].retried_by = call.id
        for task in step.tasks:
            if task.corrects is not None and task.corrects in self.tasks:
                self.tasks[task.corrects].corrected_by = task.id
        while len(scope.steps) > LIMIT:
            spare = len(scope.steps) > 2 * LIMIT
            old = next((step for step in scope.steps[:-LIMIT] if spare or step.state == "done"), None)
            if old is None:
                break
            scope.steps.remove(old)
            scope.dropped += 1
            self._forget(old)

    def hold(self, id: str, call: str) -> None:
        """A held call asks for approval."""
        self.asked[id] = Question(id, self._plans[call][0].path, held=call)

    def close(self, id: str, how: str) -> None:
        """A question ended."""
        asked = self.asked.pop(id, None)
        if asked is None:
            return
        if asked.held is not None:
            self.calls[asked.held].asking = how
        else:
            step = self.steps[int(id)]
            step.asking, step.state = how, "done"

    def _index(self, scope: ScopeLine, step: StepLine) -> None:
        self.steps[step.seq] = step
        if step.kind == "ask" and step.asking == "open":
            self.asked[str(step.seq)] = Question(str(step.seq), scope.path)
        for call in step.calls:
            self.calls[call.id] = call
            self._plans[call.id] = (scope, step)
            if call.question is not None and call.asking == "open":
                self.asked[call.question] = Question(call.question, scope.path, held=call.id)
        for task in step.tasks:
            self.tasks[task.id] = task
            self._plans[task.id] = (scope, step)

    def _forget(self, step: StepLine) -> None:
        gone = [task.scope for task in step.tasks if task.scope is not None]
        below = [scope for scope in self.state.scopes if any(inside(scope.path, path) for path in gone)]
        for old in (step, *(old for scope in below for old in scope.steps)):
            self.steps.pop(old.seq, None)
            self.asked.pop(str(old.seq), None)
            for call in old.calls:
                self.calls.pop(call.id, None)
                self._plans.pop(call.id, None)
                self.asked.pop(call.question or "", None)
            for task in old.tasks:
                self.tasks.pop(task.id, None)
                self._plans.pop(task.id, None)
        if below:
            paths = {scope.path for scope in below}
            self.state.scopes = [scope for scope in self.state.scopes if scope.path not in paths]
            self.scopes = {scope.path: scope for scope in self.state.scopes}


def decision(id: str) -> int:
    """The seq of the decision that named this call or task."""
    return int(id.split(".", 1)[0])


def _root() -> ScopeLine:
    return ScopeLine(
        path="/", parent=None, call=None, title="", intent="", assistant="", reason="", opened=None, started=None
    )
