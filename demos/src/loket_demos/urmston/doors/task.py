"""A task as callers of `tasks/send` see it: cut from what became of the messages of its conversation."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from loket.core.actions import Ask, Call, Say
from loket.core.data import Json, JsonObject
from loket.core.shapes import list_at, object_at, text_at
from loket.house.house import Outcomes, OutcomeState, OutcomeStep

State = Literal["submitted", "working", "input-required", "completed", "failed", "canceled"]
STATES: dict[OutcomeState, State] = {
    "submitted": "submitted",
    "working": "working",
    "asking": "input-required",
    "held": "working",
    "completed": "completed",
    "failed": "failed",
    "canceled": "canceled",
    "rejected": "failed",
}
TERMINAL = frozenset({"completed", "failed", "canceled"})
BROKE = {"code": "internal", "message": "Something went wrong on our side. Please try again later."}


@dataclass(slots=True)
class ErrandTask:
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


def task_of(outcomes: Outcomes) -> ErrandTask:
    """The task of a conversation: what became of its message, or of the last one that something came of."""
    settings, told = outcomes.turn.settings, list(outcomes.known.values())
    task = ErrandTask(text_at(settings, "task"), text_at(settings, "session"))
    outcome = next((one for one in reversed(told) if one.decisions), told[-1] if told else None)
    if outcome is None:
        return task
    task.state, task.question, task.at = STATES[outcome.state], outcome.question, iso(outcome.at)
    for step in outcome.steps:
        if step.scope == "/":
            _take(task, step)
    if task.state == "canceled":
        task.text = "The task was canceled."
    elif task.state == "failed" and not task.error:
        task.text, task.error = BROKE["message"], dict(BROKE)
    return task


def _take(task: ErrandTask, step: OutcomeStep) -> None:
    """What a step says of the skill, the result and the words that go with them."""
    match step.kind, step.action:
        case "call", Call() if step.decided is not None:
            task.skill = step.decided.step
        case "ask", Ask(wants=wants):
            task.text, task.skill = step.text, wants.skill if wants is not None else ""
        case "tool", _ if step.ok:
            task.value = step.value
        case "say", Say(final=True):
            task.text = step.text
        case "done", _:
            task.text, task.skill = step.text, text_at(step.value, "skill_id") or task.skill
            answers = object_at(step.value, "result") or step.value  # older logs have them one deeper
            task.value = answers if list_at(answers, "answers") else task.value
            if not step.ok:
                code = text_at(step.value, "code") or "internal"
                task.error = {"code": code, "message": text_at(step.value, "message")}
        case _:
            pass


def shown(task: ErrandTask, id: str, names: dict[str, str]) -> JsonObject:
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
