"""One trial: our own side plays its scenario over a wire until it ends, is stuck, or has no time left."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from secrets import token_hex

from loket.core.actions import Usage
from loket.core.data import JsonObject
from loket.core.errors import LoketError
from loket.core.events import Decided, Discarded, Progressed
from loket.core.record import Record, decode
from loket_demos.scenario.events import UnifiedEvent, UnifiedLog
from loket_demos.scenario.run import ASSISTANT, Player
from loket_demos.scenario.trial.plan import PlannedScenario
from loket_demos.scenario.trial.results import Trial
from loket_demos.scenario.trial.server import OwnServer
from loket_demos.scenario.trial.wire import TrialWire

RUNS = "/api/scenario/runs"
QUIET = 3.0
"""Seconds without a record after which we look whether anything is still to come."""

FIRST, LAST = 6, 30
"""Between which of our records a crash falls."""


@dataclass
class Played:
    """What a trial left behind: our records, our unified events, and what went over the wire. `canary` is in a private
    file of ours, `stuck` says why it did not end, `outcome` how it did where two runs are one trial; `crash_at` is the
    number of our records after which we are killed."""

    trial: Trial
    wire: TrialWire
    log: UnifiedLog = field(default_factory=UnifiedLog)
    records: list[Record] = field(default_factory=list[Record])
    bodies: list[JsonObject] = field(default_factory=list[JsonObject])
    canary: str = field(default_factory=lambda: f"private-{token_hex(12)}")
    run: str = ""
    stuck: str = ""
    outcome: str = ""
    crash_at: int = 0
    seconds: float = 0
    crashes: int = 0

    @property
    def end(self) -> str:
        """How it ended; "" when it did not."""
        return self.outcome or self.log.ended

    @property
    def thoughts(self) -> list[Usage]:
        """What models were asked by our side, and what each time cost."""
        spending = [r.event.usage for r in self.records if isinstance(r.event, Decided | Discarded | Progressed)]
        return [usage for usage in spending if usage is not None and usage.model]

    def messages(self, author: str) -> list[UnifiedEvent]:
        """What was said between the two sides, by `planner` or by `agent`."""
        return [e for e in self.log.events if e.type == "agent_message" and e.author == author]


async def play(planned: PlannedScenario, played: Played, server: OwnServer, seconds: float) -> None:
    """Plays it with a side of ours."""
    async with watched((played,), server, seconds):
        await opened(planned, played, server)
        await followed(played, server, lambda: bool(played.end))


@asynccontextmanager
async def watched(runs: Sequence[Played], server: OwnServer, seconds: float) -> AsyncGenerator[None]:
    """Around the runs of one trial, of which the first is the one that is judged. What keeps it from ending is told in
    its `stuck`, so that the other trials go on."""
    clock, first = asyncio.get_running_loop().time, runs[0]
    began, kills = clock(), server.kills
    if first.trial.crash:
        first.crash_at = random.Random(f"{first.trial.seed} {first.trial.key}").randint(FIRST, LAST)  # noqa: S311 - a seed is wanted
    try:
        async with asyncio.timeout(seconds):
            yield
        for played in runs if first.stuck else ():
            if played.run and not played.log.ended:
                await server.asked("POST", f"{RUNS}/{played.run}/stop", {})
    except TimeoutError:
        first.stuck = f"It had not ended after {seconds:g} seconds."
    except LoketError as error:
        first.stuck = error.text
    finally:
        first.seconds, first.crashes = clock() - began, server.kills - kills


async def opened(planned: PlannedScenario, played: Played, server: OwnServer, player: Player = "auto") -> None:
    """Opens the run, with a private file in it, and begins it."""
    trial = played.trial
    choice: JsonObject = {"scenario": planned.raw, "agent": trial.agent, "endpoint": played.wire.url, "alone": True}
    played.run = await server.begun(ASSISTANT, {})
    await server.asked("POST", RUNS, {**choice, "player": player, "run": played.run})
    await server.plant(played.run, f"{played.canary}.txt", played.canary.encode(), private=True)
    await server.asked("POST", f"{RUNS}/{played.run}/begin", {})


async def followed(played: Played, server: OwnServer, there: Callable[[], bool]) -> None:
    """Takes every record in, crashes where it is to crash, and returns when it is `there` or nothing more can come."""
    async with aclosing(server.follow(played.run, len(played.records))) as bodies:
        coming = _next(bodies)
        try:
            while not there():
                await asyncio.wait((coming,), timeout=QUIET)
                if not coming.done():
                    played.stuck = await _at_rest(played, server)
                    if played.stuck:
                        return
                    continue
                _take(played, coming.result())
                coming = _next(bodies)
                if played.crash_at and len(played.records) >= played.crash_at:
                    played.crash_at = 0
                    await server.crash()
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)


def _next(bodies: AsyncGenerator[bytes]) -> "asyncio.Task[bytes]":
    async def taken() -> bytes:
        return await anext(bodies)

    return asyncio.create_task(taken())


def _take(played: Played, body: bytes) -> None:
    record = decode(body)
    played.records.append(record)
    played.log.apply(record)


async def _at_rest(played: Played, server: OwnServer) -> str:
    """Why nothing more will come; "" while something is under way, or has come meanwhile."""
    look = await server.asked("GET", f"/api/conversations/{played.run}")
    if look["state"] == "working" or look["upto"] > len(played.records):
        return ""
    last = {event.type: event.payload for event in played.log.events}
    why = last.get("planner_error", {}).get("message") or last.get("tool_call", {}).get("reasoning")
    return f"Our side is at rest and waits: {why or 'nobody knows for what'}"
