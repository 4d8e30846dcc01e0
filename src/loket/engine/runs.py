"""Which conversations are open here: opens each once, puts it to sleep, opens it again when the store failed it."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from loket.core.errors import Gone, LoketError, Moved, NotFound, Unavailable
from loket.engine.claims import Claims
from loket.engine.deadlines import Deadlines
from loket.engine.file_store import FileStore
from loket.engine.kit import Kit
from loket.engine.looking import Viewer
from loket.engine.perform import GRACE_SECONDS
from loket.engine.recover import is_long, keep_snapshot, opened, rest_well
from loket.engine.run import Run
from loket.engine.steady import tidy
from loket.engine.writer import Clock, Writer

SLEEP_SECONDS = 60.0
CROWD = 1000
"""Conversations at rest that stay open; beyond that the ones that have rested longest sleep sooner."""
FRESH_SECONDS = 2.0
"""Whoever was busy this recently is not put to sleep, however many there are."""
TIDY = 1000
"""So many sleepers, and what the count of references may have left of them is looked for when nobody is busy."""
SNAPSHOT_RECORDS = 1000
AGAIN_SECONDS = (0.1, 1.0, 5.0, 30.0)
"""How long to wait before opening a conversation again, the more often the store failed it in a row; the last stays."""

log = logging.getLogger("loket.engine")


class Runs:
    """At most one usable run per conversation. Whatever opens or closes one that is stored holds its lock. `stored`:
    the records that were committed here of those that are open no more; `moved`: those that went on here with what was
    under way.
    `heirs` are awaited in turn when another node may have left what is no record: each looks what it is."""

    def __init__(self, files: FileStore, kit: Kit, viewer: Viewer, clock: Clock, grace: float = GRACE_SECONDS) -> None:
        self._kit, self._viewer, self._clock, self._grace = kit, viewer, clock, grace
        self._store, self._files, self._deadlines = files.store, files, Deadlines()
        self._open: dict[str, Run] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._chores: set[asyncio.Task[None]] = set()
        self._failures: dict[str, int] = {}
        self._added = self._slept = self.stored = self.moved = 0
        self.closing = False
        self.claims: Claims | None = None
        self.heirs: list[Callable[[], Awaitable[None]]] = []
        self._left, self.closed = asyncio.Event(), asyncio.Event()

    def usable(self, conversation: str) -> Run | None:
        """The run of a conversation that is open."""
        run = self._open.get(conversation)
        return run if run is not None and run.usable else None

    def is_current(self, run: Run) -> bool:
        """Whether no other run has taken its place."""
        return self._open.get(run.writer.id) is run

    def lock(self, conversation: str) -> asyncio.Lock:
        """Held while a conversation is opened, closed or changed from outside."""
        return self._locks.setdefault(conversation, asyncio.Lock())

    @property
    def open(self) -> Mapping[str, Run]:
        """All that are open, also those that have broken or are being closed."""
        return self._open

    def add(self, writer: Writer) -> Run:
        """A run for this writer; the caller holds the lock. Unavailable when the server stops."""
        if self.closing:
            raise _stopping()
        self._leave(writer.id)
        run = self._open[writer.id] = Run(writer, self._kit, self._files, self._deadlines, self._grace)
        run.broke, run.performer.claims = self._broke, self.claims
        self._added += 1
        if self._added >= max(CROWD, len(self._open)) // 4 and len(self._open) > CROWD:
            self._added = 0
            self.chore(self._thin())
        return run

    def _leave(self, conversation: str) -> None:
        run = self._open.pop(conversation, None)
        if run is not None:
            self.stored += run.writer.feed.committed - run.writer.feed.before
            run.leave()

    async def get(self, conversation: str) -> Run:
        """The usable run, opened from the store when there is none. NotFound or Unavailable when it can't be."""
        if (run := self.usable(conversation)) is not None:
            return run
        async with self.lock(conversation):
            old = self._open.get(conversation)
            if old is not None and old.usable:
                return old
            if self.closing:
                raise _stopping()
            if old is not None:
                await old.close()
            entry = await self._store.entry(conversation)
            if entry is None:
                self._leave(conversation)
                if await self._store.erased(conversation):
                    raise Gone("erased", "This conversation was erased.")
                raise NotFound("not_found", "There is no such conversation.")
            if entry.assistant not in self._kit.assistants:
                raise Unavailable("no_assistant", f"The assistant {entry.assistant} is not installed here.")
            taken = False
            if self.claims is not None:
                taken = await self.claims.take(conversation)
                entry = await self._store.entry(conversation) or entry  # as whoever had it before has left it
            run = self.add(await opened(self._store, self._kit, entry, self._clock, old is None or not old.refused))
            run.advance()
            if taken:
                self.moved += 1
                self._left.set()
            return run

    @asynccontextmanager
    async def resting(self, conversation: str) -> AsyncGenerator[None, None]:
        """Stops the work on one conversation and lets nobody open it meanwhile."""
        async with self.lock(conversation):
            run = self._open.get(conversation)
            if self.claims is not None and run is None:
                await self.claims.take(conversation)
            if run is not None:
                try:
                    await self._put_away(run)
                except LoketError as error:  # it rests all the same; opening it will cost more
                    log.error("of conversation %s nothing could be saved: %s", conversation, error)
            yield

    async def recover(self) -> None:
        """Goes on with everything that was under way; a conversation that can't be opened does not stop the rest."""
        await self.adopt()
        self.chore(self._housekeeping())
        if self.claims is not None:
            self.chore(self._inherit())

    async def adopt(self) -> None:
        """Goes on with what was under way where nobody does: in an earlier life, or at a node that is gone. What
        another node claimed meanwhile is opened again if it can be: who watches here would hear nothing more of it."""
        before = dict(self._open)
        for conversation in await self.claims.lost(before) if self.claims is not None else ():
            before[conversation].fail(Moved())
        for state in ("working", "waiting"):
            for entry in await self._store.entries(state=state, limit=100_000):
                elsewhere = self.claims is not None and not self.claims.mine(entry.conversation)
                if elsewhere or entry.assistant not in self._kit.assistants or self.usable(entry.conversation):
                    continue
                try:
                    await self.get(entry.conversation)
                    self.moved += self.claims is None
                except Moved:
                    continue
                except LoketError as error:
                    log.error("conversation %s can't be opened: %s", entry.conversation, error)
        self._left.set()

    async def _inherit(self) -> None:
        while True:
            await self._left.wait()
            self._left.clear()
            for heir in self.heirs:
                try:
                    await heir()
                except LoketError as error:
                    log.warning("what another node may have left could not be looked at: %s", error.code)

    async def close(self, grace: float) -> None:
        """Puts every conversation to sleep; calls under way get `grace` seconds to come back, and nothing is begun."""
        self.closing = True
        for chore in list(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        calls = [call for run in self._open.values() for call in run.drain()]
        if calls and grace:
            await asyncio.wait(calls, timeout=grace)
        await asyncio.gather(*(self._sleep(run) for run in list(self._open.values())))
        self.closed.set()

    def _broke(self, run: Run, error: BaseException) -> None:
        level = logging.WARNING if isinstance(error, Moved) else logging.ERROR
        log.log(level, "conversation %s is opened again: %s", run.writer.id, error)
        progress = run.writer.feed.committed > run.saved
        failures = self._failures[run.writer.id] = 0 if progress else self._failures.get(run.writer.id, -1) + 1
        if not self.closing:
            self.chore(self._open_again(run, failures))

    async def _open_again(self, run: Run, failures: int) -> None:
        await run.close()
        while self.is_current(run):
            await asyncio.sleep(AGAIN_SECONDS[min(failures, len(AGAIN_SECONDS) - 1)])
            failures += 1
            try:
                if self.is_current(run):
                    await self.get(run.writer.id)
            except Moved:
                if self.is_current(run):
                    self._asleep(run)
            except Unavailable:
                continue
            except LoketError as error:
                log.error("conversation %s can't be opened: %s", run.writer.id, error)
                if self.is_current(run):
                    self._leave(run.writer.id)
                    self._failures.pop(run.writer.id, None)

    def chore(self, work: Coroutine[None, None, None]) -> None:
        """Something to do beside the conversations until the server stops."""
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _housekeeping(self) -> None:
        while True:
            await asyncio.sleep(SLEEP_SECONDS / 4)
            await self._keep_all()

    async def _keep_all(self) -> None:
        for run in list(self._open.values()):
            if self._rests(run, SLEEP_SECONDS):
                await self._rest(run, SLEEP_SECONDS)
            else:
                await self._keep(run)
        if self._slept >= TIDY and not any(run.busy for run in self._open.values()):
            self._slept = 0
            tidy()

    async def _thin(self) -> None:
        """Puts those to sleep that have rested longest, until no more than a crowd is left."""
        before = asyncio.get_running_loop().time() - FRESH_SECONDS
        resting = [run for run in self._open.values() if run.used < before and run.usable and not run.busy]
        resting.sort(key=lambda run: run.used)
        for number, run in enumerate(resting[: max(0, len(resting) - CROWD)]):
            await self._rest(run, FRESH_SECONDS)
            if number % 8 == 0:  # many at a stretch would hold up those that are busy
                await asyncio.sleep(0)

    def _rests(self, run: Run, seconds: float) -> bool:
        """Whether nothing has happened there for so long, and nothing is waited for."""
        return asyncio.get_running_loop().time() - run.used > seconds and run.usable and not run.busy

    async def _keep(self, run: Run) -> None:
        """A long log that is in use is read from a snapshot when it is opened next."""
        if not run.usable or run.writer.turn.seq - run.saved < SNAPSHOT_RECORDS:
            return
        run.saved = run.writer.turn.seq
        try:
            await keep_snapshot(self._store, run.writer)
            await self._viewer.save(run.writer.id, run.writer.entry.assistant)
        except LoketError as error:
            log.error("conversation %s could not be kept: %s", run.writer.id, error)

    async def _rest(self, run: Run, seconds: float) -> None:
        """Puts it to sleep if it still rests when it is its turn; most leave nothing to be kept and sleep at once."""
        if self._rests(run, seconds) and self.slept_at_once(run):
            return
        async with self.lock(run.writer.id):
            if self.is_current(run) and self._rests(run, seconds):
                await self._put_to_sleep(run)

    async def _sleep(self, run: Run) -> None:
        async with self.lock(run.writer.id):
            if self.is_current(run):
                await self._put_to_sleep(run)

    def slept_at_once(self, run: Run) -> bool:
        """Puts it to sleep where that takes no waiting: nothing is under way or watched there, or has to be kept."""
        lock = self._locks.get(run.writer.id)
        plain = run.writer.all_keys and not is_long(run.writer) and (lock is None or not lock.locked())
        if slept := plain and self.is_current(run) and run.rest():
            self._asleep(run)
        return slept

    def _asleep(self, run: Run) -> None:
        self._leave(run.writer.id)
        self._slept += 1
        self._failures.pop(run.writer.id, None)

    async def _put_to_sleep(self, run: Run) -> None:
        try:
            await self._put_away(run)
        except LoketError as error:
            log.error("conversation %s could not be put to sleep: %s", run.writer.id, error)

    async def _put_away(self, run: Run) -> None:
        await run.close()
        self._asleep(run)
        if not run.broken:
            await rest_well(self._store, run.writer)
            if is_long(run.writer):
                await self._viewer.save(run.writer.id, run.writer.entry.assistant)


def _stopping() -> Unavailable:
    return Unavailable("closing", "The server is stopping. Try again in a moment.")
