"""The tool `readAttachment`: what stands in a file of the vault, or its summary when it is no text."""

import re
from dataclasses import dataclass, field

from loket.core.data import Json, JsonObject
from loket.core.shapes import text_at
from loket.core.tool import CallContext, Repeatable, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket_demos.scenario.oracle.documents import TEXTS
from loket_demos.scenario.vault.attaching import attached
from loket_demos.scenario.vault.fold import VaultFile
from loket_demos.scenario.whole import WholeRuns

READ = "readAttachment"
MOST = 12_000
"""Characters that one call gives; `from` goes on where they end."""
_ENDING = re.compile(r"\.(md|txt|csv|json|xml|ya?ml|log)$", re.IGNORECASE)
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 200},
        "docId": {"type": "string", "maxLength": 200},
        "from": {"type": "integer", "minimum": 0, "description": "the character to begin with"},
    },
    "required": ["name"],
}


@dataclass(frozen=True)
class ReadTool(Repeatable):
    """Reads the files that are not private."""

    runs: WholeRuns
    spec: ToolSpec = field(
        default=ToolSpec(
            name=READ,
            title="Read a file",
            description="What stands in a file of AVAILABLE_FILES, by exactly its name.",
            input=SCHEMA,
            read_only=True,
        )
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        (file,) = attached((await self.runs.of(context.conversation)).vault, [args], "read")
        about: JsonObject = {"name": file.name, "mimeType": file.ref.media, "size": file.size}
        about |= {"summary": file.summary} if file.summary else {}
        text = await _text(file, context)
        if text is None:
            return {
                **about,
                "note": "This is no text; there is only its summary." if file.summary else "This is no text.",
            }
        begin = args.get("from", 0)
        piece = text[begin : begin + MOST]
        more = {"next": begin + MOST, "characters": len(text)} if begin + MOST < len(text) else {}
        return {**about, "text": piece, **more}


async def _text(file: VaultFile, context: CallContext) -> str | None:
    """The words of a file; None when it has none."""
    if not (TEXTS.fullmatch(file.ref.media) or _ENDING.search(file.name)):
        return None
    if file.ref.blob is None:
        raise ToolFailed("no_file", f"{file.name} is somewhere else ({text_at({'uri': file.ref.uri}, 'uri')[:200]}).")
    try:
        return (await context.file(file.ref)).decode("utf-8")
    except UnicodeDecodeError:
        return None
