"""What goes into the log of work at an agent: where it is asked, and what it tells."""

import hashlib

from pydantic import TypeAdapter, ValidationError

from loket.core.events import AgentSaid, TaskOpened
from loket.net.client import origin
from loket.tools.agents.dialect import Interface
from loket.tools.agents.reading import RemoteTask

LETTERS = 2000

_ways = TypeAdapter(Interface)


def opening(way: Interface, call: str, agent: str, task: str = "", context: str = "") -> TaskOpened:
    """A call as it is about to be sent in this way; `agent` is the address it was asked for."""
    return TaskOpened(
        call=call,
        agent=origin(agent),
        task=task,
        context=context or None,
        address=way.url,
        dialect=way.dialect,
        binding=way.binding,
        tenant=way.tenant,
    )


def way_of(opened: TaskOpened) -> Interface | None:
    """Where it was sent, None for what another version recorded."""
    given = {"url": opened.address, "dialect": opened.dialect, "binding": opened.binding, "tenant": opened.tenant}
    try:
        return _ways.validate_python(given)
    except ValidationError:
        return None


def news_of(task: RemoteTask) -> AgentSaid:
    """How a task stands; the agent's id of the message, or else its words, tell whether it is new."""
    words = task.asks()[:LETTERS]
    named = task.message or (hashlib.sha256(words.encode()).hexdigest()[:16] if words else "")
    return AgentSaid(agent="", task=task.id or None, state=task.state or None, message_id=named, text=words)


def state_of_task(task: RemoteTask) -> AgentSaid:
    """The same without words, for who is told of them message by message."""
    return AgentSaid(agent="", task=task.id or None, state=task.state or None)
