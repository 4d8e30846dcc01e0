"""Thinks for calls from outside: makes exactly the one call that was asked, and adds nothing to what came back."""

from collections.abc import Sequence

from loket.core.actions import Call, Decision, Done, Say, ToolCall
from loket.core.data import JsonObject
from loket.core.events import AgentSaid, Decided, Returned
from loket.core.planner import Draft, Situation
from loket.core.record import Record
from loket.core.shapes import is_object, text_at

CALL = "call"
WORDS = {
    "nl": "Hier komen vragen van andere programma's binnen. Ik kan u hier niet helpen.",
    "de": "Hier kommen Aufrufe anderer Programme an. Ich kann Ihnen hier nicht helfen.",
    "pt-BR": "Aqui chegam chamadas de outros programas. Não posso ajudar aqui.",
    "en": "This is where calls of other programs arrive. I can't help you here.",
}


def asked_for(tool: str, args: JsonObject) -> JsonObject:
    """The data of the message that asks for a call."""
    return {"tool": tool, "arguments": args}


class OutsidePlanner:
    """A message names a tool and its arguments. Asked again in the same conversation, the call is a retry of the first
    one, so that it goes out with the same idempotency key."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        match situation.woke[-1].event:
            case AgentSaid(data=dict(data)) if "tool" in data:
                args = data.get("arguments")
                call = ToolCall(
                    id=CALL,
                    tool=text_at(data, "tool"),
                    args=args if is_object(args) else {},
                    retries=_first(situation.history),
                )
                return Decision(
                    reasoning="Another program called this tool.", action=Call(calls=(call,)), step=call.tool
                )
            case Returned(ok=True):
                return Decision(reasoning="It came back.", action=Done())
            case Returned(text=text, code=code):
                # Not the end: the same caller may ask again.
                return Decision(reasoning="It failed.", action=Say(text=text or code or "failed"))
            case _:
                words = WORDS.get(situation.locale, WORDS["en"])
                return Decision(reasoning="Nobody can talk with this assistant.", action=Say(text=words))


def _first(history: Sequence[Record]) -> str | None:
    """The first call of this conversation, when there was one."""
    for record in history:
        if isinstance(record.event, Decided) and isinstance(record.event.action, Call):
            return f"{record.seq}.{CALL}"
    return None
