"""What a model thinks aloud, as the reasoning of AG-UI: for who reads along, and kept nowhere."""

from dataclasses import dataclass, field

from loket.core.data import JsonObject
from loket.doors.agui.frames import event
from loket.doors.agui.state import tag_of
from loket.house.house import ThinkingWords


@dataclass(slots=True)
class _Thought:
    scope: str
    sent: int = 0
    spans: int = 0
    open: str = ""


@dataclass
class Thinking:
    """Spans of reasoning by the thought that they are of. Words and decisions of its scope end a span; what is thought
    after them is another one."""

    _thoughts: dict[str, _Thought] = field(default_factory=dict)

    def hear(self, words: ThinkingWords) -> list[JsonObject]:
        """More of it, once each however often it comes."""
        thought = self._thoughts.setdefault(words.draft, _Thought(words.scope))
        fresh = words.text[thought.sent - words.offset :] if words.offset <= thought.sent else ""
        if not fresh:
            return []
        thought.sent += len(fresh)
        tag, told = tag_of(words.scope), list[JsonObject]()
        if not thought.open:
            thought.spans += 1
            thought.open = words.draft if thought.spans == 1 else f"{words.draft}.{thought.spans}"
            told.append(event("REASONING_START", messageId=thought.open, subagentRunId=tag))
            start = {"messageId": thought.open, "role": "reasoning", "subagentRunId": tag}
            told.append(event("REASONING_MESSAGE_START", **start))
        content = event("REASONING_MESSAGE_CONTENT", messageId=thought.open, delta=fresh, subagentRunId=tag)
        return [*told, content]

    def end(self, words: ThinkingWords) -> list[JsonObject]:
        """The thought is over."""
        thought = self._thoughts.pop(words.draft, None)
        return [] if thought is None else _ended(thought)

    def pause(self, scope: str) -> list[JsonObject]:
        """Something else is said or done in this scope."""
        return [one for thought in self._thoughts.values() if thought.scope == scope for one in _ended(thought)]

    def close(self) -> list[JsonObject]:
        """The run ends."""
        return [one for thought in self._thoughts.values() for one in _ended(thought)]


def _ended(thought: _Thought) -> list[JsonObject]:
    if not thought.open:
        return []
    id, thought.open = thought.open, ""
    tag = tag_of(thought.scope)
    return [event(f"REASONING_{end}", messageId=id, subagentRunId=tag) for end in ("MESSAGE_END", "END")]
