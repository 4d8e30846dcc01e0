"""Copies a store into another one while the first is written on. Knows the ports of stores alone, so any goes to any.

A round looks through all conversations and notes and writes what differs. After a round in which nothing had to be
written, every conversation has been read from both after it was last written, and was the same byte for byte. States of
views are not copied: they are folded anew. The versions of notes begin again."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from loket.core.errors import Conflict, StoreError
from loket.core.ports import Book, Entry, Inventory, Noted, Store
from loket.engine.nodes import NODES

MARK = "copy"
"""The note in a copy that nobody has served yet: whether it is whole."""
ROUNDS = 10
"""After so many, whoever writes is faster than we are."""
_SIDE_BY_SIDE = 16
_CONVERSATIONS = 250
_ROWS = 200
_ALL = 1 << 30
_SOON = timedelta(seconds=5)
"""Notes that end so soon are not worth a round."""


@dataclass
class Copied:
    """What the last round has seen, and what the first ones wrote. `again`: the conversations that were written on
    while they were copied; `damaged`: what can't be read, by name, and why; `moving`: conversations and notes that the
    last round still had to write, so that the copy is not whole."""

    conversations: int = 0
    seen: int = 0
    records: int = 0
    files: int = 0
    notes: int = 0
    erased: int = 0
    bytes: int = 0
    again: set[str] = field(default_factory=set)
    damaged: dict[str, str] = field(default_factory=dict)
    moving: int = 0


class Copying:
    """From `source`, which may be served meanwhile, to `target`, which may not. `told` is called often."""

    def __init__(self, source: Store, target: Store, told: Callable[[Copied], None]) -> None:
        self._source = source
        self._target = target
        self._told = told
        self._done = Copied()

    async def run(self, everything: bool = True) -> Copied:
        """Goes on with what an earlier one began. Unless `everything` is read again, only conversations are that have
        another last record, entry or file. Conflict `not_a_copy` when the target has something of its own."""
        await self._begin()
        done, again = self._done, set[str]()
        for number in range(ROUNDS):
            done.seen = done.records = done.files = done.erased = 0
            done.damaged.clear()
            notes = await self._notes()
            again = await self._round(everything and number == 0, again)
            done.moving = len(again) + notes
            if number > 0:
                done.again |= again
            if not done.moving:
                break
        await self._target.note("", MARK, {"whole": not done.moving})
        return done

    async def _begin(self) -> None:
        mark = await self._target.look("", MARK)
        if mark is None and (await self._target.conversations() or await self._target.owners()):
            raise _no_copy("It has data, and is no copy that nobody has served yet.")
        await self._target.note("", MARK, {"whole": False})

    async def _round(self, everything: bool, again: set[str]) -> set[str]:
        """The conversations that had to be written."""
        names = await self._source.conversations()
        names += {*await self._target.conversations()}.difference(names)
        self._done.conversations = len(names)
        written: set[str] = set()
        for first in range(0, len(names), _CONVERSATIONS):
            some = names[first : first + _CONVERSATIONS]
            ours = await self._held(some)
            theirs = dict(zip(some, await self._target.held(some), strict=True))
            work = iter([name for name in ours if everything or name in again or not _alike(ours[name], theirs[name])])

            async def copy(
                work: Iterable[str] = work, ours: dict[str, Inventory] = ours, theirs: dict[str, Inventory] = theirs
            ) -> None:
                for name in work:
                    if await self._copied(name, ours[name], theirs[name]):
                        written.add(name)

            try:
                async with asyncio.TaskGroup() as group:
                    for _ in range(_SIDE_BY_SIDE):
                        group.create_task(copy())
            except ExceptionGroup as errors:
                raise errors.exceptions[0] from None
            for held in ours.values():
                self._count(held)
            self._told(self._done)
        return written

    async def _held(self, names: Iterable[str]) -> dict[str, Inventory]:
        """Of those that can be read."""
        names = list(names)
        try:
            return dict(zip(names, await self._source.held(names), strict=True))
        except StoreError as error:
            if len(names) > 1:
                return {name: held for one in names for name, held in (await self._held([one])).items()}
            self._damaged(names[0], error)
            return {}

    async def _copied(self, name: str, ours: Inventory, theirs: Inventory) -> bool:
        """Whether anything had to be written, or went away meanwhile."""
        if ours.erased:
            if not theirs.erased:
                await self._target.erase(name)
            return not theirs.erased
        if theirs.erased or theirs.head > ours.head:
            raise _no_copy(f"Conversation {name} has gone on there, or is of another store.")
        files = await self._files(name, ours.files, theirs.files)
        return await self._log(name, ours, theirs) or files

    async def _files(self, name: str, ours: frozenset[str], theirs: frozenset[str]) -> bool:
        wrong = {sha256 for sha256 in ours & theirs if not await self._sound(name, sha256)}
        for sha256 in wrong | theirs - ours:
            await self._target.drop(name, sha256)
        written = bool(wrong | theirs - ours)
        for sha256 in wrong | ours - theirs:
            try:
                data = await self._source.get(name, sha256)
            except StoreError as error:
                self._damaged(name, error)
                continue
            written = True
            if data is not None:  # else it was dropped meanwhile
                await self._target.put(name, data, "")
                self._wrote(len(data))
        return written

    async def _sound(self, name: str, sha256: str) -> bool:
        """Whether the bytes there have their digest."""
        try:
            return await self._target.get(name, sha256) is not None
        except StoreError as error:
            if error.code != "damaged":
                raise
            return False

    async def _log(self, name: str, ours: Inventory, theirs: Inventory) -> bool:
        entry = None if _same(ours.entry, theirs.entry) else ours.entry
        written, after = False, 0
        while after < ours.head or entry is not None:
            before = min(ours.head, after + _ROWS) + 1
            try:
                rows = await self._source.read(name, after, before, _ROWS)
            except StoreError as error:
                self._damaged(name, error)
                return written  # without its entry it is in no list, and nobody goes on with it
            if not rows and ours.head:
                return True  # it was erased meanwhile
            kept = await self._target.read(name, after, before, _ROWS)
            after += len(rows)
            other = [row for row, there in zip(rows, kept, strict=False) if row != there]
            if other:  # redacted since, or damaged there
                await self._target.redact(name, other)
            new, last = rows[len(kept) :], entry if after == ours.head else None
            if new or last is not None:
                appended = self._target.append(name, new, last)
                self._target.urge()
                await appended
                entry = entry if last is None else None
            written = written or bool(other or new or last)
            self._wrote(sum(len(row.body) for row in new))
        return written

    async def _notes(self) -> int:
        """How many had to be changed."""
        changed = self._done.notes = 0
        for owner in {*await self._source.owners(), *await self._target.owners()}:
            try:
                ours = await _noted(self._source, owner)
            except StoreError as error:
                self._damaged(f"notes of {owner or 'the server'}", error)
                continue
            theirs = await _noted(self._target, owner)
            self._done.notes += len(ours)
            for name in theirs.keys() - ours.keys():
                await self._target.forget(owner, name)
                changed += 1
            for name, noted in ours.items():
                there = theirs.get(name)
                if there is None or (noted.value, noted.expires) != (there.value, there.expires):
                    await self._target.note(owner, name, noted.value, expires=noted.expires)
                    changed += 1
            self._told(self._done)
        return changed

    def _count(self, held: Inventory) -> None:
        done = self._done
        done.seen += 1
        done.records += held.head
        done.files += len(held.files)
        done.erased += held.erased

    def _wrote(self, size: int) -> None:
        self._done.bytes += size
        self._told(self._done)

    def _damaged(self, name: str, error: StoreError) -> None:
        if error.code != "damaged":
            raise error
        self._done.damaged[name] = error.text


async def ready_to_serve(book: Book) -> None:
    """Before a store is served: from then on it is no copy, and nothing is copied over it. StoreError when it is one
    that is not whole."""
    mark = await book.look("", MARK)
    if mark is not None:
        if mark.value != {"whole": True}:
            text = "Not all has been copied into this store yet. Run `loket store copy` with it again, until it ends."
            raise StoreError("copy_unfinished", text)
        await book.forget("", MARK)


async def _noted(book: Book, owner: str) -> dict[str, Noted]:
    """What is noted of an owner that lasts, but what servers note of the store they share."""
    ends = datetime.now(UTC) + _SOON
    return {
        noted.name: noted
        for noted in await book.names(owner, limit=_ALL)
        if (noted.expires is None or noted.expires > ends)
        and not (owner == "" and (noted.name == MARK or noted.name.startswith(NODES)))
    }


def _alike(ours: Inventory, theirs: Inventory) -> bool:
    return _same(ours.entry, theirs.entry) and ours._replace(entry=None) == theirs._replace(entry=None)


def _same(ours: Entry | None, theirs: Entry | None) -> bool:
    """Whether the index says the same, in whatever order the names stand."""
    if ours is None or theirs is None:
        return ours is theirs
    return ours._replace(aliases=()) == theirs._replace(aliases=()) and {*ours.aliases} == {*theirs.aliases}


def _no_copy(why: str) -> Conflict:
    return Conflict("not_a_copy", f"The store to copy to must be empty, or a copy that is gone on with. {why}")
