"""Long logs: opening one at its tail, and what a turn costs on it beside one of 300 records.

The long log is made of one real turn, copied with its numbers moved on: the engine would need minutes to write it.
"""

import argparse
import asyncio
import json
import re
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from bench.lines import Line, printed, under
from bench.loket_turn import DEADLINE, OWNER, ROOT, bench_kit
from bench.measure import silent
from bench.script import QUESTION
from loket.core.data import Json
from loket.core.events import UserSaid
from loket.core.ports import Row
from loket.engine.host import Host
from loket.stores.sqlite import SqliteStore

LONG, SHORT = 300_000, 300
TAIL = 100
TURNS = 40
SAME = 1.15
"""A turn on the long log may cost so many times one on the short log: what is left of noise after medians."""
CALL = re.compile(r"^(\d+)\.a$")
SCOPE = re.compile(r"(\d+)(?=\.a/|\.\d+\.\d+$)")
"""The seqs inside the name of a scope or a draft."""


def moved(value: Json, by: int) -> Json:
    """A value of an event with the names of its calls moved on."""
    if isinstance(value, str):
        return CALL.sub(lambda found: f"{int(found[1]) + by}.a", value)
    if isinstance(value, dict):
        return {name: moved(part, by) for name, part in value.items()}
    return [moved(part, by) for part in value] if isinstance(value, list) else value


def renamed(path: str, by: int) -> str:
    """A scope or a draft with its seqs moved on."""
    return SCOPE.sub(lambda found: str(int(found[1]) + by), path)


def copied(body: bytes, by: int, at: str) -> Row:
    """A record again, `by` seqs later."""
    record = json.loads(body)
    event = moved(record["event"], by)
    if "took" in event:
        event["took"] = [seq + by for seq in event["took"]]
    if event.get("draft"):
        event["draft"] = renamed(event["draft"], by)
    seq, cause, scope = record["seq"] + by, record["cause"], renamed(record["scope"], by)
    again = {**record, "seq": seq, "at": at, "scope": scope, "key": None, "event": event}
    again["cause"] = cause if cause is None else cause + by
    return Row(seq, json.dumps(again, ensure_ascii=False, separators=(",", ":")).encode())


async def turn(host: Host, conversation: str) -> None:
    """One more turn, to its end."""
    seq = await host.tell(conversation, UserSaid(text=QUESTION), OWNER)
    await host.settled(conversation, seq, DEADLINE)


async def grown(store: SqliteStore, host: Host, records: int) -> str:
    """A conversation of about that many records, asleep and without a snapshot of its length."""
    conversation = await host.start(OWNER, ROOT)
    await turn(host, conversation)
    await host.put_to_sleep(conversation)
    rows = (await store.read(conversation))[1:]
    at = json.loads(rows[-1].body)["at"]
    for number in range(1, (records - 1) // len(rows)):
        future = store.append(conversation, [copied(row.body, number * len(rows), at) for row in rows])
        if number % 100 == 0:
            await future
    await store.append(conversation, ())
    return conversation


async def at_tail(host: Host, conversation: str, head: int) -> float:
    """Milliseconds from nothing open to the last records in a watcher's hands."""
    begun = time.perf_counter()
    async for frames in host.follow(conversation, head - TAIL, OWNER):
        if len(frames) != TAIL:
            raise RuntimeError(f"the tail had {len(frames)} records, not {TAIL}")
        break
    return (time.perf_counter() - begun) * 1e3


async def costs(host: Host, conversations: tuple[str, str]) -> tuple[list[float], list[float]]:
    """Median milliseconds of a turn on each, wall and CPU, taken by turns."""
    walls: tuple[list[float], list[float]] = ([], [])
    cpus: tuple[list[float], list[float]] = ([], [])
    for _ in range(TURNS):
        for i, conversation in enumerate(conversations):
            cpu, begun = time.process_time(), time.perf_counter()
            await turn(host, conversation)
            walls[i].append((time.perf_counter() - begun) * 1e3)
            cpus[i].append((time.process_time() - cpu) * 1e3)
    return [statistics.median(w) for w in walls], [statistics.median(c) for c in cpus]


async def measured(folder: Path, records: int) -> dict[str, Line]:
    """Makes both logs, then opens and uses them the way a server does after a restart."""
    kit = bench_kit(silent)
    async with await SqliteStore.open(folder) as store, Host(store, kit) as host:
        long, short = await grown(store, host, records), await grown(store, host, SHORT)
        begun = time.perf_counter()
        await host.wake(long)
        whole = time.perf_counter() - begun
        await turn(host, long)
        await turn(host, short)
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(await SqliteStore.open(folder))
        host = await stack.enter_async_context(Host(store, kit))
        head = await store.head(long)
        tails = [await at_tail(host, name, await store.head(name)) for name in (short, long)]
        walls, cpus = await costs(host, (short, long))
    return {
        "records of the long log": Line(head, ""),
        "open it whole, without a snapshot": Line(whole, "s"),
        f"open {SHORT} records at the tail": Line(tails[0], "ms"),
        "open the long log at the tail": under(tails[1], "ms", 200),
        f"a turn on {SHORT} records, wall": Line(walls[0], "ms"),
        "a turn on the long log, wall": Line(walls[1], "ms"),
        f"a turn on {SHORT} records, CPU": Line(cpus[0], "ms"),
        "a turn on the long log, CPU": Line(cpus[1], "ms", f"as on {SHORT}", cpus[1] <= SAME * cpus[0]),
    }


def main() -> None:
    """The command line: `--records N` for a shorter try."""
    parser = argparse.ArgumentParser(description="Long logs.")
    parser.add_argument("--records", type=int, default=LONG)
    records = parser.parse_args().records
    with tempfile.TemporaryDirectory(prefix="bench-longlog-") as folder:
        lines = asyncio.run(measured(Path(folder), records))
    note = (
        f"Medians of {TURNS} turns on each, taken by turns; a turn is the one above, 13 records. Opened by a new host."
    )
    printed(lines, note)


if __name__ == "__main__":
    main()
