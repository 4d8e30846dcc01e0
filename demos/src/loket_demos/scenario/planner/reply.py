"""What a model replies: one JSON object with its reasoning and one action. Fences around it, words before and after it,
and the form of earlier versions are read as well."""

import json
import re

from loket.core.data import Frozen, Json, JsonObject
from loket.core.shapes import is_object, text_at

FORMAT = """Return exactly one JSON object and nothing else:
{"reasoning": "why you do this", "action": {"tool": "NAME", "args": {}}}"""
ALIASES = {
    "sendMessageToRemoteAgent": "sendMessage",
    "sendMessageToAgentConversation": "sendMessage",
    "sendMessageToUser": "askUser",
}
_FENCE = re.compile(r"```(?:\w+)?\s*\n(.*?)```", re.DOTALL)


class PlannerReply(Frozen):
    """One step of a model."""

    reasoning: str
    tool: str
    args: JsonObject


def reply_of(text: str) -> PlannerReply | None:
    """The reply, None when it can't be read."""
    for written in (*_FENCE.findall(text), text):
        value = _object_in(written)
        reply = _reply(value) if value is not None else None
        if reply is not None:
            return reply
    return None


def _reply(value: JsonObject) -> PlannerReply | None:
    action = value.get("action", value.get("toolCall"))
    if not is_object(action):
        return None
    tool = text_at(action, "tool") or text_at(action, "name")
    args = action.get("args", action.get("arguments"))
    if not tool or not (args is None or is_object(args)):
        return None
    reasoning = text_at(value, "reasoning") or text_at(value, "thought")
    return PlannerReply(reasoning=reasoning, tool=ALIASES.get(tool, tool), args=args or {})


def _object_in(text: str) -> JsonObject | None:
    """The first JSON object that stands in a text and holds more than one of its own words."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value: Json = decoder.raw_decode(text, at)[0]
        except (ValueError, RecursionError):
            value = None
        if is_object(value) and ("action" in value or "toolCall" in value):
            return value
        at = text.find("{", at + 1)
    return None
