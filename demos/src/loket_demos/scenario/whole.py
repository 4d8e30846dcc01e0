"""Runs as their whole logs tell them, for what must not depend on how far somebody looks back: the names of files, what
is private, how long a planner has gone on by itself, and how much of its limits is used up."""

from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime

from loket.core.planner import Situation
from loket.core.record import Record
from loket.house.house import Spent
from loket_demos.scenario.acts import Begun, act_of
from loket_demos.scenario.events import UnifiedLog
from loket_demos.scenario.planner.standing import Standing, standing
from loket_demos.scenario.run import ScenarioRun
from loket_demos.scenario.vault.fold import Vault

RECENT = 200
"""Records that a planner is always given; what was before them is read from the log, where it was more."""
RUNS = 100
"""That are kept in memory, those that were asked for last; the others are read anew."""
RecordsAfter = Callable[[str, int], AsyncGenerator[Record]]
"""The records of a conversation after a seq."""


@dataclass
class WholeRun:
    """A fold of all records of a run. `own` counts the unified events since the last that is of a person or the other
    agent, `sent` the messages to the other agent; `begun` is when it was begun last. `early` is how it stood after
    `early_upto`, which is before what its planner was given last."""

    own: int = 0
    sent: int = 0
    begun: datetime | None = None
    spent: Spent = field(default_factory=Spent)
    upto: int = 0
    early: Standing | None = None
    early_upto: int = 0
    _log: UnifiedLog = field(default_factory=UnifiedLog)

    @property
    def vault(self) -> Vault:
        """Its files, under the names by which everybody knows them."""
        return self._log.vault

    def apply(self, record: Record) -> None:
        """Takes the next record in; one that was taken in before changes nothing."""
        if record.seq <= self.upto:
            return
        self.upto = record.seq
        self.spent.take(record)
        if isinstance(act_of(record.event), Begun):
            self.begun = record.at
        for event in self._log.apply(record):
            self.own = 0 if event.author in ("user", "agent") else self.own + 1
            self.sent += (event.type, event.author) == ("agent_message", "planner")
        self._log.events.clear()


@dataclass(frozen=True)
class WholeRuns:
    """Reads of each run only what is new since it was asked for last."""

    records: RecordsAfter
    _runs: OrderedDict[str, WholeRun] = field(default_factory=OrderedDict[str, WholeRun])

    async def of(self, conversation: str) -> WholeRun:
        """The run as it stands in the log now."""
        run = self._runs.pop(conversation, None) or WholeRun()
        self._runs[conversation] = run
        while len(self._runs) > RUNS:
            self._runs.popitem(last=False)
        async for record in self.records(conversation, run.upto):
            run.apply(record)
        return run

    async def standing(self, played: ScenarioRun, situation: Situation) -> Standing:
        """How a run stands, of which a planner is given no more than the end."""
        history = situation.history
        if history[0].seq == 1:
            return standing(played, history)
        recent = history[-RECENT:]
        run = await self.of(situation.conversation)
        if run.early is None or run.early_upto >= recent[0].seq:
            run.early, run.early_upto = Standing(played), 0
        async with aclosing(self.records(situation.conversation, run.early_upto)) as records:
            async for record in records:
                if record.seq >= recent[0].seq:
                    break
                run.early.apply(record)
                run.early_upto = record.seq
        stands = run.early.of(played)
        for record in recent:
            stands.apply(record)
        return stands
