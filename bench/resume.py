"""A process to be killed in the middle of a turn, and the one after it.

`begin FOLDER` starts a turn and hangs in a tool. `go-on FOLDER` ends the turn and prints the seconds from entering the
host to its end; everything before that is starting a process.
"""

import asyncio
import sys
import time
from dataclasses import replace
from pathlib import Path

from bench.loket_turn import DEADLINE, OWNER, ROOT, bench_kit
from bench.measure import silent
from bench.script import QUESTION
from loket.core.data import Json, JsonObject
from loket.core.events import UserSaid
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.stores.sqlite import SqliteStore
from loket.tools.function import FunctionTool

CONVERSATION = "bench".rjust(22, "0")
MESSAGE = 2
"""The seq of the person's message: the first record is Started."""
UNDER_WAY = "under way"


def hanging_kit() -> Kit:
    """The kit of the bench with a specialist's tool that never answers and says when it was reached."""
    kit = bench_kit(silent)

    async def hang(args: JsonObject) -> Json:
        print(UNDER_WAY, flush=True)
        await asyncio.Event().wait()

    return replace(kit, tools={**kit.tools, "tool_c": FunctionTool(kit.tools["tool_c"].spec, hang)})


async def begin(folder: Path) -> None:
    """Starts a turn that can't end; the parent kills this process."""
    async with await SqliteStore.open(folder) as store, Host(store, hanging_kit()) as host:
        await host.start(OWNER, ROOT, conversation=CONVERSATION)
        await host.tell(CONVERSATION, UserSaid(text=QUESTION), OWNER)
        await host.settled(CONVERSATION, MESSAGE, DEADLINE)


async def go_on(folder: Path) -> float:
    """Seconds from entering the host to the end of the turn that was under way."""
    async with await SqliteStore.open(folder) as store:
        begun = time.perf_counter()
        async with Host(store, bench_kit(silent)) as host:
            await host.settled(CONVERSATION, MESSAGE, DEADLINE)
            seconds = time.perf_counter() - begun
        last = (await store.read(CONVERSATION))[-1].body
        if b'"kind":"say"' not in last or b'"scope":"/"' not in last:
            raise RuntimeError("the turn settled without an answer")
        return seconds


def main() -> None:
    """One of the two halves."""
    folder = Path(sys.argv[2])
    if sys.argv[1] == "begin":
        asyncio.run(begin(folder))
    else:
        print(asyncio.run(go_on(folder)))


if __name__ == "__main__":
    main()
