"""The messages of a thread of AG-UI as a client makes them of the events it is told."""

from collections.abc import Iterable

from loket.core.data import JsonObject
from loket.core.shapes import is_list, is_object, list_at, text_at


class Messages:
    """Folds events; what a client that saw them all has as its messages, without reasoning and activities."""

    def __init__(self, items: Iterable[JsonObject] = ()) -> None:
        self._by_id: dict[str, JsonObject] = {text_at(one, "id"): one for one in items}
        self._calls: dict[str, JsonObject] = {}

    @property
    def items(self) -> list[JsonObject]:
        """All of them, oldest first."""
        return list(self._by_id.values())

    def lacks(self, held: frozenset[str]) -> bool:
        """Whether there is one that a client with these has not got."""
        return not self._by_id.keys() <= held

    def holds(self, id: str) -> bool:
        """Whether there is one of this id."""
        return id in self._by_id

    def mend(self, id: str, text: str | None) -> None:
        """It came out other than it was told; None: it counts no more."""
        if text is None:
            self._by_id.pop(id, None)
        elif id in self._by_id:
            self._by_id[id]["content"] = text

    def take(self, event: JsonObject) -> None:
        """Takes the next event in."""
        id, call = text_at(event, "messageId"), text_at(event, "toolCallId")
        match event["type"]:
            case "TEXT_MESSAGE_START":
                self._message(id, event)
            case "TEXT_MESSAGE_CONTENT" if id in self._by_id:
                message = self._by_id[id]
                message["content"] = text_at(message, "content") + event["delta"]
            case "TOOL_CALL_START":
                self._begin(text_at(event, "parentMessageId") or call, call, event)
            case "TOOL_CALL_ARGS" if call in self._calls:
                self._calls[call]["function"]["arguments"] += event["delta"]
            case "TOOL_CALL_RESULT":
                message = {"id": id, "role": "tool", "toolCallId": call, "content": event["content"]}
                self._answer(call, message | _tag(event))
            case _:
                pass

    def _message(self, id: str, event: JsonObject) -> None:
        name = {"name": event["name"]} if "name" in event else {}
        self._by_id[id] = {"id": id, "role": event["role"], **name, "content": ""} | _tag(event)

    def _answer(self, call: str, message: JsonObject) -> None:
        """A result stands right after the message that called, as clients put it, behind those of its other calls."""
        items = self.items
        holds = [at for at, one in enumerate(items) if any(made["id"] == call for made in list_at(one, "toolCalls"))]
        at = holds[0] + 1 if holds else len(items)
        while at < len(items) and items[at]["role"] == "tool":
            at += 1
        items.insert(at, message)
        self._by_id = {text_at(one, "id"): one for one in items}

    def _begin(self, id: str, call: str, event: JsonObject) -> None:
        message = self._by_id.setdefault(id, {"id": id, "role": "assistant"} | _tag(event))
        made: JsonObject = {
            "id": call,
            "type": "function",
            "function": {"name": event["toolCallName"], "arguments": ""},
        }
        calls = message.setdefault("toolCalls", [])
        if is_list(calls) and is_object(made):
            calls.append(made)
        self._calls[call] = made


def _tag(event: JsonObject) -> JsonObject:
    return {"subagentRunId": event["subagentRunId"]} if "subagentRunId" in event else {}
