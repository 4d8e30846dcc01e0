"""What must hold at the moment of an append, of an effect and of a restart: each gives the promises that do not."""

from collections.abc import Iterator, Sequence

from loket.core.events import CallStarted, Decided, Discarded, Event, Stopped, SurfaceActed, TaskOpened, UserSaid
from loket.core.ports import Row
from loket.core.record import Record, decode
from loket.core.tool import CallContext, ToolSpec
from loket.views.due import settled
from loket.views.turn import Turn

MOST_RECORDS = 900


def appended(record: Record, log: Sequence[Record], turn: Turn, one_by_one: bool) -> Iterator[str]:
    """Of a record that was just appended to the log and applied to the turn."""
    event = record.event
    if isinstance(event, CallStarted) and not turn.alive(record.scope):
        yield f"call {event.call} started in a dead scope"
    if isinstance(event, Decided) and record.scope == "/" and one_by_one and not _stands(event, log):
        outside = [r for r in log if isinstance(r.event, UserSaid | SurfaceActed)]
        first = next((r.seq for r in outside if r.seq in event.took), None)
        if first is not None and any(r.seq < first and not settled(turn, r.seq) for r in outside):
            yield f"{first} was taken before an earlier message was at rest"
    if len(log) > MOST_RECORDS:
        yield "it never ends"


def _stands(decided: Decided, log: Sequence[Record]) -> bool:
    """Whether this thought stood though news came: something of it was shown, or one was dropped for news already.
    What was at rest when it began may have been stirred since, as by a message that closes a question."""
    root = (r.event for r in reversed(log[:-1]) if r.scope == "/" and isinstance(r.event, Decided | Discarded))
    before = next(root, None)
    return decided.draft is not None or (isinstance(before, Discarded) and before.why == "news")


def left(spec: ToolSpec, context: CallContext, log: Sequence[Record], durable: Sequence[Row]) -> Iterator[str]:
    """Of an effect that is leaving now."""
    decision = int(context.call.split(".")[0])
    stops = [r.event.scope for r in log[decision:] if isinstance(r.event, Stopped)]
    if any(context.scope.startswith(stop) for stop in stops):
        yield f"{spec.name} {context.call} left after a stop"
    started = (decode(row.body).event for row in durable[decision:])
    if not spec.read_only and not any(isinstance(e, CallStarted) and e.call == context.call for e in started):
        yield f"{spec.name} {context.call} left before its start was durable"
    recorded = (decode(row.body).event for row in durable[decision:])
    if spec.kind == "a2a" and not any(isinstance(e, TaskOpened) and e.context == context.key for e in recorded):
        yield f"{spec.name} {context.call} left before the log said where to look for it"


def lies_there(durable: Sequence[Row]) -> bool:
    """Whether something waits for a planner, though nobody looks."""
    turn = Turn()
    for row in durable:
        turn.apply(decode(row.body))
    return any(scope.pending and not turn.gated(scope) for scope in turn.scopes.values())


def asks(event: Event) -> bool:
    """Whether it is a question of a planner."""
    return isinstance(event, Decided) and event.action.kind == "ask"
