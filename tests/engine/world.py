"""A world of one conversation in which every interleaving of people, agents, thoughts, tools, commits, time, full
disks and crashes is one list of choices: the real engine on a store that can lose what it holds."""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress

from loket.core.errors import LoketError
from loket.core.events import Event
from loket.core.ports import Row
from loket.core.record import Record, decode
from loket.core.tool import CallContext, ToolSpec
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.engine.runs import AGAIN_SECONDS
from loket.views.due import settled
from loket.views.turn import Turn
from tests.engine import eyes
from tests.engine.choosing import Gated, chosen, kit_of_play
from tests.engine.citizens import Elsewhere, Gates, Pick, Watcher
from tests.engine.holding import HoldingStore
from tests.engine.scripts import PLAYS, TOOLS, Told
from tests.engine.virtual import virtual

NAME = "0000000000000000000001"
NEVER = 1e9
MOST_STEPS = 4000
MOST_CRASHES = 12
DOWN = 3600
"""Seconds from the end of a process to the next one: longer than the minutes of any budget here."""
QUIET = 3
QUIET_SECONDS = AGAIN_SECONDS[-1] / QUIET + 2
"""All is at rest when that often nothing could be done for so long: longer than the engine waits for a full disk."""


class Broken(AssertionError):
    """A promise was."""


class World:
    """One run of one play. Of a hundred choices `crashes` end the process, and twice as many then fill the disk.
    Without `people` nobody stops or repeats anything. `tools` may make harmless what is not. For `down` seconds no
    process is up after a crash."""

    def __init__(
        self,
        play: str,
        pick: Pick,
        crashes: int = 0,
        people: bool = True,
        tools: Mapping[str, ToolSpec] = TOOLS,
        down: float = DOWN,
    ) -> None:
        self.play, self.pick, self.crashes = PLAYS[play], pick, crashes
        self.todo: list[Told] = list(self.play.todo)
        self.down = down
        self.patient = bool(pick(2))
        self.repeats = people and bool(pick(2))
        self.alone = pick(3) == 2  # after a crash nobody looks until all is at rest
        if people and pick(10) >= 6:
            self.todo.insert(1 + pick(len(self.todo)), Told("person", "stop"))
        self.tools = tools
        self.gates = Gates()
        self.elsewhere = Elsewhere()
        self.store = HoldingStore(virtual().clock, self._seen)
        self.log: list[Record] = []
        self.effects: Counter[tuple[str, str]] = Counter()
        self.told: dict[str, tuple[Told, Event, int | None]] = {}
        self.keys = 0
        self.retry: list[str] = []
        self.watchers = [Watcher("eager"), Watcher("slow", self.gates)]
        self.rested: set[int] = set()
        self.violations: list[str] = []
        self.died = 0
        self.tasks: set[asyncio.Task[None]] = set()

    # The process.

    async def begin(self) -> None:
        self.host = Host(self.store, self.kit(), virtual().clock)
        await self.host.__aenter__()
        if self.log and not self.alone:
            await self.watch()
        await virtual().drain()

    async def watch(self) -> None:
        """Everybody looks, which opens the conversation if nothing else did."""
        for watcher in self.watchers:
            self._go(watcher.follow(self.host, NAME))
        await virtual().drain()

    async def first(self) -> None:
        await self.begin()
        self.store.patient = False
        await self.host.start("local", "root", conversation=NAME)
        self.store.patient = True
        await self.watch()

    async def crash(self, kept: int) -> None:
        """The process ends here and now; the next one finds what was durable."""
        self.died += 1
        self.store = self.store.crash(kept)
        await self.end()
        await asyncio.sleep(self.down)
        self.rested.clear()
        self.log = [decode(row.body) for row in await self.store.read(NAME, limit=100_000)]
        unanswered = [key for key, (_, _, seq) in self.told.items() if seq is None]
        self.retry = unanswered + [key for key in self.retry if key in self.told and key not in unanswered]
        await self.begin()

    async def end(self) -> None:
        """Nothing of this process goes on, and nobody in it is heard."""
        self.gates = Gates()
        for run in self.host.runs._open.values():
            run.performer.closing, run.usable = True, False
        me = asyncio.current_task()
        while others := [task for task in asyncio.all_tasks() if task is not me]:
            for task in others:
                task.cancel()
            await virtual().drain()
        for watcher in self.watchers:
            watcher.gates = self.gates if watcher.gates else None

    def kit(self) -> Kit:
        """What the play is played with."""
        gated = Gated(self.gates, self.pick, self._effect, self.elsewhere)
        return kit_of_play(self.play, self.tools, gated)

    @property
    def turn(self) -> Turn:
        run = self.host.runs.usable(NAME)
        return Turn() if run is None else run.writer.turn

    def _go(self, work: Coroutine[None, None, None]) -> None:
        async def quietly() -> None:
            with suppress(LoketError):
                await work

        task = asyncio.create_task(quietly())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # What is checked at once.

    def _seen(self, rows: Sequence[Row]) -> None:
        for row in rows:
            record = decode(row.body)
            del self.log[record.seq - 1 :]
            self.log.append(record)
            self._check(record)

    def _check(self, record: Record) -> None:
        turn = self.turn
        self.rested.update(r.seq for r in self.log if r.key and r.seq not in self.rested and settled(turn, r.seq))
        self.violations += eyes.appended(record, self.log, turn, self.play.one_by_one)

    def _effect(self, spec: ToolSpec, context: CallContext) -> None:
        self.effects[context.call, spec.name] += 1
        self.violations += eyes.left(spec, context, self.log, self.store._kept[NAME].rows)

    # What may happen next.

    def options(self) -> list[str]:
        """In the order an undisturbed world prefers."""
        found = list(self.gates.waiting)
        if self.store.held:
            found.append("commit")
        if self.retry:
            found.append("retry")
        if self.todo and self._tellable(self.todo[0]) and not (self.patient and found and self.pick(20) < 19):
            found.append("tell")
        if any(scope.wait and scope.wait.until for scope in self.turn.scopes.values()):
            found.append("time")
        return found

    def _tellable(self, told: Told) -> bool:
        match told.event:
            case "answer":
                return bool(self.turn.questions) or not self._under_way()
            case "late":
                return bool(self._closed()) or not self._under_way()
            case _:
                return True

    def _under_way(self) -> bool:
        return bool(self.gates.waiting or self.store.held or self.retry)

    def _closed(self) -> list[str]:
        asked = [str(r.seq) for r in self.log if r.event.kind == "held" or eyes.asks(r.event)]
        return [id for id in asked if id not in self.turn.questions]

    async def do(self, option: str) -> None:
        match option:
            case "commit":
                self.store.commit(1 + self.pick(len(self.store.held)))
            case "time":
                await asyncio.sleep(6)
            case "retry":
                key = self.retry.pop()
                if key in self.told:
                    self._go(self._tell(key, *self.told[key][:2]))
            case "tell":
                self._say(self.todo.pop(0))
            case _:
                self.gates.open(option)
        await virtual().drain()

    def _say(self, told: Told) -> None:
        event = (
            told.event if not isinstance(told.event, str) else chosen(told.event, self.turn, self._closed(), self.pick)
        )
        if event is None:
            return
        self.keys += 1
        key = f"k{self.keys}"
        self.told[key] = (told, event, None)
        self._go(self._tell(key, told, event))
        if self.repeats and self.pick(10) >= 7:
            self.retry.append(key)

    async def _tell(self, key: str, told: Told, event: Event) -> None:
        by = "agent" if told.by == "agent" else "person"
        try:
            seq = await self.host.tell(NAME, event, key=key, by=by)
        except LoketError as error:
            if error.code in ("disk_full", "closing"):
                self.retry.append(key)
            elif error.code in ("wrong_answer", "no_choice", "no_scope"):
                self.told.pop(key, None)  # what it was about is not what it was when the word was chosen
            else:
                self.violations.append(str(error))
            return
        before = self.told[key][2]
        if before not in (None, seq):
            self.violations.append(f"{key} had seq {before} and now {seq}")
        self.told[key] = (told, event, seq)
        await self.host.settled(NAME, seq, NEVER)
        if seq not in self.rested and not settled(self.turn, seq):
            self.violations.append(f"{seq} was called settled and never was")

    # A whole life.

    async def live(self) -> None:
        """Goes on until nothing is left to do."""
        await self.first()
        quiet = 0
        for _ in range(MOST_STEPS):
            options = self.options()
            if not options and quiet == QUIET:
                if not (self.died and self.alone):
                    return
                if eyes.lies_there(self.store._kept[NAME].rows):
                    raise Broken("nobody went on after the restart")
                self.alone, quiet = False, 0
                await self.watch()
                continue
            before, quiet = quiet, 0
            if self.died < MOST_CRASHES and self.pick(200) >= 200 - 2 * self.crashes:
                await self.crash(self.pick(len(self.store.held) + 1))
            elif self.crashes and self.store.held and self.pick(100) >= 100 - 2 * self.crashes:
                self.store.refuse()
                del self.log[len(self.store._kept[NAME].rows) :]
                await virtual().drain()
            elif not options:
                quiet = before + 1
                await asyncio.sleep(QUIET_SECONDS)
                await virtual().drain()
            else:
                await self.do(options[self.pick(len(options))])
            self.verify()
        raise Broken("it finds no rest")

    def verify(self) -> None:
        """What must hold at every moment."""
        for watcher in self.watchers:
            self.violations += watcher.complaints
            durable = [(row.seq, row.body) for row in self.store._kept[NAME].rows]
            if watcher.rows != durable[: len(watcher.rows)]:
                self.violations.append(f"what {watcher.name} saw has changed")
        if self.violations:
            raise Broken(self.violations[0])
