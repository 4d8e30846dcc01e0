"""What an owner may do with a whole conversation: fork it, export it, blank records, erase it."""

import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from loket.core.assistant import AssistantSpec
from loket.core.data import references
from loket.core.errors import Invalid, LoketError
from loket.core.events import Decided, Discarded, Drafted, Forked, Redacted
from loket.core.ports import Entry, Row
from loket.core.record import Record, decode, encode, lifted
from loket.core.screen import Screen
from loket.engine.allowance import full
from loket.engine.file_store import ends_in
from loket.engine.host import Host
from loket.engine.keeping import asked_in
from loket.engine.names import new_name
from loket.engine.pages import pages, record_at, records, rows
from loket.views.blank import blanked
from loket.views.scrubbed import Scrub


@dataclass(frozen=True)
class Archive:
    """Works on stored records, through the host where something is under way."""

    host: Host

    async def fork(self, conversation: str, at: int, owner: str) -> str:
        """A new conversation of the same owner with the first `at` records. What was under way there goes on here, but
        nothing that is not read-only leaves before a person says so. Invalid when there is no such record."""
        entry = await self.host.owned(conversation, owner)
        if not 1 <= at <= await self.host.store.head(conversation):
            raise Invalid("no_record", f"There is no record {at} in this conversation.")
        name, now = new_name(), self.host.clock()
        copy = Entry(name, owner, entry.assistant, entry.title, "working", now, now)
        async with self.host.runs.lock(f"fork of {owner}"):  # each knows what the one before it took
            room = await self.host.allowance.begin(owner, entry.assistant)
            try:
                await self._copy(conversation, at, copy, room)
            except LoketError:
                await self.host.store.erase(name)  # what is half there has no owner who could
                raise
        await self.host.wake(name)
        return name

    async def _copy(self, conversation: str, at: int, copy: Entry, room: float) -> None:
        name, copied = copy.conversation, list[Row]()
        async for page in pages(self.host.store, conversation, upto=at):
            if copied:
                await self.host.store.append(name, copied)
            refs = [ref for row in page for ref in references(json.loads(row.body))]
            room -= sum(len(row.body) for row in page) + sum(ref.size for ref in refs)
            if room < 0:
                raise full(self.host.allowance.limits)
            for ref in refs:
                if (data := await self.host.store.get(conversation, ref.sha256)) is not None:
                    await self.host.store.put(name, data, ref.media, ref.preview)
            for blob, ends in filter(None, map(ends_in, [row.body for row in page])):
                await self.host.files.end(name, blob.sha256, ends)
            copied = [Row(row.seq, row.body) for row in page]
        # Only with the record that it is a copy does it come into the index, from where it would be woken.
        await self.host.store.append(name, [*copied, _forked(copied[-1], conversation, copy.created)], copy)

    async def check(self, conversation: str) -> None:
        """StoreError when a record is not as it was written, or newer: to be known before the first line is sent."""
        async for row in rows(self.host.store, conversation):
            lifted(row.body)

    async def export(self, conversation: str, owner: str, scrub: bool = False) -> AsyncIterator[bytes]:
        """Every record as a line of JSON. Scrubbed: see `views/scrubbed.py`."""
        await self.host.owned(conversation, owner)
        kit = self.host.kit
        names = declared(kit.assistants.values(), chain.from_iterable(kit.screens.values()))
        scrubbing = Scrub(names) if scrub else None
        async for row in rows(self.host.store, conversation):
            yield (lifted(row.body) if scrubbing is None else scrubbing.line(row.body)) + b"\n"

    async def redact(self, conversation: str, seqs: tuple[int, ...], why: str, owner: str) -> int:
        """Blanks the words of these records for good and appends Redacted; answers its seq."""
        await self.host.owned(conversation, owner)
        gone: list[Row] = []
        for seq in seqs:
            record = await record_at(self.host.store, conversation, seq)
            if record is None:
                raise Invalid("no_record", f"There is no record {seq} in this conversation.")
            gone.append(Row(seq, encode(blanked(record))))
            pieces = [piece async for piece in self._pieces(conversation, record)]
            gone += [Row(piece.seq, encode(blanked(piece))) for piece in pieces]
        seqs = tuple(dict.fromkeys(row.seq for row in gone))
        gone += [row async for row in self._summaries(conversation, seqs)]
        async with self.host.resting(conversation), self.host.viewer.changing(conversation):
            await self.host.store.redact(conversation, gone)
        return await self.host.tell(conversation, Redacted(seqs=seqs, why=why), owner=owner)

    async def _summaries(self, conversation: str, seqs: tuple[int, ...]) -> AsyncIterator[Row]:
        """Later decisions without their summaries, which may hold the same words."""
        async for record in records(self.host.store, conversation, min(seqs, default=0)):
            event = record.event
            if isinstance(event, Decided) and event.summary and record.seq not in seqs:
                without = event.model_copy(update={"summary": ""})
                yield Row(record.seq, encode(replace(record, event=without)))

    async def _pieces(self, conversation: str, record: Record) -> AsyncIterator[Record]:
        """The records of words that were shown before the thought they belong to had ended as `record`."""
        event = record.event
        if isinstance(event, Decided | Discarded) and event.draft and event.took:
            async for before in records(self.host.store, conversation, event.took[-1]):
                if before.seq >= record.seq:
                    return
                if isinstance(before.event, Drafted) and before.event.of == event.draft:
                    yield before

    async def erase(self, conversation: str, owner: str) -> None:
        """Stops the work and removes log, blobs, snapshots, index and book entries; later reads are Gone. What our
        own agents were asked for it goes with it."""
        await self.host.owned(conversation, owner)
        for asked in await asked_in(self.host.store, self.host.kit, conversation):
            await self.host.erase(asked)
        await self.host.erase(conversation)


def declared(assistants: Iterable[AssistantSpec], screens: Iterable[Screen]) -> frozenset[str]:
    """The names that come from declarations, and so from nobody's words: a scrubbed export keeps them."""
    names: set[str] = set()
    for one in assistants:
        names |= {one.name, one.version, *one.tools, *(surface.id for surface in one.surfaces)}
    for screen in screens:
        names |= {screen.surface, *screen.intents}
    return frozenset(names)


def _forked(last: Row, of: str, now: datetime) -> Row:
    seq, at = last.seq + 1, max(now, decode(last.body).at)
    return Row(seq, encode(Record(seq=seq, at=at, by="engine", event=Forked(of=of))))
