"""One run as its client sees it: how the thread stands, then all that happens until what was brought is at rest."""

from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from pydantic import ValidationError

from loket.core.actions import Usage
from loket.core.data import Json, JsonObject, as_blob
from loket.core.errors import Invalid, LoketError, Unavailable
from loket.core.events import Answered, Returned, Stopped, UserSaid
from loket.core.record import Record
from loket.core.shapes import text_at
from loket.doors.agui.asked import RunInput
from loket.doors.agui.frames import VERSION, event, for_old, frame, framed, text_events
from loket.doors.agui.projection import Projection
from loket.doors.agui.state import blocking, changes, in_words, interrupts
from loket.doors.agui.surfaces import Surfaces
from loket.doors.agui.thread import Thread, thread_of
from loket.house.house import House, News
from loket.views.agui_messages import Messages
from loket.views.due import owing, settled
from loket.views.screen import Screens

HISTORY = 1000
"""Records that a run looks back on; what was said before them is in no snapshot."""
RESULT_BYTES = 256 * 1024
TOO_MUCH = "A name in it is too long, or it has too many fields."


@dataclass(frozen=True)
class RunCaller:
    """Who runs what: an owner, and an assistant. `old`: the client is older than 1.0. `asks`: it has interrupts.
    `stops`: it stops a run by leaving. `after`: the last record whose events it has, when a run was cut."""

    owner: str
    assistant: str
    old: bool = False
    asks: bool = True
    stops: bool = False
    after: int | None = None


@dataclass
class RunStream:
    """What one client is told in one run."""

    thread: Thread
    wanted: RunInput
    caller: RunCaller
    surfaces: Surfaces
    head: int
    start: int
    projection: Projection = field(default_factory=Projection)
    messages: Messages = field(default_factory=Messages)
    state: Json = None
    begun: bool = False

    async def frames(self) -> AsyncGenerator[list[bytes], None]:
        """From its beginning, or from where it was cut, to the event that ends it."""
        house, conversation, owner = self.thread.house, self.thread.conversation, self.caller.owner
        async with aclosing(house.follow(conversation, await self._first() - 1, owner)) as batches:
            async for batch in batches:
                frames: list[bytes] = []
                for news in batch:
                    frames += await self._of(news)
                    if self._over():
                        yield [*frames, *framed(self._noted(self._end()), None)]
                        return
                if frames:
                    yield frames
        if await house.owned(conversation, owner) is None:
            gone = event("RUN_ERROR", message="This conversation was erased.", code="erased")
            yield [frame(gone)]

    async def _first(self) -> int:
        """Where to look from: some history, and the beginning of all that is open."""
        house, conversation = self.thread.house, self.thread.conversation
        asked = [item.seq for item in await self.thread.questions()]
        roots = [await house.message_of(conversation, seq) for seq in (*self.thread.seqs, *asked)]
        return min([max(1, self.start - HISTORY), *roots])

    async def _of(self, news: News) -> list[bytes]:
        if not isinstance(news, Record):
            return framed([*self._noted(self.projection.hear(news)), *self._mended()], None)
        record, held = await self._whole(news), self.wanted.held
        if record.seq == min(self.thread.seqs, default=0):
            self.projection.begin()
        told = self._noted(self.projection.apply(record))
        if not self.begun:
            self.surfaces.pass_by(record)
            if record.seq < self.start:
                return []
            self.begun = True
            return framed(self._noted(await self._opening()), record.seq)
        if isinstance(record.event, UserSaid | Answered) and any(text_at(one, "messageId") in held for one in told):
            told = []  # in the client's own words, under its own id
        more = [*self._mended(), *await self.surfaces.of(record), *self._changed()]
        return framed([*told, *self._noted(more)], record.seq)

    def _noted(self, events: Iterable[JsonObject]) -> list[JsonObject]:
        """The events as this client is told of them, kept for the snapshots."""
        told = list(for_old(events) if self.caller.old else events)
        for one in told:
            self.messages.take(one)
        return told

    async def _opening(self) -> list[JsonObject]:
        """How the thread stands; the messages only for a client that lacks any of them."""
        self.state = self._standing()
        told = [event("STATE_SNAPSHOT", snapshot=self.state), *await self.surfaces.opening()]
        if self.caller.after is not None:
            return told
        self.projection.announce_anew()
        if not self.thread.seqs:
            self.projection.begin()
        if not self.thread.fresh or self.messages.lacks(self.wanted.held):
            told = [self._snapshot(self.wanted.messages[-1:] if self.thread.fresh else ()), *told]
        if unread := self.thread.unread:
            told = [event("CUSTOM", name="not_used", value=unread), *told]
        return [started(self.wanted, self.thread.conversation), *told]

    def _snapshot(self, new: Iterable[Json] = ()) -> JsonObject:
        """All messages; a `new` one of the client stands behind them, or the client would take it out again."""
        said = [one for one in new if text_at(one, "role") == "user" and not self.messages.holds(text_at(one, "id"))]
        return event("MESSAGES_SNAPSHOT", messages=[*self.messages.items, *said])

    def _mended(self) -> Iterator[JsonObject]:
        """The messages anew when one of them came out other than its words in the making, or was taken back."""
        if self.projection.mended:
            for id, text in self.projection.mended.items():
                self.messages.mend(id, text)
            self.projection.mended.clear()
            yield self._snapshot()

    def _standing(self) -> JsonObject:
        asked = interrupts(self.projection.turn, self.projection.held)
        return {"conversation": self.thread.conversation, "questions": asked, "surfaces": self.surfaces.models}

    def _changed(self) -> Iterator[JsonObject]:
        before, self.state = self.state, self._standing()
        if patch := list(changes(before, self.state)):
            yield event("STATE_DELTA", delta=patch)

    def _over(self) -> bool:
        """Whether all that was brought is at rest; where nothing was, all there is."""
        turn = self.projection.turn
        if not self.begun or turn.seq < self.head or self.projection.writing or owing(turn):
            return False
        pending = [one.origins for scope in turn.scopes.values() for one in scope.pending.values()]
        origins = frozenset[int]().union(*pending, *(call.origins for call in turn.calls.values()))
        return all(settled(turn, seq) for seq in self.thread.seqs or origins)

    def _end(self) -> Iterator[JsonObject]:
        projection, wanted = self.projection, self.wanted
        yield from projection.close()
        usage = [_tokens(model, used) for model, used in projection.usage.items()] or None
        if projection.failure is not None:
            code, text = projection.failure
            yield event("RUN_ERROR", message=text, code=code, usage=usage)
            return
        outcome: JsonObject = {"type": "cancelled" if projection.stopped else "success"}
        asked = blocking(projection.turn, interrupts(projection.turn, projection.held))
        if asked and not self.caller.asks:
            for one in asked:
                yield from text_events(f"asked-{one['id']}", in_words(one))
        elif asked:
            outcome = {"type": "interrupt", "interrupts": asked}
            yield event("STATE_SNAPSHOT", snapshot=self.state)
            yield self._snapshot()
        ids = {"threadId": wanted.thread, "runId": wanted.run}
        yield event("RUN_FINISHED", **ids, result=projection.result, outcome=outcome, usage=usage)

    async def _whole(self, record: Record) -> Record:
        """The record with a result that was put aside, unless that is very long."""
        back = record.event
        if not isinstance(back, Returned) or (blob := as_blob(back.value)) is None or blob.size > RESULT_BYTES:
            return record
        value = await self.thread.house.whole(self.thread.conversation, back.value)
        return replace(record, event=back.model_copy(update={"value": value}))


async def frames_of(house: House, wanted: RunInput, caller: RunCaller) -> AsyncGenerator[list[bytes], None]:
    """Tells the thread what was brought, and gives how the run goes then; what is refused ends it with the reason.
    Unavailable when it can't be told here or now."""
    try:
        thread = await thread_of(house, caller.owner, caller.assistant, wanted)
        if house.host.runs.claims is not None:
            await house.host.wake(thread.conversation)  # words in the making are where it is written
        looked = await house.look(thread.conversation, caller.owner)
        view = house.screens(caller.assistant).restored(looked.views[Screens.name].state())  # as it is before this run
        await thread.bring(wanted)
        head = await house.host.store.head(thread.conversation)
    except Unavailable:
        raise
    except (LoketError, ValidationError) as error:
        wrong = error if isinstance(error, LoketError) else Invalid("invalid_request", TOO_MUCH)
        failed = event("RUN_ERROR", message=wrong.text, code=wrong.code)
        told = [started(wanted), failed]
        return _alone(framed(for_old(told) if caller.old else told, None))
    surfaces = Surfaces(house, thread.conversation, view, house.host.kit.trees.get(caller.assistant, {}))
    after = caller.after if caller.after is not None and 0 < caller.after <= head else None
    start = after or (min(thread.seqs) - 1 if thread.fresh else head)
    return _left_or_ended(RunStream(thread, wanted, replace(caller, after=after), surfaces, head, start))


async def _alone(frames: list[bytes]) -> AsyncGenerator[list[bytes], None]:
    yield frames


async def _left_or_ended(run: RunStream) -> AsyncGenerator[list[bytes], None]:
    house, ended = run.thread.house, False
    try:
        async with aclosing(run.frames()) as frames:
            async for batch in frames:
                yield batch
        ended = True
    finally:
        if run.caller.stops and not ended and not house.host.runs.closing:
            await house.tell(run.thread.conversation, Stopped(), run.caller.owner)


def started(wanted: RunInput, conversation: str | None = None) -> JsonObject:
    """The event that begins a run; the conversation's own name opens it elsewhere on this server."""
    ids = {"threadId": wanted.thread, "runId": wanted.run, "protocolVersion": VERSION}
    where = None if conversation is None else {"loket": {"conversation": conversation}}
    return event("RUN_STARTED", **ids, metadata=where)


def _tokens(model: str, used: Usage) -> JsonObject:
    counts = {"inputTokens": used.input_tokens, "outputTokens": used.output_tokens, "totalTokens": used.tokens}
    parts = {"reasoningTokens": used.reasoning_tokens, "cachedInputTokens": used.cached_tokens}
    return {"model": model} | counts | parts if model else counts | parts
