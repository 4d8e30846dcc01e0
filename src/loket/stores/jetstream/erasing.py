"""Erasing and redacting: what must go is said in the same batch as what stands in its place, and then overwritten on
the servers; whoever is killed in between leaves a note of what is owed, which the next start pays."""

from collections.abc import Sequence
from contextlib import aclosing

import msgspec

from loket.core.errors import Gone, NotFound
from loket.core.ports import Row
from loket.stores.jetstream.batches import Batches
from loket.stores.jetstream.chain import Chain, undamaged
from loket.stores.jetstream.frames import encode
from loket.stores.jetstream.frames import frame as frame_of
from loket.stores.jetstream.positions import Change, Position, listed
from loket.stores.jetstream.stream import Stream, ToStore, tomb
from loket.stores.jetstream.subjects import Subjects


class Erasing:
    """Over both streams. An owed wipe is the name of the conversation and the sequences; none means all."""

    def __init__(self, log: Stream, files: Stream, subjects: Subjects, commits: Batches, reading: Chain) -> None:
        self._log = log
        self._files = files
        self._subjects = subjects
        self._commits = commits
        self._reading = reading

    async def erase(self, conversation: str) -> None:
        """Nobody reads it from the first batch on; returns when nothing of it is left."""

        async def mark(place: Position) -> Change:
            entry = await self._commits.entry(conversation)
            gone: list[ToStore] = [self._owe(conversation, ())]
            if entry is not None:
                gone += [tomb(self._subjects.log("i", conversation)), *map(tomb, listed(self._subjects, entry))]
                names = {self._subjects.log("a", entry.owner, alias) for alias in entry.aliases}
                held = [found for name in names if (found := await self._log.last(name)) is not None]
                gone += [tomb(one.subject, one.at) for one in held if one.body == conversation.encode()]
            return Change(erased=True, beside=gone)

        async def act() -> None:
            await self._commits.change(conversation, mark)

        await self._commits.do(act)
        await self._wipe(conversation, ())

    async def redact(self, conversation: str, rows: Sequence[Row]) -> None:
        bodies = {row.seq: row.body for row in rows}
        old: list[int] = []

        async def blank(place: Position) -> Change:
            if place.erased:
                raise Gone("erased", "This conversation was erased.")
            for seq in bodies:
                if not 1 <= seq <= place.head:
                    raise NotFound("no_such_record", f"There is no record {seq} to redact.")
            found = await self._log.last(self._subjects.log("r", conversation))
            assert found is not None
            newest = found.at, frame_of(found.body)
            made: dict[str, ToStore] = {}
            old.clear()
            for seq in sorted(bodies):
                for message, frame in await self._reading.frames(conversation, newest, seq, seq):
                    blanked = tuple((bodies.get(row.seq, row.body), row.key) for row in frame.records())
                    subject = self._subjects.log("r", conversation)
                    instead = message.subject
                    if message.subject == subject:
                        instead = self._subjects.log("x", conversation, str(message.at))
                    made[instead] = ToStore(instead, encode(msgspec.structs.replace(frame, rows=blanked)))
                    old.append(message.at)
            return Change(redacted=True, beside=[*made.values(), self._owe(conversation, sorted(set(old)))])

        async def act() -> None:
            await self._commits.change(conversation, lambda place: undamaged(lambda: blank(place)))

        await self._commits.do(act)
        await self._wipe(conversation, sorted(set(old)))

    async def go_on(self) -> None:
        """Pays what is owed by those who were killed."""
        owed: list[tuple[str, list[int]]] = []
        async with aclosing(self._log.scan(f"{self._subjects.prefix}.log.e.>")) as found:
            async for one in found:
                owed.append(msgspec.msgpack.decode(one.body, type=tuple[str, list[int]]))
        for conversation, sequences in owed:
            await self._wipe(conversation, sequences)

    def _owe(self, conversation: str, sequences: Sequence[int]) -> ToStore:
        return ToStore(self._owed(conversation, sequences), encode((conversation, list(sequences))), alone=True)

    def _owed(self, conversation: str, sequences: Sequence[int]) -> str:
        return self._subjects.log("e", conversation, str(sequences[0]) if sequences else "all")

    async def _wipe(self, conversation: str, sequences: Sequence[int]) -> None:
        log, subjects = self._log, self._subjects
        await self._files.delete(f"{subjects.file('s', conversation)}.>")
        if sequences:
            await log.wipe(sequences)
        else:
            mark = await log.last(subjects.log("r", conversation))
            await log.delete(subjects.log("r", conversation), but=None if mark is None else mark.at)
            for subject in (subjects.under("x", conversation), subjects.under("k", conversation)):
                await log.delete(subject)
            for subject in subjects.notes_about(conversation):
                await log.delete(subject)
            await self._files.delete(f"{subjects.file('b', conversation)}.>")
        await log.delete(self._owed(conversation, sequences))
