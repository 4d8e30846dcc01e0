"""The memory run: `python -m tests.endurance.memory` has 20,000 short conversations with a server, then lets it rest.

Whoever sleeps must not be remembered: at the end the server holds little more than after its first thousand."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

import httpx

from tests.endurance.process import descriptors, memory, peak
from tests.endurance.results import Line, exact, finished, under
from tests.serving import Loket, serving_child

CONVERSATIONS, FIRST, STEP = 20_000, 1_000, 2_000
IDLE_SECONDS = 300.0
AT_ONCE = 6
MORE = 1.15
"""What the end may be of what the first thousand took."""
READERS = 12
"""File descriptors of the database's reading connections, which are opened when they are first needed."""
WORDS = {"kind": "user_said", "text": "What can you do for me?"}


class Talker:
    """Somebody who says one thing, looks at what came of it, and never comes back."""

    def __init__(self, http: httpx.AsyncClient, assistants: list[str]) -> None:
        self.http, self.assistants = http, assistants
        self.begun = self.refused = 0

    async def until(self, conversations: int) -> None:
        """Returns when that many were had."""
        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(self._talk(conversations))

    async def _talk(self, until: int) -> None:
        while self.begun < until:
            assistant = self.assistants[self.begun % len(self.assistants)]
            self.begun += 1
            made = await self.http.post("/api/conversations", json={"assistant": assistant})
            if made.status_code != 201:
                self.refused += 1
                continue
            at = f"/api/conversations/{made.json()['id']}"
            said = await self.http.post(f"{at}/events", json=WORDS)
            looked = await self.http.get(at)
            self.refused += (said.status_code, looked.status_code) != (200, 200)


async def filled(server: Loket, conversations: int, idle: float) -> list[Line]:
    """The run against one server; what it holds is looked at on the way."""
    pid, begun = server.process.pid, time.monotonic()
    empty, files = memory(pid), descriptors(pid)
    lines = [Line("memory before the first", empty, "MB")]
    first = min(FIRST, conversations)
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        assistants = [one["name"] for one in (await http.get("/api/assistants")).json()["items"]]
        talker = Talker(http, assistants)
        marks = sorted({first, *range(STEP, conversations, STEP), conversations})
        for mark in marks:
            await talker.until(mark)
            lines.append(Line(f"memory after {mark:,} conversations", memory(pid), "MB"))
            print(f"{mark:,}: {memory(pid):.0f} MB, {time.monotonic() - begun:.0f} s", flush=True)
    after_first = next(line.measured for line in lines if line.what.endswith(f"{first:,} conversations"))
    await asyncio.sleep(idle)
    at_end = memory(pid)
    return [
        *lines,
        Line("the most it ever held", peak(pid), "MB"),
        Line(f"memory after {idle:g} s of idle", at_end, "MB"),
        under("of what it was after the first", round(at_end / after_first, 3), MORE),
        exact("requests refused", talker.refused),
        under("file descriptors more than before", descriptors(pid) - files, READERS),
        Line("conversations a second", round(conversations / (time.monotonic() - begun - idle))),
    ]


async def ran(conversations: int, idle: float) -> list[Line]:
    """A server of its own for the run."""
    with tempfile.TemporaryDirectory(prefix="endurance-") as folder:
        async with serving_child(Path(folder)) as server:
            return await filled(server, conversations, idle)


def main() -> None:
    """The command line: fewer conversations, or a shorter rest."""
    parser = argparse.ArgumentParser(description="Many short conversations, one after another.")
    parser.add_argument("--conversations", type=int, default=CONVERSATIONS)
    parser.add_argument("--idle", type=float, default=IDLE_SECONDS, help="seconds of rest at the end")
    wanted = parser.parse_args()
    sys.exit(finished("Memory", asyncio.run(ran(wanted.conversations, wanted.idle))))


if __name__ == "__main__":
    main()
