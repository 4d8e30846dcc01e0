"""Which scopes and questions end with a record: one rule, for the engine and for those who show them."""

from collections.abc import Mapping
from dataclasses import dataclass

from loket.core.actions import Cancel, Done, Say
from loket.core.events import Answered, Closed, Decided, Faulted, Returned, Stopped
from loket.core.record import Record
from loket.views.turn_state import Question


@dataclass(frozen=True, slots=True)
class End:
    """A scope that ends, whether it ran to its end, and the outcome or the code it ends with."""

    path: str
    done: bool
    code: str


def inside(path: str, scope: str) -> bool:
    """Whether the path is this scope or lies below it."""
    return scope.endswith("/") and path.startswith(scope)


def task_scope(scope: str, call: str) -> str:
    """Where the task with this call id works when it was planned in `scope`."""
    return f"{scope}{call}/"


def ends(record: Record, asked: Mapping[str, Question]) -> list[End]:
    """The scopes this record ends; what lies below them ends too."""
    root = record.scope == "/"
    match record.event:
        case Decided(action=Done(outcome=outcome)):
            return [End(record.scope, True, outcome)]
        case Decided(action=Say(final=True)) if not root:
            return [End(record.scope, True, "success")]
        case Decided(action=Cancel(scopes=scopes)):
            return [End(path, False, "cancelled") for path in scopes]
        case Stopped(scope=path, code=code):
            return [End(path, False, code)]
        case Faulted(took=took) if took and not root:
            return [End(record.scope, False, "faulted")]
        case Returned(call=call, ok=ok, code=code):
            return [End(task_scope(record.scope, call), ok, code or ("success" if ok else "failure"))]
        case Closed(question=question, code=code):
            open_ = asked.get(question)
            return [End(open_.scope, False, code)] if open_ and not open_.held and open_.scope != "/" else []
        case _:
            return []


def closes(record: Record, asked: Mapping[str, Question]) -> dict[str, str]:
    """The open questions this record closes, each with how: `answered`, `superseded` (or another code), `gone`."""
    if not asked:
        return {}
    closed: dict[str, str] = {}
    match record.event:
        case Answered(to=to) if to in asked:
            closed[to] = "answered"
        case Closed(question=question, code=code) if question in asked:
            closed[question] = "closed" if code in ("", "open") else code
        case Decided(action=Cancel(calls=calls)):
            closed = {id: "gone" for id, open_ in asked.items() if open_.held in calls}
        case Returned(call=call):
            closed = {id: "gone" for id, open_ in asked.items() if open_.held == call}
        case _:
            pass
    for end in ends(record, asked):
        for id, open_ in asked.items():
            if inside(open_.scope, end.path):
                closed.setdefault(id, "gone")
    return closed
