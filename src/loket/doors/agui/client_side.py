"""What a client of AG-UI offers besides messages: tools of its own, context and state, within limits and as data."""

import json
import re
from collections.abc import Iterator

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.outside import CLIENT_CHARACTERS, CLIENT_ITEMS, CLIENT_NAME, ClientSide, ClientTool, Shown
from loket.core.shapes import is_list, is_object, object_at, text_at
from loket.doors.agui.asked import NAME, RunInput
from loket.doors.sound import sound
from loket.schemas import compiled

BYTES = 24_000
"""Of all that stands beside one message."""
OURS = ("conversation", "questions", "surfaces")
"""What of the state is told by us."""
RESULT = 20_000
"""Characters of what a client tells of a call."""


def offered(wanted: RunInput) -> tuple[ClientSide | None, JsonObject]:
    """What a planner may use of it, and what is left out: tools by their names, context by its number."""
    room, kept, left = BYTES, list[ClientTool](), list[str]()
    for given in wanted.tools or ():
        tool = _tool(given)
        size = 0 if tool is None else len(tool.model_dump_json())
        if tool is None or size > room or len(kept) == CLIENT_ITEMS or tool.name in {one.name for one in kept}:
            left.append(text_at(given, "name")[:NAME])
            continue
        room, kept = room - size, [*kept, tool]
    shown, more = list[Shown](), 0
    for one in _shown(wanted):
        size = len(one.model_dump_json())
        if size > room or len(shown) == CLIENT_ITEMS or max(len(one.about), len(one.value)) > CLIENT_CHARACTERS:
            more += 1
            continue
        room, shown = room - size, [*shown, one]
    rest = ({"tools": left[:CLIENT_ITEMS]} if left else {}) | ({"context": more} if more else {})
    return (ClientSide(context=tuple(shown), tools=tuple(kept)) if shown or kept else None), rest


def unread(wanted: RunInput) -> JsonObject:
    """All of it, for an assistant that can't use any."""
    tools = [text_at(tool, "name")[:NAME] for tool in wanted.tools or ()][: 3 * CLIENT_ITEMS]
    shown = len(list(_shown(wanted)))
    return ({"tools": tools} if tools else {}) | ({"context": shown} if shown else {})


def results(wanted: RunInput) -> Iterator[tuple[str, str, str]]:
    """What the client did of what it was asked last: the ids of the message and of the call, and what it tells."""
    for message in reversed(wanted.messages):
        if text_at(message, "role") != "tool":
            return
        content: Json = message.get("content") if is_object(message) else None
        told = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        error = text_at(message, "error")
        text = (f"error: {error}" if error else told).strip()[:RESULT] or "-"
        ids = text_at(message, "id"), text_at(message, "toolCallId")
        sound([*ids, text])
        if all(0 < len(id) <= NAME for id in ids):
            yield *ids, text


def _tool(given: Json) -> ClientTool | None:
    name, schema = text_at(given, "name"), object_at(given, "parameters")
    description = text_at(given, "description")
    sound([name, description, schema])
    if re.fullmatch(CLIENT_NAME, name) is None or len(description) > CLIENT_CHARACTERS:
        return None
    schema = {"type": "object", **schema}
    try:
        compiled(schema)
    except Invalid:
        return None
    return ClientTool(name=name, description=description, input=schema) if schema["type"] == "object" else None


def _shown(wanted: RunInput) -> Iterator[Shown]:
    for one in wanted.context or ():
        value: Json = one.get("value") if is_object(one) else one
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        sound([text_at(one, "description"), text])
        yield Shown.model_construct(about=text_at(one, "description"), value=text)
    state = wanted.state
    if is_object(state):
        state = {name: value for name, value in state.items() if name not in OURS}
    if state and (is_object(state) or is_list(state) or isinstance(state, str)):
        sound(state)
        yield Shown.model_construct(about="state", value=json.dumps(state, ensure_ascii=False))
