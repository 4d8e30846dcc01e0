"""A task as callers of `tasks/send` see it: a fold of the records of its conversation, and nothing kept beside them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from loket.core.actions import Ask, Call, Done, Say
from loket.core.data import Json, JsonObject
from loket.core.events import Answered, Decided, Faulted, Returned, Started, Stopped
from loket.core.record import Record
from loket.core.shapes import object_at, text_at

State = Literal["submitted", "working", "input-required", "completed", "failed", "canceled"]
TERMINAL = frozenset({"completed", "failed", "canceled"})
BROKE = {"code": "internal", "message": "Something went wrong on our side. Please try again later."}


@dataclass(slots=True)
class Task:
    """What became of a message. `value` is its result, else what its last call gave, `question` the open question's id,
    `error` what a failed one says; `named` and `session` are what the caller calls it."""

    named: str = ""
    session: str = ""
    state: State = "submitted"
    at: str = ""
    skill: str = ""
    text: str = ""
    value: Json = None
    question: str = ""
    error: JsonObject = field(default_factory=dict[str, object])

    @property
    def over(self) -> bool:
        """Whether nothing more can come of it."""
        return self.state in TERMINAL


def iso(at: datetime) -> str:
    """A moment as callers write it."""
    return at.isoformat().replace("+00:00", "Z")


def folded(records: Iterable[Record]) -> Task:
    """The task these records tell of."""
    task = Task()
    for record in records:
        if record.scope == "/":
            _apply(task, record)
    return task


def _apply(task: Task, record: Record) -> None:
    before = task.state
    match record.event:
        case Started(settings=settings):
            task.named, task.session, task.at = text_at(settings, "task"), text_at(settings, "session"), iso(record.at)
        case Decided(action=Call()):
            task.state = "working"
        case Decided(action=Ask(text=text, wants=wants)):
            task.state, task.text, task.question = "input-required", text, str(record.seq)
            task.skill = wants.skill if wants is not None else ""
        case Answered(to=to) if to == task.question:
            task.state, task.question, task.text = "working", "", ""
        case Returned(ok=True, value=value):
            task.value = value
        case Decided(action=Say(text=text, final=True)):
            task.state, task.text = "completed", text
        case Decided(action=Done(outcome=outcome, summary=text, value=value)):
            task.state, task.text, task.skill = "completed", text, text_at(value, "skill_id")
            task.value = object_at(value, "result") or task.value
            if outcome == "failure":
                task.state = "failed"
                task.error = {"code": text_at(value, "code") or "internal", "message": text_at(value, "message")}
        case Stopped(scope="/", code=code) if not task.over:
            task.state, task.text = "canceled", "The task was canceled."
            if code != "user":
                task.state, task.text, task.error = "failed", BROKE["message"], dict(BROKE)
        case Faulted():
            task.state, task.text, task.error = "failed", BROKE["message"], dict(BROKE)
        case _:
            pass
    if task.state != before:
        task.at = iso(record.at)


def shown(task: Task, id: str, names: dict[str, str]) -> JsonObject:
    """The task on the wire; `names` are the skills of the card by their id."""
    status: JsonObject = {"state": task.state, "timestamp": task.at}
    if task.state in ("input-required", "failed", "canceled"):
        status["message"] = {"role": "agent", "parts": [_text(task.text)]}
    metadata: JsonObject = {"skill_id": task.skill} if task.skill else {}
    if task.error:
        metadata["error"] = task.error
    artifacts: list[JsonObject] = []
    if task.state == "completed":
        data = {"type": "data", "mime_type": "application/json", "data": task.value}
        parts = [data] if task.value is not None else []
        artifacts.append({"name": names.get(task.skill, "answer"), "index": 0, "parts": [*parts, _text(task.text)]})
    named = task.named or id
    return {
        "id": named,
        "sessionId": task.session or named,
        "status": status,
        "artifacts": artifacts,
        "metadata": metadata,
    }


def names_of(card: JsonObject) -> dict[str, str]:
    """The names of a card's skills by their id."""
    skills = card.get("skills")
    listed = skills if isinstance(skills, list) else []
    return {text_at(skill, "id"): text_at(skill, "name") for skill in listed}


def asked_for(data: JsonObject, text: str) -> JsonObject:
    """What a message brings, as an answer to a question carries it."""
    kept: JsonObject = {"text": text}
    if text_at(data, "skill_id"):
        kept["skill_id"] = data["skill_id"]
    return kept | ({"parameters": object_at(data, "parameters")} if "parameters" in data else {})


def _text(text: str) -> JsonObject:
    return {"type": "text", "text": text}
