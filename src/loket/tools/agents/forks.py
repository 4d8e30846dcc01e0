"""What a fork may say to an agent: nothing about tasks and contexts of the conversation that it was copied from.

Two conversations would speak for one task otherwise, and the copy could end or answer what the other waits for."""

from loket.core.events import TaskOpened
from loket.core.tool import CallContext, ToolFailed
from loket.tools.agents.request import AgentRequest


def of_its_own(request: AgentRequest, context: CallContext, earlier: TaskOpened | None) -> AgentRequest:
    """The request as this conversation may make it; `earlier` is what it recorded itself of the task. Raises ToolFailed
    `not_ours`; only to look how far a task is may anybody who knows it."""
    if not context.forked:
        return request
    if request.task_id and earlier is None and (request.cancel or not request.only_looks):
        text = "This task belongs to the conversation that this one was copied from. Answer it there, or ask anew here."
        raise ToolFailed("not_ours", text)
    if request.context_id and not context.remote.uses(request.context_id):
        return request.model_copy(update={"context_id": ""})
    return request
