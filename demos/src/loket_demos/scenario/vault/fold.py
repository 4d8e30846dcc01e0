"""The vault of a run: a fold of its records. Every document has a name, which is what a message attaches it by, or the
docId that a tool gave it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from loket.core.data import FileRef, Frozen, Json, JsonObject
from loket.core.events import AgentSaid, FileAdded, FileKept, Returned, UserSaid
from loket.core.record import Record
from loket.core.shapes import is_list, is_object, text_at
from loket_demos.scenario.acts import VaultFlagged, VaultPurged, act_of
from loket_demos.scenario.run import SOURCE

VaultSource = Literal["user", "remote-agent", "synth"]


class VaultFile(Frozen):
    """A document. `doc_id` is empty for what no tool made; `seq` is the record that it came with."""

    name: str
    ref: FileRef
    source: VaultSource
    seq: int
    doc_id: str = ""
    call: str = ""
    summary: str = ""
    keywords: tuple[str, ...] = ()
    private: bool = False
    priority: bool = False


@dataclass
class Vault:
    """The fold; `files` are by name, the oldest first."""

    files: dict[str, VaultFile] = field(default_factory=dict[str, VaultFile])

    def apply(self, record: Record) -> None:
        """Takes the next record in."""
        match record.event:
            case UserSaid(files=files):
                self._add(VaultFile(name=file.name, ref=file, source="user", seq=record.seq) for file in files)
            case AgentSaid(files=files):
                self._add(VaultFile(name=file.name, ref=file, source="remote-agent", seq=record.seq) for file in files)
            case FileAdded(ref=file, source=source, private=private) if source != SOURCE:
                self._add([VaultFile(name=file.name, ref=file, source="user", seq=record.seq, private=private)])
            case FileKept(ref=file, call=call, private=private):
                made = VaultFile(name=file.name, ref=file, source="synth", seq=record.seq, call=call, private=private)
                self._add([made])
            case Returned(call=call, ok=True, value=value):
                self._name(call, value)
            case _:
                self._act(record)

    def resolve(self, wanted: JsonObject) -> VaultFile | None:
        """The document that an attachment names, by its docId or else by its exact name."""
        doc_id, name = text_at(wanted, "docId"), text_at(wanted, "name")
        by_id = [file for file in self.files.values() if doc_id and file.doc_id == doc_id]
        return by_id[-1] if by_id else self.files.get(name)

    def _add(self, files: Iterable[VaultFile]) -> None:
        for file in files:
            before = self.files.pop(file.name, None)
            kept = {} if before is None else {"priority": before.priority, "private": before.private or file.private}
            self.files[file.name] = file.model_copy(update=kept)

    def _name(self, call: str, value: Json) -> None:
        """The documents of a result are those that its call kept, by their names."""
        for document in documents_in(value):
            file = self.files.get(text_at(document, "name"))
            if file is not None and file.call == call:
                told = {"doc_id": text_at(document, "docId"), "summary": text_at(document, "summary")}
                self.files[file.name] = file.model_copy(update=told)

    def _act(self, record: Record) -> None:
        match act_of(record.event):
            case VaultFlagged(file=name) as flagged if name in self.files:
                said = {k: v for k, v in flagged.model_dump(exclude={"name", "file"}).items() if v is not None}
                self.files[name] = self.files[name].model_copy(update=said)
            case VaultPurged(source=source, file=name):
                gone = [one.name for one in self.files.values() if one.name == name or one.source == source]
                for one in gone:
                    del self.files[one]
            case _:
                pass


def vault_of(records: Iterable[Record]) -> Vault:
    """The vault after these records."""
    vault = Vault()
    for record in records:
        vault.apply(record)
    return vault


def documents_in(value: Json) -> Iterator[JsonObject]:
    """Every document in a result, however deep: an object with a docId and a name."""
    if is_object(value):
        if text_at(value, "docId") and text_at(value, "name"):
            yield value
        else:
            for inner in value.values():
                yield from documents_in(inner)
    elif is_list(value):
        for inner in value:
            yield from documents_in(inner)
