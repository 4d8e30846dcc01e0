"""The answer to one message of a map: its records and the view `steps` as steps with commands and choices."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from loket.core.actions import Ask, Done, Task
from loket.core.data import JsonObject
from loket.core.events import ClientTold, Decided, Faulted, Returned, Stopped, UserSaid
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.core.steps import Status, worst

UNCLEAR = "clarification"
"""The intent of a step that asks what is wanted at all."""
QUIET = ("superseded", "cancelled", "user")
ENDED = Literal["broken", "skipped", "late", "unknown_choice", "closed_choice", "blank"]

TEXTS: dict[str, dict[ENDED, str]] = {
    "de": {
        "broken": "Dieser Schritt ist nicht gelungen. Bitte versuchen Sie es noch einmal.",
        "skipped": "Dieser Schritt wurde nicht ausgeführt, weil der Schritt davor keinen Ort ergab.",
        "late": "Das dauert länger als erwartet. Bitte fragen Sie in einem Moment noch einmal.",
        "unknown_choice": "Diese Auswahl gibt es nicht. Bitte stellen Sie Ihre Frage noch einmal.",
        "closed_choice": "Diese Auswahl ist nicht mehr offen. Bitte stellen Sie Ihre Frage noch einmal.",
        "blank": "Was möchten Sie sehen? Bitte schreiben Sie eine Adresse, ein Grundstück oder ein Thema.",
    },
    "en": {
        "broken": "This step did not work. Please try again.",
        "skipped": "This step was not carried out, because the one before it found no place.",
        "late": "This takes longer than expected. Please ask again in a moment.",
        "unknown_choice": "There is no such choice. Please ask your question again.",
        "closed_choice": "This choice is no longer open. Please ask your question again.",
        "blank": "What would you like to see? Please write an address, a parcel or a topic.",
    },
}


@dataclass
class Step:
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


def said(locale: str, name: ENDED) -> str:
    """A sentence of this door; German when it does not speak the language."""
    return TEXTS.get(locale.partition("-")[0].lower(), TEXTS["de"])[name]


def response(request: str, steps: Sequence[Step]) -> JsonObject:
    """The whole answer."""
    status = worst(step.status for step in steps)
    return {"requestId": request, "overallStatus": status, "steps": [step.wire() for step in steps]}


def caused(records: Sequence[Record]) -> Sequence[Record]:
    """The records from the first on that belong to its message: up to the next message of a person."""
    later = (at for at, one in enumerate(records) if at and isinstance(one.event, UserSaid))
    return records[: next(later, len(records))]


def skipped(records: Sequence[Record]) -> set[str]:
    """The calls of steps that were left out because one before them failed; not those that the person gave up."""
    back = [one.event for one in records if isinstance(one.event, Returned) and one.scope == "/"]
    given_up = {_plan(one.call) for one in back if one.code in QUIET}
    return {one.call for one in back if one.code == "needs_failed" and _plan(one.call) not in given_up}


def steps_of(records: Sequence[Record], view: JsonObject, locale: str, left: Mapping[str, Task]) -> list[Step]:
    """What came of a message, in the order in which it was asked for. `view` is the state of the view `steps`, `left`
    are the tasks of `skipped`, whose arguments may name a language."""
    status = {text_at(one, "path"): text_at(one, "status") for one in list_at(view, "scopes")}
    found: dict[str, Step] = {}
    for record in records:
        match record.event:
            case Decided(action=Ask() as ask):
                found[record.scope] = _asked(record, ask)
            case Decided(action=Done() as done) if record.scope != "/":
                found[record.scope] = _ended(record, done, status.get(record.scope, ""))
            case ClientTold(command=command) if record.scope in found:
                found[record.scope].actions.append(command)
            case Returned(call=call, ok=False, code="needs_failed") if record.scope == "/":
                if (task := left.get(call)) is not None:
                    text = said(text_at(task.args, "language") or locale, "skipped")
                    found[f"/{call}/"] = Step(task.intent, "error", text, place=_place(f"/{call}/"))
            case Returned(call=call, ok=False, code=str(code)) if record.scope == "/" and code not in QUIET:
                path = f"/{call}/"
                found.setdefault(path, Step(None, "error", said(locale, "broken"), place=_place(path)))
            case Faulted() | Stopped():
                found[record.scope] = Step(None, "error", said(locale, "broken"), place=_place(record.scope))
            case _:
                pass
    return sorted(found.values(), key=lambda step: step.place)


def _plan(call: str) -> str:
    return call.partition(".")[0]


def _asked(record: Record, ask: Ask) -> Step:
    wants, place = ask.wants, _place(record.scope)
    intent = UNCLEAR if wants is None else wants.skill
    if not ask.choices:
        return Step(intent, "needs_clarification", ask.text, place=place)
    told = {text_at(one, "id"): one for one in list_at(wants.slots if wants else {}, "choices") if is_object(one)}
    choices: list[JsonObject] = [
        {"id": one.id, "label": one.label, "confidence": None, **told.get(one.id, {})} for one in ask.choices
    ]
    return Step(intent, "needs_user_choice", ask.text, choices=choices, place=place, question=str(record.seq))


def _ended(record: Record, done: Done, status: str) -> Step:
    good = done.outcome != "failure" and status != "error"
    intent = text_at(done.value, "intent") or None
    data = object_at(done.value, "data")
    return Step(intent, "ok" if good else "error", done.summary, data=data, place=_place(record.scope))


def _place(path: str) -> int:
    """Where a task stands in its message: the number in its name."""
    found = re.search(r"(\d+)/$", path)
    return int(found[1]) if found else 0
