"""What an agent of others tells over AG-UI in one run: its words, what it does, what it asks, and how the run ends."""

from dataclasses import dataclass, field

import msgspec

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.core.tool import ToolFailed
from loket.schemas import compiled
from loket.tools.agents.text import AGENT_TEXT, line, visible, words
from loket.views.agui_messages import Messages
from loket.views.agui_thread import Interrupt, wants_consent

MOST = 100_000
"""Characters of an answer."""
NOTE = 200
INTERRUPTS = 8
SENT_BACK, ASKED, ASKED_EACH = 10_000, 32_000, 8_000
"""Bytes of the agent's own messages, of all that it asks, and of one schema or list of arguments: all of it stands in
one record."""


@dataclass
class AguiReading:
    """Folds events. What its specialists say is theirs, not its own. `name` is the agent's, for sentences; `message`
    the id of what it was asked; `fresh` its own words that nobody was shown yet."""

    name: str
    message: str
    fresh: str = ""
    _messages: Messages = field(default_factory=Messages)
    _latest: str = ""
    _size: int = 0
    _ended: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        """All that it said."""
        said = [text_at(one, "content") for one in self._own()]
        return words("\n\n".join(text for text in said if text.strip()), MOST)

    def words_of(self, id: str) -> str:
        """One of its messages, as far as it came."""
        return next((text_at(one, "content") for one in self._own() if one["id"] == id), "")

    @property
    def broken_off(self) -> list[str]:
        """The ids of messages that it began and did not end."""
        return [id for one in self._own() if (id := text_at(one, "id")) not in self._ended and text_at(one, "content")]

    def note(self, event: JsonObject) -> str:
        """What it does now, for people who wait; "" when the event says nothing of that."""
        match event.get("type"):
            case "TOOL_CALL_START":
                return line(text_at(event, "toolCallName"), NOTE)
            case "STEP_STARTED":
                return line(text_at(event, "stepName"), NOTE)
            case "SUBAGENT_STARTED":
                return line(text_at(event, "name"), NOTE)
            case _:
                return ""

    def finished(self, event: JsonObject) -> str:
        """The id of the message that this event ends; "" when it ends none."""
        id = text_at(event, "messageId")
        ends = event.get("type") == "TEXT_MESSAGE_END" and bool(self.words_of(id))
        self._ended |= {id} if ends else set()
        return id if ends else ""

    def take(self, event: JsonObject) -> JsonObject | None:
        """Takes the next event in; the answer when it was the last one. Raises ToolFailed for a run that came to no
        answer."""
        match event.get("type"):
            case "TEXT_MESSAGE_START" | "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_CHUNK" if _its_own(event):
                self._write(text_at(event, "messageId"), text_at(event, "delta"))
            case "TOOL_CALL_START" | "TOOL_CALL_ARGS" | "TOOL_CALL_CHUNK" if _its_own(event):
                self._call(event)
            case "TOOL_CALL_RESULT" if _its_own(event) and self._fits(text_at(event, "content")):
                ids = {name: text_at(event, name) for name in ("messageId", "toolCallId", "content")}
                self._messages.take({"type": "TOOL_CALL_RESULT", **ids})
            case "MESSAGES_SNAPSHOT":
                self._restate(list_at(event, "messages"))
            case "RUN_ERROR":
                told = line(text_at(event, "message"), 500)
                raise ToolFailed("failed", told or f"{self.name} reported an error without words.", {AGENT_TEXT: told})
            case "RUN_FINISHED":
                return self._answer(event)
            case _:
                pass
        return None

    def _own(self) -> list[JsonObject]:
        return [one for one in self._messages.items if one["role"] == "assistant"]

    def _fits(self, text: str) -> bool:
        self._size += len(text)
        return self._size < 4 * MOST

    def _write(self, id: str, delta: str) -> None:
        self._latest = id or self._latest
        if not self._messages.holds(self._latest):
            start = {"type": "TEXT_MESSAGE_START", "messageId": self._latest, "role": "assistant"}
            self.fresh += "\n\n" if self.text else ""
            self._messages.take(start)
        if self._fits(delta):
            self._messages.take({"type": "TEXT_MESSAGE_CONTENT", "messageId": self._latest, "delta": delta})
            self.fresh += visible(delta)

    def _call(self, event: JsonObject) -> None:
        named = {name: text_at(event, name) for name in ("toolCallId", "toolCallName", "parentMessageId")}
        delta = text_at(event, "delta")
        if named["toolCallName"] and self._fits(named["toolCallName"]):
            self._messages.take({"type": "TOOL_CALL_START", **named})
        if delta and self._fits(delta):
            self._messages.take({"type": "TOOL_CALL_ARGS", "toolCallId": named["toolCallId"], "delta": delta})

    def _restate(self, messages: list[Json]) -> None:
        """What the agent says the messages are counts; of those before the one it was asked by nobody asked."""
        ids = [text_at(one, "id") for one in messages]
        after = messages[ids.index(self.message) + 1 :] if self.message in ids else []
        own = [one for one in after if is_object(one) and "subagentRunId" not in one]
        if any(text_at(one, "role") == "assistant" for one in own):
            self._messages = Messages([one for one in own if text_at(one, "role") in ("assistant", "tool")])

    def _answer(self, event: JsonObject) -> JsonObject:
        outcome = object_at(event, "outcome")
        match text_at(outcome, "type"):
            case "interrupt":
                asked = self._interrupts(list_at(outcome, "interrupts"))
                told = [one.message for one in asked]
                text = line(f"{self.name} asks something first: {' '.join(told)}", 1000)
                open_ones = [one.model_dump(mode="json", exclude_defaults=True) for one in asked]
                value = {AGENT_TEXT: told, "interrupts": open_ones, "messages": self._sent_back()}
                raise ToolFailed("input_required", text, value)
            case "cancelled":
                raise ToolFailed("failed", f"{self.name} stopped before it was done.")
            case _:
                result: Json = event.get("result")
                more = {"result": result} if is_object(result) or is_list(result) or result not in (None, "") else {}
                return {"text": self.text, **more}

    def _interrupts(self, asked: list[Json]) -> list[Interrupt]:
        """What it asks, as far as it can be shown and kept. ToolFailed when it asks too much at once: all of its
        questions are to be answered together."""
        ids = {text_at(one, "id") for one in asked}
        if not 0 < len(asked) == len(ids) <= INTERRUPTS or not all(0 < len(id) <= NOTE for id in ids):
            raise ToolFailed("failed", f"{self.name} asked something in a way that can't be answered.")
        room, made = ASKED, list[Interrupt]()
        for one in asked:
            schema, args = object_at(one, "responseSchema"), self._arguments(text_at(one, "toolCallId"))
            plain = schema.get("type") == "boolean"
            consent = plain or wants_consent(schema) or (text_at(one, "reason") == "tool_call" and not schema)
            sizes = len(msgspec.json.encode(schema)), len(msgspec.json.encode(args)) if consent else 0
            known = _is_schema(schema) and sizes[0] <= min(ASKED_EACH, room)
            room -= sizes[0] if known else 0
            shown = consent and sizes[1] <= min(ASKED_EACH, room)
            room -= sizes[1] if shown else 0
            made.append(
                Interrupt(
                    id=text_at(one, "id"),
                    message=words(text_at(one, "message"), 500),
                    answer=_readable(schema) if known and (plain or not consent) else None,
                    consent=consent,
                    call=line(self._tool_name(text_at(one, "toolCallId")), NOTE) if consent else "",
                    args=_readable(args) if shown else {},
                    editable=shown and "editedArgs" in object_at(schema, "properties"),
                )
            )
        return made

    def _function(self, call: str) -> JsonObject:
        calls = (made for message in self._own() for made in list_at(message, "toolCalls"))
        return next((object_at(made, "function") for made in calls if text_at(made, "id") == call), {})

    def _tool_name(self, call: str) -> str:
        return text_at(self._function(call), "name")

    def _arguments(self, call: str) -> JsonObject:
        try:
            args: Json = msgspec.json.decode(text_at(self._function(call), "arguments") or "{}")
        except (ValueError, RecursionError):
            return {}
        return args if is_object(args) else {}

    def _sent_back(self) -> list[Json]:
        """Its own last messages: agents that keep none are told them again with the answer."""
        kept, room = list[Json](), SENT_BACK
        for message in reversed(self._messages.items):
            room -= len(msgspec.json.encode(message))
            if room < 0:
                break
            kept.insert(0, message)
        return kept


def _its_own(event: JsonObject) -> bool:
    return event.get("role") in (None, "assistant", "tool") and event.get("subagentRunId") is None


def _is_schema(schema: JsonObject) -> bool:
    try:
        compiled(schema)
    except Invalid:
        return False
    return bool(schema)


def _readable(value: Json) -> Json:
    """The same without characters that hide or reorder."""
    if isinstance(value, str):
        return visible(value)
    if is_object(value):
        return {visible(name): _readable(one) for name, one in value.items()}
    return [_readable(one) for one in value] if is_list(value) else value
