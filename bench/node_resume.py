"""Two nodes of Loket, one of which is to be killed in the middle of a turn.

`begin ADDRESS MARKS` starts a turn and hangs in tool_b when that has done its work. `stay ADDRESS MARKS` is the other
node: it is there before, is told nothing, and prints the moment at which it has brought the turn to its end.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from bench.loket_turn import DEADLINE, OWNER, ROOT, as_served, bench_kit
from bench.measure import silent
from bench.node_turn import node
from bench.resume import CONVERSATION, MESSAGE, UNDER_WAY
from bench.script import QUESTION, RESULT
from loket.core.data import Json, JsonObject
from loket.core.events import UserSaid
from loket.engine.kit import Kit
from loket.stores.jetstream import JetStore
from loket.tools.function import FunctionTool

READY = "ready"
POLL_SECONDS = 0.01


def marking(marks: Path, then: Callable[[], Awaitable[object]]) -> Kit:
    """The kit of the bench whose tool that changes the world leaves a line in a file."""
    kit = bench_kit(silent)

    async def body(args: JsonObject) -> Json:
        with marks.open("a") as file:
            file.write(f"{time.time()}\n")
        await then()
        return dict(RESULT)

    return replace(kit, tools={**kit.tools, "tool_b": FunctionTool(kit.tools["tool_b"].spec, body)})


async def hang() -> None:
    """The parent kills this process."""
    print(UNDER_WAY, flush=True)
    await asyncio.Event().wait()


async def begin(address: str, marks: Path) -> None:
    """Starts a turn that can't end."""
    async with node(address, marking(marks, hang)) as (_, host):
        await host.start(OWNER, ROOT, conversation=CONVERSATION)
        await host.tell(CONVERSATION, UserSaid(text=QUESTION), OWNER)
        await host.settled(CONVERSATION, MESSAGE, DEADLINE)


async def stay(address: str, marks: Path) -> None:
    """Waits until the answer is in the log."""
    async with node(address, marking(marks, lambda: asyncio.sleep(0))) as (store, _), asyncio.timeout(DEADLINE):
        print(READY, flush=True)
        while not await answered(store):
            await asyncio.sleep(POLL_SECONDS)
        print(time.time())


async def answered(store: JetStore) -> bool:
    """Whether the turn has ended."""
    rows = await store.read(CONVERSATION)
    return bool(rows) and b'"kind":"say"' in rows[-1].body and b'"scope":"/"' in rows[-1].body


async def main() -> dict[str, object]:
    """One of the two."""
    role, address, marks = sys.argv[1:]
    await {"begin": begin, "stay": stay}[role](address, Path(marks))
    return {}


if __name__ == "__main__":
    as_served(main())
