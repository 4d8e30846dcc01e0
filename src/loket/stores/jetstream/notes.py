"""The book: notes by owner, with versions and expiry. The servers drop a note an hour after it ended."""

import json
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from datetime import datetime

from loket.core.data import Json
from loket.core.errors import Conflict
from loket.core.ports import Noted
from loket.stores.jetstream import frames
from loket.stores.jetstream.frames import Note, encode
from loket.stores.jetstream.stream import OutOfPlace, Stream, ToStore
from loket.stores.jetstream.subjects import Subjects
from loket.stores.moment import Clock, moment, ticks

_LATER_SECONDS = 3600


class NoteBook:
    """Notes of everybody."""

    def __init__(self, stream: Stream, subjects: Subjects, clock: Clock) -> None:
        self._stream = stream
        self._subjects = subjects
        self._clock = clock

    async def note(
        self, owner: str, name: str, value: Json, expect: int | None = None, expires: datetime | None = None
    ) -> int:
        """The new version. Conflict when it is not the expected one that is replaced."""
        text = json.dumps(value, allow_nan=False)
        subject = self._subjects.note(owner, name)
        until = None if expires is None else ticks(expires)
        while True:
            found = await self._stream.last(subject)
            old = None if found is None or not found.body else frames.note(found.body)
            version = 0 if old is None or self._ended(old) else old.version
            if expect is not None and expect != version:
                raise Conflict("changed_meanwhile", f"{name} has version {version}, not {expect}. Read it again.")
            seconds = None
            if expires is not None:
                seconds = max(int((expires - self._clock()).total_seconds()), 0) + _LATER_SECONDS
            said = encode(Note(owner, name, text, version + 1, until))
            try:
                await self._stream.put(
                    [ToStore(subject, said, 0 if found is None else found.at, alone=True, seconds=seconds)]
                )
            except OutOfPlace:
                if await self._is(subject, said):
                    return version + 1  # it was stored, and the answer to it lost
                continue
            return version + 1

    async def look(self, owner: str, name: str) -> Noted | None:
        found = await self._stream.newest(self._subjects.note(owner, name))
        return None if found is None else self._noted(found.body)

    async def names(self, owner: str, prefix: str = "", limit: int = 1000) -> list[Noted]:
        async with aclosing(self._stream.scan(self._subjects.notes(owner, prefix))) as found:
            notes = [note async for one in found if (note := self._noted(one.body)) is not None]
        return sorted((note for note in notes if note.name.startswith(prefix)), key=lambda note: note.name)[:limit]

    async def hear(self, owner: str, prefix: str, told: Callable[[Noted], None]) -> Callable[[], Awaitable[None]]:
        """Is told of notes as they are sent to the servers, also of those that end with that or are not stored."""

        def heard(body: bytes) -> None:
            if body:
                note = frames.note(body)
                told(Noted(note.name, json.loads(note.value), note.version, None))

        return await self._stream.link.hear(self._subjects.notes(owner, prefix), heard)

    async def forget(self, owner: str, name: str) -> None:
        await self._stream.delete(self._subjects.note(owner, name))

    async def owners(self) -> list[str]:
        async with aclosing(self._stream.scan(f"{self._subjects.prefix}.log.n.>")) as found:
            return list({frames.note(one.body).owner async for one in found})

    async def _is(self, subject: str, said: bytes) -> bool:
        found = await self._stream.last(subject)
        return found is not None and found.body == said

    def _ended(self, note: Note) -> bool:
        return note.expires is not None and moment(note.expires) <= self._clock()

    def _noted(self, body: bytes) -> Noted | None:
        note = frames.note(body)
        if self._ended(note):
            return None
        value: Json = json.loads(note.value)
        return Noted(note.name, value, note.version, None if note.expires is None else moment(note.expires))
