"""The view `files`: the files of a conversation, whoever gave or made them, and until when their bytes are kept."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from loket.core.data import FileRef
from loket.core.events import AgentSaid, FileAdded, FileKept, Redacted, UserSaid
from loket.core.record import Record
from loket.views.plain import iso
from loket.views.view import FoldedView

WINDOW = 500
"""Files listed; `dropped` counts the older ones."""


@dataclass(slots=True, kw_only=True)
class FileLine:
    """A file that came or was made with record `seq`. `call`: the one that keeps it. After `expires` its bytes are
    gone. `private`: whoever gave or made it does not mean it for other agents."""

    seq: int
    at: str
    by: Literal["person", "agent", "tool"]
    scope: str
    file: FileRef
    call: str | None = None
    expires: str | None = None
    private: bool = False

    def ended(self, now: datetime) -> bool:
        """Whether its time is over."""
        return self.expires is not None and datetime.fromisoformat(self.expires) <= now


@dataclass(slots=True, kw_only=True)
class FilesState:
    """The last files, oldest first."""

    upto: int = 0
    dropped: int = 0
    items: list[FileLine] = field(default_factory=list)


class Files(FoldedView[FilesState]):
    """Keeps a bounded window of files."""

    name = "files"
    version = "1"
    kept = FilesState

    def _take(self, record: Record) -> None:
        state = self._state
        if isinstance(record.event, Redacted):
            gone = frozenset(record.event.seqs)
            state.items = [line for line in state.items if line.seq not in gone]
        for line in lines_of(record):
            if line.call is not None:
                same = (line.call, line.file.name)
                state.items = [old for old in state.items if (old.call, old.file.name) != same]
            state.items.append(line)
        if (over := len(state.items) - WINDOW) > 0:
            del state.items[:over]
            state.dropped += over

    def all(self) -> list[FileLine]:
        """The files that are listed, oldest first."""
        return list(self._state.items)

    def of(self, sha256: str) -> list[FileLine]:
        """Every file of these bytes, the newest last."""
        return [line for line in self._state.items if line.file.blob is not None and line.file.blob.sha256 == sha256]

    def of_call(self, call: str) -> list[FileLine]:
        """Every file that a call keeps."""
        return [line for line in self._state.items if line.call == call]


def lines_of(record: Record) -> Iterator[FileLine]:
    """The files that come or are made with a record."""
    by: Literal["person", "agent"] = "agent" if record.by == "agent" else "person"
    at, seq, scope = iso(record.at), record.seq, record.scope
    match record.event:
        case UserSaid(files=files) | AgentSaid(files=files):
            for file in files:
                yield FileLine(seq=seq, at=at, by=by, scope=scope, file=file)
        case FileAdded(ref=file, private=private):
            yield FileLine(seq=seq, at=at, by=by, scope=scope, file=file, private=private)
        case FileKept(ref=file, call=call, expires=expires, private=private):
            ends = None if expires is None else iso(expires)
            yield FileLine(seq=seq, at=at, by="tool", scope=scope, file=file, call=call, expires=ends, private=private)
        case _:
            pass
