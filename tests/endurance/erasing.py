"""`python -m tests.endurance.erasing`: what erasing costs the writer and everybody else at 70 MB, 340 MB and 1 GB, and
how fast what is kept no longer goes. One data folder that grows; no network."""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from loket.core.ports import Entry, Row
from loket.engine import keeping
from loket.engine.names import new_name
from loket.stores.schema import FILE
from loket.stores.sqlite import SqliteStore
from tests.endurance.results import Line, finished, under
from tests.engine.rooms import kit_of, once, use

SIZES_MB = (70, 340, 1000)
RECORDS, BYTES = 20, 2000
ERASED = 40
FORGOTTEN = 300
WRITER_MS = 50.0
A_SECOND = 100_000 / 86_400


def mark(name: str) -> bytes:
    return f"<words of {name}>".encode()


async def talk(store: SqliteStore, assistant: str, at: datetime) -> str:
    """A conversation of 40 KB, in the next commit."""
    name = new_name()
    body = mark(name) * (BYTES // len(mark(name)))
    entry = Entry(name, "ann", assistant, "", "idle", at, at)
    store.append(name, [Row(seq, body, f"{name}.{seq}") for seq in range(1, RECORDS + 1)], entry)
    return name


async def grown(store: SqliteStore, path: Path, megabytes: int) -> list[str]:
    """Fills the folder; the last conversations."""
    names: list[str] = []
    now = datetime.now(UTC)
    while (await asyncio.to_thread(path.stat)).st_size < megabytes * 1_000_000:
        names += [await talk(store, "root", now) for _ in range(100)]
        await store.note("ann", f"push/{names[-1]}/1", "url")
    return names


@asynccontextmanager
async def writing(store: SqliteStore) -> AsyncIterator[list[float]]:
    """Somebody else's small writes, one after another: how many milliseconds each took."""
    took: list[float] = []

    async def write() -> None:
        name = new_name()
        for seq in range(1, 1_000_000):
            begun = time.perf_counter()
            future = store.append(name, [Row(seq, b"{}" * 100)])
            store.urge()
            await future
            took.append((time.perf_counter() - begun) * 1000)
            await asyncio.sleep(0.001)

    writer = asyncio.create_task(write())
    try:
        yield took
    finally:
        writer.cancel()


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


async def erased(store: SqliteStore, names: list[str]) -> list[float]:
    took: list[float] = []
    for name in names:
        begun = time.perf_counter()
        await store.erase(name)
        took.append((time.perf_counter() - begun) * 1000)
    return took


async def forgotten(store: SqliteStore) -> float:
    """How many conversations a second go that agents asked for two days ago, beside somebody's writes."""
    kit = kit_of(once(use("t")))
    kit.assistants["hidden"] = kit.assistants["root"].model_copy(update={"name": "hidden", "hidden": True})
    old = datetime.now(UTC) - timedelta(days=2)
    for _ in range(FORGOTTEN):
        await talk(store, "hidden", old)
    await store.note("ann", "filled", 1)
    async with writing(store):
        begun = time.perf_counter()
        await keeping.forget(store, kit, lambda: datetime.now(UTC), store.erase)
        took = time.perf_counter() - begun
    left = len(await store.entries(assistant="hidden"))
    return (FORGOTTEN - left) / took


async def measured(folder: Path, sizes: tuple[int, ...]) -> list[Line]:
    lines: list[Line] = []
    path = folder / FILE
    async with await SqliteStore.open(folder) as store:
        for size in sizes:
            names = await grown(store, path, size)
            async with writing(store) as usual:
                await asyncio.sleep(1)
            alone = await erased(store, names[:ERASED])
            async with writing(store) as beside:
                await erased(store, names[ERASED : 2 * ERASED])
            rate = await forgotten(store)
            where = f"{size} MB: "
            lines += [
                Line(where + "a small write, p50", share(usual, 0.5), "ms"),
                Line(where + "a small write, p99", share(usual, 0.99), "ms"),
                under(where + "an erasure, all of it, p50", share(alone, 0.5), WRITER_MS, "ms"),
                Line(where + "an erasure, all of it, p99", share(alone, 0.99), "ms"),
                Line(where + "a small write while others are erased, p50", share(beside, 0.5), "ms"),
                under(where + "a small write while others are erased, p99", share(beside, 0.99), 2 * WRITER_MS, "ms"),
                Line(
                    where + "forgotten a second, beside writes", rate, "", f"at least {A_SECOND:.2f}", rate > A_SECOND
                ),
            ]
            print(f"{size} MB measured", flush=True)
        data = path.read_bytes() + path.with_name(FILE + "-wal").read_bytes()
        gone = sum(mark(name) in data for name in names[: 2 * ERASED])
        lines.append(Line("erased conversations of which a word is in the files", gone, "", "0", gone == 0))
    return lines


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Erasing.")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES_MB, help="megabytes, the smallest first")
    sizes = tuple(parser.parse_args().sizes)
    with tempfile.TemporaryDirectory(prefix="loket-erasing-") as folder:
        lines = asyncio.run(measured(Path(folder), sizes))
    sys.exit(finished("Erasing", lines))


if __name__ == "__main__":
    main()
