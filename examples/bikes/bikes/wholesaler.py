"""Somebody else's agent, made with the A2A SDK: it takes orders for parts. `python -m bikes.wholesaler PORT`."""

import sys

import uvicorn
from a2a.helpers import new_text_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill
from starlette.applications import Starlette


class Wholesaler(AgentExecutor):
    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        await event_queue.enqueue_event(new_text_message(f"Tomorrow in your shop: {context.get_user_input()}"))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """An order is answered at once, so there is nothing to take back."""


if __name__ == "__main__":
    port = int(sys.argv[1])
    rpc = AgentInterface(url=f"http://127.0.0.1:{port}/rpc", protocol_binding="JSONRPC", protocol_version="1.0")
    skill = AgentSkill(id="order", name="Order parts", description="Orders parts for bikes.", tags=["order", "parts"])
    card = AgentCard(name="Wholesaler", version="1", description="Parts for bikes, tomorrow in your shop.")
    card.MergeFrom(AgentCard(supported_interfaces=[rpc], capabilities=AgentCapabilities(), skills=[skill]))
    card.MergeFrom(AgentCard(default_input_modes=["text/plain"], default_output_modes=["text/plain"]))
    handler = DefaultRequestHandler(Wholesaler(), InMemoryTaskStore(), card)
    routes = [*create_agent_card_routes(card), *create_jsonrpc_routes(handler, "/rpc")]
    uvicorn.run(Starlette(routes=routes), port=port)
