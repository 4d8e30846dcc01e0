"""Asking the person at an MCP client whether a held call may be made, in either era of the protocol."""

import asyncio
import json

from mcp import MCPError

from loket.core.data import JsonObject
from loket.core.shapes import object_at, text_at
from loket.doors.mcp_exchange import Exchange, NeedsInput
from loket.doors.outside import NeedsApproval

APPROVAL = "approval"
"""The name of our request among the inputs a client is asked for."""
SECONDS = 300.0
"""How long a person may think about it before the client is told where the call waits."""
ARGUMENTS = 1000
"""Characters of the arguments that are shown."""
FORM: JsonObject = {
    "type": "object",
    "properties": {"approve": {"type": "boolean", "title": "Yes, do it", "default": False}},
    "required": ["approve"],
}


async def word_on(exchange: Exchange, waiting: NeedsApproval, args: JsonObject, key: str) -> bool | None:
    """Whether the person approves; None when the client can't ask one, or none decided. A client of the newer era is
    asked by its answer, which raises NeedsInput: it calls again with the word, and with the key as our state."""
    given = exchange.responses.get(APPROVAL)
    if given is not None and exchange.state == key:  # an answer counts when we asked: only we can make that state
        return _word(given)
    if not exchange.offers("elicitation"):
        return None
    message = _message(waiting, args)
    if exchange.modern:
        params: JsonObject = {"mode": "form", "message": message, "requestedSchema": FORM}
        raise NeedsInput({APPROVAL: {"method": "elicitation/create", "params": params}}, key)
    try:
        async with asyncio.timeout(SECONDS):
            return _word(await exchange.elicit(message, FORM))
    except (MCPError, TimeoutError):
        return None


def _word(given: JsonObject) -> bool | None:
    match text_at(given, "action"):
        case "accept":
            return object_at(given, "content").get("approve") is True
        case "decline":
            return False
        case _:
            return None


def _message(waiting: NeedsApproval, args: JsonObject) -> str:
    shown = json.dumps(args, ensure_ascii=True)
    shown = shown if len(shown) <= ARGUMENTS else f"{shown[:ARGUMENTS]}… (all of it: {waiting.place.link})"
    return f"{waiting.what} needs your approval. It was called with: {shown}"
