"""The front door of the engine: start, tell, settle, follow, look, fork, export and erase conversations."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from datetime import UTC, datetime

from loket.core.data import JsonObject
from loket.core.errors import Conflict, Gone, Invalid, NotFound, TooLarge, Unavailable
from loket.core.events import Answered, Event, Started, Stopped, UserSaid
from loket.core.ports import Entry, Store
from loket.core.record import By, decode
from loket.engine.answering import fits, limited, same, takes
from loket.engine.feed import record_frame
from loket.engine.fitting import fitting
from loket.engine.kit import Kit
from loket.engine.looking import Looked, Viewer
from loket.engine.names import is_name, new_name
from loket.engine.recover import keep_snapshot, opened, rest_well
from loket.engine.run import Run
from loket.engine.writer import Clock, Writer
from loket.views.turn import Turn

PAGE = 500
SLEEP_SECONDS = 60.0
SNAPSHOT_RECORDS = 1000
SETTLE_SECONDS = 60.0
KEY_CHARACTERS = 200

log = logging.getLogger("loket.engine")


def _utc() -> datetime:
    return datetime.now(UTC)


class Host:
    """Runs the conversations of one store. Entering recovers what was under way; leaving puts everything to sleep.

    With an owner given, another owner's conversation is NotFound; an erased one is Gone."""

    def __init__(self, store: Store, kit: Kit, clock: Clock = _utc) -> None:
        self.store, self.kit, self.clock = store, kit, clock
        self.viewer = Viewer(store, kit)
        self._runs: dict[str, Run] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._chores: set[asyncio.Task[None]] = set()
        self._closing = False

    async def __aenter__(self) -> "Host":
        for state in ("working", "waiting"):
            for entry in await self.store.entries(state=state, limit=100_000):
                if entry.assistant in self.kit.assistants:
                    await self._run(entry.conversation)
        self._chore(self._housekeeping())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close(grace=2.0)

    async def close(self, grace: float = 0.0) -> None:
        """Puts every conversation to sleep; calls under way get `grace` seconds to come back."""
        self._closing = True
        for chore in list(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await asyncio.gather(*(self._sleep(run, grace) for run in list(self._runs.values())))

    async def start(
        self, owner: str, assistant: str, settings: JsonObject | None = None, conversation: str | None = None
    ) -> str:
        """A new conversation of this owner, durable when its id is returned. NotFound: no such assistant."""
        declared = self.kit.assistants.get(assistant)
        if declared is None:
            raise NotFound("no_assistant", f"There is no assistant named {assistant[:80]}.")
        name = conversation or new_name()
        if not is_name(name):
            raise Invalid("bad_id", "A conversation id has 22 letters and digits.")
        async with self._lock(name):
            if conversation is not None and await self._known(name):
                raise Conflict("exists", "There is a conversation with this id already.")
            now = self.clock()
            entry = Entry(name, owner, assistant, "", "idle", now, now)
            writer = Writer(entry, Turn(), self.store, self.kit, self.clock)
            writer.all_keys = True
            self.store.append(name, (), entry)
            started = Started(assistant=assistant, version=declared.version, settings=settings or {})
            writer.append("/", "engine", started)
            self._runs[name] = Run(writer, self.kit, self.store, self._broke)
        await writer.durable()
        return name

    async def tell(
        self,
        conversation: str,
        event: Event,
        owner: str | None = None,
        key: str | None = None,
        by: By = "person",
    ) -> int:
        """Appends what happened and answers its seq after the commit. The same key gives the same seq; Conflict
        `key_reused` when it came with another event. TooLarge for a text of over 100,000 characters."""
        run = await self._run(conversation, owner)
        if key is not None:
            if not 0 < len(key) <= KEY_CHARACTERS:
                raise Invalid("bad_key", f"An idempotency key has 1 to {KEY_CHARACTERS} characters.")
            if (seq := await self._repeated(run, key, event)) is not None:
                return seq
        limited(event)
        try:
            seq = self._append(run, event, by, key)
        except TooLarge:
            fitted = await fitting(self.store, conversation, event)
            run = await self._run(conversation, owner)
            if key is not None and key in run.writer.keys:
                return run.writer.keys[key]
            seq = self._append(run, fitted, by, key)
        run.advance()
        await run.writer.durable()
        return seq

    async def settled(self, conversation: str, seq: int, deadline: float = SETTLE_SECONDS) -> None:
        """Returns when nothing that descends from `seq` is under way. TimeoutError after `deadline` seconds."""
        run = await self._run(conversation)
        async with asyncio.timeout(deadline):
            await run.settled(seq)

    async def follow(self, conversation: str, after: int, owner: str | None = None) -> AsyncGenerator[list[bytes], None]:
        """Frames for a watcher, for ever: every record after `after` without gap or repeat, and words in the making.

        Ends when the conversation is erased or the host closes."""
        seen = after
        while True:
            run = await self._run(conversation, owner)
            feed = run.writer.feed
            while seen < feed.committed and (rows := await self.store.read(conversation, after=seen, limit=PAGE)):
                seen = rows[-1].seq
                yield [record_frame(row.seq, row.body) for row in rows]
            position = feed.position
            feed.watchers += 1
            try:
                if drafts := feed.so_far():
                    yield drafts
                while not feed.closed and (fresh := feed.since(position)) is not None:
                    if fresh:
                        position += len(fresh)
                        frames = [frame for seq, frame in fresh if seq == 0 or seq > seen]
                        seen = max([seen, *(seq for seq, _ in fresh)])
                        if frames:
                            yield frames
                    else:
                        await feed.news(position)
            finally:
                feed.watchers -= 1
            if self._closing or await self.store.erased(conversation):
                return

    async def owned(self, conversation: str, owner: str | None = None) -> Entry:
        """The index entry of a conversation that exists for this owner."""
        run = self._runs.get(conversation)
        entry = run.writer.entry if run is not None else await self.store.entry(conversation)
        if entry is None or (owner is not None and entry.owner != owner):
            if entry is None and is_name(conversation) and await self.store.erased(conversation):
                raise Gone("erased", "This conversation was erased.")
            raise NotFound("not_found", "There is no such conversation.")
        return entry

    async def look(self, conversation: str, owner: str | None = None) -> Looked:
        """The views of a conversation after its last committed record."""
        entry = await self.owned(conversation, owner)
        return await self.viewer.look(conversation, entry.assistant)

    async def wake(self, conversation: str) -> None:
        """Goes on with whatever is under way in a conversation."""
        await self._run(conversation)

    async def put_to_sleep(self, conversation: str) -> None:
        """Stops the work on one conversation here; the next use opens it again."""
        run = self._runs.get(conversation)
        if run is not None:
            await self._sleep(run, 0.0)

    def _append(self, run: Run, event: Event, by: By, key: str | None) -> int:
        turn, scope = run.writer.turn, "/"
        if isinstance(event, UserSaid) and (question := takes(turn, event)) is not None:
            event, scope = Answered(to=question.id, text=str(event.text)), question.scope
        elif isinstance(event, Answered):
            question = turn.questions.get(event.to)
            scope = "/" if question is None else question.scope
            fits(event, question)
        elif isinstance(event, Stopped) and event.scope not in turn.scopes:
            raise NotFound("no_scope", "There is nothing under way by that name.")
        return run.writer.append(scope, by, event, key=key).seq

    async def _repeated(self, run: Run, key: str, event: Event) -> int | None:
        writer = run.writer
        seq = writer.keys.get(key)
        if seq is None and not writer.all_keys:
            seq = await self.store.find(writer.id, key) or writer.keys.get(key)
        if seq is None:
            return None
        await run.writer.durable()
        rows = await self.store.read(run.writer.id, after=seq - 1, limit=1)
        before = decode(rows[0].body).event if rows else event
        if not same(before, event):
            raise Conflict("key_reused", "This idempotency key was used for something else.")
        return seq

    async def _run(self, conversation: str, owner: str | None = None) -> Run:
        run = self._runs.get(conversation)
        if run is not None and run.broken is None:
            if owner is not None and run.writer.entry.owner != owner:
                raise NotFound("not_found", "There is no such conversation.")
            return run
        if self._closing:
            raise Unavailable("closing", "The server is stopping. Try again in a moment.")
        entry = await self.owned(conversation, owner)
        async with self._lock(conversation):
            run = self._runs.get(conversation)
            if run is None or run.broken is not None:
                if entry.assistant not in self.kit.assistants:
                    raise Unavailable("no_assistant", f"The assistant {entry.assistant} is not installed here.")
                stored = await self.store.entry(conversation) or entry
                writer = await opened(self.store, self.kit, stored, self.clock)
                run = self._runs[conversation] = Run(writer, self.kit, self.store, self._broke)
                run.advance()
        return run

    async def _known(self, name: str) -> bool:
        return name in self._runs or await self.store.entry(name) is not None or await self.store.erased(name)

    def _lock(self, conversation: str) -> asyncio.Lock:
        return self._opening.setdefault(conversation, asyncio.Lock())

    def _broke(self, run: Run) -> None:
        log.error("conversation %s is opened again: %s", run.writer.id, run.broken)
        self._chore(self._open_again(run))

    async def _open_again(self, run: Run) -> None:
        await run.close()
        for delay in (0.1, 1.0, 5.0, 30.0):
            await asyncio.sleep(delay)
            try:
                if self._runs.get(run.writer.id) is run:
                    await self._run(run.writer.id)
                return
            except Unavailable:
                continue

    def _chore(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _housekeeping(self) -> None:
        while True:
            await asyncio.sleep(SLEEP_SECONDS / 4)
            now = asyncio.get_running_loop().time()
            for run in list(self._runs.values()):
                if not run.busy and now - run.used > SLEEP_SECONDS:
                    await self._sleep(run, 0.0)
                elif run.broken is None and run.writer.turn.seq - run.saved >= SNAPSHOT_RECORDS:
                    run.saved = run.writer.turn.seq
                    await keep_snapshot(self.store, run.writer)
                    await self.viewer.save(run.writer.id, run.writer.entry.assistant)

    async def _sleep(self, run: Run, grace: float) -> None:
        await run.close(grace)
        if self._runs.get(run.writer.id) is run:
            del self._runs[run.writer.id]
            self._opening.pop(run.writer.id, None)
        if run.broken is None:
            await rest_well(self.store, run.writer)
            await self.viewer.save(run.writer.id, run.writer.entry.assistant)
