"""The view the engine lives by: which scopes are open, what wakes them, what is out, what is asked.

Depends on the records alone and changes in place. Only what is alive is kept: a scope goes when its Returned is
appended, a call when it is back, so a step costs the same in a log of three hundred thousand records."""

from loket.core.actions import Ask, Call, Cancel, Done, Say, ToolCall, Wait
from loket.core.data import JsonObject
from loket.core.events import (
    AgentFound,
    AgentSaid,
    Answered,
    CallStarted,
    Changed,
    Closed,
    Decided,
    Discarded,
    Drafted,
    Event,
    Faulted,
    FileAdded,
    Forked,
    Held,
    Opened,
    Returned,
    Started,
    Stopped,
    SurfaceActed,
    TaskOpened,
    ToolsFound,
    UserSaid,
    Withdrawn,
    Woke,
)
from loket.core.record import OUTSIDE, Record
from loket.views.asking import closes
from loket.views.found import FoundTools
from loket.views.live_work import LiveWork
from loket.views.remote import RemoteWorks
from loket.views.spent import Spent
from loket.views.turn_state import Join, LiveCall, Pending, Question, Scope, Waiting, free, within

_FORGOTTEN: frozenset[type[Event]] = frozenset((CallStarted, Drafted))
"""What no planner looks back on."""


class Turn(LiveWork):
    """The working state of one conversation."""

    name = "turn"
    version = "4"

    def __init__(self) -> None:
        super().__init__()
        self.seq = 0
        self.assistant = ""
        self.settings: JsonObject = {}
        self.questions: dict[str, Question] = {}
        self.closing: list[str] = []
        self.forked = 0
        self.found = FoundTools()
        self.terms = 0
        self.remote = RemoteWorks()
        self.spent = Spent()

    def apply(self, record: Record) -> None:
        """Takes the next record in. Records that fit nothing (of a foreign or damaged log) change nothing."""
        self.seq, self.at = record.seq, record.at
        self.spent.take(record)
        asked, path, event = self.questions, record.scope, record.event
        if isinstance(event, Started):
            self.assistant, self.settings = event.assistant, {**event.settings}
            self.scopes["/"].assistant = event.assistant
        else:
            closed = {id: asked.pop(id) for id in closes(record, asked)} if asked else {}
            self._event(record, event, self.scopes.get(path), closed)
        if type(event) not in _FORGOTTEN and (scope := self.scopes.get(path)) is not None:
            scope.remember(record)

    def _event(self, record: Record, event: Event, scope: Scope | None, closed: dict[str, Question]) -> None:
        match event:  # the most common kinds first
            case Decided() as decided if scope is not None:
                self._decided(record, decided, scope)
            case Returned() as returned:
                self._returned(record, returned)
            case CallStarted(call=call) if call in self.calls:
                self.calls[call].state = "started"
            case UserSaid() | SurfaceActed() | AgentSaid() | FileAdded() | Changed() | Woke():
                self._news(record)
            case Answered() as answer:
                if (question := closed.get(answer.to)) is not None:
                    self._answered(record, answer, question)
            case Stopped() as stop:
                self._end(stop.scope, "stopped", "cancelled" if stop.code == "user" else stop.code)
                if (ended := self.scopes.get(stop.scope)) is not None and stop.text:
                    ended.summary = stop.text
            case Withdrawn(seqs=seqs):
                self._withdraw(frozenset(seqs))
            case Forked():
                self.forked = record.seq
            case Opened() as opened:
                self._opened(record, opened)
            case Drafted() as more if scope is not None:
                scope.draft(more)
            case Discarded() if scope is not None:
                scope.discards, scope.drafted = scope.discards + 1, None
            case Faulted(took=took) if scope is not None:
                self._faulted(scope, took)
            case Held(call=call, digest=digest, why=why) if (live := self.calls.get(call)) is not None:
                live.state, live.agreed, live.why = "held", digest, why
                self.questions[str(record.seq)] = Question(str(record.seq), record.scope, held=call)
            case Closed():
                self._closed(event, closed.get(event.question))
            case ToolsFound() | AgentFound() as found:
                self.found.take(found)
                self.terms = record.seq
            case TaskOpened(call=call) as opened if call in self.calls:
                self.remote.open(record, opened, self.calls, self.forked)
            case _:
                pass

    def _news(self, record: Record) -> None:
        event, origins = record.event, frozenset((record.seq,))
        if isinstance(event, Woke):
            scope = self.scopes.get(record.scope)
            if scope is None or scope.wait is None or scope.wait.seq != event.wait:
                return
            if event.wait < self.forked:
                origins = scope.wait.origins  # a moment that was set before the fork is no word of a person in it
            scope.wait = None
        if isinstance(event, AgentSaid):
            self.remote.hear(event)
            if (call := self.calls.get(event.call or "")) is not None:
                origins = call.origins
            if not event.wakes:
                return
        if isinstance(event, Changed):
            self.settings, self.terms = {**self.settings, **event.settings}, record.seq
        self._wake(record, origins)
        if isinstance(event, UserSaid):
            for question in self.questions.values():
                if question.ask is not None and not question.ask.lasts and question.id not in self.closing:
                    self.closing.append(question.id)

    def _wake(self, record: Record, origins: frozenset[int]) -> None:
        scope, by = self.scopes.get(record.scope), record.by
        if scope is None:
            return
        if by == "person" and scope.parent is None and scope.state != "open":
            scope.state, scope.outcome, scope.ended_at, scope.decisions = "open", None, None, 0
        if not self.alive(scope.path) or (self.withdrawn and within(origins, self.withdrawn)):
            return
        if by in OUTSIDE:
            scope.decisions = 0
        scope.pending[record.seq] = Pending(record, origins)

    def _answered(self, record: Record, answer: Answered, question: Question) -> None:
        if question.held is None:
            self._wake(record, frozenset((record.seq,)))
            return
        if (call := self.calls.get(question.held)) is None:
            return
        call.origins |= {record.seq}
        call.answered(answer)
        if call.state == "approved" and isinstance(call.work, ToolCall):
            self.found.agree(call.agreed)

    def _closed(self, event: Closed, question: Question | None) -> None:
        self.closing = [id for id in self.closing if id != event.question]
        if question is not None and question.held is None and question.scope != "/":
            self._end(question.scope, "done", event.code)

    def _opened(self, record: Record, opened: Opened) -> None:
        call = self.calls.get(opened.call)
        if call is None:
            return
        call.state = "opened"
        needs = tuple(f"{call.decision}.{need}" for need in opened.task.needs)
        scope = Scope(record.scope, call.scope, call.id, opened.assistant, opened.task, needs, opened_at=record.at)
        scope.pending[record.seq] = Pending(record, call.origins)
        self.scopes[record.scope] = scope

    def _faulted(self, scope: Scope, took: tuple[int, ...]) -> None:
        origins, scope.drafted = scope.take(took), None
        if took and scope.parent is not None:
            self._finish(scope, "faulted", origins)

    def _decided(self, record: Record, decided: Decided, scope: Scope) -> None:
        origins = scope.take(decided.took)
        scope.discards, scope.wait, scope.drafted, scope.decisions = 0, None, None, scope.decisions + 1
        action = decided.action
        match action:
            case Say(final=False):
                scope.pending[record.seq] = Pending(record, origins)
            case Say(text=text):
                if scope.parent is not None:
                    scope.summary, scope.value = text, {"text": text}
                    self._finish(scope, "success", origins)
            case Call(calls=works):
                ids = {f"{record.seq}.{work.id}": work for work in works}
                for id, work in ids.items():
                    self.calls[id] = LiveCall(id, record.scope, record.seq, work, origins)
                scope.joins[record.seq] = Join(set(ids))
            case Ask():
                self.questions[str(record.seq)] = Question(str(record.seq), record.scope, ask=action)
            case Wait(until=until):
                scope.wait = Waiting(record.seq, until, origins)
            case Cancel(calls=calls, scopes=scopes):
                for path in scopes:
                    self._end(path, "stopped", "cancelled")
                for id in calls:
                    self._doom(id)
                scope.pending[record.seq] = Pending(record, origins)
            case Done(outcome=outcome, summary=summary, value=value, asks=asks):
                scope.summary, scope.value = summary, value
                self._finish(scope, "failed" if outcome == "failure" else "asks" if asks else outcome, origins)

    def _returned(self, record: Record, returned: Returned) -> None:
        if (call := self.calls.pop(returned.call, None)) is None:
            return
        task = self.scopes.get(call.below)
        if task is not None:
            task.state = "stopped" if task.state == "open" else task.state
            self._shut(call.below, keep_persons=False)
            for path in [p for p in self.scopes if p.startswith(call.below)]:
                if not self.below(path):
                    del self.scopes[path]
        free(call, self.scopes.values(), self.calls)
        scope = self.scopes.get(call.scope)
        join = scope.joins.get(call.decision) if scope is not None else None
        if scope is None or join is None:
            return
        join.out.discard(call.id)
        join.results[call.id] = returned.ok
        join.back.append(Pending(record, call.origins))
        if not join.out:
            del scope.joins[call.decision]
            for pending in join.back:
                self._wake(pending.record, pending.origins)
        self._sweep(scope)
