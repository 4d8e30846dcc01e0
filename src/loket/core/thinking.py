"""What a model's provider wants back, between a response and the record of the decision that came of it: the record has
the words and the calls, the thought what stood between and beside them."""

from collections.abc import Iterable, Sequence

from loket.core.actions import Thought
from loket.core.data import Json, JsonObject
from loket.core.model import Part, TextPart, ThinkingPart, ToolCallPart
from loket.core.shapes import is_list, is_object, text_at

PARTS = "parts"


def thought_of(parts: Sequence[Part]) -> Thought | None:
    """What the decision about a response keeps of it besides its words and calls; None when nobody wants any back."""
    thoughts = [part.thought for part in parts if isinstance(part, _THINKING) and part.thought is not None]
    if not thoughts:
        return None
    first = thoughts[0]
    entries = [entry for part in parts if (entry := _entry(part)) is not None]
    return Thought(provider=first.provider, model=first.model, data={PARTS: entries})


def recalled(text: str, calls: Iterable[ToolCallPart], thought: Thought | None) -> tuple[Part, ...]:
    """The parts of a response as they were, from the words and calls of its decision and its thought. Words and calls
    that the thought does not know come after it, and what it knows of calls that were not made is left out."""
    left = {call.id: call for call in calls}
    parts: list[Part] = []
    for entry in _entries(thought):
        beside = None if thought is None else thought.model_copy(update={"data": entry.get("data")})
        match text_at(entry, "kind"):
            case "thinking":
                parts.append(ThinkingPart(text=text_at(entry, "text"), thought=beside))
            case "text" if text:
                parts.append(TextPart(text=text, thought=beside if entry.get("data") else None))
                text = ""  # several texts of a response are one in its decision
            case "tool_call" if (call := left.pop(text_at(entry, "id"), None)) is not None:
                if text:  # words come before calls, whatever was between
                    parts.append(TextPart(text=text))
                    text = ""
                parts.append(call.model_copy(update={"thought": beside if entry.get("data") else None}))
            case _:
                pass
    if text:
        parts.append(TextPart(text=text))
    return (*parts, *left.values())


_THINKING = (TextPart, ThinkingPart, ToolCallPart)


def _entry(part: Part) -> JsonObject | None:
    data: Json = part.thought.data if isinstance(part, _THINKING) and part.thought is not None else None
    match part:
        case ThinkingPart(text=text):
            return {"kind": "thinking", "text": text, "data": data}
        case TextPart():
            return {"kind": "text", **({"data": data} if data else {})}
        case ToolCallPart(id=id):
            return {"kind": "tool_call", "id": id, **({"data": data} if data else {})}
        case _:
            return None


def _entries(thought: Thought | None) -> Iterable[JsonObject]:
    entries = thought.data.get(PARTS) if thought is not None and is_object(thought.data) else None
    return [entry for entry in entries if is_object(entry)] if is_list(entries) else []
