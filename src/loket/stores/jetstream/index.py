"""The index of conversations: entries by owner, other names, and how much is stored of whom."""

from collections.abc import AsyncGenerator, Collection, Iterable, Iterator, Sequence
from contextlib import aclosing
from datetime import datetime
from heapq import nlargest
from typing import TypeVar

from loket.core.ports import Entry, Inventory, State, Used
from loket.stores.checks import damaged
from loket.stores.jetstream import frames
from loket.stores.jetstream.positions import BUSY
from loket.stores.jetstream.stream import BATCH, Stored, Stream
from loket.stores.jetstream.subjects import Subjects

T = TypeVar("T")
_TOGETHER = 250
"""Subjects that are asked for at once."""


class Index:
    """Reads what the commits write."""

    def __init__(self, log: Stream, files: Stream, subjects: Subjects) -> None:
        self._log = log
        self._files = files
        self._subjects = subjects

    async def standing(self, conversation: str) -> tuple[Entry | None, int, bool]:
        """The entry, the last seq, and whether it is erased, all of one moment."""
        records, index = self._subjects.log("r", conversation), self._subjects.log("i", conversation)
        found = await self._log.lasts(records, index)
        if not found and await self._log.last(index) is not None:
            found = await self._log.lasts(records, index)  # the server that was asked was behind
        last = found.pop(records, None)
        entry = (await self._with_names(_read(found.values())) or [None])[0]
        if last is None:
            return entry, 0, False
        frame = frames.frame(last.body)
        return (None, 0, True) if frame.erased else (entry, frame.last, False)

    async def entries(
        self,
        owner: str | None = None,
        state: State | None = None,
        before: datetime | None = None,
        limit: int = 50,
        assistant: str | None = None,
    ) -> list[Entry]:
        newest: list[Entry] = []
        async with aclosing(self._of(owner, state, assistant)) as entries:
            async for entry in entries:
                if (
                    (state is None or entry.state == state)
                    and (before is None or entry.updated < before)
                    and (assistant is None or entry.assistant == assistant)
                ):
                    newest.append(entry)
                    if len(newest) > 2 * limit + BATCH:
                        newest = nlargest(limit, newest, _age)
        return await self._with_names(nlargest(limit, newest, _age))

    async def alias(self, owner: str, alias: str) -> str | None:
        found = await self._log.newest(self._subjects.log("a", owner, alias))
        return found.body.decode() or None if found is not None else None

    async def used(self, owner: str, hidden: Collection[str] = ()) -> Used:
        async with aclosing(self._of(owner)) as found:
            entries = [entry async for entry in found]
        size = 0
        for some in _groups(entries):
            records = await self._log.lasts(*(self._subjects.log("r", entry.conversation) for entry in some))
            size += sum(frames.frame(one.body).stored for one in records.values())
            blobs = await self._files.lasts(*(f"{self._subjects.file('b', entry.conversation)}.*" for entry in some))
            size += sum(frames.meta(one.body).size for one in blobs.values())
        return Used(sum(entry.assistant not in hidden for entry in entries), size)

    async def conversations(self) -> list[str]:
        """StoreError when one has no plain name, as all of ours have: its subject has only a digest of it."""
        logs = await self._log.subjects(self._subjects.each("r"))
        files = await self._files.subjects(f"{self._subjects.file('b')}.*.*")
        names = {subject.split(".")[3] for subject in (*logs, *files)}
        if any(name.startswith("=") for name in names):
            raise damaged("The name of a conversation")
        return list(names)

    async def held(self, conversations: Sequence[str]) -> list[Inventory]:
        return [one for some in _groups([*conversations]) for one in await self._held(some)]

    async def _held(self, names: list[str]) -> list[Inventory]:
        records = [self._subjects.log("r", name) for name in names]
        found = await self._log.lasts(*records, *(self._subjects.log("i", name) for name in names))
        last = {subject: frames.frame(found.pop(subject).body) for subject in records if subject in found}
        entries = {entry.conversation: entry for entry in await self._with_names(_read(found.values()))}
        own = [self._subjects.file("b", name) for name in names]
        files: dict[str, set[str]] = {}
        for subject in await self._files.lasts(*(f"{subject}.*" for subject in own)):
            whose, _, sha256 = subject.rpartition(".")
            files.setdefault(whose, set()).add(sha256)
        held: list[Inventory] = []
        for name, record, file in zip(names, records, own, strict=True):
            frame = last.get(record)
            if frame is not None and frame.erased:
                held.append(Inventory(erased=True))
            else:
                head = 0 if frame is None else frame.last
                held.append(Inventory(head, entries.get(name), frozenset(files.get(file, ()))))
        return held

    async def _of(
        self, owner: str | None, state: State | None = None, assistant: str | None = None
    ) -> AsyncGenerator[Entry]:
        """All of these, and maybe more; some at a time, since there may be more than memory has room for."""
        if owner is None and assistant is None and state not in BUSY:
            async with aclosing(self._log.scan(self._subjects.each("i"))) as found:
                async for one in found:
                    for entry in _read([one]):
                        yield entry
            return
        busy = owner is None and state in BUSY
        marks = await self._log.lasts(self._subjects.each("w") if busy else self._subjects.owned(owner, assistant))
        for some in _groups([mark.body.decode() for mark in marks.values() if mark.body]):
            for entry in _read((await self._log.lasts(*(self._subjects.log("i", name) for name in some))).values()):
                if owner is None or entry.owner == owner:
                    yield entry

    async def _with_names(self, entries: list[Entry]) -> list[Entry]:
        """With those of their other names that no other conversation has taken since."""
        names = [self._subjects.log("a", entry.owner, alias) for entry in entries for alias in entry.aliases]
        held: dict[str, str] = {}
        for some in _groups(names):
            held |= {subject: found.body.decode() for subject, found in (await self._log.lasts(*some)).items()}
        return [
            entry._replace(
                aliases=tuple(
                    alias
                    for alias in entry.aliases
                    if held.get(self._subjects.log("a", entry.owner, alias)) == entry.conversation
                )
            )
            for entry in entries
        ]


def _read(found: Iterable[Stored]) -> list[Entry]:
    """The entries, without those that were deleted."""
    return [entry for one in found if (entry := frames.entry(one.body)) is not None]


def _age(entry: Entry) -> tuple[datetime, str]:
    return entry.updated, entry.conversation


def _groups(things: list[T]) -> Iterator[list[T]]:
    for first in range(0, len(things), _TOGETHER):
        yield things[first : first + _TOGETHER]
