"""What a record does to an outcome that it belongs to: messages, questions, results, and how it ends."""

from loket.core.actions import Ask, Call, Done, Say
from loket.core.data import FileRef, Json
from loket.core.events import (
    AgentSaid,
    Answered,
    Closed,
    Decided,
    Faulted,
    FileKept,
    Held,
    Returned,
    Stopped,
    UserSaid,
    Withdrawn,
)
from loket.core.record import Record
from loket.core.shapes import text_at
from loket.views.outcome_lines import asked_for, line, ours
from loket.views.outcome_state import Outcome, Piece, State

BROKE = "Something of ours broke. Whoever runs this server finds it in the server's log."
SUPERSEDED = "A newer message took the place of this question."
LIMIT = "This came to the limit of what one conversation may do."


def take(task: Outcome, record: Record) -> None:
    """Changes the outcome in place."""
    match record.event:
        case Decided() as decided:
            _decided(task, record, decided)
        case Faulted(code=code) if record.scope == "/":
            _end(task, record, "failed", f"{BROKE} ({code}, record {record.seq})")
        case Held(title=title):
            what = f": {title}." if title else "."
            task.asks[str(record.seq)] = ours(record, f"A person must agree before this goes on{what}")
        case Answered() | UserSaid() | AgentSaid():
            if task.said is not None:
                task.history.append(task.said)
                task.said = None
            task.history.append(line(record))
        case Returned() as returned if record.scope == "/" and task.capability and not task.came:
            _came(task, record, returned)
        case FileKept(ref=file, private=False):
            task.pieces.append(Piece(record.seq, f"file-{record.seq}", None, (file,)))
        case Closed(code=code):
            _end(task, record, "canceled", "" if code == "cancelled" else SUPERSEDED)
        case Stopped(scope="/", code=code):
            _end(task, record, *(("canceled", "") if code == "user" else ("failed", LIMIT)))
            task.over = True
        case Withdrawn():
            _end(task, record, "canceled", "")
            task.over = True
        case _:
            pass


def _came(task: Outcome, record: Record, returned: Returned) -> None:
    """The first thing that came back to a specialist is what it was asked for."""
    task.came = True
    if returned.ok and returned.value is not None:
        task.pieces.append(Piece(record.seq, f"result-{record.seq}", value=returned.value))
    elif not returned.ok:
        code = text_at(returned.value, "code") or returned.code or "failed"
        task.refusal = ours(record, returned.text, {"code": code})


def _decided(task: Outcome, record: Record, decided: Decided) -> None:
    task.decisions += 1
    task.lone = False
    action, root = decided.action, record.scope == "/"
    if root:
        task.end = task.last = None
    match action:
        case Ask():
            task.asks[str(record.seq)] = ours(record, action.text, asked_for(action))
        case Say(text=text, final=True) if root and task.came:
            _end(task, record, "completed", text)
            if task.refusal is not None:
                task.end, task.last = "failed", task.refusal
        case Say(text=text, files=files, final=True) if root:
            files = _new(files, task)
            if text or files:
                task.pieces.append(Piece(record.seq, decided.draft or f"answer-{record.seq}", text, files))
            task.lone = task.decisions == 1 and bool(task.pieces)
            task.end = "completed"
        case Say(text=text, files=files) if root:
            task.last = ours(record, text)
            if files := _new(files, task):
                task.pieces.append(Piece(record.seq, f"files-{record.seq}", None, files))
        case Call(text=text) if root and text:
            task.last = ours(record, text)
        case Done(outcome=how, summary=summary, value=value) if root:
            if value is not None and how != "failure":
                task.pieces.append(Piece(record.seq, f"result-{record.seq}", value=value))
            _end(task, record, _state(how, value), summary, value if how == "failure" else None)
            task.over = True
        case _:
            pass


def _new(files: tuple[FileRef, ...], task: Outcome) -> tuple[FileRef, ...]:
    """Those that are not among the results yet."""
    there = [file.blob for piece in task.pieces for file in piece.files if file.blob is not None]
    return tuple(file for file in files if file.blob not in there)


def _end(task: Outcome, record: Record, state: State, text: str, data: Json = None) -> None:
    task.end = state
    task.last = ours(record, text, data) if text or data is not None else None


def _state(how: str, value: Json) -> State:
    """A failure whose value has the code `rejected` says that the task was not taken on."""
    if how != "failure":
        return "completed"
    return "rejected" if isinstance(value, dict) and value.get("code") == "rejected" else "failed"
