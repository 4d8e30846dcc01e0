"""The one who writes: what has been queued over all conversations becomes durable in one atomic batch."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import TypeVar

from nats.errors import Error

from loket.core.errors import Conflict, Gone, LoketError, Moved, NoQuorum
from loket.core.ports import Entry, Row
from loket.stores.durable import Durable, broken, closed
from loket.stores.jetstream import frames
from loket.stores.jetstream.positions import (
    Append,
    Change,
    Position,
    advanced,
    indexed,
    key_used,
    messages,
    moved,
    take,
)
from loket.stores.jetstream.stream import BATCH, OutOfPlace, Stream, ToStore
from loket.stores.jetstream.subjects import Subjects
from loket.stores.patience import soon

LINGER_SECONDS = 0.003
"""How long rows wait for company when nobody is waiting for them."""
_PLACES = 50_000
_QUEUED = 1000
"""Turns that may wait; while the servers do not answer, more is refused."""
_TRIES = 3
_PAUSE_SECONDS = 0.1

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Appends:
    """What was appended in one turn of the event loop."""

    future: Durable
    items: list[Append] = field(default_factory=list)


class Batches:
    """Lives on one event loop. One batch is under way at a time, so that each finds the places of the one before."""

    def __init__(self, stream: Stream, subjects: Subjects, node: str, shared: bool) -> None:
        self._stream = stream
        self._subjects = subjects
        self._node = node
        self._own = node if shared else None
        self._turn: Appends | None = None
        self._later: asyncio.TimerHandle | None = None
        self._queue: asyncio.Queue[Appends | Callable[[], Awaitable[None]] | None] = asyncio.Queue()
        self._places: dict[str, Position] = {}
        self._closed = False
        self._task = asyncio.get_running_loop().create_task(self._work(), name="loket-commits")

    def append(self, conversation: str, rows: Sequence[Row], entry: Entry | None = None) -> Durable:
        """Takes rows for the next commit; the future is shared by all of this turn of the loop."""
        if self._turn is None:
            if self._closed:
                return broken(closed())
            if self._queue.qsize() >= _QUEUED:
                return broken(NoQuorum())
            self._turn = Appends(Durable())
            self._later = asyncio.get_running_loop().call_later(LINGER_SECONDS, self._hand_over)
        self._turn.items.append((conversation, rows, entry))
        return self._turn.future

    def urge(self) -> None:
        """Somebody waits: what was taken goes at the end of this turn of the loop."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
            asyncio.get_running_loop().call_soon(self._hand_over)

    async def do(self, act: Callable[[], Awaitable[T]]) -> T:
        """Does something after all that was appended before, and before all that is appended later."""
        if self._closed:
            raise closed()
        self._hand_over()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def deed() -> None:
            try:
                value = await act()
            except Exception as error:  # noqa: BLE001 - whoever waits must hear of it, whatever it was
                if not future.done():
                    future.set_exception(error)
            else:
                if not future.done():
                    future.set_result(value)

        self._queue.put_nowait(deed)
        return await soon(future)

    async def settled(self) -> None:
        """Returns when what was appended before is stored, or is known not to be."""

        async def nothing() -> None: ...

        await self.do(nothing)

    async def close(self) -> None:
        """Stores what was taken, and ends."""
        if not self._closed:
            self._hand_over()
            self._closed = True
            self._queue.put_nowait(None)
        await asyncio.shield(self._task)

    async def change(self, conversation: str, make: Callable[[Position], Awaitable[Change]]) -> int:
        """One change of one conversation that depends on where it stands; answers its last seq. To be called in `do`.
        Moved when others write at the same time."""
        for _ in range(_TRIES):
            place = self._places[conversation] = await self._place(conversation)
            if await self._stored({conversation: await make(place)}):
                return self._places[conversation].head
        raise moved()

    async def _place(self, conversation: str) -> Position:
        """Where it stands, as the leader has it."""
        return Position.of(await self._stream.last(self._subjects.log("r", conversation)))

    def _hand_over(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._turn is not None:
            self._queue.put_nowait(self._turn)
            self._turn = None

    async def _work(self) -> None:
        while (item := await self._queue.get()) is not None:
            turns: list[Appends] = []
            while isinstance(item, Appends):
                turns.append(item)
                if self._queue.empty():
                    item = None
                else:
                    item = self._queue.get_nowait()
                    if item is None:
                        self._queue.put_nowait(None)
            if turns:
                await self._commit(turns)
            if item is not None:
                await item()

    async def _commit(self, turns: list[Appends]) -> None:
        """One batch for all. What breaks a rule must not spoil the rest: it is left out, and when a server refuses a
        batch, each turn is tried alone."""
        try:
            for conversation, rows, _ in (item for turn in turns for item in turn.items):
                if conversation not in self._places:
                    # What begins is taken to be new: where it is not, the servers refuse it, and then it is looked up.
                    begins = bool(rows) and rows[0].seq == 1
                    self._places[conversation] = Position() if begins else await self._place(conversation)
            changes: dict[str, Change] = {}
            taken: list[Appends] = []
            for turn in turns:
                try:
                    take(self._places, changes, turn.items, self._own)
                    taken.append(turn)
                except (Conflict, Gone, Moved) as error:
                    turn.future.fail(await self._reason(turn, error))
            if not taken:
                return
            if await self._indexed_and_stored(changes):
                for turn in taken:
                    turn.future.set_result(None)
            elif len(taken) > 1:
                for turn in taken:
                    await self._commit([turn])
            else:
                await self._alone(taken[0], changes)
        except Exception as error:  # noqa: BLE001 - whoever waits must hear of it, whatever it was
            self._places.clear()
            for turn in turns:
                if not turn.future.done():
                    turn.future.fail(error if isinstance(error, LoketError) else NoQuorum())

    async def _reason(self, turn: Appends, error: Exception) -> Exception:
        """Why a turn was refused here: by what others stored meanwhile, when that is so."""
        for conversation, _, _ in turn.items:
            known = self._places.pop(conversation)
            self._places[conversation] = new = await self._place(conversation)
            if known.node == self._node and new.node != self._node and not new.erased:
                return moved()
        return error

    async def _alone(self, turn: Appends, changes: dict[str, Change]) -> None:
        """A server refused this turn: says why, or tries again when only our places were old."""
        for _ in range(_TRIES):
            for conversation, change in changes.items():
                old = self._places.get(conversation)
                self._places[conversation] = new = await self._place(conversation)
                if new.erased:
                    return turn.future.fail(Gone("erased", "This conversation was erased."))
                if old is not None and old.node == self._node and new.node != self._node:
                    return turn.future.fail(moved())
                for row in change.rows:
                    if row.key is not None and await self._stream.last(self._subjects.log("k", conversation, row.key)):
                        return turn.future.fail(key_used())
            changes.clear()
            try:
                take(self._places, changes, turn.items, self._own)
            except (Conflict, Gone, Moved) as error:
                return turn.future.fail(error)
            if await self._indexed_and_stored(changes):
                return turn.future.set_result(None)
        return turn.future.fail(moved())

    async def _indexed_and_stored(self, changes: dict[str, Change]) -> bool:
        for conversation, change in changes.items():
            change.beside = []
            if change.entry is not None:
                place = self._places[conversation]
                old = place.entry or (await self.entry(conversation) if place.at else None)
                names = set() if old is None else {self._subjects.log("a", old.owner, name) for name in old.aliases}
                held = [found for name in names if (found := await self._stream.last(name)) is not None]
                mine = [one for one in held if one.body == conversation.encode()]
                change.beside = indexed(self._subjects, old, change.entry, mine)
        # What one conversation is no longer called, another one may be in the same batch.
        named = {one.subject for change in changes.values() for one in change.beside if one.seconds is None}
        for change in changes.values():
            change.beside = [one for one in change.beside if one.seconds is None or one.subject not in named]
        return await self._stored(changes)

    async def entry(self, conversation: str) -> Entry | None:
        """What the index says of it, as the leader has it."""
        found = await self._stream.last(self._subjects.log("i", conversation))
        return None if found is None else frames.entry(found.body)

    async def _stored(self, changes: dict[str, Change]) -> bool:
        """Whether it could be stored; only what has more messages than a batch may have is torn, between two
        conversations. Unavailable when nobody knows."""
        by = self._node, token_hex(8)
        batch: list[ToStore] = []
        parts: list[tuple[str, int, int]] = []
        for conversation, change in changes.items():
            made, count = messages(self._subjects, conversation, self._places[conversation], change, by)
            if batch and len(batch) + len(made) > BATCH:
                if not await self._sent(batch, parts, changes, by):
                    return False
                batch, parts = [], []
            parts.append((conversation, len(batch) + count - 1, count))
            batch += made
        done = await self._sent(batch, parts, changes, by)
        if len(self._places) > _PLACES:
            self._places.clear()
        return done

    async def _sent(
        self,
        batch: list[ToStore],
        parts: list[tuple[str, int, int]],
        changes: dict[str, Change],
        by: tuple[str, str],
    ) -> bool:
        """Sends until it is known what became of it: an answer may be lost, and what was sent may come late."""
        until = time.monotonic() + self._stream.link.patience
        last: int | None = None
        lost = False
        while last is None:
            try:
                last = await self._stream.store(batch)
            except OutOfPlace:
                last = await self._became(batch, parts, by[1]) if lost else 0
            except (Error, TimeoutError, OSError):
                lost = True
            if last == 0:
                return False
            if last is None:
                if time.monotonic() >= until:
                    raise NoQuorum from None
                await asyncio.sleep(_PAUSE_SECONDS)
        for conversation, number, count in parts:
            at = last - len(batch) + 1 + number
            place = self._places[conversation]
            self._places[conversation] = advanced(place, changes[conversation], at, count, by)
        return True

    async def _became(self, batch: list[ToStore], parts: list[tuple[str, int, int]], commit: str) -> int | None:
        """By what follows the old places, whatever others wrote behind it: the sequence of the last message of a batch
        whose answer was lost, 0 when others stored there instead, None when nobody did yet."""
        taken = False
        for conversation, number, count in parts:
            found = await self._stream.next(batch[number].subject, self._places[conversation].at + 1)
            frame = None if found is None else frames.frame(found.body)
            if found and frame and frame.commit == commit:
                return found.at - frame.part + count - 2 - number + len(batch)
            taken = taken or frame is not None
        return 0 if taken else None
