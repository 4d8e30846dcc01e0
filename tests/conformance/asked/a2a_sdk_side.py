"""A greeter made with a2a-sdk that takes text and nothing else, though its card promises more:
`python a2a_sdk_side.py PORT`. Imports nothing of ours."""

import sys

import uvicorn
from a2a.helpers import new_text_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill, Role
from starlette.applications import Starlette


class Greeter(AgentExecutor):
    """Says what it was asked, in a message without a task."""

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        asked = " | ".join(part.text or str(part.data) for part in context.message.parts)
        await event_queue.enqueue_event(new_text_message(f"Welcome! I was asked: {asked}", role=Role.ROLE_AGENT))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """There is nothing to cancel."""


def card(port: int, modes: list[str]) -> AgentCard:
    way = AgentInterface(url=f"http://127.0.0.1:{port}/", protocol_binding="JSONRPC", protocol_version="1.0")
    skill = AgentSkill(id="greet", name="Greet", description="Greets people.", tags=["greeting"])
    told = {"name": "Greeter", "description": "Greets people.", "version": "1", "default_output_modes": ["text/plain"]}
    about = {"supported_interfaces": [way], "capabilities": AgentCapabilities(streaming=True), "skills": [skill]}
    return AgentCard(default_input_modes=modes, **told, **about)


if __name__ == "__main__":
    port = int(sys.argv[1])
    handler = DefaultRequestHandler(
        Greeter(), InMemoryTaskStore(), card(port, ["text/plain"]), validate_input_modes=True
    )
    shown = card(port, ["text/plain", "application/json"])
    app = Starlette(routes=[*create_agent_card_routes(shown), *create_jsonrpc_routes(handler, "/")])
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")
