"""The front door of the engine: start, tell, settle, follow, look, fork, export and erase conversations."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from functools import partial

from loket.core.consent import settings_misfit
from loket.core.data import JsonObject, trusted
from loket.core.errors import Conflict, Gone, Invalid, NotFound, NotStored, TooLarge
from loket.core.events import AgentSaid, Answered, Event, Started, Stopped, UserSaid
from loket.core.limits import UNLIMITED, Limits
from loket.core.ports import Entry, Store
from loket.core.record import By, Record
from loket.engine.allowance import Allowance
from loket.engine.answering import NO_WORDS, answer_by_words, fits, fits_tool, same, tellable
from loket.engine.faults import fault
from loket.engine.feed import Straight
from loket.engine.file_store import FileStore
from loket.engine.fitting import fitting
from loket.engine.following import Watched, frames, parting
from loket.engine.keeping import forget
from loket.engine.kit import Kit
from loket.engine.looking import Looked, Viewer
from loket.engine.names import is_name, new_name
from loket.engine.pages import record_at
from loket.engine.perform import GRACE_SECONDS
from loket.engine.run import Run
from loket.engine.runs import Runs
from loket.engine.writer import Clock, Writer
from loket.stores.patience import soon
from loket.views.turn import Turn

SETTLE_SECONDS = 60.0
FORGET_SECONDS = 600.0
LOOK_SECONDS = 10.0  # so often a node looks whether it is the one that forgets


_utc: Clock = partial(datetime.now, UTC)


class Host:
    """Runs the conversations of one store. Entering recovers what was under way; leaving puts everything to sleep.

    With an owner given, another owner's conversation is NotFound; an erased one is Gone. `grace` is how many seconds
    cancelled work may take to say what became of it; `limits` are what every owner may store."""

    def __init__(
        self, store: Store, kit: Kit, clock: Clock = _utc, grace: float = GRACE_SECONDS, limits: Limits = UNLIMITED
    ) -> None:
        self.store, self.kit, self.clock = store, kit, clock
        self.allowance = Allowance(store, kit, limits)
        self.files = FileStore(store, self.allowance, clock)
        self.viewer = Viewer(store, kit)
        self.runs = Runs(self.files, kit, self.viewer, clock, grace)

    async def __aenter__(self) -> "Host":
        await self.runs.recover()
        self.runs.chore(self._forget())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close(grace=2.0)

    async def _forget(self) -> None:
        while True:
            if first := self.runs.claims is None or self.runs.claims.first:
                await forget(self.store, self.kit, self.clock, self.erase)
                await self.files.expire()
            await asyncio.sleep(FORGET_SECONDS if first else LOOK_SECONDS)

    async def close(self, grace: float = 0.0) -> None:
        """Puts every conversation to sleep; calls under way get `grace` seconds to come back."""
        await self.runs.close(grace)

    async def start(
        self,
        owner: str,
        assistant: str,
        settings: JsonObject | None = None,
        conversation: str | None = None,
        aliases: tuple[str, ...] = (),
    ) -> str:
        """A new conversation of this owner, durable when its id is returned; `aliases` are other names it is found by.
        NotFound: no such assistant."""
        run = await self._started(owner, assistant, settings or {}, conversation, aliases)
        await soon(run.writer.durable())
        return run.writer.id

    async def begin(self, owner: str, assistant: str, event: Event, conversation: str, key: str) -> int | None:
        """Fast twin of `start` and `tell`, in one commit: a conversation and its first event, whose seq is answered
        before it is durable. For who tells nobody of it before `settled`. None when there is one with this id."""
        tellable(event, key)
        by: By = "agent" if isinstance(event, AgentSaid) else "person"
        try:
            run = await self._started(owner, assistant, {}, conversation, ())
        except Conflict as error:
            if error.code != "exists":
                raise
            return None
        try:
            seq = self._append(run, event, by, key)
        except TooLarge:
            return (await self._append_once(conversation, event, owner, key, by))[0]
        run.advance()
        return seq

    async def _started(
        self, owner: str, assistant: str, settings: JsonObject, conversation: str | None, aliases: tuple[str, ...]
    ) -> Run:
        if settings and (wrong := settings_misfit(settings)) is not None:
            raise Invalid("bad_settings", wrong)
        version = self.kit.version(assistant)
        if version is None:
            raise NotFound("no_assistant", f"There is no assistant named {assistant[:80]}.")
        name = conversation or new_name()
        if not is_name(name):
            raise Invalid("bad_id", "A conversation id has 22 letters and digits.")
        await self.allowance.begin(owner, assistant)
        if conversation is not None and await self._exists(name):  # from here on in one step of the loop, so unlocked
            raise Conflict("exists", "There is a conversation with this id already.")
        entry = Entry(name, owner, assistant, "", "idle", now := self.clock(), now, aliases)
        writer = Writer(entry, Turn(), self.store, self.kit, self.clock)
        writer.all_keys = True
        said = {"kind": "started", "assistant": assistant, "version": version, "settings": dict(settings)}
        writer.append("/", "engine", trusted(Started, said))
        return self.runs.add(writer)

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
        seq, run = await self._append_once(conversation, event, owner, key, by)
        if run is not None:
            await soon(run.writer.durable())
        return seq

    async def _append_once(
        self, conversation: str, event: Event, owner: str | None, key: str | None, by: By
    ) -> tuple[int, Run | None]:
        """The seq of what was appended, and the run that will commit it; none when it was committed before."""
        tellable(event, key)
        shorter: Event | None = None
        while True:
            run = await self._run(conversation, owner)
            if key is not None and (seq := await self._repeated(run, key, event)) is not None:
                return seq, None
            await self.allowance.say(run.writer.entry, event)
            if not run.usable or key in run.writer.keys:
                continue  # it was put to sleep, the store failed it, or the same came twice, while we looked
            try:
                seq = self._append(run, shorter or event, by, key)
                break
            except TooLarge:
                if shorter is not None:
                    raise
                shorter = await fitting(self.store, conversation, event)
        run.advance()
        return seq, run

    def recent(self, conversation: str, after: int) -> list[Record] | None:
        """Fast twin of reading the store: the committed records after a seq when memory has them all, as it does while
        a conversation is open and its front assistant alone did anything; else None, and the store has them."""
        run = self.runs.usable(conversation)
        if run is None:
            return None
        committed = run.writer.feed.committed
        found: list[Record] = []
        for record in reversed(run.writer.turn.scopes["/"].history):
            if record.seq <= after:
                break
            if record.seq <= committed:
                found.append(record)
        return found[::-1] if len(found) == committed - after else None

    async def settled(self, conversation: str, seq: int, deadline: float = SETTLE_SECONDS) -> None:
        """Returns when nothing that descends from `seq` is under way. TimeoutError after `deadline` seconds;
        NotStored."""
        end, run = asyncio.get_running_loop().time() + deadline, self.runs.usable(conversation)
        while run is None or not await run.settled(seq, end):
            async with asyncio.timeout_at(end):  # it was put to sleep or the store failed it: it is opened again
                try:
                    run = await self._run(conversation)
                except NotFound as error:
                    raise NotStored from error

    def follow(
        self, conversation: str, after: int, owner: str | None = None, straight: Straight | None = None
    ) -> AsyncGenerator[list[bytes], None]:
        """Frames for a watcher until the conversation is erased or the host closes: every record after `after` without
        gap or repeat, and words in the making, but for those that `straight` sends. While the host closes, what
        is still under way."""
        leaving = self.runs.open.get(conversation) if self.runs.closing else None
        if self.runs.closing and (leaving is None or not leaving.watchable):
            return parting(self.store, conversation, after, self.runs.closed)

        async def opened() -> Run:
            return leaving or await self._run(conversation, owner)

        return frames(Watched(conversation, opened, self.store, self.runs), after, straight)

    async def owned(self, conversation: str, owner: str | None = None) -> Entry:
        """The index entry of a conversation that exists for this owner, as it was last committed."""
        run = self.runs.usable(conversation)
        entry = run.writer.shown if run is not None else await self.store.entry(conversation)
        if entry is None or (owner is not None and entry.owner != owner):
            if entry is None and is_name(conversation) and await self.store.erased(conversation):
                raise Gone("erased", "This conversation was erased.")
            raise NotFound("not_found", "There is no such conversation.")
        return entry

    async def look(self, conversation: str, owner: str | None = None) -> Looked:
        """The views and the index entry of a conversation after its last committed record."""
        entry = await self.owned(conversation, owner)
        looked = await self.viewer.look(conversation, entry.assistant)
        if looked.entry is None:
            await self.owned(conversation, owner)  # it was erased meanwhile
        return looked

    async def settings(self, conversation: str, owner: str | None = None) -> JsonObject:
        """What a conversation was started with, and what was changed since."""
        return dict((await self._run(conversation, owner)).writer.turn.settings)

    async def wake(self, conversation: str) -> None:
        """Goes on with whatever is under way in a conversation, unless the host closes."""
        if not self.runs.closing:
            await self._run(conversation)

    async def put_to_sleep(self, conversation: str) -> None:
        """Stops the work on one conversation here; the next use opens it again."""
        async with self.resting(conversation):
            pass

    async def erase(self, conversation: str) -> None:
        """Removes everything there is of a conversation, whoever owns it; see Archive for what an owner may do."""
        async with self.resting(conversation), self.viewer.changing(conversation):
            await self.store.erase(conversation)

    def resting(self, conversation: str) -> AbstractAsyncContextManager[None]:
        """Stops the work on one conversation and lets nobody open it until the block ends."""
        return self.runs.resting(conversation)

    def _append(self, run: Run, event: Event, by: By, key: str | None) -> int:
        turn, scope, of_words = run.writer.turn, "/", NO_WORDS
        if isinstance(event, UserSaid):
            of_words = answer_by_words(turn, event, self.kit) if turn.questions else of_words
            event, scope = next(iter(of_words.answers), (event, scope))
        elif isinstance(event, Answered):
            question = turn.questions.get(event.to)
            scope = "/" if question is None else question.scope
            fits(event, question, by)
            fits_tool(event, question, turn, self.kit)
        elif isinstance(event, Stopped) and event.scope not in turn.scopes:
            raise NotFound("no_scope", "There is nothing under way by that name.")
        seq = run.writer.append(scope, by, event, key=key).seq
        for more, where in of_words.answers[1:]:
            run.writer.append(where, by, more)
        for path, error in of_words.faults:
            fault(run.writer, path, error, (), seq)
        return seq

    async def _repeated(self, run: Run, key: str, event: Event) -> int | None:
        writer = run.writer
        seq = writer.keys.get(key)
        if seq is None and not writer.all_keys:
            seq = await self.store.find(writer.id, key) or writer.keys.get(key)
        if seq is None:
            return None
        await soon(run.writer.durable())
        record = await record_at(self.store, run.writer.id, seq)
        before = event if record is None else record.event
        if not same(before, event) and not same(before, await fitting(self.store, run.writer.id, event)):
            raise Conflict("key_reused", "This idempotency key was used for something else.")
        return seq

    async def _run(self, conversation: str, owner: str | None = None) -> Run:
        run = self.runs.usable(conversation)
        if run is None:
            await self.owned(conversation, owner)
            run = await soon(self.runs.get(conversation))
        if owner is not None and run.writer.entry.owner != owner:
            raise NotFound("not_found", "There is no such conversation.")
        return run

    async def _exists(self, name: str) -> bool:
        """Whether there is one of this name, which is said when it is committed. Memory is asked last: what has been
        begun while the store was looking is there."""
        stored = await self.store.exists(name)
        if (run := self.runs.open.get(name)) is None or run.broken:
            return stored
        await soon(run.writer.durable())
        return True
