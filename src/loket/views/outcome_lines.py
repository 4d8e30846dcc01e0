"""What one record comes to: a line of the history, a step, what a program needs to answer, where it came from."""

from loket.core.actions import Ask, Call, Done, Say, Task
from loket.core.data import Json
from loket.core.events import (
    AgentSaid,
    Answered,
    Decided,
    Faulted,
    Held,
    Opened,
    Returned,
    Stopped,
    UserSaid,
    Woke,
)
from loket.core.record import Record
from loket.core.shapes import list_at, object_at, text_at
from loket.views.outcome_state import Outcome, OutcomeMessage, OutcomeStep, SentMessage, sent_by
from loket.views.turn import Turn


def line(record: Record) -> OutcomeMessage:
    """What was said to the task."""
    sent = sent_by(record.key) or SentMessage(0, f"{record.seq}")
    match record.event:
        case UserSaid(text=text, files=files):
            return OutcomeMessage(record.seq, sent.message_id, False, text, files)
        case AgentSaid(text=text, files=files, data={"capability": str(name), "input": given}):
            data = None if text else {"skill_id": name, "parameters": given}
            return OutcomeMessage(record.seq, sent.message_id, False, text, files, data)
        case AgentSaid(text=text, files=files, data=data):
            return OutcomeMessage(record.seq, sent.message_id, False, text, files, data)
        case Answered(text=text, choice=choice, form=form):
            return OutcomeMessage(record.seq, sent.message_id, False, text or choice or "", data=form)
        case _:
            return OutcomeMessage(record.seq, sent.message_id, False)


def ours(record: Record, text: str, data: Json = None) -> OutcomeMessage:
    """What the task says itself."""
    return OutcomeMessage(record.seq, f"{record.seq}", True, text, data=data)


def answer_lines(task: Outcome) -> list[OutcomeMessage]:
    """What an ended task said last, for those who read nothing but its history: its answers, or why there is none."""
    if task.said is not None:
        return [task.said]
    return [OutcomeMessage(one.seq, f"{one.seq}", True, one.text, one.files) for one in task.pieces if one.text]


def asking_words(ask: Ask) -> str:
    """A question with what can be answered, for those who read nothing but words. It has no words of its own, as the
    language of the question is not known here."""
    plain = ask.text.casefold()
    if any(choice.label.casefold() not in plain for choice in ask.choices):
        lines = [f"- {one.label}: {one.detail}" if one.detail else f"- {one.label}" for one in ask.choices]
    else:
        fields = object_at(ask.form, "properties")
        wanted = [name for name in list_at(ask.form, "required") if isinstance(name, str)]
        titles = [text_at(fields.get(name), "title") or name for name in wanted]
        lines = [f"- {title}" for title in titles if title.casefold() not in plain]
    return "\n".join([ask.text, *lines]).strip()


def asked_for(ask: Ask) -> Json:
    """What a program needs to answer a question; None when words will do. What a planner keeps with it stays here."""
    told: dict[str, Json] = {}
    if ask.choices:
        told["choices"] = [choice.model_dump() for choice in ask.choices]
    if ask.form is not None:
        told["form"] = ask.form
    return told or None


def step_of(record: Record, turn: Turn) -> OutcomeStep | None:
    """What it tells a person or a program, by the turn before it; None when that is nothing."""
    seq, scope = record.seq, record.scope
    match record.event:
        case Decided(action=Say(text=text)) as decided:
            return OutcomeStep("say", seq, scope, text, decided=decided)
        case Decided(action=Ask(text=text)) as decided:
            return OutcomeStep("ask", seq, scope, text, decided=decided)
        case Decided(action=Call(text=text)) as decided:
            return OutcomeStep("call", seq, scope, text, decided=decided)
        case Decided(action=Done(summary=text, outcome=how, value=value)) as decided:
            return OutcomeStep("done", seq, scope, text, how != "failure", value=value, decided=decided)
        case Held(call=id, title=title) if (call := turn.calls.get(id)) is not None:
            return OutcomeStep("held", seq, scope, title, call=id, work=call.work)
        case Returned(call=id) as back if (call := turn.calls.get(id)) is not None:
            kind = "task" if isinstance(call.work, Task) else "tool"
            step = OutcomeStep(kind, seq, scope, back.text, back.ok, back.code or "", back.value, call=id)
            step.work, step.acted, step.took_ms = call.work, call.state == "started", back.took_ms
            return step
        case Faulted(code=code, text=text):
            return OutcomeStep("fault", seq, scope, text, ok=False, code=code)
        case Stopped(code=code):
            return OutcomeStep("stopped", seq, scope, ok=code == "user", code=code)
        case _:
            return None


def came_from(record: Record) -> int | None:
    """The record that this one goes on with, newest first; None for a message, with which all begins."""
    match record.event:
        case Answered(to=question):
            return int(question) if question.isdigit() else None
        case Held(call=call) | Returned(call=call) | Opened(call=call):
            decision = call.partition(".")[0]
            return int(decision) if decision.isdigit() else None
        case Woke(wait=seq):
            return seq
        case Decided(took=took):
            return max(took, default=None)
        case _:
            return None
