"""What a record says to or for a task: a line of its history, and what a program needs to answer its question."""

from loket.core.actions import Ask
from loket.core.data import Json
from loket.core.events import AgentSaid, Answered, UserSaid
from loket.core.record import Record
from loket.views.tasks_state import Line, Sent


def line(record: Record, sent: Sent) -> Line:
    """What was said to the task."""
    match record.event:
        case UserSaid(text=text, files=files):
            return Line(record.seq, sent.message_id, False, text, files)
        case AgentSaid(text=text, files=files, data={"capability": str(name), "input": given}):
            data = None if text else {"skill_id": name, "parameters": given}
            return Line(record.seq, sent.message_id, False, text, files, data)
        case AgentSaid(text=text, files=files, data=data):
            return Line(record.seq, sent.message_id, False, text, files, data)
        case Answered(text=text, choice=choice, form=form):
            return Line(record.seq, sent.message_id, False, text or choice or "", data=form)
        case _:
            return Line(record.seq, sent.message_id, False)


def ours(record: Record, text: str, data: Json = None) -> Line:
    """What the task says itself."""
    return Line(record.seq, f"{record.seq}", True, text, data=data)


def asked_for(ask: Ask) -> Json:
    """What a program needs to answer a question; None when words will do."""
    told: dict[str, Json] = {}
    if ask.choices:
        told["choices"] = [choice.model_dump() for choice in ask.choices]
    if ask.form is not None:
        told["form"] = ask.form
    if ask.wants is not None:
        told["wants"] = ask.wants.model_dump(mode="json")
    return told or None
