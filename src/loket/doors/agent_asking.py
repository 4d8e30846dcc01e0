"""Asking one of our own assistants as an agent: a message becomes an event, its answer is read from the log."""

from dataclasses import dataclass

from loket.core.data import JsonObject
from loket.core.events import AgentSaid
from loket.core.tool import ToolFailed
from loket.doors.outside import NeedsApproval, OutsidePlace
from loket.engine.fitting import whole
from loket.engine.host import Host
from loket.engine.keeping import asked_by, asked_name
from loket.house.house import outcomes
from loket.house.sessions import ensure
from loket.views.outcome_state import Outcome

CALLER = "caller"


@dataclass(frozen=True, slots=True)
class AgentQuestion:
    """What is asked of an assistant, by whom: "" is this process itself. The same message id of the same caller is the
    same work. `at` is the address of this server's pages, where a person finds what waits for approval."""

    assistant: str
    capability: str
    given: JsonObject
    message_id: str
    caller: str = ""
    at: str = ""

    @property
    def place(self) -> OutsidePlace:
        """The conversation in which it is answered."""
        name = asked_name(self.assistant, self.message_id, self.caller)
        return OutsidePlace(name, self.caller or asked_by(self.assistant), self.at)


async def ask(host: Host, question: AgentQuestion, deadline: float) -> JsonObject:
    """The value of the answer, the same also after a restart.

    ToolFailed with the code of what went wrong, `timeout` when it is not ready in time; NeedsApproval while a person
    must approve what it takes."""
    place, capability = question.place, question.capability
    starting = host.start(place.owner, question.assistant, conversation=place.conversation)
    await ensure(starting, place.conversation)
    data: JsonObject = {"capability": capability, "input": question.given}
    said = AgentSaid(agent=CALLER, message_id=question.message_id, data=data)
    seq = await host.tell(place.conversation, said, owner=place.owner, key=question.message_id, by="agent")
    return await _settled(host, question, seq, deadline)


async def look(host: Host, question: AgentQuestion, deadline: float) -> JsonObject | None:
    """The same for a message that may have come before; None when it did not. Nothing is told."""
    seq = await host.store.find(question.place.conversation, question.message_id)
    return None if seq is None else await _settled(host, question, seq, deadline)


async def _settled(host: Host, question: AgentQuestion, seq: int, deadline: float) -> JsonObject:
    place, capability = question.place, question.capability
    try:
        await host.settled(place.conversation, seq, deadline)
    except TimeoutError as error:
        raise ToolFailed("timeout", f"{capability} is not ready within {deadline:g} s.") from error
    return await _value(host, question, (await outcomes(host, place.conversation, seq)).outcome(seq))


async def _value(host: Host, question: AgentQuestion, outcome: Outcome | None) -> JsonObject:
    returned, capability = outcome and outcome.returned, question.capability
    if returned is None and outcome is not None and outcome.state == "held":
        if not question.caller:
            # Another conversation of this process waits for the answer, and nobody can be asked there.
            raise ToolFailed("needs_approval", f"{capability} needs a person's approval, which can't be given here.")
        raise NeedsApproval(capability, question.place, outcome, {"messageId": question.message_id})
    if returned is None:
        raise ToolFailed("failed", f"{capability} gave no answer.")
    value = await whole(host.store, question.place.conversation, returned.value)
    if not returned.ok or not isinstance(value, dict):
        code = value.get("code") if isinstance(value, dict) else None
        raise ToolFailed(str(code or returned.code or "failed"), returned.text or f"{capability} did not work.")
    return value
