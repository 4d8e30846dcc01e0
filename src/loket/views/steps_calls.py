"""What happens to the calls and tasks of the view `steps` between their decision and their return."""

from loket.core.data import text_of
from loket.core.events import AgentSaid, CallStarted, Held, Progressed, Returned, TaskOpened
from loket.core.record import Record
from loket.views.plain import iso, light, short
from loket.views.steps_shelf import Shelf
from loket.views.steps_state import CallLine, NoteLine, RemoteLine, ScopeLine, WakingLine

NOTES = 20
"""Notes kept per call."""
WAKING = 100
"""Waking records remembered per scope."""


def wake(scope: ScopeLine, seq: int, message: int | None, person: bool = False) -> None:
    """The record waits for a decision of this scope, if the scope is open."""
    if scope.state == "open":
        scope.waking = [*scope.waking, WakingLine(seq=seq, message=message, person=person)][-WAKING:]


def carry(shelf: Shelf, record: Record) -> None:
    """A call is held, starts, tells how far it is, or gets a remote agent's task."""
    match record.event:
        case Held(call=id, why=why) if (call := shelf.calls.get(id)) and call.state == "decided":
            call.state, call.question, call.asking, call.held_why = "held", str(record.seq), "open", why
            shelf.hold(str(record.seq), id)
        case CallStarted(call=id) if (call := shelf.calls.get(id)) and call.state != "returned":
            call.state, call.started = "started", iso(record.at)
        case Progressed(call=id, note=note) if call := shelf.calls.get(id):
            _note(call, record, note)
        case TaskOpened(call=id, agent=agent, task=task, context=context) if call := shelf.calls.get(id):
            call.remote = RemoteLine(agent=agent, task=task, context=context, state=None)
        case _:
            pass


def follow_up(shelf: Shelf, record: Record, said: AgentSaid) -> None:
    """A remote agent told something about its task for one of our calls, perhaps when we had stopped waiting."""
    call = shelf.calls.get(said.call or "")
    if call is not None and call.remote is not None:
        call.remote.state = said.state or call.remote.state
        _note(call, record, text_of(said.text), late=True)


def give_back(shelf: Shelf, record: Record, back: Returned) -> None:
    """A call or a task came back; the last one of its decision wakes the scope, unless the step is over: withdrawn."""
    call, task, plan = shelf.calls.get(back.call), shelf.tasks.get(back.call), shelf.plan(back.call)
    if call is not None and call.state != "returned":
        call.state, call.ok, call.code, call.text = "returned", back.ok, back.code, short(back.text)
        call.value, call.value_cut = light(back.value)
        call.returned, call.ended, call.took_ms = record.seq, iso(record.at), back.took_ms
    elif task is not None and task.state != "returned":
        task.state, task.ok, task.code, task.result = "returned", back.ok, back.code, short(back.text)
        task.returned, task.took_ms = record.seq, back.took_ms
    else:
        return
    if plan is None:
        return
    scope, step = plan
    lines = [*step.calls, *step.tasks]
    if step.state != "done" and all(line.state == "returned" for line in lines):
        step.state = "done"
        for seq in sorted(line.returned or 0 for line in lines):
            wake(scope, seq, step.message)


def withdraw(shelf: Shelf, seqs: frozenset[int]) -> None:
    """What these messages asked for is over: nothing waits for a decision about it, and nothing that comes back of it
    does any more."""
    for scope in shelf.state.scopes:
        scope.waking = [line for line in scope.waking if line.seq not in seqs and line.message not in seqs]
        for step in [step for step in scope.steps if step.message in seqs]:
            step.state = "done"
            if scope.wait == step.seq:
                scope.wait = None


def _note(call: CallLine, record: Record, text: str, late: bool = False) -> None:
    if text and (late or call.state != "returned"):
        call.notes = [*call.notes, NoteLine(seq=record.seq, at=iso(record.at), text=short(text))][-NOTES:]
