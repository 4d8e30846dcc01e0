"""A fork does no harm: what comes from before it leaves again only when a person says so in the fork."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from loket.core.actions import Action, Call, Say, Task, ToolCall, Wait
from loket.core.assistant import AssistantSpec
from loket.core.errors import Unavailable
from loket.core.events import (
    Answered,
    CallStarted,
    Decided,
    Forked,
    Held,
    Opened,
    Returned,
    Started,
    Stopped,
    UserSaid,
    Woke,
)
from loket.core.planner import Situation
from loket.core.ports import Entry, Row
from loket.core.record import Record, decode
from loket.core.tool import CallContext, ToolSpec
from loket.engine.archive import Archive
from loket.engine.host import Host
from loket.engine.kit import Kit, key_of
from loket.stores.memory import MemoryStore
from tests.engine.chances import Chances
from tests.engine.holding import HoldingStore
from tests.engine.rooms import Made, Room, Written, kit_of, once, room, use
from tests.engine.scripts import PLAYS, SPECIALISTS, TOOLS
from tests.engine.virtual import live, virtual
from tests.engine.world import NAME, World
from tests.views.case import CASES

HARMS = ToolSpec(name="t", title="Report it", destructive=True)
ACTS = ToolSpec(name="t")
REPEATS = ToolSpec(name="t", idempotent=True)
READS = ToolSpec(name="t", read_only=True)


async def forked(here: Room, at: int) -> Room:
    """The fork, when nothing more happens in it by itself."""
    fork = Room(here.host, await Archive(here.host).fork(here.id, at, "ann"))
    await virtual().drain()
    return fork


async def question(room: Room) -> Record:
    return next(record for record in reversed(await room.records()) if isinstance(record.event, Held))


def test_a_call_that_was_approved_is_asked_about_again_wherever_the_fork_begins() -> None:
    async def main() -> None:
        tool = Made(HARMS)
        async with room(kit_of(once(use("t")), tool)) as here:
            await here.settle("report it")
            await here.settle(Answered(to="4", approve=True))
            kinds = await here.kinds()
            assert kinds == [
                "started",
                "user_said",
                "decided",
                "held",
                "answered",
                "call_started",
                "returned",
                "decided",
            ]
            for at in range(2, kinds.index("returned") + 1):
                fork = await forked(here, at)
                assert len(tool.calls) == 1, f"a fork at {at} did it again"
                asked = await question(fork)
                await fork.settle(Answered(to=str(asked.seq), refuse=True))
                assert [back.code for back in await fork.events(Returned)] == ["refused"]
                again = await forked(here, at)
                asked = await question(again)
                await again.settle(Answered(to=str(asked.seq), approve=True))
                call = asked.event.call  # type: ignore[union-attr]
                assert [c.key for _, c in tool.calls[1:]] == [key_of(again.id, call)]
                del tool.calls[1:]
            assert (await (await forked(here, 7)).kinds())[-2:] == ["forked", "decided"]

    live(main())


@pytest.mark.parametrize("spec", [ACTS, REPEATS], ids=["unsafe", "idempotent"])
def test_what_changes_something_is_asked_about_in_a_fork_though_nobody_was_asked_before(spec: ToolSpec) -> None:
    async def main() -> None:
        tool = Made(spec)
        async with room(kit_of(once(use("t")), tool)) as here:
            await here.settle("do it")
            for at in (2, 3, 4):
                fork = await forked(here, at)
                held = (await question(fork)).event
                assert isinstance(held, Held) and held.why == "fork" and len(tool.calls) == 1
                assert (await here.host.owned(fork.id)).state == "asking"
                await here.host.put_to_sleep(fork.id)
                await here.host.wake(fork.id)
                assert len(tool.calls) == 1 and (await fork.kinds()).count("held") == 1
            await fork.settle("and now something new")  # a word of the person's own in the fork
            assert len(tool.calls) == 2

    live(main())


def test_what_only_reads_goes_on_in_a_fork_and_what_follows_from_it_is_asked_about() -> None:
    async def main() -> None:
        reads, acts = Made(READS), Made(ToolSpec(name="u"))

        def decide(situation: Situation) -> Action:
            event = situation.woke[-1].event
            if isinstance(event, UserSaid):
                return use("t")
            return use("u") if isinstance(event, Returned) and event.call == "3.a" else Say(text="done")

        async with room(kit_of(decide, reads, acts)) as here:
            await here.settle("go")
            fork = await forked(here, 3)
            assert len(reads.calls) == 2 and len(acts.calls) == 1
            asked = await question(fork)
            await fork.settle(Answered(to=str(asked.seq), approve=True))
            assert len(acts.calls) == 2

    live(main())


def test_inside_a_task_it_is_the_same() -> None:
    async def main() -> None:
        tool = Made(ACTS)

        def other(situation: Situation) -> Action:
            return use("t") if isinstance(situation.woke[-1].event, Opened) else Say(text="yes")

        plan = Call(calls=(Task(id="a", intent="ask", to="other"), Task(id="b", intent="ask", to="other")))
        async with room(kit_of(once(plan), tool, others={"other": other})) as here:
            await here.settle("go")
            assert len(tool.calls) == 2
            for at in range(2, (await here.kinds()).index("returned")):
                fork = await forked(here, at)
                assert (await fork.kinds()).count("held") == 2 and len(tool.calls) == 2
            for record in await fork.records():
                if isinstance(record.event, Held):
                    assert record.scope != "/"
                    await fork.settle(Answered(to=str(record.seq), refuse=True))
            assert len(tool.calls) == 2 and (await fork.kinds())[-1] == "decided"

    live(main())


def test_what_was_called_off_while_it_ran_is_not_looked_for_in_the_fork() -> None:
    async def main() -> None:
        async def slow(args: object, context: CallContext) -> None:
            await asyncio.sleep(100)

        tool = Made(REPEATS, slow)
        async with room(kit_of(once(use("t")), tool)) as here:
            await here.tell("go")
            await asyncio.sleep(1)
            at = await here.settle(Stopped())
            await asyncio.sleep(20)
            fork = await forked(here, at)
            assert [back.code for back in await fork.events(Returned)] == ["unknown_outcome"]
            assert len(tool.calls) == 1 and "held" not in await fork.kinds()

    live(main())


def test_a_moment_that_was_set_before_the_fork_is_no_word_in_it() -> None:
    async def main() -> None:
        tool = Made(ACTS)

        def decide(situation: Situation) -> Action:
            event = situation.woke[-1].event
            if isinstance(event, UserSaid):
                return Wait(why="later", until=situation.now + timedelta(hours=1))
            return use("t") if isinstance(event, Woke) else Say(text="done")

        async with room(kit_of(decide, tool)) as here:
            await here.settle("in an hour")
            fork = await forked(here, 3)
            await asyncio.sleep(2 * 3600)
            assert len(tool.calls) == 1 and (await fork.kinds())[-1] == "held"
            await fork.settle("in an hour")
            await asyncio.sleep(2 * 3600)
            assert len(tool.calls) == 2  # it was set in the fork

    live(main())


def test_a_fork_that_could_not_be_written_leaves_nothing_that_could_wake() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        tool = Made(ACTS)
        async with room(kit_of(once(use("t")), tool), store) as here:
            await here.settle("do it")
            store.patient = True
            forking = asyncio.create_task(Archive(here.host).fork(here.id, 3, "ann"))
            await virtual().drain()
            store.refuse()
            store.patient = False
            with pytest.raises(Unavailable):
                await forking
            assert [entry.conversation for entry in await store.entries()] == [here.id] and len(tool.calls) == 1

    live(main())


@asynccontextmanager
async def beside(play: str, rows: list[Row], log: list[str]) -> AsyncIterator[Host]:
    """A host with the log of a play, where all goes by itself and every effect that is not read-only is noted."""
    made = {
        name: Made(spec, lambda args, context, name=name: log.append(name))
        for name, spec in TOOLS.items()
        if not spec.read_only
    }
    made["read"] = Made(TOOLS["read"])
    intake = "one_by_one" if PLAYS[play].one_by_one else "together"
    kit: Kit = kit_of(PLAYS[play].root, *made.values(), others=SPECIALISTS, intake=intake)
    clock = virtual().clock
    store = MemoryStore(clock)
    now = clock()
    async with Host(store, kit, clock) as host:
        await store.append(NAME, rows, Entry(NAME, "local", "root", "", "idle", now, now))
        yield host


@pytest.mark.parametrize("play", ["overheid", "sogis", "relocation", "scenario", "remote", "remote in turn"])
def test_no_fork_of_any_play_does_anything_before_a_person_says_so(play: str) -> None:
    async def lived(number: int) -> list[Row]:
        world = World(play, Chances(random.Random(f"fork {play} {number}")).pick, people=bool(number % 2))
        try:
            await world.live()
            return await world.store.read(NAME, limit=100_000)
        finally:
            await world.end()

    async def every_fork(rows: list[Row]) -> int:
        held, effects = 0, list[str]()
        step = max(1, len(rows) // 20)
        async with beside(play, [Row(row.seq, row.body) for row in rows], effects) as host:
            for at in range(1, len(rows) + 1, step):
                fork = Room(host, await Archive(host).fork(NAME, at, "local"))
                await asyncio.sleep(60)
                assert effects == [], f"a fork at {at} of {len(rows)} does {effects}"
                records = await fork.records()
                assert isinstance(records[at].event, Forked) and records[at].event.of == NAME
                assert not any(isinstance(record.event, CallStarted) for record in records[at:])
                held += sum(isinstance(record.event, Held) for record in records[at:])
                await host.put_to_sleep(fork.id)
        return held

    assert sum(live(every_fork(live(lived(number)))) for number in range(2)) > 0


def everything(records: list[Record], effects: list[str]) -> Kit:
    """Whoever a log names, with every tool it names; whatever wakes them, they use a tool that changes something."""
    whos, tools = {"root"}, {"t"}
    for record in records:
        match record.event:
            case Started(assistant=name) | Opened(assistant=name):
                whos.add(name)
            case Decided(action=Call(calls=calls)):
                tools |= {call.tool for call in calls if isinstance(call, ToolCall)}
            case _:
                pass
    made = {name: Made(ToolSpec(name=name), lambda args, context: effects.append(context.call)) for name in tools}
    assistants = {
        name: AssistantSpec(name=name, title=name, tools=tuple(tools), specialists=tuple(whos), approval="never")
        for name in whos
    }
    return Kit(assistants, dict.fromkeys(whos, Written(lambda situation: use("t"))), made)


@pytest.mark.parametrize("case", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_no_fork_of_a_recorded_run_does_anything_before_a_person_says_so(case: Path) -> None:
    """Not even where every planner wants to act at once, and no assistant asks for consent."""
    raw = json.loads(case.read_text())["records"]
    rows = [Row(one["seq"], json.dumps(one).encode()) for one in raw]
    records = [decode(row.body) for row in rows]
    front = next((r.event.assistant for r in records if isinstance(r.event, Started)), "root")

    async def main() -> None:
        effects, now = list[str](), virtual().clock()
        store = MemoryStore(virtual().clock)
        async with Host(store, everything(records, effects), virtual().clock) as host:
            # As it stands: it is never opened itself, so that only the forks could do something.
            await store.append(NAME, rows, Entry(NAME, "local", front, "", "idle", now, now))
            for at in [row.seq for row in rows]:
                fork = Room(host, await Archive(host).fork(NAME, at, "local"))
                await asyncio.sleep(60)
                assert effects == [], f"a fork at {at} of {len(rows)} does {effects}"
                await host.put_to_sleep(fork.id)

    live(main())
