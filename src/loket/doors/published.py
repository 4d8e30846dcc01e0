"""The tools a package offers to other programs: a call of one is a conversation of whoever sent it, like any other.

So it is recorded, held when a person must approve it, and done once however often it is sent with the same key."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Protocol

import anyio

from loket.core.data import Json, JsonObject, text_of
from loket.core.errors import Conflict, Gone, LoketError
from loket.core.events import AgentSaid, Answered, Progressed, Withdrawn
from loket.core.record import Record
from loket.core.shapes import texts_in
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec, silent
from loket.doors.outside import NeedsApproval, OutsidePlace
from loket.doors.published_extras import CallFiles
from loket.doors.sound import sound
from loket.engine.fitting import whole
from loket.engine.host import Host
from loket.engine.keeping import asked_by, asked_name
from loket.engine.pages import records
from loket.engine.perform import REFERENCE
from loket.house.house import follow, outcomes
from loket.planners.outside import asked_for
from loket.tools.catalog import Catalog, Extras, Resource
from loket.tools.wire import KEY
from loket.views.outcome_state import Outcome, OutcomeStep

CALLER = "caller"
FINAL = ("refused", "unknown_outcome", "unknown_tool", "too_large")
"""Failures that another try with the same key does not mend."""


class Offered(Protocol):
    """What the doors of tools serve: a catalogue, or one whose calls are conversations."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def extras(self) -> Extras: ...

    def specs(self) -> list[ToolSpec]: ...

    def find(self, name: str) -> Tool | None: ...

    async def call(self, name: str, args: Json, context: CallContext) -> Json:
        """The tool's value; raises only ToolFailed."""
        ...


@dataclass(frozen=True)
class Desk:
    """Where calls from outside are made: the engine when it is there, the assistant that makes them, and the address of
    the pages on which a person finds them."""

    host: Callable[[], Awaitable[Host]]
    assistant: str
    at: str


class Published:
    """A catalogue whose calls go through the engine. The owner of a call and its key name its conversation."""

    def __init__(self, catalog: Catalog, desk: Desk) -> None:
        self._catalog, self._desk = catalog, desk
        self._callers: Counter[str] = Counter()
        self._files = CallFiles(desk.host, desk.assistant)

    @property
    def name(self) -> str:
        return self._catalog.name

    @property
    def version(self) -> str:
        return self._catalog.version

    @property
    def extras(self) -> Extras:
        return replace(self._catalog.extras, own=self._files)

    def specs(self) -> list[ToolSpec]:
        """What each tool is, in the order given."""
        return self._catalog.specs()

    def find(self, name: str) -> Tool | None:
        """The tool of that name."""
        return self._catalog.find(name)

    async def call(self, name: str, args: Json, context: CallContext) -> Json:
        """The tool's value. The same key of the same owner is the same call: it is joined while it runs, and what it
        gave is given again; made anew it is only when it surely was not done, or may be done twice.

        Raises only ToolFailed: what Catalog.call raises, `key_reused`, and NeedsApproval until a person approved it."""
        spec = self._catalog.checked(name, args)
        host = await self._desk.host()
        place = self._place(context)
        try:
            _own_words(name, args)
            event = AgentSaid(agent=CALLER, message_id=context.key[:200], data=asked_for(name, args))
            value = await self._made(host, place, _Call(spec, event, context))
            return await whole(host.store, place.conversation, value)
        except Conflict as error:
            raise ToolFailed("key_reused", "This idempotency key was used for another call.") from error
        except Gone as error:
            raise ToolFailed("erased", "This call was made, and what came of it was erased.") from error
        except LoketError as error:
            raise ToolFailed("invalid" if error.status == 422 else error.code, error.text) from error

    async def files_of(self, context: CallContext) -> list[Resource]:
        """The files that a call keeps which was made so."""
        return await self._files.of(self._place(context).conversation, context.owner)

    async def decide(self, waiting: NeedsApproval, approve: bool) -> None:
        """A person's word on a held call, given where the call came from. Nothing when it has been given meanwhile."""
        host, place = await self._desk.host(), waiting.place
        answer = Answered(to=waiting.outcome.question, approve=approve, refuse=not approve)
        with suppress(LoketError):
            await host.tell(place.conversation, answer, owner=place.owner)

    async def withdraw(self, waiting: NeedsApproval) -> None:
        """The caller no longer wants what waits."""
        await _withdrawn(await self._desk.host(), waiting.place, waiting.outcome.seq)

    def _place(self, context: CallContext) -> OutsidePlace:
        assistant = self._desk.assistant
        conversation = asked_name(assistant, context.key, context.owner)
        return OutsidePlace(conversation, context.owner or asked_by(assistant), self._desk.at)

    async def _made(self, host: Host, place: OutsidePlace, call: "_Call") -> Json:
        seq, number, fresh = await self._begun(host, place, call)
        while True:
            outcome = await self._rested(host, place, call, seq)
            returned = outcome and outcome.returned
            if returned is not None and returned.ok:
                return returned.value
            if outcome is not None and outcome.state == "held":
                again: JsonObject = {KEY: call.context.key}
                raise NeedsApproval(call.spec.title or call.spec.name, place, outcome, again)
            if fresh or outcome is None or not _again(call.spec, outcome):
                if returned is None:
                    raise ToolFailed("failed", f"{call.spec.name} gave no answer.")
                raise _failure(call.spec, returned, await whole(host.store, place.conversation, returned.value))
            number, fresh = number + 1, True
            seq = await self._sent(host, place, call, number)

    async def _begun(self, host: Host, place: OutsidePlace, call: "_Call") -> tuple[int, int, bool]:
        """The seq of the last time this call was asked for, which time that was, and whether it was now."""
        seq = await host.begin(place.owner, self._desk.assistant, call.event, place.conversation, "1")
        if seq is not None:
            return seq, 1, True
        seq, number = await self._sent(host, place, call, 1), 1
        while (later := await host.store.find(place.conversation, str(number + 1))) is not None:
            seq, number = later, number + 1
        return seq, number, False

    async def _sent(self, host: Host, place: OutsidePlace, call: "_Call", number: int) -> int:
        return await host.tell(place.conversation, call.event, owner=place.owner, key=str(number), by="agent")

    async def _rested(self, host: Host, place: OutsidePlace, call: "_Call", seq: int) -> Outcome | None:
        """What the records tell once nothing of this is under way. Whoever waits as the last and goes takes it back."""
        limit = min(call.spec.deadline, call.context.deadline)
        self._callers[place.conversation] += 1
        try:
            async with _heard(host, place, seq, call.context):
                await host.settled(place.conversation, seq, call.context.deadline)
            return (await outcomes(host, place.conversation, seq)).outcome(seq)
        except TimeoutError:
            raise ToolFailed("timeout", f"{call.spec.name} did not answer within {limit:g} seconds") from None
        except asyncio.CancelledError:
            if self._callers[place.conversation] == 1:
                with anyio.CancelScope(shield=True):
                    await _withdrawn(host, place, seq)
            raise
        finally:
            self._callers[place.conversation] -= 1
            if not self._callers[place.conversation]:
                del self._callers[place.conversation]


@dataclass(frozen=True, slots=True)
class _Call:
    spec: ToolSpec
    event: AgentSaid
    context: CallContext


@asynccontextmanager
async def _heard(host: Host, place: OutsidePlace, seq: int, context: CallContext) -> AsyncGenerator[None]:
    """Passes on what a running call tells of its progress, when somebody listens; at its end also the rest."""
    told = seq

    def tell(record: Record) -> None:
        nonlocal told
        if record.seq <= told:
            return
        told = record.seq
        match record.event:
            case AgentSaid(call=str(), text=text, state=state):
                context.progress(text_of(text) or state or "", None)
            case Progressed(note=note, part=part, usage=None):
                context.progress(note, part)
            case _:
                pass

    async def listen() -> None:
        async with aclosing(follow(host, place.conversation, seq, place.owner)) as batches:
            async for batch in batches:
                for item in batch:
                    if isinstance(item, Record):
                        tell(item)

    if context.progress is silent:
        yield
        return
    listening = asyncio.create_task(listen())
    try:
        yield
        async for record in records(host.store, place.conversation, told):
            tell(record)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _withdrawn(host: Host, place: OutsidePlace, seq: int) -> None:
    with suppress(LoketError):
        await host.tell(place.conversation, Withdrawn(seqs=(seq,)), owner=place.owner, by="agent")


def _own_words(name: str, args: JsonObject) -> None:
    """Refuses what is no sound JSON, and arguments that name a secret of this server: those are not a stranger's."""
    sound(args)
    if REFERENCE in str(args) and any(text.startswith(REFERENCE) for text in texts_in(args)):
        raise ToolFailed("invalid", f"Invalid arguments for {name}: a secret of this server can't be named.")


def _again(spec: ToolSpec, outcome: Outcome) -> bool:
    """Whether a call may be made once more for who sends it again: it was surely not done, or may be done twice. What
    was taken back may have been under way."""
    code = outcome.state if outcome.returned is None else outcome.returned.code
    if code == "cancelled":
        return True
    if spec.destructive or code in FINAL or code.startswith("invalid"):
        return False
    return spec.read_only or spec.idempotent


def _failure(spec: ToolSpec, returned: OutcomeStep, value: Json) -> ToolFailed:
    code = returned.code or "failed"
    if code == "timeout":
        return ToolFailed(code, f"{spec.name} did not answer within {spec.deadline:g} seconds", value)
    if code == "refused":
        return ToolFailed(code, returned.text or f"A person did not approve {spec.name}; nothing was done.", value)
    return ToolFailed(code, returned.text or f"{spec.name} did not work.", value)
