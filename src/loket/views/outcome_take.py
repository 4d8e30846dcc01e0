"""What a record does to an outcome that it belongs to: messages, questions, results, and how it ends."""

from loket.core.actions import Ask, Call, Done, Say
from loket.core.data import FileRef, Json, Text
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
from loket.core.shapes import is_object, text_at
from loket.views.outcome_lines import asked_for, asking_words, line, ours
from loket.views.outcome_state import Outcome, OutcomeResult, State

BROKE = "Something of ours broke. Whoever runs this server finds it in the server's log."
SUPERSEDED = "A newer message took the place of this question."
WORDS = frozenset({"text", "summary"})
"""A value with nothing else is what a task said: what the one who asked it makes of that is the answer."""
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
            task.keep_question()
            task.said = None
            task.history.append(line(record))
        case Returned() as returned if record.scope == "/" and task.capability and not task.came:
            _came(task, record, returned)
        case Returned(ok=True, value=value) if record.scope == "/" and not task.capability and value is not None:
            if task.steps[-1].kind == "task" and not (is_object(value) and value.keys() <= WORDS):
                task.results.append(value)
        case FileKept(ref=file, private=False):
            task.files.append(file)
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
    if returned.ok:
        task.results = [] if returned.value is None else [returned.value]
    else:
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
            task.asks[str(record.seq)] = ours(record, asking_words(action), asked_for(action))
            results, task.results = task.results, []
            _answered(task, record)
            task.results = results
        case Say(final=True) if root and task.refusal is not None:
            _end(task, record, "failed", "")
            task.last = task.refusal
        case Say(text=text, files=files, final=True) if root:
            task.files += files
            _answered(task, record, text)
            task.lone = task.decisions == 1 and bool(task.pieces)
            task.end = "completed"
        case Say(text=text, files=files) if root:
            task.last = ours(record, text)
            task.files += files
        case Call(text=text) if root and text:
            task.last = ours(record, text)
        case Done(outcome="failure", summary=summary, value=value) if root:
            task.over = True
            _end(task, record, _refused(value), summary, value)
        case Done(summary=summary, value=value) if root:
            task.results = task.results if value is None else [value]
            _answered(task, record, summary)
            task.end, task.over = "completed", True
        case _:
            pass


def _answered(task: Outcome, record: Record, text: Text | None = None) -> None:
    """One result of all there is by now: words, what came back, and the files that are not among the results yet."""
    there = [file.blob.sha256 for piece in task.pieces for file in piece.files if file.blob is not None]
    files: list[FileRef] = []
    for file in task.files:
        if file.blob is None or file.blob.sha256 not in there:
            files.append(file)
            there += [file.blob.sha256] if file.blob is not None else []
    value = task.results[0] if len(task.results) == 1 else task.results or None
    if text or files or value is not None:
        draft = record.event.draft if isinstance(record.event, Decided) and text else None
        id = draft or f"answer-{record.seq}"
        task.pieces.append(OutcomeResult(record.seq, id, text or None, tuple(files), value))
    task.files, task.results = [], []


def _end(task: Outcome, record: Record, state: State, text: str, data: Json = None) -> None:
    _answered(task, record)
    task.end = state
    task.last = ours(record, text, data) if text or data is not None else None


def _refused(value: Json) -> State:
    """A failure whose value has the code `rejected` says that the task was not taken on."""
    return "rejected" if isinstance(value, dict) and value.get("code") == "rejected" else "failed"
