"""The view `steps`: what is being done and was done, as a tree of scopes with their steps, calls and agents."""

from loket.core.actions import Ask, Call, Cancel, Done, Say, Wait
from loket.core.data import JsonObject, text_of
from loket.core.events import (
    AgentSaid,
    Answered,
    CallStarted,
    Changed,
    ClientTold,
    Decided,
    Discarded,
    Faulted,
    FileAdded,
    Held,
    Opened,
    Progressed,
    Redacted,
    Returned,
    Started,
    Stopped,
    SurfaceActed,
    TaskOpened,
    UserSaid,
    Withdrawn,
    Woke,
)
from loket.core.record import Record
from loket.views.asking import End, closes, ends, inside
from loket.views.plain import INTERRUPTED, between, iso, light, short
from loket.views.standing import stand
from loket.views.steps_calls import carry, follow_up, give_back, wake, withdraw
from loket.views.steps_lines import begin, blank, call_lines, scope_line, task_lines
from loket.views.steps_shelf import Shelf
from loket.views.steps_state import CommandLine, ScopeLine, StepLine, StepsState
from loket.views.view import FoldedView

COMMANDS = 20


class Steps(FoldedView[StepsState]):
    """Keeps a bounded window of steps per scope; what is dropped takes its calls and scopes along."""

    name = "steps"
    version = "2"
    kept = StepsState

    def __init__(self, state: StepsState | None = None) -> None:
        super().__init__(state)
        self._shelf = Shelf(self._state)

    def _take(self, record: Record) -> None:
        shelf = self._shelf
        ended, closed = ends(record, shelf.asked), closes(record, shelf.asked)
        self._event(record)
        for id, how in closed.items():
            shelf.close(id, how)
        for end in ended:
            self._end(record, end)

    def state(self) -> JsonObject:
        """The whole state; see StepsState."""
        stand(self._state)
        return super().state()

    def _event(self, record: Record) -> None:
        shelf = self._shelf
        scope = shelf.scopes.get(record.scope)
        match record.event:
            case Started(assistant=assistant):
                shelf.root.assistant = assistant
                shelf.root.opened, shelf.root.started = record.seq, iso(record.at)
            case UserSaid() | SurfaceActed() | FileAdded() | Changed() | AgentSaid() | Woke():
                self._news(record)
            case Answered() as answer:
                self._answered(record, answer)
            case Opened() as opened:
                self._opened(record, opened)
            case Decided() as decided if scope:
                self._decided(record, decided, scope)
            case Discarded() as dropped if scope:
                self._discarded(record, dropped, scope)
            case Faulted() | Stopped():
                self._broken(record)
            case Held() | CallStarted() | Progressed() | TaskOpened():
                carry(shelf, record)
            case Returned() as returned:
                give_back(shelf, record, returned)
            case ClientTold(command=command) if scope and scope.steps:
                step = shelf.steps.get(record.cause or 0, scope.steps[-1])
                line = CommandLine(seq=record.seq, command=light(command)[0])
                step.commands = [*step.commands, line][-COMMANDS:]
            case Withdrawn(seqs=seqs):
                withdraw(shelf, frozenset(seqs))
            case Redacted(seqs=seqs):
                blank(shelf.state, frozenset(seqs))
            case _:
                pass

    def _news(self, record: Record) -> None:
        shelf = self._shelf
        event = record.event
        message: int | None = record.seq
        match event:
            case Woke(wait=wait):
                scope = shelf.scopes.get(record.scope)
                step = shelf.steps.get(wait)
                if scope is None or step is None or scope.wait != wait:
                    return
                scope.wait, step.state, message = None, "done", step.message
            case AgentSaid():
                message = shelf.state.message
                follow_up(shelf, record, event)
                if not event.wakes:
                    return
            case _:
                if record.by == "person":
                    shelf.state.message = record.seq
                    shelf.root.title = short(_title(record))
        self._wake(record, record.scope, message)

    def _wake(self, record: Record, path: str, message: int | None) -> None:
        scope = self._shelf.scopes.get(path)
        if scope is None:
            return
        person = record.by == "person"
        if person and path == "/" and scope.state != "open":
            scope.state, scope.code, scope.ended, scope.took_ms = "open", None, None, None
        if scope.state == "open":
            wake(scope, record.seq, message, person)

    def _answered(self, record: Record, answer: Answered) -> None:
        shelf = self._shelf
        asked = shelf.asked.get(answer.to)
        if asked is None:
            late = StepLine(seq=record.seq, at=iso(record.at), kind="late", code="question_closed", to=answer.to)
            late.message = shelf.state.message
            shelf.add(shelf.root, late)
        elif asked.held is None:
            step = shelf.steps.get(int(asked.id))
            self._wake(record, asked.scope, step.message if step else None)
        elif (call := shelf.calls.get(asked.held)) is not None:
            call.state = "decided"
            args = answer.edit if answer.amend is None else answer.amend
            if args is not None:
                call.args, call.args_cut = light(args)
                call.edited = record.seq

    def _opened(self, record: Record, opened: Opened) -> None:
        shelf = self._shelf
        task = shelf.tasks.get(opened.call)
        plan = shelf.plan(opened.call)
        if task is None or plan is None or task.state != "decided":
            return
        parent, step = plan
        scope = scope_line(record, opened, parent, step)
        task.state, task.scope = "opened", scope.path
        shelf.open(scope)

    def _decided(self, record: Record, decided: Decided, scope: ScopeLine) -> None:
        shelf = self._shelf
        taken = [line.message for line in scope.waking if line.seq in decided.took and line.message is not None]
        scope.waking = [line for line in scope.waking if line.seq not in decided.took]
        if scope.wait is not None and (waited := shelf.steps.get(scope.wait)):
            waited.state = "done"
        scope.wait = None
        step = begin(record, decided, max(taken, default=shelf.state.message))
        action = decided.action
        match action:
            case Cancel():
                wake(scope, record.seq, step.message)
            case Say(final=False):
                wake(scope, record.seq, step.message)
                scope.message, scope.said = step.text, step.seq
            case Wait():
                scope.wait = record.seq
            case Call():
                step.calls, step.tasks = call_lines(record, step, action), task_lines(record, action)
                if action.text:
                    scope.message, scope.said = step.text, step.seq
            case Done() | Say():
                scope.message, scope.said = step.text, step.seq
            case Ask():
                pass
        shelf.add(scope, step)

    def _broken(self, record: Record) -> None:
        shelf = self._shelf
        scope = shelf.scopes.get(record.scope, shelf.root)
        step = StepLine(seq=record.seq, at=iso(record.at), kind="fault", message=shelf.state.message)
        match record.event:
            case Stopped(scope=path, code=code, text=text):
                scope = shelf.scopes.get(path, scope)
                step.kind, step.code, step.text = "stopped", code, text
            case Faulted(code=code, text=text, took=took):
                taken = [line.message for line in scope.waking if line.seq in took and line.message is not None]
                scope.waking = [line for line in scope.waking if line.seq not in took]
                step.code, step.text, step.message = code, short(text), max(taken, default=step.message)
            case _:
                return
        shelf.add(scope, step)

    def _discarded(self, record: Record, dropped: Discarded, scope: ScopeLine) -> None:
        scope.discarded += 1
        if dropped.text:
            step = StepLine(seq=record.seq, at=iso(record.at), kind="say", code=INTERRUPTED, usage=dropped.usage)
            step.message, step.text = self._shelf.state.message, short(dropped.text)
            scope.message, scope.said = step.text, step.seq
            self._shelf.add(scope, step)

    def _end(self, record: Record, end: End) -> None:
        shelf = self._shelf
        first = shelf.scopes.get(end.path)
        if first is None or (first.state != "open" and isinstance(record.event, Returned)):
            return
        for scope in [s for s in shelf.state.scopes if s.state == "open" and inside(s.path, end.path)]:
            own = scope is first
            kept = [w for w in scope.waking if w.person] if own and end.done and scope.path == "/" else []
            if scope.wait is not None and (waited := shelf.steps.get(scope.wait)):
                waited.state = "done"
            scope.waking, scope.wait = kept, None
            if kept:
                continue
            scope.state = "done" if own and end.done else "stopped"
            scope.code = end.code if own else "cancelled"
            scope.ended = iso(record.at)
            scope.took_ms = between(scope.started, scope.ended) if scope.started else None


def _title(record: Record) -> str:
    match record.event:
        case UserSaid(text=text):
            return text_of(text)
        case SurfaceActed(name=name):
            return name
        case _:
            return ""
