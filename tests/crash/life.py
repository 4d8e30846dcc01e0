"""One life of a server that is killed: it opens its data, goes on with what was under way, and a person sees the flow
through to its end, repeating what was never answered."""

import asyncio
import json
import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from loket.core.data import JsonObject
from loket.core.errors import Conflict
from loket.core.events import Answered, Event, SurfaceActed
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.stores.sqlite import SqliteStore
from tests.crash import counter
from tests.crash.counter import FLOWS, NAME, PATIENCE
from tests.crash.killer import Side, deadly
from tests.crash.works import Works, kit
from tests.nursery import lived


@dataclass(frozen=True)
class Life:
    """Where the data is, and what ends this life early: the `number`-th commit, or a moment inside a call.
    `flow` is `work`, or one of the counter's."""

    folder: str
    side: Side = "before"
    number: int = 0
    dies: str = ""
    flow: str = "work"


def lived_through(life: Life) -> int:
    """A process that lives so, to its end: its exit code, or minus the signal that ended it."""
    return lived("tests.crash.life", json.dumps(asdict(life)))


async def live(life: Life) -> None:
    """The life of this description, in this process."""
    if life.flow in FLOWS:
        await counter.serve(life.folder, life.side, life.number, life.dies, life.flow)
        return
    folder = Path(life.folder)
    works = Works(folder, life.dies)
    async with asyncio.timeout(PATIENCE):
        await serve(life, kit(works), works, SurfaceActed(surface="work", name="work", payload={"n": 1}))


async def serve(life: Life, kit: Kit, works: Works, event: Event) -> None:
    """Tells the event and follows the log until the task it began is back."""
    folder = Path(life.folder)
    store = await SqliteStore.open(folder / "data", on_commit=deadly(life.side, life.number))
    async with store, Host(store, kit) as host:
        with suppress(Conflict):
            await host.start("local", "root", conversation=NAME)
        person = asyncio.create_task(answering(host, works))
        seq = await host.tell(NAME, event, key="go")
        await host.settled(NAME, seq, PATIENCE)
        await person
        await host.settled(NAME, seq, PATIENCE)


async def answering(host: Host, works: Works) -> None:
    """A person who says yes to everything, but to doing again what nobody knows the end of; notes what it sees, each
    life in a file of its own: death may cut its last line off, and what came next would stand on it."""
    (works.folder / "seen").mkdir(exist_ok=True)
    seen, _ = tempfile.mkstemp(dir=works.folder / "seen")
    async for frames in host.follow(NAME, 0):
        for frame in frames:
            if not frame.startswith(b"id: "):
                continue
            body = frame.partition(b"\ndata: ")[2].removesuffix(b"\n\n")
            os.write(seen, body + b"\n")
            record = cast(JsonObject, json.loads(body))
            event = record["event"]
            if event["kind"] == "surface_acted":
                works.told.set()
            if (answer := answer_to(record)) is not None:
                await host.tell(NAME, answer, key=f"answer {record['seq']}")
            if record["scope"] == "/" and event["kind"] in ("returned", "faulted"):
                return


def answer_to(record: JsonObject) -> Answered | None:
    seq, event = str(record["seq"]), record["event"]
    if event["kind"] == "held":
        return Answered(to=seq, approve=True)
    if event["kind"] == "decided" and event["action"]["kind"] == "ask":
        return Answered(to=seq, choice="stop" if event["step"] == "failed" else "yes")
    return None


if __name__ == "__main__":
    asyncio.run(live(Life(**json.loads(sys.argv[1]))))
