"""One trial: our own side plays its scenario over a wire until it ends, is stuck, or has no time left."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from secrets import token_hex

from loket.core.actions import Usage
from loket.core.data import JsonObject
from loket.core.errors import LoketError
from loket.core.events import Decided, Discarded, Progressed
from loket.core.record import Record, decode
from loket_demos.scenario.events import UnifiedEvent, UnifiedLog
from loket_demos.scenario.run import ASSISTANT
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
    file of ours, `stuck` says why it did not end."""

    trial: Trial
    wire: TrialWire
    log: UnifiedLog = field(default_factory=UnifiedLog)
    records: list[Record] = field(default_factory=list[Record])
    bodies: list[JsonObject] = field(default_factory=list[JsonObject])
    canary: str = field(default_factory=lambda: f"private-{token_hex(12)}")
    run: str = ""
    stuck: str = ""
    seconds: float = 0
    crashes: int = 0

    @property
    def end(self) -> str:
        """How it ended; "" when it did not."""
        return self.log.ended

    @property
    def thoughts(self) -> list[Usage]:
        """What models were asked by our side, and what each time cost."""
        spending = [r.event.usage for r in self.records if isinstance(r.event, Decided | Discarded | Progressed)]
        return [usage for usage in spending if usage is not None and usage.model]

    def messages(self, author: str) -> list[UnifiedEvent]:
        """What was said between the two sides, by `planner` or by `agent`."""
        return [e for e in self.log.events if e.type == "agent_message" and e.author == author]


async def play(planned: PlannedScenario, played: Played, server: OwnServer, seconds: float) -> None:
    """Plays it. What keeps it from ending is told in `stuck`, so that the other trials go on."""
    clock = asyncio.get_running_loop().time
    began, kills = clock(), server.kills
    try:
        async with asyncio.timeout(seconds):
            await _begin(planned, played, server)
            await _follow(played, server)
        if played.stuck:
            await server.asked("POST", f"{RUNS}/{played.run}/stop", {})
    except TimeoutError:
        played.stuck = f"It had not ended after {seconds:g} seconds."
    except LoketError as error:
        played.stuck = error.text
    finally:
        played.seconds, played.crashes = clock() - began, server.kills - kills


async def _begin(planned: PlannedScenario, played: Played, server: OwnServer) -> None:
    trial = played.trial
    choice: JsonObject = {"scenario": planned.raw, "agent": trial.agent, "endpoint": played.wire.url, "alone": True}
    played.run = await server.begun(ASSISTANT, {})
    await server.asked("POST", RUNS, {**choice, "run": played.run})
    await server.plant(played.run, f"{played.canary}.txt", played.canary)
    await server.asked("POST", f"{RUNS}/{played.run}/begin", {})


async def _follow(played: Played, server: OwnServer) -> None:
    """Takes every record in, crashes where it is to crash, and returns at the end or when nothing more can come."""
    at = random.Random(f"{played.trial.seed} {played.trial.key}").randint(FIRST, LAST)  # noqa: S311 - a seed is wanted
    crash = at if played.trial.crash else 0
    async with aclosing(server.follow(played.run)) as bodies:
        coming = _next(bodies)
        try:
            while True:
                await asyncio.wait((coming,), timeout=QUIET)
                if not coming.done():
                    played.stuck = await _at_rest(played, server)
                    if played.stuck:
                        return
                    continue
                _take(played, coming.result())
                if played.end:
                    return
                coming = _next(bodies)
                if crash and len(played.records) >= crash:
                    crash = 0
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
