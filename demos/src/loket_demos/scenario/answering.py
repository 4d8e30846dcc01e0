"""Agents of ours at addresses: whoever talks with one talks with the side of a scenario that somebody plays here.

Each conversation is that of one caller. A message becomes a call of the tool that brings the answer, and what it gives
becomes a question (the caller may go on) or the end of the task. Who plays is nothing to this file."""

from dataclasses import dataclass

from loket.core.actions import Action, Ask, Call, Decision, Done, Say, ToolCall
from loket.core.assistant import AssistantSpec, Budget
from loket.core.data import FileRef, Json, JsonObject, Text
from loket.core.events import AgentSaid, Answered, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.record import Record
from loket.core.shapes import text_at
from loket.house.house import sent_by

CLOSED = "conversation"
SILENT = "The other side has read this and sent nothing yet."
FIRST = "task "
"""How the step of a decision begins that makes a call; the seq of its task follows."""


def answering(name: str, title: str, tool: str) -> AssistantSpec:
    """An assistant that answers by this tool."""
    return AssistantSpec(
        name=name,
        title=title,
        planner="answering",
        tools=(tool,),
        approval="never",
        intake="one_by_one",
        budget=Budget(decisions=20),
        hidden=True,
    )


@dataclass(frozen=True)
class AnsweringPlanner:
    """Passes each message on, and each answer back."""

    tool: str

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """The call for a message; the answer that it brought."""
        record = situation.woke[-1]
        match record.event:
            case UserSaid(text=text, files=files):
                return self._passed_on(record, text, files)
            case Answered(text=text):
                return self._passed_on(record, text or "")
            case AgentSaid(text=text, files=files, data=data):
                return self._passed_on(record, text, files, data)
            case Returned(ok=True, value=value):
                return Decision(reasoning="The other side answered.", action=_answer(value))
            case Returned(text=text):
                return Decision(reasoning="Nobody answers.", action=Done(outcome="failure", summary=text))
            case _:
                return Decision(reasoning="Nobody wrote.", action=Say(text=SILENT))

    def _passed_on(self, record: Record, text: Text, files: tuple[FileRef, ...] = (), data: Json = None) -> Decision:
        sent = sent_by(record.key)
        task = (sent.task if sent is not None else 0) or record.seq
        words = text if isinstance(text, str) else text.model_dump(mode="json")
        args: JsonObject = {"task": task, "message": record.seq, "text": words}
        args |= {"files": [file.model_dump(mode="json") for file in files]} if files else {}
        args |= {"data": data} if data is not None else {}
        call = ToolCall(id="answer", tool=self.tool, args=args)
        return Decision(reasoning="The caller wrote.", action=Call(calls=(call,)), step=f"{FIRST}{task}")


def _answer(value: Json) -> Action:
    """What goes back: the files went with the call."""
    text = text_at(value, "text")
    if text_at(value, "finality") == CLOSED:
        return Say(text=text or "This is all.")
    return Ask(text=text or SILENT, lasts=False)
