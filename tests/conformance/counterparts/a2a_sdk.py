"""A side of a scenario made with a2a-sdk: `python a2a_sdk.py TURNS VERSION LOG PORT`. Imports nothing of ours.

TURNS is a file of turns, each said once a message comes in a task; LOG gets the id of each message that came."""

import json
import sys
from pathlib import Path

import uvicorn
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill, Part, Task, TaskStatus
from starlette.applications import Starlette


class Scripted(AgentExecutor):
    """Says its turns in order, in each task anew."""

    def __init__(self, turns: list[dict], log: Path) -> None:
        self.turns, self.log, self.said = turns, log, {}

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        with self.log.open("a") as log:
            log.write(json.dumps({"id": context.message.message_id, "task": context.task_id}) + "\n")
        work = TaskUpdater(event_queue, context.task_id, context.context_id)
        if context.current_task is None:
            task = Task(
                id=context.task_id, context_id=context.context_id, status=TaskStatus(state="TASK_STATE_SUBMITTED")
            )
            task.history.append(context.message)
            await event_queue.enqueue_event(task)
        at = self.said.get(context.task_id, 0)
        self.said[context.task_id] = at + 1
        if at >= len(self.turns):
            await work.complete()
            return
        turn = self.turns[at]
        files = [
            Part(raw=file["text"].encode(), filename=file["name"], media_type=file["media"]) for file in turn["files"]
        ]
        message = work.new_agent_message([Part(text=turn["text"]), *files])
        await (work.complete(message) if turn["end"] else work.requires_input(message))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def application(turns: list[dict], version: str, log: Path, port: int) -> Starlette:
    card = AgentCard(
        name="Scripted side",
        description="Plays one side of a scenario.",
        version="1.0.0",
        supported_interfaces=[
            AgentInterface(url=f"http://127.0.0.1:{port}/a2a", protocol_binding="JSONRPC", protocol_version=version)
        ],
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="talk", name="Talk", description="Talks.", tags=["talk"])],
    )
    handler = DefaultRequestHandler(Scripted(turns, log), InMemoryTaskStore(), card)
    rpc = create_jsonrpc_routes(handler, "/a2a", enable_v0_3_compat=version == "0.3")
    return Starlette(routes=[*create_agent_card_routes(card), *rpc])


if __name__ == "__main__":
    said, version, log, port = sys.argv[1:]
    app = application(json.loads(Path(said).read_text()), version, Path(log), int(port))
    uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="error")
