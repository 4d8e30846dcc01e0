"""What a client answers to an interrupt, as the answer to the question that it stands for."""

from collections.abc import Iterable

from loket.core.data import Json, JsonObject
from loket.core.errors import Conflict, Invalid
from loket.core.events import Answered, Stopped
from loket.core.shapes import is_object, object_at
from loket.doors.agui.asked import ResumeEntry
from loket.views.questions import QuestionItem

UNCLEAR = 'A call waits for a yes or a no: send the payload {"approved": true} or {"approved": false}.'


def answer_of(entry: ResumeEntry, open_questions: Iterable[QuestionItem]) -> Answered | Stopped:
    """The answer; of a question that is left for good, the end of the line of thought that asked it. Conflict
    `question_closed` when it is open no more, Invalid when the payload answers nothing."""
    question = next((item for item in open_questions if item.id == entry.interrupt), None)
    if question is None:
        raise Conflict("question_closed", "This question is not open: it was answered, or it was never asked here.")
    if question.held is not None:
        return _consent(entry)
    if entry.status == "cancelled":
        return Stopped(scope=question.scope)
    return _answer(question, entry.payload)


def _consent(entry: ResumeEntry) -> Answered:
    """Nothing but a plain yes starts a call."""
    if entry.status == "cancelled":
        return Answered(to=entry.interrupt, refuse=True)
    payload = entry.payload
    approved = payload.get("approved") if is_object(payload) else payload
    if approved is False:
        return Answered(to=entry.interrupt, refuse=True)
    if approved is not True:
        raise Invalid("wrong_answer", UNCLEAR)
    if is_object(payload) and payload.get("editedArgs") is not None:
        return Answered(to=entry.interrupt, edit=_edited(payload))
    return Answered(to=entry.interrupt, approve=True)


def _edited(payload: JsonObject) -> JsonObject:
    if not is_object(payload["editedArgs"]):
        raise Invalid("wrong_answer", "editedArgs must be an object: all arguments of the call.")
    return object_at(payload, "editedArgs")


def _answer(question: QuestionItem, payload: Json) -> Answered:
    """A filled-in form, the id of a choice, or words."""
    if question.form is not None and is_object(payload):
        return Answered(to=question.id, form=payload)
    if is_object(payload) and len(payload) == 1:
        [payload] = payload.values()  # a client that asks in a form of its own has one field for it
    if not isinstance(payload, str) or not payload.strip():
        raise Invalid(
            "wrong_answer", "Send the answer as the payload: the id of a choice, words, or the form as asked."
        )
    if any(choice.id == payload for choice in question.choices):
        return Answered(to=question.id, choice=payload)
    return Answered(to=question.id, text=payload)
