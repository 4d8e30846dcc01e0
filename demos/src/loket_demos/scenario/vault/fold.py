"""The vault: every document of a conversation under a name of its own. It is a view of the log and nothing else, so
that it is the same after a reload, and the same again when records are read twice."""

from collections.abc import Callable, Iterable
from typing import Literal

from loket.core.actions import Call
from loket.core.data import FileRef, Frozen, Json, JsonObject
from loket.core.events import AgentSaid, Decided, FileAdded, FileKept, Progressed, Redacted, UserSaid
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_demos.scenario.acts import VaultFlagged, VaultPurged, act_of
from loket_demos.scenario.oracle.documents import numbered
from loket_demos.scenario.run import SOURCE

VaultSource = Literal["user", "agent", "remote-agent", "synth"]
DOCUMENT = "document"
"""In the progress of a call: what the file that it keeps next is about."""
_SUMMARY, _KEYWORDS = 500, 12


class VaultFile(Frozen):
    """A file as others name it. `seq` is the record it came with, `used` the one that last made use of it; `doc_id` is
    the id that the tool gave it. A `private` file is neither read by a planner nor sent; one with `priority` is listed
    before others."""

    name: str
    ref: FileRef
    seq: int
    used: int
    source: VaultSource
    summary: str = ""
    keywords: tuple[str, ...] = ()
    private: bool = False
    priority: bool = False
    doc_id: str = ""
    call: str = ""

    @property
    def size(self) -> int:
        """Bytes; 0 when it is somewhere else."""
        return 0 if self.ref.blob is None else self.ref.blob.size

    @property
    def outgoing(self) -> FileRef:
        """The file under the name that it has here."""
        return self.ref.model_copy(update={"name": self.name})

    @property
    def digest(self) -> str:
        """SHA-256 of its bytes; empty when it is somewhere else."""
        return "" if self.ref.blob is None else self.ref.blob.sha256


class Vault:
    """The fold: the files by name, in the order in which they came."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.files: dict[str, VaultFile] = {}
        self._about: dict[tuple[str, str], JsonObject] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._numbers: dict[str, int] = {}
        self._upto = 0
        for record in records:
            self.apply(record)

    def document(self, doc_id: str) -> VaultFile | None:
        """The newest file that a tool gave this id."""
        return next((one for one in reversed(self.files.values()) if one.doc_id == doc_id), None) if doc_id else None

    def resolve(self, named: Json) -> VaultFile | None:
        """The file that `{docId}` or `{name}` means: the id is tried first, then exactly the name."""
        return self.document(text_at(named, "docId")) or self.files.get(text_at(named, "name"))

    def apply(self, record: Record) -> None:
        """Takes the next record in; one that was taken in before changes nothing."""
        if record.seq <= self._upto:
            return
        self._upto = record.seq
        match record.event:
            case UserSaid(files=files):
                for ref in files:
                    self._add(record, ref, "user")
            case AgentSaid(files=files):
                for ref in files:
                    self._add(record, ref, "remote-agent")
            case FileAdded(ref=ref, source=source, private=private) if source != SOURCE:
                self._add(record, ref, _source(source), private=private)
            case Progressed(call=call, part=part) if is_object(part) and object_at(part, DOCUMENT):
                about = object_at(part, DOCUMENT)
                self._about[call, text_at(about, "name")] = about
            case FileKept(call=call, ref=ref, private=private):
                self._keep(record, call, ref, private)
            case Redacted(seqs=seqs):
                self._drop(lambda file: file.seq in seqs)
            case Decided(action=Call(tools=tools)):
                for call in tools:
                    self._use(record.seq, call.args)
            case _:
                self._act(record)

    def _keep(self, record: Record, call: str, ref: FileRef, private: bool) -> None:
        about = self._about.get((call, ref.name))
        self._drop(lambda file: file.call == call and file.ref.name == ref.name)
        self._add(record, ref, "agent" if about is None else "synth", private=private)
        last = next(reversed(self.files.values()))
        self.files[last.name] = last.model_copy(
            update={"call": call, "doc_id": text_at(about, "docId"), **_described(about or {})}
        )

    def _add(self, record: Record, ref: FileRef, source: VaultSource, *, private: bool = False) -> None:
        """The same bytes under the same name take the other's place; other bytes get a name of their own."""
        same = self.files.get(self._names.get(_content(ref), ""))
        if same is not None:
            del self.files[same.name]
            kept = {"ref": ref, "seq": record.seq, "used": record.seq, "private": same.private or private}
            self.files[same.name] = same.model_copy(update=kept)
            return
        number = self._numbers.get(ref.name, 1)
        name = self._names[_content(ref)] = numbered(ref.name, self.files.__contains__, number)
        self._numbers[ref.name] = number + 1
        self.files[name] = VaultFile(
            name=name, ref=ref, seq=record.seq, used=record.seq, source=source, private=private
        )

    def _act(self, record: Record) -> None:
        match act_of(record.event):
            case VaultFlagged(file=name) as flagged if name in self.files:
                flags = {
                    k: v for k, v in (("private", flagged.private), ("priority", flagged.priority)) if v is not None
                }
                described = _described(flagged.model_dump(exclude_none=True, exclude={"name", "file"}))
                self.files[name] = self.files[name].model_copy(update={**flags, **described})
            case VaultPurged(source=source, file=name):
                self._drop(lambda file: file.source == source or file.name == name)
            case _:
                pass

    def _use(self, seq: int, args: JsonObject) -> None:
        for wanted in (*list_at(args, "attachments"), args):
            file = self.resolve(wanted)
            if file is not None:
                self.files[file.name] = file.model_copy(update={"used": seq})

    def _drop(self, gone: Callable[[VaultFile], bool]) -> None:
        left = {name: file for name, file in self.files.items() if not gone(file)}
        if len(left) < len(self.files):
            self.files, self._numbers = left, {}
            self._names = {_content(file.ref): name for name, file in reversed(left.items())}


def _content(ref: FileRef) -> tuple[str, str]:
    """What a file is called and holds, as far as one can know without reading it."""
    return ref.name, f"at {ref.uri}" if ref.blob is None else ref.blob.sha256


def _source(text: str) -> VaultSource:
    match text:
        case "agent" | "remote-agent" | "synth":
            return text
        case _:
            return "user"


def _described(about: JsonObject) -> JsonObject:
    """The summary and the keywords, where they are said."""
    described: JsonObject = {}
    if "summary" in about:
        described["summary"] = text_at(about, "summary")[:_SUMMARY]
    if "keywords" in about:
        words = [word[:40] for word in list_at(about, "keywords") if isinstance(word, str)]
        described["keywords"] = tuple(words[:_KEYWORDS])
    return described
