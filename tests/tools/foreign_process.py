"""An agent that is not ours in a process of its own, made with the A2A library: `python -m tests.tools.foreign_process
FOLDER forgets|keeps PORT`. It notes each message it gets, and works until somebody posts to `/go`."""

import asyncio
import sys
from pathlib import Path

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.context import ServerCallContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill, Part, Task, TaskState, TaskStatus
from google.protobuf.json_format import MessageToJson, Parse
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.servers import serve_for_ever

HEARD = "heard"


class Worker(AgentExecutor):
    """Its work is over when the gate is open."""

    def __init__(self, folder: Path) -> None:
        self.heard = folder / HEARD
        self.gate = asyncio.Event()

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        message = context.message
        assert message is not None and context.task_id and context.context_id
        with self.heard.open("a") as lines:
            lines.write(f"{message.message_id}\n")
        begun = Task(id=context.task_id, context_id=context.context_id)
        begun.status.CopyFrom(TaskStatus(state=TaskState.TASK_STATE_SUBMITTED))
        await event_queue.enqueue_event(begun)
        work = TaskUpdater(event_queue, context.task_id, context.context_id)
        await work.start_work(work.new_agent_message([Part(text="At it.")]))
        await self.gate.wait()
        await work.add_artifact([Part(text="It is done.")], name="result")
        await work.complete()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        assert context.task_id and context.context_id
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


class Kept(InMemoryTaskStore):
    """Tasks outlive the process; those that it was working on are told as failed by the next one."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    async def save(self, task: Task, context: ServerCallContext) -> None:
        await super().save(task, context)
        (self.folder / f"{task.id}.json").write_text(MessageToJson(task))

    async def get(self, task_id: str, context: ServerCallContext) -> Task | None:
        path = self.folder / f"{task_id}.json"
        if (task := await super().get(task_id, context)) is None and path.exists():
            task = Parse(path.read_text(), Task())
            task.status.state = TaskState.TASK_STATE_FAILED
        return task


def app(folder: Path, store: InMemoryTaskStore, port: int) -> Starlette:
    """Its card, its wire and its gate."""
    worker = Worker(folder)
    rpc = AgentInterface(url=f"http://127.0.0.1:{port}/rpc", protocol_binding="JSONRPC", protocol_version="1.0")
    skill = AgentSkill(id="order", name="Order", description="Orders parts.", tags=["parts"])
    modes = {"default_input_modes": ["text/plain"], "default_output_modes": ["text/plain"]}
    card = AgentCard(name="Wholesaler", version="1", description="Parts.", **modes)
    card.MergeFrom(AgentCard(supported_interfaces=[rpc], capabilities=AgentCapabilities(), skills=[skill]))

    async def go(request: Request) -> Response:
        worker.gate.set()
        return Response()

    handler = DefaultRequestHandler(worker, store, card)
    routes = [
        *create_agent_card_routes(card),
        *create_jsonrpc_routes(handler, "/rpc"),
        Route("/go", go, methods=["POST"]),
    ]
    return Starlette(routes=routes)


if __name__ == "__main__":
    _, where, memory, at = sys.argv
    there = Path(where)
    tasks = Kept(there) if memory == "keeps" else InMemoryTaskStore()
    asyncio.run(serve_for_ever(app(there, tasks, int(at)), int(at)))
