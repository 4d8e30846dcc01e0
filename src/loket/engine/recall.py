"""What a planner looks at is whole: long results, which the log holds as references, have their values put back."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from loket.core.data import Json, as_blob, is_file
from loket.core.events import Decided, Event, Returned
from loket.core.ports import Blobs
from loket.core.record import Record
from loket.engine.fitting import has_blobs, whole
from loket.views.turn_state import Scope

MOST = 4 * 1024 * 1024
"""Bytes of long results that one thought is given, the newest first; what does not fit stays a reference."""

_NONE: tuple[int, frozenset[int]] = 0, frozenset()


@dataclass
class Recall:
    """Knows which results of a conversation are references: each record is looked at once."""

    blobs: Blobs
    conversation: str
    _known: dict[str, tuple[int, frozenset[int]]] = field(default_factory=dict)

    async def wholes(self, scope: Scope, woke: tuple[Record, ...]) -> dict[int, Record]:
        """The records of this scope that are other than in the log, by their seq."""
        seqs = self._spilled(scope)
        if not seqs:
            return {}
        found, left = dict[int, Record](), MOST
        for record in sorted({r.seq: r for r in (*scope.history, *woke) if r.seq in seqs}.values(), key=_newest):
            if (size := sum(_sizes(_long(record)))) <= left:
                left -= size
                value = await whole(self.blobs, self.conversation, _long(record))
                found[record.seq] = replace(record, event=_with(record.event, value))
                await asyncio.sleep(0)  # reading a long one takes its time, and others wait
        return found

    def _spilled(self, scope: Scope) -> frozenset[int]:
        upto, seqs = self._known.get(scope.path, _NONE)
        for record in reversed(scope.history):
            if (seq := record.seq) <= upto:
                break
            if (value := _long(record)) is not None and has_blobs(value):
                seqs |= {seq}
        last = scope.history[-1].seq if scope.history else upto
        self._known[scope.path] = last, seqs
        return seqs


def _long(record: Record) -> Json:
    """What of a record may be a reference and is put back: a result, and what a model's provider wants back."""
    event = record.event
    if type(event) is Returned:
        return event.value
    return event.thought.data if isinstance(event, Decided) and event.thought is not None else None


def _with(event: Event, value: Json) -> Event:
    if isinstance(event, Decided) and event.thought is not None:
        return event.model_copy(update={"thought": event.thought.model_copy(update={"data": value})})
    return event.model_copy(update={"value": value})


def _newest(record: Record) -> int:
    return -record.seq


def _sizes(value: Json) -> Iterable[int]:
    if (ref := as_blob(value)) is not None:
        yield ref.size
    elif isinstance(value, dict) and not is_file(value):
        for inner in value.values():
            yield from _sizes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _sizes(inner)
