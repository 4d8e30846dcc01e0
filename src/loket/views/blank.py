"""What is left of a record after redaction: kinds, ids, states and codes stay, everything somebody said goes."""

from dataclasses import replace
from typing import TypeVar

from loket.core.actions import Action, Ask, Call, Choice, Done, Say, Task, ToolCall, Wait
from loket.core.data import FileRef
from loket.core.events import (
    AgentFound,
    AgentSaid,
    Answered,
    Changed,
    ClientTold,
    Decided,
    Discarded,
    Drafted,
    Event,
    Faulted,
    FileAdded,
    FileKept,
    Opened,
    Progressed,
    Returned,
    Started,
    SurfaceActed,
    SurfaceShown,
    UserSaid,
)
from loket.core.record import Record

Work = TypeVar("Work", bound=ToolCall | Task)
GONE = FileRef(name="-")


def blanked(record: Record) -> Record:
    """The record as it stands in the log once a Redacted names it. Folding it and then the Redacted gives the same
    views as folding the whole record and then the Redacted."""
    return replace(record, key=None, event=_event(record.event))


def _event(event: Event) -> Event:
    match event:
        case UserSaid():
            return event.model_copy(update={"text": "", "files": (), "client": None})
        case Answered():
            return _answer(event)
        case SurfaceActed():
            return event.model_copy(update={"payload": {}})
        case FileAdded() | FileKept():
            return event.model_copy(update={"ref": GONE})
        case Changed() | Started():
            return event.model_copy(update={"settings": {}})
        case AgentSaid():
            return event.model_copy(update={"text": "", "files": (), "data": None})
        case AgentFound():
            return event.model_copy(update={"card": {}})
        case Opened():
            return event.model_copy(update={"task": _blank(event.task)})
        case Decided():
            blank = {"reasoning": "", "considered": (), "draft": None, "thought": None, "summary": ""}
            return event.model_copy(update=blank | {"action": _action(event.action)})
        case Drafted():
            return event.model_copy(update={"text": ""})
        case Discarded():
            return event.model_copy(update={"draft": None, "text": " " if event.text else ""})
        case Progressed():
            return event.model_copy(update={"note": "", "part": None})
        case Returned():
            return event.model_copy(update={"value": None, "text": ""})
        case SurfaceShown():
            return event.model_copy(update={"message": {}})
        case ClientTold():
            return event.model_copy(update={"command": {}})
        case Faulted():
            return event.model_copy(update={"text": ""})
        case _:
            return event


def _answer(event: Answered) -> Answered:
    words = {"choice": event.choice, "text": event.text}
    forms = {"form": event.form, "edit": event.edit, "amend": event.amend}
    blank = {name: "" for name, value in words.items() if value is not None}
    return event.model_copy(update=blank | {name: {} for name, value in forms.items() if value is not None})


def _action(action: Action) -> Action:
    match action:
        case Say():
            return action.model_copy(update={"text": "", "files": ()})
        case Ask(choices=choices):
            kept = tuple(Choice(id=choice.id, label="") for choice in choices)
            call = action.call and _blank(action.call)
            return action.model_copy(update={"text": "", "choices": kept, "form": None, "wants": None, "call": call})
        case Call(calls=calls, text=text):
            there = " " if text else ""  # with words or without is another shape: they are shown as words of their own
            return action.model_copy(update={"calls": tuple(_blank(call) for call in calls), "text": there})
        case Wait():
            return action.model_copy(update={"why": ""})
        case Done():
            return action.model_copy(update={"summary": "", "value": None})
        case _:
            return action


def _blank(call: Work) -> Work:
    blank = {"task": "", "args": {}} if isinstance(call, Task) else {"args": {}}
    return call.model_copy(update=blank)
