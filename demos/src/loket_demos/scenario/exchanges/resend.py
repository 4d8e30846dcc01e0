"""Sends a request to an agent once more, as it was or as somebody edited it; only when a person says so."""

from dataclasses import dataclass, field, replace

from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject
from loket.core.shapes import text_at
from loket.core.tool import CallContext
from loket.core.tool_spec import ToolSpec
from loket_demos.scenario.exchanges.kept import ExchangeBook, ExchangesOf

ASSISTANT, TOOL = "scenario.resends", "send_request_again"
POST = "post_to_a2a_agent"
RESENDS = AssistantSpec(
    name=ASSISTANT,
    title="Requests that are sent again",
    planner="outside",
    tools=(TOOL, POST),
    approval="destructive",
    approval_floor="destructive",
    intake="one_by_one",
    hidden=True,
)
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "url": {"type": "string", "maxLength": 2000, "title": "Address"},
        "request": {"type": "object", "title": "Request"},
        "dialect": {"type": "string", "maxLength": 40, "title": "Dialect"},
        "conversation": {"type": "string", "maxLength": 22},
    },
    "required": ["url", "request"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class ResendTool:
    """What comes of it is kept as an exchange of the conversation that the first one was of."""

    book: ExchangeBook
    spec: ToolSpec = field(
        default=ToolSpec(
            name=TOOL,
            title="Send this request to the agent",
            titles={
                "nl": "Dit bericht naar de agent sturen",
                "de": "Diese Anfrage an den Agenten senden",
                "pt-BR": "Enviar este pedido ao agente",
            },
            description="Sends the request exactly as it stands here.",
            input=SCHEMA,
            destructive=True,
            deadline=90.0,
        )
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        conversation = text_at(args, "conversation") or context.conversation
        noted = replace(context, exchanges=ExchangesOf(self.book, context.owner, conversation))
        dialect = text_at(args, "dialect")
        asked: JsonObject = {"url": args["url"], "request": args["request"]}
        return await context.tool(POST).call(asked | ({"dialect": dialect} if dialect else {}), noted)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        """Nobody knows what became of it."""
        return await context.tool(POST).look_up(args, context)
