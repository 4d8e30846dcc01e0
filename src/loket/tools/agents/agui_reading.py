"""What an agent of others tells over AG-UI in one run: its words, what it does, and how the run ends."""

from dataclasses import dataclass, field

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_list, is_object, list_at, object_at, text_at
from loket.core.tool import ToolFailed
from loket.tools.agents.text import AGENT_TEXT, line, words

MOST = 100_000
"""Characters of an answer."""
NOTE = 200


@dataclass
class AguiReading:
    """Folds events. `said` are the agent's own messages by their ids; what its specialists say is theirs. `name` is the
    agent's, for sentences; `message` the id of what it was asked."""

    name: str
    message: str
    said: dict[str, str] = field(default_factory=dict[str, str])
    _latest: str = ""

    @property
    def text(self) -> str:
        """All that it said."""
        return words("\n\n".join(text for text in self.said.values() if text.strip()), MOST)

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
        return id if event.get("type") == "TEXT_MESSAGE_END" and id in self.said else ""

    def take(self, event: JsonObject) -> JsonObject | None:
        """Takes the next event in; the answer when it was the last one. Raises ToolFailed for a run that came to no
        answer."""
        match event.get("type"):
            case "TEXT_MESSAGE_START" | "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_CHUNK" if _its_own(event):
                self._write(text_at(event, "messageId"), text_at(event, "delta"))
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

    def _write(self, id: str, delta: str) -> None:
        self._latest = id or self._latest
        if sum(map(len, self.said.values())) < 4 * MOST:
            self.said[self._latest] = self.said.get(self._latest, "") + delta

    def _restate(self, messages: list[Json]) -> None:
        """What the agent says the messages are counts; of those before the one it was asked by nobody asked."""
        ids = [text_at(one, "id") for one in messages]
        fresh = messages[ids.index(self.message) + 1 :] if self.message in ids else []
        own = [one for one in fresh if text_at(one, "role") == "assistant" and "subagentRunId" not in (one or {})]
        self.said = {text_at(one, "id"): text_at(one, "content") for one in own} or self.said

    def _answer(self, event: JsonObject) -> JsonObject:
        outcome = object_at(event, "outcome")
        match text_at(outcome, "type"):
            case "interrupt":
                asked = [line(text_at(one, "message"), 500) for one in list_at(outcome, "interrupts")]
                text = f"{self.name} asks something first, which can't be answered from here: {' '.join(asked)}"
                raise ToolFailed("input_required", line(text, 1000), {AGENT_TEXT: asked})
            case "cancelled":
                raise ToolFailed("failed", f"{self.name} stopped before it was done.")
            case _:
                result: Json = event.get("result")
                more = {"result": result} if is_object(result) or is_list(result) or result not in (None, "") else {}
                return {"text": self.text, **more}


def _its_own(event: JsonObject) -> bool:
    return event.get("role") in (None, "assistant") and event.get("subagentRunId") is None
