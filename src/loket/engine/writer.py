"""The one writer of a conversation: makes records, keeps the turn, stores rows, publishes what is durable."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from loket.core.data import RECORD_BYTES
from loket.core.errors import Invalid, TooLarge, Unavailable
from loket.core.events import Changed, Event, Opened, UserSaid
from loket.core.ports import Entry, Log, Row, State
from loket.core.record import By, Record
from loket.core.upcast import VERSION
from loket.engine.feed import Feed
from loket.engine.written import written
from loket.views.due import Rules, due
from loket.views.ending import ending
from loket.views.turn import Turn

TITLE = 80
"""Characters of a conversation's title."""

Clock = Callable[[], datetime]


class Writer:
    """Appending is immediate and in memory; `durable` waits for the commit. Nobody outside sees a record before it.
    Once sealed it takes nothing more: another writer may have opened the conversation since.

    `entry` is what the index will say, `shown` what it says. `keys` are the idempotency keys of this life, `all_keys`
    tells whether that is all there are.

    `failed` is called once when a commit failed: the turn can't be trusted then and the conversation must be opened
    again from the store."""

    def __init__(self, entry: Entry, turn: Turn, log: Log, rules: Rules, clock: Clock) -> None:
        self.id, self.entry, self.turn = entry.conversation, entry, turn
        self.feed = Feed(turn.seq)
        self.keys: dict[str, int] = {}
        self.all_keys = False
        self.failed: Callable[[BaseException], None] | None = None
        self.sealed = False
        self._log, self._rules, self._clock = log, rules, clock
        self._last: asyncio.Future[None] | None = None
        self._error: BaseException | None = None
        self._uncommitted: list[tuple[asyncio.Future[None], int, bytes]] = []
        self._waiting: list[tuple[asyncio.Future[None], asyncio.Future[bool]]] = []
        self._indexed = entry
        self.shown: Entry | None = entry if turn.seq else None
        self._noted: list[tuple[asyncio.Future[None], Entry]] = []

    def append(self, scope: str, by: By, event: Event, cause: int | None = None, key: str | None = None) -> Record:
        """The new record, applied and on its way to the store. TooLarge when it must be shrunk first (`fitting`),
        Invalid when it holds something that is no JSON."""
        if self.sealed:
            raise Unavailable("closing", "This conversation is being opened again. Try again in a moment.")
        turn, now = self.turn, self._clock()
        seq = turn.seq + 1
        at = now if turn.at is None or now >= turn.at else turn.at
        record = Record(v=VERSION, seq=seq, at=at, by=by, cause=cause, scope=scope, key=key, event=event)
        try:
            body = written(record)
        except ValueError as error:
            raise Invalid(
                "not_json", "This can't be written as JSON: half a character, no number (NaN), or too deep."
            ) from error
        if len(body) > RECORD_BYTES:
            raise TooLarge("record_too_large", f"This is more than one record can hold ({len(body)} bytes).")
        turn.apply(record)
        if key is not None:
            self.keys[key] = seq
        if by == "person":
            self._touch(record)
        elif type(event) is Opened and not self.entry.title:
            self.entry = self.entry._replace(title=_title(event.task.task or event.task.intent))
        future = self._log.append(self.id, (Row(seq, body, key),), self.entry if seq == 1 else None)
        self._uncommitted.append((future, seq, body))
        if seq == 1:
            self._noted.append((future, self.entry))
        self._follow(future)
        return record

    def now(self) -> datetime:
        """The moment, by the clock that dates the records."""
        return self._clock()

    def owe(self) -> None:
        """Appends what the engine itself owes, to its end."""
        while (owed := due(self.turn, self._rules)) is not None:
            scope, event = owed
            call = self.turn.calls.get(getattr(event, "call", ""))
            self.append(scope, "engine", event, cause=call.decision if call is not None else self.turn.seq or None)

    def note(self, working: bool = False) -> None:
        """Keeps the index true: written with the rows of this loop turn when anything in it changed. `working`: that
        work goes on is known already."""
        state = "working" if working else self.state()
        how = ending(self.turn.scopes["/"]) if state == "idle" else None
        if state != self.entry.state or how != self.entry.outcome:
            name, owner, assistant, title, _, created, updated, aliases, _ = (
                self.entry
            )  # `_replace` takes four times it
            self.entry = Entry(name, owner, assistant, title, state, created, updated, aliases, how)
        if self.entry is not self._indexed:
            self._indexed = self.entry
            future = self._log.append(self.id, (), self.entry)
            self._noted.append((future, self.entry))
            self._follow(future)

    def state(self) -> State:
        """What this conversation is doing, in the words of the index."""
        turn, waiting = self.turn, False
        for scope in turn.scopes.values():
            if scope.pending and turn.alive(scope.path) and not turn.gated(scope):
                return "working"
            waiting = waiting or (scope.wait is not None and scope.wait.until is not None)
        for call in turn.calls.values():
            if call.state in ("decided", "approved", "started"):
                return "working"
        if waiting:
            return "waiting"  # before asking: a server that starts must set the clock again
        if turn.questions:
            return "asking"
        return "idle"

    @property
    def queued(self) -> int:
        """Records that are not yet committed."""
        return len(self._uncommitted)

    @property
    def at_rest(self) -> bool:
        """Whether everything appended so far is committed and shown, and nobody waits for that."""
        return not (self._uncommitted or self._waiting or self._noted)

    async def durable(self) -> None:
        """Returns when everything appended so far is committed and shown to those who follow; raises the store's error
        when it can't be."""
        waiter: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.promise(waiter)
        try:
            await waiter
        finally:
            del waiter  # an error keeps this frame, and the future the error: they would keep each other

    def promise(self, waiter: asyncio.Future[bool]) -> None:
        """The same for whoever waits for this future already: it ends with True, or with the store's error."""
        last = self._last
        if last is not None and last.done() and (error := self._error or _refusal(last)) is not None:
            waiter.set_exception(_again(error))
        elif last is None or (last.done() and (self.sealed or not self._uncommitted)):
            waiter.set_result(True)
        else:
            self._log.urge()
            self._waiting.append((last, waiter))

    def _follow(self, future: asyncio.Future[None]) -> None:
        if future is not self._last:
            self._last = future
            future.add_done_callback(self._committed)

    def _committed(self, future: asyncio.Future[None]) -> None:
        error = self._error = self._error or _refusal(future)  # what is refused behind it is so because of it
        if error is not None:
            self.sealed = True
            if self.failed is not None:
                failed, self.failed = self.failed, None
                failed(error)
            self._tell(future, error)
            return
        rows: list[tuple[int, bytes]] = []
        for last, seq, body in self._uncommitted:
            if last is not future:
                break
            rows.append((seq, body))
        if rows:
            del self._uncommitted[: len(rows)]
            self.feed.publish(rows)
        while self._noted and self._noted[0][0] is future:
            self.shown = self._noted.pop(0)[1]
        if self._waiting:
            self._tell(future, None)

    def _tell(self, committed: asyncio.Future[None], error: BaseException | None) -> None:
        """Those who wait for this commit: one future each, since cancelling one must not cancel the others."""
        waiting, self._waiting = self._waiting, []
        for last, waiter in waiting:
            if last is not committed:
                self._waiting.append((last, waiter))
            elif not waiter.done():
                if error is None:
                    waiter.set_result(True)
                else:
                    waiter.set_exception(_again(error))

    def _touch(self, record: Record) -> None:
        name, owner, assistant, title, state, created, _, aliases, outcome = self.entry
        event = record.event
        if isinstance(event, UserSaid):
            if not title and isinstance(event.text, str):
                title = _title(event.text)
        elif isinstance(event, Changed) and isinstance(text := event.settings.get("title"), str):
            title = _title(text)
        self.entry = Entry(name, owner, assistant, title, state, created, record.at, aliases, outcome)


def _refusal(committed: asyncio.Future[None]) -> BaseException | None:
    return asyncio.CancelledError() if committed.cancelled() else committed.exception()


def _again(error: BaseException) -> BaseException:
    """The same error for one more who waits: each comes to know through whom it passed, and the store's is kept."""
    same = type(error).__new__(type(error), *error.args)
    same.__dict__.update(error.__dict__)
    return same


def _title(text: str) -> str:
    """The beginning of a text on one line; a word is only cut when it is longer than all there is room for."""
    line = " ".join(text[: 4 * TITLE].split())
    if len(line) <= TITLE:
        return line
    begin = line[: TITLE - 1]
    whole = begin.rpartition(" ")[0] if line[TITLE - 1] != " " else begin
    return f"{whole or begin}…"
