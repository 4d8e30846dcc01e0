"""How single parts of the log read in a message of AG-UI: who said it, a call, what came back, files."""

import json
from collections.abc import Iterator

from loket.core.actions import Task, ToolCall
from loket.core.data import FileRef, JsonObject, as_blob
from loket.core.events import Returned
from loket.core.outside import CLIENT
from loket.core.record import Record
from loket.core.shapes import is_object
from loket.doors.agui.frames import event

MESSAGE = "agui:"
"""How the key of a message of this wire begins; what follows is the id that its client gave it."""


def message_id(record: Record) -> str:
    """The id its sender gave it, when it came over this wire."""
    key = record.key or ""
    return key.removeprefix(MESSAGE) if key.startswith(MESSAGE) else f"said-{record.seq}"


def call_events(id: str, call: ToolCall | Task, message: str, tag: str | None) -> Iterator[JsonObject]:
    """A call whole; a specialist is called by its name, with what it is given to do."""
    if isinstance(call, Task):
        name, args = call.to, {"intent": call.intent, "task": call.task, **call.args}
    else:
        name, args = call.tool.removeprefix(CLIENT), call.args
    about: JsonObject = {"toolCallId": id, "subagentRunId": tag}
    yield event("TOOL_CALL_START", toolCallName=name, parentMessageId=message, **about)
    yield event("TOOL_CALL_ARGS", delta=json.dumps(args, ensure_ascii=False), **about)
    yield event("TOOL_CALL_END", **about)


def content_of(back: Returned) -> str:
    """What came back as text: words as they are, everything else as JSON; of what was too long its beginning."""
    if not back.ok:
        return back.text or back.code or ""
    if (blob := as_blob(back.value)) is not None:
        return blob.preview
    value = back.text if back.value is None else back.value
    if is_object(value) and value.keys() == {"text"}:
        value = value["text"]  # what a specialist said
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def with_files(text: str, files: tuple[FileRef, ...]) -> str:
    """Words with the names of the files that came along: the protocol's messages of an assistant are text."""
    names = ", ".join(file.name for file in files)
    return "\n\n".join(part for part in (text, names and f"[{names}]") if part)
