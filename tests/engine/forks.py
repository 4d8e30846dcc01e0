"""Forks of a conversation that was really had: one at each of its records, held against what a fork may do."""

from collections.abc import Callable
from dataclasses import dataclass, field

from loket.core.actions import ToolCall
from loket.core.events import Answered, CallStarted, Forked, Held, Returned, TaskOpened
from loket.core.record import OUTSIDE, Record, decode
from loket.engine.archive import Archive
from loket.engine.host import Host
from loket.views.turn import Turn
from loket.views.turn_state import LiveCall


@dataclass
class Forks:
    """`effects` counts what happened outside, whoever asked for it. `held` are the calls that forks asked about,
    `agreed` those that were said yes to, once in each of the `stages` a call was copied in; `remote` are those whose
    work elsewhere was under way."""

    host: Host
    conversation: str
    owner: str
    effects: Callable[[], int] = lambda: 0
    count: int = 0
    held: int = 0
    agreed: int = 0
    stages: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    remote: int = 0

    async def all(self) -> "Forks":
        """At every record, each in a conversation of its own that is erased when it was looked at."""
        rows = await self.records(self.conversation)
        for at in range(1, len(rows) + 1):
            before = self.effects()
            fork = await Archive(self.host).fork(self.conversation, at, self.owner)
            await self.rest(fork)
            records = await self.records(fork)
            where = f"a fork of {self.conversation} at {at} of {len(rows)}"
            assert records[:at] == rows[:at] and isinstance(records[at].event, Forked), where
            assert not [r for r in records[at:] if isinstance(r.event, CallStarted)], f"{where} starts something"
            assert self.effects() == before, f"{where} does something"
            await self._asked_again(fork, records, at, where)
            await self.host.erase(fork)
            self.count += 1
        return self

    async def _asked_again(self, fork: str, records: list[Record], at: int, where: str) -> None:
        """Every call that is out waits for a person, and what is known of its work elsewhere is there."""
        turn = _turn(records)
        source = _turn(records[:at])
        for call in source.calls.values():
            opened = [r.event for r in records[:at] if isinstance(r.event, TaskOpened) and r.event.call == call.id]
            if opened:
                assert source.remote.works[call.id].opened == opened[-1] == turn.remote.works[call.id].opened, where
                self.remote += 1
        questions = {r.event.call: r.seq for r in records if isinstance(r.event, Held)}
        for call in [call for call in turn.calls.values() if isinstance(call.work, ToolCall)]:
            assert call.state == "held", f"{where} leaves {call.id} {call.state}"
            self.held += 1
            before = source.calls.get(call.id)
            if before is not None and (call.id, before.state) not in self.stages:
                self.stages.add((call.id, before.state))
                await self._agree(fork, call, questions[call.id], where)

    async def _agree(self, fork: str, call: LiveCall, question: int, where: str) -> None:
        """A person says yes: it is done once, for this conversation."""
        before = len(await self.records(fork))
        done = self.effects()
        await self.host.tell(fork, Answered(to=str(question), approve=True), owner=self.owner)
        await self.rest(fork)
        after = (await self.records(fork))[before:]
        started = [r.event.call for r in after if isinstance(r.event, CallStarted)]
        back = [r.event for r in after if isinstance(r.event, Returned) and r.event.call == call.id]
        assert started == [call.id] and [event.ok for event in back] == [True], f"{where}: {call.id} is {back}"
        assert self.effects() - done <= 1, f"{where} does {call.id} more than once"
        self.agreed += 1

    async def rest(self, fork: str) -> None:
        """Returns when nothing goes on by itself."""
        for record in await self.records(fork):
            if record.by in OUTSIDE:
                await self.host.settled(fork, record.seq, 20)

    async def records(self, conversation: str) -> list[Record]:
        return [decode(row.body) for row in await self.host.store.read(conversation, limit=100_000)]


def _turn(records: list[Record]) -> Turn:
    turn = Turn()
    for record in records:
        turn.apply(record)
    return turn
