"""Scrolling the event log in a browser: one of 100,000 records beside one of 300, in turns on one server.

What counts is the work of the page's main thread for a frame: with 60 frames a second there are 16.7 ms for it.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from bench.lines import Line, percentile, printed, under
from bench.served import HOST, asked, served
from loket.core.ports import Row
from loket.stores.sqlite import SqliteStore
from tests.chromium import find_chromium

LONG, SHORT = 100_000, 300
SIZES = (SHORT, LONG)
ROUNDS, FRAMES = 4, 120
STEP = 84
"""Pixels of one turn of the wheel: three lines."""
FRAME_MS = 1000 / 60
SAME = 1.3
"""A frame of the long log may cost so many times one of the short log: what is left of noise after medians."""
NEXT_FRAME = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
TO = "(box, share) => { box.scrollTop = share * (box.scrollHeight - box.clientHeight); }"


async def fill(folder: Path, conversation: str, records: int) -> None:
    """Notes of progress up to that many records, the way the engine's own rows lie in the store."""
    at = datetime.now(UTC).isoformat()
    async with await SqliteStore.open(folder) as store:
        head = await store.head(conversation)
        for start in range(head + 1, records + 1, 10_000):
            rows = [Row(seq, record(seq, at)) for seq in range(start, min(start + 10_000, records + 1))]
            await store.append(conversation, rows)


def record(seq: int, at: str) -> bytes:
    """One note of progress."""
    event = {"kind": "progressed", "call": "2.a", "note": f"line {seq}", "part": None}
    body = {"v": 1, "seq": seq, "at": at, "by": "tool", "cause": None, "scope": "/", "key": None, "event": event}
    return json.dumps(body).encode()


def spent(devtools: CDPSession) -> float:
    """CPU seconds of the page's main thread so far."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def scrolled(page: Page, url: str, records: int) -> list[float]:
    """Opens a log at its end, goes to the middle and turns the wheel; milliseconds of work for each turn of it."""
    page.goto(url)
    page.reload()
    page.locator(".log-row .seq", has_text=str(records)).wait_for()
    box = page.locator(".log-scroll")
    box.evaluate(TO, 0.5)
    page.evaluate(NEXT_FRAME)
    box.hover()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    frames: list[float] = []
    for _ in range(FRAMES):
        before = spent(devtools)
        page.mouse.wheel(0, -STEP)
        page.evaluate(NEXT_FRAME)
        frames.append((spent(devtools) - before) * 1e3)
    devtools.detach()
    return frames


def measured(folder: Path, rounds: int) -> dict[int, list[float]]:
    """The work on each log, by its length."""
    with served(folder) as (port, _):
        logs = {size: asked(port, "POST", "/api/conversations", {"assistant": "overheid"})["id"] for size in SIZES}
    for size, conversation in logs.items():
        asyncio.run(fill(folder, conversation, size))
    found: dict[int, list[float]] = {size: [] for size in logs}
    with served(folder) as (port, _), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"http://{HOST}:{port}/")
        page.evaluate("() => localStorage.setItem('loket.drawer', 'open')")
        for _ in range(rounds):
            for size, conversation in logs.items():
                found[size] += scrolled(page, f"http://{HOST}:{port}/#/c/{conversation}/toeslagen", size)
        browser.close()
    return found


def main() -> None:
    """The command line: `--rounds N`."""
    parser = argparse.ArgumentParser(description="Scrolling the event log.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory(prefix="bench-scroll-") as folder:
        found = measured(Path(folder) / "data", rounds)
    short, long = (sorted(found[size]) for size in SIZES)
    medians = statistics.median(short), statistics.median(long)
    printed(
        {
            f"a frame on {SHORT} records, p50": Line(medians[0], "ms"),
            f"a frame on {LONG:,} records, p50": Line(
                medians[1], "ms", f"as on {SHORT}", medians[1] <= SAME * medians[0]
            ),
            f"a frame on {LONG:,} records, p95": under(percentile(long, 0.95), "ms", round(FRAME_MS, 1)),
            f"a frame on {LONG:,} records, most": Line(long[-1], "ms"),
        },
        f"CPU of the page's main thread for one turn of the wheel ({STEP} pixels), {rounds} times {FRAMES} on each,"
        " by turns, from the middle of the log; the browser draws without a graphics card.",
    )


if __name__ == "__main__":
    main()
