"""The files that go along with a message to an agent over AG-UI: found by their names, and none that is private."""

import base64

from loket.core.data import FileRef, Json, JsonObject
from loket.core.shapes import is_object, list_at
from loket.core.tool import CallContext, ToolFailed

MOST_BYTES = 20_000_000
"""Of all files of a run; they travel in its body."""
NAMES: JsonObject = {
    "type": "array",
    "items": {"type": "string", "maxLength": 300},
    "maxItems": 20,
    "description": "names of files of this conversation that go along",
}
_KINDS = ("image", "audio", "video")


def check_files(names: list[Json], context: CallContext) -> None:
    """Whether these files may leave. ToolFailed when one may not, or is not there: then nothing is sent."""
    may, there = _by_name(context, private=False), _by_name(context, private=True)
    for name in names:
        if name not in there or there[str(name)].blob is None:
            raise ToolFailed("missing_attachment", f"Nothing was sent: there is no file {str(name)[:120]} here.")
        if name not in may:
            raise ToolFailed("private_file", f"Nothing was sent: {str(name)[:120]} is private.")


async def with_files(messages: list[Json], context: CallContext) -> list[Json]:
    """The messages as they leave. A file of an earlier one that may leave no more, or is gone, is left out of it.
    ToolFailed `too_large`."""
    may, made, room = _by_name(context, private=False), list[Json](), MOST_BYTES
    for message in messages:
        names = [str(name) for name in list_at(message, "files")]
        if not is_object(message) or not names:
            made.append(message)
            continue
        parts: list[Json] = [{"type": "text", "text": message["content"]}]
        for file in [may[name] for name in names if name in may]:
            room -= file.blob.size if file.blob is not None else 0
            if room < 0:
                raise ToolFailed("too_large", f"Nothing was sent: the files are more than {MOST_BYTES:,} bytes.")
            parts.append(_part(file, await context.file(file)))
        made.append({name: value for name, value in message.items() if name != "files"} | {"content": parts})
    return made


def _by_name(context: CallContext, *, private: bool) -> dict[str, FileRef]:
    """The files of the conversation that may be meant; of several of one name the newest."""
    return {file.name: file for file in context.files(private=private, made=True)}


def _part(file: FileRef, data: bytes) -> JsonObject:
    kind = file.media.partition("/")[0]
    source = {"type": "data", "value": base64.b64encode(data).decode(), "mimeType": file.media}
    return {"type": kind if kind in _KINDS else "document", "source": source, "metadata": {"name": file.name}}
