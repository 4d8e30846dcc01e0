"""A capability of one of our agents as a tool: its arguments go as the data of one message, its value is the data of
the answer. Where the agent runs, the configuration says."""

from collections.abc import Awaitable, Callable

import anyio
import httpx

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.schemas import problems
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.dialect import Interface
from loket.tools.agents.outcome import bad_end
from loket.tools.agents.reading import RemoteTask
from loket.tools.agents.record import opening, way_of
from loket.tools.agents.sending import Outgoing
from loket.tools.agents.talk import Talk
from loket.tools.agents.wire import AgentConnection
from loket.tools.agents.work import recorded, send, take_up, talk_of

DEADLINE = 20.0
"""Seconds a call may take, whatever the engine would allow."""


class AgentTool:
    """The message id is the idempotency key, so an agent that remembers ids does the work once however often it is
    asked. Nothing is sent twice; after a crash the agent is asked what became of the message.

    Codes beside those of the wire: `still_working`, `unknown_outcome`, `invalid`, `failed`, `needs_input`; `timeout`
    where doing the work twice harms nobody."""

    def __init__(
        self,
        spec: ToolSpec,
        url: str,
        client: httpx.AsyncClient,
        pause: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        self.spec = spec.model_copy(update={"kind": "a2a", "source": spec.source or url})
        self._way = Interface(url, "0.3", "capability")
        self._client = client
        self._repeatable = spec.read_only or spec.idempotent
        self._pause = pause

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        opened = opening(self._way, context.call, self._way.url)
        if not self._repeatable:
            await context.remote.record(opened)
        talk = self._talk(self._way, context)
        await send(talk, Outgoing(context.key, "", args, capability=self.spec.name), context)
        return self._value(talk.task)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        opened = recorded(context)
        talk = self._talk(way_of(opened) or self._way, context)
        await take_up(talk, opened, DEADLINE)
        return self._value(talk.task)

    def _talk(self, way: Interface, context: CallContext) -> Talk:
        wire = AgentConnection(self._client, way, Keyring(self._client, _no_secret), None, repeatable=self._repeatable)
        opened = opening(way, context.call, way.url)
        return talk_of(wire, opened, context, min(DEADLINE, self.spec.deadline, context.deadline), self._pause)

    def _value(self, task: RemoteTask) -> Json:
        """Its data, as they were promised."""
        value = value_of(task)
        if self.spec.output is not None and (wrong := problems(self.spec.output, value)):
            listed = "; ".join(str(problem) for problem in wrong[:5])
            raise ToolFailed("invalid", f"The agent's answer is not what it promised: {listed}.")
        return value


def value_of(task: RemoteTask) -> Json:
    """The data of a task at rest; an answer in words only becomes `{"text": …}`. Raises ToolFailed for one that did not
    end well."""
    if task.state in ("input-required", "auth-required"):
        raise ToolFailed("needs_input", task.asks()[:500] or "The agent asks for something that can't be given here.")
    if (ended := bad_end(task)) is not None:
        raise ToolFailed("failed", ended)
    if values := task.data():
        return values[0]
    if text := task.text():
        return {"text": text}
    raise ToolFailed("invalid", "The agent's answer holds neither data nor words.")


def _no_secret(name: str) -> str | None:
    return None
