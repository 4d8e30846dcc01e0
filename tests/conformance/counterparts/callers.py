"""Clients of others' libraries against our bridges and rooms: what they hear is what stands in the scenario."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from loket.tools.event_stream import sent_events
from loket_demos.scenario.bridge import config64
from loket_demos.scenario.shipped import scenario_named
from loket_demos.scenario.trial.server import OwnServer

ROOM = "/api/rooms/counter"
ASKED, ANSWERS = ("Is there a table?", "Four."), (("For how many?", "turn"), ("At eight.", "conversation"))
SECONDS = 60.0


@dataclass(frozen=True)
class CallerLeg:
    """A library as a client. What it can't do is named by its own reports, not here."""

    name: str
    program: str
    version: str = "1.0"
    library: str = ""


CALLERS = (
    CallerLeg("javascript-1.0-client", "javascript_caller.mjs"),
    CallerLeg("javascript-0.3-client", "javascript_caller.mjs", "0.3"),
    CallerLeg("python-a2a-client", "python_a2a_caller.py", library="python-a2a"),
)


async def called(leg: CallerLeg, command: Sequence[str | Path], folder: Path) -> bool:
    """Whether a bridge and a room were talked with to their ends; says how each went."""
    home = folder / leg.name
    home.mkdir(parents=True, exist_ok=True)
    async with httpx.AsyncClient(trust_env=False, timeout=SECONDS) as http, _serving(home, http) as server:
        customer = scenario_named("lost-delivery").in_variant().agents[0]
        words = [step.say for step in customer.script if step.say]
        bridge = config64({"scenarioId": "lost-delivery", "agents": [{"id": "customer"}, {"id": "shop"}]})
        heard = await _heard(command, leg, f"{server.url}/api/bridge/{bridge}/a2a", words, home)
        good = _asked_then_answered(leg, "bridge", heard, "number of the order", "CN-118")
        async with _behind(server, http):
            heard = await _heard(command, leg, f"{server.url}{ROOM}/a2a", ASKED, home)
        return _asked_then_answered(leg, "room", heard, *(text for text, _ in ANSWERS)) and good


@asynccontextmanager
async def _serving(home: Path, http: httpx.AsyncClient) -> AsyncGenerator[OwnServer]:
    server = OwnServer(home / "ours", http)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def _behind(server: OwnServer, http: httpx.AsyncClient) -> AsyncGenerator[None]:
    """Somebody behind the room, who gives the answers in order."""
    lease = (await server.asked("POST", f"{ROOM}/lease", {}))["lease"]

    async def answers() -> None:
        left = list(ANSWERS)
        async with (
            http.stream("GET", f"{server.url}{ROOM}/events?lease={lease}") as stream,
            aclosing(sent_events(stream.aiter_bytes())) as events,
        ):
            async for event in events:
                if (news := json.loads(event.data))["type"] == "message":
                    text, finality = left.pop(0)
                    reply = {"lease": lease, "message": news["id"], "text": text, "finality": finality}
                    await server.asked("POST", f"{ROOM}/replies", reply)

    answering = asyncio.create_task(answers())
    try:
        yield
    finally:
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)


async def _heard(
    command: Sequence[str | Path], leg: CallerLeg, url: str, words: Sequence[str], home: Path
) -> list[Any]:
    said = home / "words.json"
    said.write_text(json.dumps(words), "utf-8")
    with (home / "caller.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *map(str, command), url, leg.version, str(said), stdout=asyncio.subprocess.PIPE, stderr=log
        )
        out, _ = await process.communicate()
    return json.loads(out) if process.returncode == 0 else []


def _asked_then_answered(leg: CallerLeg, what: str, heard: list[Any], first: str, last: str) -> bool:
    """Whether one task was asked back, and then answered."""
    states = [one["state"] for one in heard]
    good = states == ["input-required", "completed"] and len({one["task"] for one in heard}) == 1
    good = good and first in heard[0]["text"] and last in heard[1]["text"]
    files = ", ".join(name for one in heard for name in one["files"] if name)
    print(f"{leg.name} {what}: {'passed' if good else 'failed'}, {states} {files}", flush=True)
    return good
