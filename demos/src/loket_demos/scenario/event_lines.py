"""A line of the unified events before it has a number: its type, its channel and author, and what it holds."""

from collections.abc import Iterable, Iterator
from typing import Literal

from loket.core.data import FileRef, JsonObject
from loket.core.events import Answered
from loket.core.record import Record
from loket_demos.scenario.acts import Begun, GuidanceNoted, Handed, VaultFlagged, VaultPurged, act_of

EventType = Literal[
    "agent_message",
    "trace",
    "planner_ask_user",
    "user_reply",
    "tool_call",
    "tool_result",
    "status",
    "planner_error",
]
Channel = Literal["user-planner", "planner-agent", "system", "tool", "status"]
Author = Literal["user", "planner", "agent", "system"]
AUTHORS: dict[Channel, tuple[Author, ...]] = {
    "user-planner": ("user", "planner"),
    "planner-agent": ("planner", "agent"),
    "system": ("user", "planner", "system"),
    "tool": ("planner", "system"),
    "status": ("agent", "system"),
}
Line = tuple[EventType, Channel, Author, JsonObject]


def attachments(files: Iterable[FileRef]) -> list[JsonObject]:
    """Files as events have them: their name, their type, and where the bytes are."""
    return [
        {"name": file.name, "contentType": file.media}
        | ({"uri": file.uri} if file.uri else {})
        | ({"digest": file.blob.sha256, "size": file.blob.size} if file.blob is not None else {})
        for file in files
    ]


def user_line(payload: JsonObject) -> Line:
    return "user_reply", "user-planner", "user", payload


def answer_lines(answered: Answered) -> Iterator[Line]:
    if answered.approve or answered.edit is not None or answered.refuse:
        word = "approved" if answered.approve else "refused" if answered.refuse else "edited"
        yield "trace", "system", "user", {"text": word, "question": answered.to}
    elif answered.amend is None:
        yield user_line({"text": answered.text or answered.choice or "", "question": answered.to})


def act_lines(record: Record) -> Iterator[Line]:
    match act_of(record.event):
        case Begun():
            yield "trace", "system", "user", {"text": "begin"}
        case GuidanceNoted(text=text):
            yield "trace", "system", "user", {"text": "note", "note": text}
        case VaultFlagged() | VaultPurged() as act:
            yield "trace", "system", "user", {"text": act.name, **act.model_dump(mode="json", exclude={"name"})}
        case Handed() | None:
            pass  # what was handed over is the message that follows


def core_call(seq: int, name: str, args: JsonObject, why: str) -> Line:
    return "tool_call", "tool", "planner", {"name": name, "args": args, "callId": str(seq), "reasoning": why}


def error_line(code: str, text: str) -> Line:
    return "planner_error", "system", "planner", {"code": code, "message": text}
