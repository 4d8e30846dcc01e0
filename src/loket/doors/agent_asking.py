"""Asking one of our own assistants as an agent: a message becomes an event, its answer is read from the log."""

from loket.core.data import JsonObject
from loket.core.errors import LoketError
from loket.core.events import AgentSaid, Returned
from loket.core.record import decode
from loket.core.tool import ToolFailed
from loket.engine.fitting import whole
from loket.engine.host import Host
from loket.engine.keeping import asked_by, asked_name

CALLER = "caller"
PAGE = 200


async def ask(
    host: Host, assistant: str, asked: tuple[str, JsonObject, str], deadline: float, caller: str = ""
) -> JsonObject:
    """The value of (capability, input, message id). The same message id of the same caller is the same work, also after
    a restart; without a caller this process asks itself.

    ToolFailed with the code of what went wrong, `timeout` when it is not ready in time."""
    capability, given, message_id = asked
    owner, conversation = caller or asked_by(assistant), asked_name(assistant, message_id, caller)
    try:
        await host.start(owner, assistant, conversation=conversation)
    except LoketError as error:
        if error.code != "exists":
            raise
    said = AgentSaid(agent=CALLER, message_id=message_id, data={"capability": capability, "input": given})
    seq = await host.tell(conversation, said, owner=owner, key=message_id, by="agent")
    try:
        await host.settled(conversation, seq, deadline)
    except TimeoutError as error:
        raise ToolFailed("timeout", f"{capability} is not ready within {deadline:g} s.") from error
    returned = await _returned(host, conversation, seq)
    if returned is None:
        raise ToolFailed("failed", f"{capability} gave no answer.")
    value = await whole(host.store, conversation, returned.value)
    if not returned.ok or not isinstance(value, dict):
        code = value.get("code") if isinstance(value, dict) else None
        raise ToolFailed(str(code or returned.code or "failed"), returned.text or f"{capability} did not work.")
    return value


async def _returned(host: Host, conversation: str, seq: int) -> Returned | None:
    """What came back to the root after this message."""
    while rows := await host.store.read(conversation, after=seq, limit=PAGE):
        for row in rows:
            record = decode(row.body)
            if record.scope == "/" and isinstance(record.event, Returned):
                return record.event
        seq = rows[-1].seq
    return None
