"""What is under way: the scopes that are open, the calls that are out, and how they end.

Changes in place. Only what is alive is kept: a scope goes when its Returned is in, a call when it is back."""

from datetime import datetime

from loket.views.turn_state import LiveCall, Scope, within


class LiveWork:
    """The part of a turn that scopes and calls are."""

    def __init__(self) -> None:
        self.at: datetime | None = None
        self.scopes: dict[str, Scope] = {"/": Scope("/", None, None, "")}
        self.calls: dict[str, LiveCall] = {}
        self.withdrawn: frozenset[int] = frozenset()

    def alive(self, path: str | None) -> bool:
        """Whether this scope and all above it are open."""
        while path is not None:
            scope = self.scopes.get(path)
            if scope is None or scope.state != "open":
                return False
            path = scope.parent
        return True

    def below(self, path: str) -> list[LiveCall]:
        """The calls and tasks that are out in this scope and under it."""
        return [call for call in self.calls.values() if call.scope.startswith(path)] if self.calls else []

    def gated(self, scope: Scope) -> bool:
        """Whether the scope must not begin yet: something it needs is still out."""
        return bool(scope.needs) and not scope.decisions and any(need in self.calls for need in scope.needs)

    def _finish(self, scope: Scope, outcome: str, origins: frozenset[int]) -> None:
        """Ends a scope by its own last decision; what a task returns descends from all that decision descends from."""
        task = self.calls.get(scope.call or "")
        if task is not None:
            task.origins |= origins
        self._end(scope.path, "done", outcome)

    def _doom(self, id: str) -> None:
        if (call := self.calls.get(id)) is None:
            return
        call.doom = call.doom or "cancelled"

    def _withdraw(self, seqs: frozenset[int]) -> None:
        """Ends what descends from nothing but these outside records, and those that were withdrawn before."""
        self.withdrawn |= seqs
        for scope in self.scopes.values():
            self.withdrawn |= scope.withdraw(self.withdrawn)
        for call in [call for call in self.calls.values() if within(call.origins, self.withdrawn)]:
            self._end(call.below, "stopped", "cancelled")
            self._doom(call.id)

    def _end(self, path: str, state: str, outcome: str) -> None:
        """Ends a scope and all below it: calls are doomed, what is pending is dropped for good."""
        if (scope := self.scopes.get(path)) is None or (scope.state != "open" and state == "done"):
            return
        scope.state, scope.outcome, scope.ended_at = ("done" if state == "done" else "stopped"), outcome, self.at
        self._shut(path, keep_persons=state == "done")
        if path == "/" and state == "done" and scope.pending:
            scope.state, scope.outcome, scope.ended_at = "open", None, None

    def _shut(self, path: str, keep_persons: bool) -> None:
        for call in self.below(path):
            call.doom = call.doom or "cancelled"
        for scope in self.scopes.values():
            if scope.path.startswith(path):
                kept = keep_persons and scope.path == "/"
                scope.pending = {s: p for s, p in scope.pending.items() if kept and p.record.by == "person"}
                scope.wait = None

    def _sweep(self, scope: Scope | None) -> None:
        """Forgets ended scopes once the calls below them are back and their own Returned is in."""
        while scope is not None and scope.call is not None and scope.call not in self.calls:
            if self.below(scope.path):
                return
            self.scopes.pop(scope.path, None)
            scope = self.scopes.get(scope.parent or "/")
