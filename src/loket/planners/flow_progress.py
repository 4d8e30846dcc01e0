"""Where a flow stands, read from the records of its scope: what its steps gave and which of them failed."""

from collections.abc import Sequence

from loket.core.actions import Ask, Call, Task, ToolCall
from loket.core.data import Json
from loket.core.events import Answered, Decided, Returned
from loket.core.record import Record

OWN = ("failed", "renewed")
"""Steps in which the planner itself asks how to go on; no step of a flow may be named so."""


def since_restart(history: Sequence[Record]) -> Sequence[Record]:
    """The records since a person last asked to begin anew."""
    for index in range(len(history) - 1, -1, -1):
        if wish_of(history[index], history) == "restart":
            return history[index:]
    return history


def wish_of(record: Record, history: Sequence[Record]) -> str | None:
    """How a person wants to go on, when this record answers a question of the planner itself and not of a step."""
    event = record.event
    if not isinstance(event, Answered) or event.choice is None:
        return None
    asked = next((earlier.event for earlier in history if str(earlier.seq) == event.to), None)
    return event.choice if isinstance(asked, Decided) and asked.step in OWN else None


def results_of(history: Sequence[Record]) -> tuple[dict[str, Json], dict[str, list[Returned]]]:
    """What the steps gave, and the returns of those whose last try failed."""
    steps: dict[int, Decided] = {}
    returns: dict[int, dict[str, Returned]] = {}
    answers: dict[str, Answered] = {}
    for record in history:
        match record.event:
            case Decided() as decided:
                steps[record.seq] = decided
            case Returned(call=call) as returned:
                seq, _, id = call.partition(".")
                returns.setdefault(int(seq), {})[id] = returned
            case Answered(to=to) as answer:
                answers[to] = answer
            case _:
                pass
    done: dict[str, Json] = {}
    failed: dict[str, list[Returned]] = {}
    for seq, decided in steps.items():
        if isinstance(decided.action, Ask) and decided.step not in OWN and str(seq) in answers:
            answer = answers[str(seq)]
            done[decided.step] = answer.form or answer.choice or answer.text
        elif (back := returns.get(seq)) is not None:
            failed.pop(decided.step, None)
            if all(returned.ok for returned in back.values()):
                values = {id: returned.value for id, returned in back.items()}
                done[decided.step] = next(iter(values.values())) if len(values) == 1 else values
            else:
                failed[decided.step] = list(back.values())
    return done, failed


def retrying(action: Call, returns: Sequence[Returned]) -> Call:
    """The same calls again, each with the idempotency key of its first try; tasks take the place of those before."""
    earlier = {returned.call.partition(".")[2]: returned.call for returned in returns}
    return Call(calls=tuple(_again(call, earlier.get(call.id)) for call in action.calls))


def _again(call: ToolCall | Task, before: str | None) -> ToolCall | Task:
    name = "retries" if isinstance(call, ToolCall) else "corrects"
    return call.model_copy(update={name: before})
