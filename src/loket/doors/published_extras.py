"""What a package offers other programs besides its tools: the files that their calls keep, and what it can be asked."""

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from loket.core.data import BlobRef, FileRef, JsonObject
from loket.core.errors import LoketError
from loket.core.tool import CallContext, ToolSpec
from loket.engine.host import Host
from loket.engine.keeping import asked_by
from loket.tools.agents.names import plain_names
from loket.tools.catalog import Prompt, Resource

CALLS = 100
"""The last calls of a caller whose files are listed."""
_FILE = re.compile(r"loket://conversations/([0-9A-Za-z]{1,64})/files/[0-9a-f]{64}")


@dataclass(frozen=True)
class CallFiles:
    """The files that calls of other programs keep, each for its caller. `assistant` is the one that makes the calls; a
    caller without a name is the program that started this process."""

    host: Callable[[], Awaitable[Host]]
    assistant: str

    async def all(self, caller: str) -> list[Resource]:
        """Those of the last calls of this caller, the newest call first."""
        owner, host = caller or asked_by(self.assistant), await self.host()
        entries = await host.store.entries(owner, limit=CALLS, assistant=self.assistant)
        return [resource for entry in entries for resource in await self.of(entry.conversation, caller)]

    async def at(self, uri: str, caller: str) -> Resource | None:
        """The one with this address; None when this caller has none there."""
        match = _FILE.fullmatch(uri)
        there = await self.of(match[1], caller) if match else []
        return next((resource for resource in there if resource.uri == uri), None)

    async def of(self, conversation: str, caller: str) -> list[Resource]:
        """Those of one call of this caller, without what is private or whose time is over; none of anything else."""
        host = await self.host()
        try:
            looked = await host.look(conversation, caller or asked_by(self.assistant))
        except LoketError:  # it is somebody else's, or was erased meanwhile
            return []
        if looked.entry is None or looked.entry.assistant != self.assistant:
            return []
        lines = {line.file.blob: line for line in looked.files.all() if not line.ended(host.clock())}
        return [
            _resource(host, conversation, line.file, blob)
            for blob, line in lines.items()
            if blob is not None and not any(other.private for other in looked.files.of(blob.sha256))
        ]


def _resource(host: Host, conversation: str, file: FileRef, blob: BlobRef) -> Resource:
    async def read(_: dict[str, str]) -> str | bytes:
        data = await host.files.get(conversation, blob.sha256) or b""
        try:
            return data.decode() if file.media.startswith("text/") else data
        except UnicodeDecodeError:
            return data

    uri = f"loket://conversations/{conversation}/files/{blob.sha256}"
    return Resource(uri, file.name, read, file.media, size=blob.size)


def prompts_of(starters: Iterable[str], specs: Iterable[ToolSpec]) -> tuple[Prompt, ...]:
    """What people ask, as prompts: how talks begin, and the examples of the tools, each under the tool's name."""
    named = [*(("ask", text) for text in starters), *((spec.name, text) for spec in specs for text in spec.examples)]
    names = plain_names(_numbered(name for name, _ in named))
    return tuple(_prompt(name, text) for name, (_, text) in zip(names, named, strict=True))


def _numbered(names: Iterable[str]) -> Iterable[str]:
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name}_{seen[name]}"


def _prompt(name: str, text: str) -> Prompt:
    async def write(_: dict[str, str], __: CallContext) -> list[JsonObject]:
        return [{"role": "user", "content": {"type": "text", "text": text}}]

    return Prompt(name, write, description=text)
