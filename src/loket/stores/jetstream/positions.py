"""Where each conversation stands, as this node knows it, and the messages that take it further."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from loket.core.errors import Conflict, Gone, Moved
from loket.core.ports import Entry, Row
from loket.stores.jetstream import frames
from loket.stores.jetstream.frames import Frame, Tree, encode, split, with_commit
from loket.stores.jetstream.stream import Stored, ToStore, tomb
from loket.stores.jetstream.subjects import Subjects

BUSY = ("working", "waiting")
"""The states of conversations that somebody has to go on with, which are found without reading the whole index."""
Append = tuple[str, Sequence[Row], Entry | None]


@dataclass(frozen=True, slots=True)
class Position:
    """The sequence of a conversation's last message in the stream (0: there is none), its last seq, who wrote it, and
    what the next frame carries on. `entry`: what the index says of it, where this node wrote that last."""

    at: int = 0
    head: int = 0
    node: str | None = None
    stored: int = 0
    spine: tuple[Tree, ...] = ()
    redacted: bool = False
    erased: bool = False
    commit: str = ""
    entry: Entry | None = None

    @classmethod
    def of(cls, found: Stored | None) -> "Position":
        """By its last message."""
        if found is None:
            return cls()
        said = frames.frame(found.body)
        spine = with_commit(said.spine, found.at - said.part, said.begins)
        return cls(found.at, said.last, said.node, said.stored, spine, said.redacted, said.erased, said.commit)


@dataclass(slots=True)
class Change:
    """What a commit does to one conversation."""

    rows: list[Row] = field(default_factory=list)
    entry: Entry | None = None
    redacted: bool = False
    erased: bool = False
    beside: list[ToStore] = field(default_factory=list)
    """Other messages of the same commit."""


def take(
    places: dict[str, Position], changes: dict[str, Change], items: Sequence[Append], node: str | None = None
) -> None:
    """Adds what was appended in one turn to the changes, or nothing of it: Conflict when a record does not follow or
    a key stands twice, Gone when the conversation is erased, Moved when a node is given and another one wrote last."""
    heads: dict[str, int] = {}
    keys: set[tuple[str, str]] = set()
    for conversation, rows, _ in items:
        place, change = places[conversation], changes.get(conversation)
        if place.erased:
            raise Gone("erased", "This conversation was erased.")
        if node is not None and place.node not in (None, node):
            raise moved()
        if change is not None:
            keys.update((conversation, row.key) for row in change.rows if row.key is not None)
        head = heads.get(conversation, place.head + (len(change.rows) if change else 0))
        for row in rows:
            head += 1
            if row.seq != head:
                raise Conflict("not_next", f"Record {row.seq} does not follow: the next one is {head}.")
            if row.key is not None and (conversation, row.key) in keys:
                raise key_used()
            if row.key is not None:
                keys.add((conversation, row.key))
        heads[conversation] = head
    for conversation, rows, entry in items:
        change = changes.setdefault(conversation, Change())
        change.rows.extend(rows)
        change.entry = entry or change.entry


def messages(
    subjects: Subjects, conversation: str, place: Position, change: Change, by: tuple[str, str]
) -> tuple[list[ToStore], int]:
    """What to store, the frames first, and how many of these are frames. `by`: the node and the commit."""
    made: list[ToStore] = []
    begins, stored = place.head + 1, place.stored
    first = begins
    for part, rows in enumerate(split(change.rows)):
        stored += sum(len(row.body) for row in rows)
        frame = Frame(
            *by,
            first,
            tuple((row.body, row.key) for row in rows),
            stored,
            place.spine,
            part,
            begins,
            place.redacted or change.redacted,
            change.erased,
        )
        made.append(ToStore(subjects.log("r", conversation), encode(frame), None if part else place.at))
        first += len(rows)
    count = len(made)
    made += [
        ToStore(subjects.log("k", conversation, row.key), str(row.seq).encode(), 0)
        for row in change.rows
        if row.key is not None
    ]
    return made + change.beside, count


def advanced(place: Position, change: Change, at: int, frames: int, by: tuple[str, str]) -> Position:
    """The place after its frames were stored, the last of them at this sequence."""
    return replace(
        place,
        at=at,
        head=place.head + len(change.rows),
        node=by[0],
        commit=by[1],
        stored=place.stored + sum(len(row.body) for row in change.rows),
        spine=with_commit(place.spine, at - frames + 1, place.head + 1),
        redacted=place.redacted or change.redacted,
        erased=change.erased,
        entry=None if change.erased else change.entry or place.entry,
    )


def indexed(subjects: Subjects, old: Entry | None, new: Entry, held: Iterable[Stored]) -> list[ToStore]:
    """What the index is told: the entry, where it is listed, and by which other names it is found. `held`: the other
    names that still lead to it, of those that it had."""
    conversation = new.conversation
    said = conversation.encode()
    made = [ToStore(subjects.log("i", conversation), encode(new), alone=True)]
    before, now = listed(subjects, old), listed(subjects, new)
    made += [tomb(subject) for subject in before if subject not in now]
    made += [ToStore(subject, said, alone=True) for subject in now if subject not in before]
    wanted = {subjects.log("a", new.owner, alias) for alias in new.aliases}
    had: set[str] = set()
    for alias in held:
        had.add(alias.subject)
        if alias.subject not in wanted:
            made.append(tomb(alias.subject, alias.at))
    made += [ToStore(subject, said, alone=True) for subject in sorted(wanted - had)]
    return made


def listed(subjects: Subjects, entry: Entry | None) -> list[str]:
    """Under what it is found with others: whose it is, and that work is under way."""
    if entry is None:
        return []
    owned = subjects.log("o", entry.owner, entry.assistant, entry.conversation)
    return [owned, subjects.log("w", entry.conversation)] if entry.state in BUSY else [owned]


def key_used() -> Conflict:
    return Conflict("key_used", "This idempotency key belongs to another record.")


def moved() -> Moved:
    return Moved()
