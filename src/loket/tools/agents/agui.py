"""An agent of others that speaks AG-UI, as a source with one tool: `NAME.ask`. It has no card; the operator names it.

A call is one run in a thread of its own. Nothing is sent twice: who hangs up before the end has no answer, and unless
the operator says that the agent only reads, nobody knows then what it did."""

import uuid
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

import anyio
import httpx
import msgspec

from loket.core.data import Json, JsonObject
from loket.core.events import AgentSaid, TaskOpened, ToolsFound
from loket.core.shapes import is_object
from loket.core.source import SourceState
from loket.core.tool import CallContext, Tool, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket.net.client import REPLY_BYTES, Reply, origin
from loket.net.guard import REFUSED, AddressRefused
from loket.tools.agents.agui_reading import AguiReading
from loket.tools.agents.skill_tools import WORDS
from loket.tools.agents.text import words
from loket.tools.agents.wire import FRAMES, IDLE, STREAM_BYTES
from loket.tools.configured import OutsideAgent
from loket.tools.event_stream import EventReader, TooMuch
from loket.tools.invoke import InvokeTool
from loket.tools.json_rpc import check_depth, http_failure, unanswered

DIALECT = "agui"
LETTERS = 2000


class AguiSource:
    """The one tool of an agent. `invoke` has the guarded client and what to log in with."""

    def __init__(self, name: str, agent: OutsideAgent, invoke: InvokeTool) -> None:
        self._name, self.agent, self.invoke = name, agent, invoke
        self.state: SourceState = "stopped"
        self.trouble = ""

    @property
    def name(self) -> str:
        return self._name

    async def discover(self, owner: str) -> tuple[ToolsFound, ...]:
        """What the configuration says; nobody is asked."""
        agent = self.agent
        spec = ToolSpec(
            name=f"{self.name}.ask",
            title=agent.title or self.name,
            description=agent.description or f"Asks the agent {self.name} in words, and gives its answer.",
            input=WORDS,
            read_only=agent.read_only,
            destructive=not agent.read_only,
            deadline=self.invoke.directory.settings.task_deadline,
            source=self.name,
            place=origin(agent.url),
        )
        return (ToolsFound(source=self.name, specs=(spec,)),)

    def tool(self, spec: ToolSpec) -> Tool:
        """See Source."""
        return _AskTool(self, spec)


@dataclass(frozen=True, slots=True)
class _AskTool:
    source: AguiSource
    spec: ToolSpec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        agent, remote = self.source.agent, context.remote
        opened = TaskOpened(
            call=context.call, agent=origin(agent.url), task=context.key, context=context.key, address=agent.url
        )
        await remote.record(opened.model_copy(update={"dialect": DIALECT}))
        message = str(uuid.uuid5(uuid.NAMESPACE_URL, context.key))
        reading = AguiReading(self.source.name, message)
        async with aclosing(self._events(run_input(context.key, message, args["text"]))) as events:
            async for event in events:
                answer = reading.take(event)
                if note := reading.note(event):
                    context.progress(note, None)
                if id := reading.finished(event):
                    said = words(reading.said[id], LETTERS)
                    remote.news(AgentSaid(agent="", task=context.key, state="working", message_id=id[:200], text=said))
                if answer is not None:
                    remote.news(AgentSaid(agent="", task=context.key, state="completed"), last=True)
                    return answer
        raise unanswered(httpx.RemoteProtocolError(""), agent.url, 0, repeatable=self.spec.read_only)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        text = f"{self.source.name} can't be asked what became of this."
        raise ToolFailed("unknown_outcome", text)

    async def _events(self, body: JsonObject) -> AsyncGenerator[JsonObject]:
        """The events as they come. Raises ToolFailed."""
        source, url = self.source, self.source.agent.url
        settings, keyring = source.invoke.directory.settings, source.invoke.keyring
        if (refusal := settings.refusal(url)) is not None:
            raise ToolFailed(REFUSED, refusal.text)
        credential = settings.credential(url)
        client = source.invoke.directory.client
        headers = {"accept": "text/event-stream", "content-type": "application/json"}
        request = client.build_request("POST", url, content=msgspec.json.encode(body), headers=headers)
        await keyring.unlock(request, credential)
        request.extensions |= {"timeout": {"connect": 10, "read": IDLE, "write": 10, "pool": 10}}
        try:
            answer = await client.send(request, stream=True)
            try:
                if answer.status_code != 200:
                    raise _refused(answer, url)
                source.state = "up"
                async for data in _datas(answer, url):
                    if (event := _event(keyring.without(data.encode(), credential), url)) is not None:
                        yield event
            finally:
                with anyio.CancelScope(shield=True):
                    await answer.aclose()
        except AddressRefused as error:
            raise ToolFailed(REFUSED, error.refusal.text) from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            source.state = "down"
            raise unanswered(error, url, IDLE, repeatable=self.spec.read_only) from error


def run_input(thread: str, message: str, text: str) -> JsonObject:
    """What is sent: every field that older agents ask for stands in it."""
    said = {"id": message, "role": "user", "content": text}
    empty: JsonObject = {"state": {}, "tools": [], "context": [], "forwardedProps": {}}
    return {"threadId": thread, "runId": thread, "protocolVersion": "1.0", "messages": [said], **empty}


async def _datas(answer: httpx.Response, url: str) -> AsyncGenerator[str]:
    where, size, count, reader = origin(url), 0, 0, EventReader(REPLY_BYTES)
    async for chunk in answer.aiter_raw():
        size += len(chunk)
        try:
            events = reader.feed(chunk)
        except TooMuch as error:
            raise ToolFailed("too_large", f"{where} sent an event of more than {REPLY_BYTES} bytes.") from error
        for event in events:
            count += 1
            yield event.data
        if size > STREAM_BYTES or count > FRAMES:
            raise ToolFailed("too_large", f"{where} does not stop talking; we stopped listening.")


def _event(data: bytes, url: str) -> JsonObject | None:
    """None for a ping and for nonsense."""
    try:
        found: Json = msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return None
    if not is_object(found):
        return None
    check_depth(found, origin(url))
    return found


def _refused(answer: httpx.Response, url: str) -> ToolFailed:
    where, status = origin(url), answer.status_code
    if status in (401, 403):
        return ToolFailed("needs_credentials", f"{where} wants us to log in (HTTP {status}).")
    if status in (429, 503):
        return ToolFailed("busy", f"{where} has no time for us now (HTTP {status}).")
    return http_failure(Reply(status, answer.headers, b""), where)
