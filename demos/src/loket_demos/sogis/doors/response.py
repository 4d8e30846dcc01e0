"""The answer to one message of a map: what became of it as steps with commands and choices."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from loket.core.actions import Ask, Task
from loket.core.data import JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.core.steps import Status, worst
from loket.house.house import OutcomeStep
from loket_demos.sogis.planner_request import LOADED

UNCLEAR = "clarification"
"""The intent of a step that asks what is wanted at all."""
QUIET = ("superseded", "cancelled", "user")
ENDED = Literal["broken", "skipped", "unready", "late", "unknown_choice", "closed_choice", "blank"]

TEXTS: dict[str, dict[ENDED, str]] = {
    "de": {
        "broken": "Dieser Schritt ist nicht gelungen. Bitte versuchen Sie es noch einmal.",
        "skipped": "Dieser Schritt wurde nicht ausgeführt, weil der Schritt davor keinen Ort ergab.",
        "unready": "Dieser Schritt wurde nicht ausgeführt, weil ein Schritt davor nicht gelang.",
        "late": "Das dauert länger als erwartet. Bitte fragen Sie in einem Moment noch einmal.",
        "unknown_choice": "Diese Auswahl gibt es nicht. Bitte stellen Sie Ihre Frage noch einmal.",
        "closed_choice": "Diese Auswahl ist nicht mehr offen. Bitte stellen Sie Ihre Frage noch einmal.",
        "blank": "Was möchten Sie sehen? Bitte schreiben Sie eine Adresse, ein Grundstück oder ein Thema.",
    },
    "en": {
        "broken": "This step did not work. Please try again.",
        "skipped": "This step was not carried out, because the one before it found no place.",
        "unready": "This step was not carried out, because one before it did not work.",
        "late": "This takes longer than expected. Please ask again in a moment.",
        "unknown_choice": "There is no such choice. Please ask your question again.",
        "closed_choice": "This choice is no longer open. Please ask your question again.",
        "blank": "What would you like to see? Please write an address, a parcel or a topic.",
    },
}


@dataclass
class WireStep:
    """One step on the wire. `data` are links and the source, when it has any; `place` is where it stands among the
    steps, `question` the id of what it asks."""

    intent: str | None
    status: Status
    message: str
    actions: list[JsonObject] = field(default_factory=list[JsonObject])
    choices: list[JsonObject] = field(default_factory=list[JsonObject])
    data: JsonObject = field(default_factory=dict[str, object])
    place: int = 0
    question: str = ""

    def wire(self) -> JsonObject:
        """As it goes out."""
        good = self.status == "ok"
        made: JsonObject = {
            "intent": self.intent,
            "status": self.status,
            "message": self.message,
            "mapActions": self.actions if good else [],
            "choices": self.choices if self.status == "needs_user_choice" else [],
        }
        return {**made, "data": self.data} if self.data and good else made


def sentence(locale: str, name: ENDED) -> str:
    """A sentence of this door; German when it does not speak the language."""
    return TEXTS.get(locale.partition("-")[0].lower(), TEXTS["de"])[name]


def response(request: str, steps: Sequence[WireStep]) -> JsonObject:
    """The whole answer."""
    status = worst(step.status for step in steps)
    return {"requestId": request, "overallStatus": status, "steps": [step.wire() for step in steps]}


def steps_of(steps: Sequence[OutcomeStep], locale: str) -> list[WireStep]:
    """What came of a message, in the order in which it was asked for. Steps that were left out because one before them
    failed say so, but for those that the person gave up."""
    back = [step for step in steps if step.kind in ("tool", "task") and step.scope == "/"]
    given_up = {_plan(step.call) for step in back if step.code in QUIET}
    found: dict[str, WireStep] = {}
    for step in steps:
        path, place = f"/{step.call}/", _place(f"/{step.call}/")
        if step.kind == "ask":
            found[step.scope] = _asked(step)
        elif step.kind == "done" and step.scope != "/":
            found[step.scope] = _ended(step)
        elif step.kind in ("fault", "stopped"):
            found[step.scope] = WireStep(None, "error", sentence(locale, "broken"), place=_place(step.scope))
        elif step in back and step.code == "needs_failed":
            if isinstance(step.work, Task) and _plan(step.call) not in given_up:
                text = sentence(text_at(step.args, "language") or locale, _skipped(step.work))
                found[path] = WireStep(step.work.intent, "error", text, place=place)
        elif step in back and not step.ok and step.code and step.code not in QUIET:
            found.setdefault(path, WireStep(None, "error", sentence(locale, "broken"), place=place))
        if step.scope in found:
            found[step.scope].actions += step.commands
    return sorted(found.values(), key=lambda step: step.place)


def _plan(call: str) -> str:
    return call.partition(".")[0]


def _skipped(task: Task) -> ENDED:
    return "unready" if task.intent in LOADED else "skipped"


def _asked(step: OutcomeStep) -> WireStep:
    ask = step.decided.action if step.decided is not None else None
    assert isinstance(ask, Ask)
    wants, place = ask.wants, _place(step.scope)
    intent = UNCLEAR if wants is None else wants.skill
    if not ask.choices:
        return WireStep(intent, "needs_clarification", ask.text, place=place)
    told = {text_at(one, "id"): one for one in list_at(wants.slots if wants else {}, "choices") if is_object(one)}
    choices: list[JsonObject] = [
        {"id": one.id, "label": one.label, "confidence": None, **told.get(one.id, {})} for one in ask.choices
    ]
    return WireStep(intent, "needs_user_choice", ask.text, choices=choices, place=place, question=str(step.seq))


def _ended(step: OutcomeStep) -> WireStep:
    intent, data = text_at(step.value, "intent") or None, object_at(step.value, "data")
    return WireStep(intent, "ok" if step.ok else "error", step.text, data=data, place=_place(step.scope))


def _place(path: str) -> int:
    """Where a task stands in its message: the number in its name."""
    found = re.search(r"(\d+)/$", path)
    return int(found[1]) if found else 0
