"""One open conversation: after every change it appends what is owed, starts what may start and tells who is waiting."""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from loket.core.actions import ToolCall
from loket.core.errors import LoketError, NoQuorum, Unavailable
from loket.core.events import Woke
from loket.engine.deadlines import Deadlines
from loket.engine.file_store import FileStore
from loket.engine.kit import Kit
from loket.engine.loop import Thinker
from loket.engine.perform import GRACE_SECONDS, Performer
from loket.engine.works import Work, Works
from loket.engine.writer import Writer
from loket.stores.patience import patience
from loket.views.due import settled
from loket.views.turn_state import LiveCall


class Run:
    """Owns the thoughts, calls and timers of one conversation. `broke` is called when the store failed it, or something
    of ours; `refused` then says that it was the store, for the moment. The error itself is not kept: it would keep
    whoever it passed. `grace` is how many seconds cancelled work may take to say what became of it."""

    def __init__(
        self,
        writer: Writer,
        kit: Kit,
        files: FileStore,
        deadlines: Deadlines,
        grace: float = GRACE_SECONDS,
    ) -> None:
        self.writer, self._deadlines = writer, deadlines
        self._loop = asyncio.get_running_loop()
        self.thinker = Thinker(writer, kit, files.store)
        self.performer = Performer(writer, kit, files, grace, self.advance, self._give_up)
        self.used = self._loop.time()
        self.saved = writer.turn.seq
        self.broken = self.refused = False
        self._left = False
        self._leaving: asyncio.Event | None = None
        self.broke: Callable[[Run, BaseException], None] | None = None
        self._grace = grace
        self._works = Works(self.advance, self.fail)
        self._thoughts: dict[str, Work] = {}
        self._calls: dict[str, Work] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._settling: list[tuple[int, asyncio.Future[bool]]] = []
        self.usable = True
        """Whether it takes records: it was neither closed nor failed by the store."""
        writer.failed = self.fail
        calls = writer.turn.calls
        self._before = {id for id, call in calls.items() if call.state == "started"} if calls else set()

    @property
    def watchable(self) -> bool:
        """Whether what is under way here can be followed, though it may begin nothing more."""
        return not self.broken and not self.writer.feed.closed

    @property
    def busy(self) -> bool:
        """Whether anything is being thought about, performed, watched or waited for here."""
        return bool(self.writer.feed.watching or self._thoughts or self._calls or self._settling or self._timers)

    def advance(self) -> None:
        """To be called after every append from outside this class; everything that follows from it is begun here."""
        if not self.usable:
            return
        self.used = self._loop.time()
        self.writer.owe()
        if self._thoughts:
            self._drop_thoughts()
        if self._calls:
            self._take_back()
        self._begin_thoughts()
        if self.writer.turn.calls:
            self._begin_calls()
        self._set_timers()
        self.writer.note(working=bool(self._thoughts or self._calls))
        if self._settling:
            self._tell_settled()

    async def settled(self, seq: int, end: float) -> bool:
        """True when nothing that descends from `seq` is under way and all of it is durable; False when this run ended
        first. TimeoutError at the `end`, by the clock of the loop; NoQuorum when `seq` is not stored in the time that
        somebody who asks is kept waiting."""
        soon = self._loop.time() + (patience() or math.inf)
        if soon < end and self.writer.feed.committed < seq:
            try:
                return await self._settled(seq, soon)
            except TimeoutError:
                if self.writer.feed.committed < seq:
                    raise NoQuorum from None
        return await self._settled(seq, end)

    async def _settled(self, seq: int, end: float) -> bool:
        waiter: asyncio.Future[bool] = self._loop.create_future()
        self._deadlines.set(waiter, end)
        if self.usable and not settled(self.writer.turn, seq):
            self._settling.append((seq, waiter))
        else:
            self.writer.promise(waiter)
        try:
            return await waiter and self.usable
        except LoketError:
            return False
        finally:
            self._deadlines.take_back(waiter)
            del waiter  # as in `Writer.durable`

    def rest(self) -> bool:
        """Ends at once when there is nothing to end: no work, nobody waiting, all of it durable. Else False, and it
        goes on."""
        if self.busy or not self.usable or not self.writer.at_rest:
            return False
        self._works.ending = self.performer.closing = self.writer.sealed = True
        self.usable = False
        self.writer.feed.close()
        self._let_go()
        return True

    def drain(self) -> list[asyncio.Task[None]]:
        """Takes and begins nothing more. What is being performed goes on and records what comes of it: its tasks."""
        self._works.ending, self.usable = True, False
        self._unsettled()
        return [work.task for work in self._calls.values()]

    @property
    def works(self) -> tuple[int, int]:
        """How many thoughts and calls are under way."""
        return len(self._thoughts), len(self._calls)

    def leave(self) -> None:
        """Another run has taken its place, or none does."""
        self._left = True
        if self._leaving is not None:
            self._leaving.set()

    async def replaced(self) -> None:
        """Returns when `leave` was called."""
        if not self._left:
            self._leaving = self._leaving or asyncio.Event()
            await self._leaving.wait()

    async def close(self) -> None:
        """Ends the work here without a trace in the log: opening the conversation again goes on with it. Work that
        can't be cancelled is left behind; what comes of it is not recorded."""
        self._works.ending = True
        self.performer.closing, self.usable = True, False
        for timer in self._timers.values():
            timer.cancel()
        tasks = [work.task for work in (*self._thoughts.values(), *self._calls.values())]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=self._grace)
        self.writer.sealed = True
        with suppress(LoketError):
            await (
                self.writer.durable()
            )  # or it is lost for good: whoever opens the conversation next reads all there is
        self._unsettled()
        self.writer.feed.close()
        self._let_go()

    def _unsettled(self) -> None:
        """Who waits for something to settle waits no longer here."""
        for _, future in self._settling:
            if not future.done():
                future.set_result(False)

    def _let_go(self) -> None:
        """Ends the circles: what this owns knows it no longer, so that it is freed as soon as nobody uses it."""
        self._works.let_go()
        self.writer.failed = self.broke = None
        self.performer.advance, self.performer.stuck = lambda: None, lambda _: None
        self._timers.clear()
        self._settling.clear()

    def fail(self, error: BaseException) -> None:
        """What is in memory can't be trusted any more: it is to be opened again from the store."""
        if self.usable:
            self.broken, self.refused, self.usable = True, isinstance(error, Unavailable), False
            self.writer.sealed = True
            if self.broke is not None:
                self.broke(self, error)

    def _drop_thoughts(self) -> None:
        """A thought whose scope has ended, or about what was withdrawn, is always dropped, even when some of it was
        shown."""
        turn = self.writer.turn
        for path, thought in list(self._thoughts.items()):
            if not turn.alive(path) or not turn.withdrawn.isdisjoint(thought.given):
                del self._thoughts[path]
                thought.task.cancel()
                self.thinker.interrupt(path, thought.given)

    def _begin_thoughts(self) -> None:
        for path, scope in self.writer.turn.scopes.items():
            if scope.pending and path not in self._thoughts and (woke := self.thinker.ready(path)):
                given = tuple([record.seq for record in woke])
                self._works.begin(Work(path, self._thoughts, partial(self.thinker.think, path), given))

    def _begin_calls(self) -> None:
        for id, call in self.writer.turn.calls.items():
            if id in self._calls or not isinstance(call.work, ToolCall):
                continue
            before = id in self._before and call.state == "started"
            if before or (call.state in ("decided", "approved") and call.doom is None):
                self._before.discard(id)
                work = Work(id, self._calls, partial(self.performer.perform, call, call.work, before), call=call)
                self._works.begin(work)

    def _take_back(self) -> None:
        """Cancels running calls that are doomed or already returned, and gives them a little time to answer."""
        for id, work in self._calls.items():
            call = work.call
            if call is None or work.taken_back:
                continue
            if call.doom is not None or self.writer.turn.calls.get(id) is not call:
                work.taken_back = True
                work.task.cancel()
                self._loop.call_later(self._grace, self._give_up, call)

    def _give_up(self, call: LiveCall) -> None:
        """For a call that was cancelled, or is past its deadline, and still does not answer."""
        if self.usable and self.writer.turn.calls.get(call.id) is call:
            self.performer.abandon(call)
            self.advance()

    def _set_timers(self) -> None:
        waits: dict[int, tuple[str, datetime]] = {}
        for scope in self.writer.turn.scopes.values():
            if scope.wait is not None and scope.wait.until is not None:
                waits[scope.wait.seq] = scope.path, scope.wait.until
        if not (waits or self._timers):
            return
        for seq in [seq for seq in self._timers if seq not in waits]:
            self._timers.pop(seq).cancel()
        for seq, (path, until) in waits.items():
            if seq not in self._timers:
                moment = until if until.tzinfo is not None else until.replace(tzinfo=UTC)
                delay = max(0.0, (moment - self.writer.now()).total_seconds())
                self._timers[seq] = self._loop.call_later(delay, self._woke, path, seq)

    def _woke(self, path: str, seq: int) -> None:
        self._timers.pop(seq, None)
        scope = self.writer.turn.scopes.get(path)
        if self.usable and scope is not None and scope.wait is not None and scope.wait.seq == seq:
            self.writer.append(path, "clock", Woke(wait=seq), cause=seq)
            self.advance()

    def _tell_settled(self) -> None:
        """Who waits for what is settled now waits no longer than until it is durable."""
        still: list[tuple[int, asyncio.Future[bool]]] = []
        for seq, future in self._settling:
            if future.done():
                continue
            if settled(self.writer.turn, seq):
                self.writer.promise(future)
            else:
                still.append((seq, future))
        self._settling = still
