"""No fork of a run does anything by itself: of plays with every interleaving, and of runs that were recorded."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from loket.core.actions import Call, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.events import (
    CallStarted,
    Decided,
    Forked,
    Held,
    Opened,
    Started,
)
from loket.core.ports import Entry, Row
from loket.core.record import Record, decode
from loket.core.tool import ToolSpec
from loket.engine.archive import Archive
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.stores.memory import MemoryStore
from tests.engine.chances import Chances
from tests.engine.rooms import Made, Room, Written, kit_of, use
from tests.engine.scripts import PLAYS, SPECIALISTS, TOOLS
from tests.engine.virtual import live, virtual
from tests.engine.world import NAME, World
from tests.views.case import CASES


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
