"""An agent that is not ours: the A2A library's own server, in process, with a few skills that end in different ways."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import (
    BasePushNotificationSender,
    InMemoryPushNotificationConfigStore,
    InMemoryTaskStore,
    TaskUpdater,
)
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill, Message, Part, Task
from a2a.types import TaskStatus as Status
from google.protobuf.json_format import MessageToDict, ParseDict
from starlette.applications import Starlette
from starlette.routing import Mount

from tests.servers import free_port, serving

Way = Literal["jsonrpc", "rest"]
SKILLS = ("add", "slow", "ask", "fail", "direct", "chunks")


@dataclass
class Foreign(AgentExecutor):
    """What the agent does. `heard` are the messages that came in; `gate` lets slow work end."""

    url: str = ""
    heard: list[Message] = field(default_factory=list[Message])
    requests: list[str] = field(default_factory=list[str])
    cancelled: list[str] = field(default_factory=list[str])
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        message = context.message
        assert message is not None and context.task_id and context.context_id
        self.heard.append(message)
        data = next((MessageToDict(part.data) for part in message.parts if part.HasField("data")), {})
        skill, given = data.get("skill_id", ""), data.get("parameters", {})
        if skill == "direct":
            await event_queue.enqueue_event(Message(message_id="m1", role="ROLE_AGENT", parts=[Part(text="Directly.")]))
            return
        work = TaskUpdater(event_queue, context.task_id, context.context_id)
        if context.current_task is None:
            opened = Task(
                id=context.task_id, context_id=context.context_id, status=Status(state="TASK_STATE_SUBMITTED")
            )
            opened.history.append(message)
            await event_queue.enqueue_event(opened)
        self.begun.set()
        await self._worked(work, skill, given, context.current_task is not None)

    async def _worked(self, work: TaskUpdater, skill: str, given: dict[str, Any], continued: bool) -> None:
        match skill:
            case "slow":
                await work.start_work(work.new_agent_message([Part(text="Thinking hard.")]))
                await self.gate.wait()
                await work.add_artifact([Part(text="Thought.")], name="thought")
            case "ask" | "" if not continued:
                await work.requires_input(work.new_agent_message([Part(text="How old is the child?")]))
                return
            case "fail":
                await work.failed(work.new_agent_message([Part(text="The book is closed.")]))
                return
            case "chunks":
                for n, text in enumerate(("one ", "two ", "three")):
                    await work.add_artifact([Part(text=text)], artifact_id="a", append=n > 0, last_chunk=n == 2)
            case _:
                total = int(given.get("a", 0)) + int(given.get("b", 0))
                value = ParseDict({"sum": total, "half": total / 2}, Part().data)
                await work.add_artifact([Part(data=value), Part(text=f"It is {total}.")], name="sum")
        await work.complete()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        assert context.task_id and context.context_id
        self.cancelled.append(context.task_id)
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def card(url: str, version: str, way: Way, streaming: bool) -> AgentCard:
    """The card of the foreign agent: one interface, in one version."""
    binding = "JSONRPC" if way == "jsonrpc" else "HTTP+JSON"
    where = f"{url}/rpc" if way == "jsonrpc" else f"{url}/rest"
    return AgentCard(
        name="Sample agent",
        description="Adds numbers.",
        version="1.2.3",
        supported_interfaces=[AgentInterface(url=where, protocol_binding=binding, protocol_version=version)],
        capabilities=AgentCapabilities(streaming=streaming),
        default_input_modes=["text/plain", "application/json"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id=id, name=id.title(), description=f"Can {id}.", tags=[id]) for id in SKILLS],
    )


@asynccontextmanager
async def foreign(
    version: str = "1.0",
    way: Way = "jsonrpc",
    *,
    streaming: bool = False,
    spoken: str | None = None,
    notifying: bool = False,
    words_only: bool = False,
) -> AsyncGenerator[Foreign]:
    """Serves it. `spoken` is what it really speaks, when the card tells something else; `notifying`: it calls
    webhooks; `words_only`: it refuses what is no text, whatever its card says."""
    port = free_port()
    agent = Foreign(f"http://127.0.0.1:{port}")
    told = card(agent.url, version, way, streaming)
    told.capabilities.push_notifications = notifying
    really = card(agent.url, spoken or version, way, True)
    really.capabilities.push_notifications = notifying
    if words_only:
        really.default_input_modes.remove("application/json")
    hooks = InMemoryPushNotificationConfigStore()
    caller = httpx.AsyncClient(trust_env=False, verify=False)
    sender = BasePushNotificationSender(caller, hooks)
    push = {"push_config_store": hooks, "push_sender": sender if notifying else None}
    handler = DefaultRequestHandler(agent, InMemoryTaskStore(), really, **push, validate_input_modes=words_only)
    old = (spoken or version).startswith("0.3")
    routes = [
        *create_agent_card_routes(told),
        *create_jsonrpc_routes(handler, "/rpc", enable_v0_3_compat=old),
        Mount("/rest", routes=create_rest_routes(handler, enable_v0_3_compat=old)),
    ]
    app = Starlette(routes=routes)

    async def watched(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            agent.requests.append(f"{scope['method']} {scope['path']}")
        await app(scope, receive, send)

    async with caller, serving(watched, port):
        try:
            yield agent
        finally:
            agent.gate.set()
            left = [task for task in asyncio.all_tasks() if _of_library(task)]
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)


def _of_library(task: asyncio.Task[Any]) -> bool:
    """What the library leaves running behind each task it ever had."""
    return any(name in repr(task.get_coro()) for name in ("ActiveTask.", "EventQueueSource.", "/a2a/"))
