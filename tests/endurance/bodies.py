"""The sweep of bodies: `python -m tests.endurance.bodies` puts much into every place of every request of every door.

For each: what it was answered, how much more memory the server took, and how long anybody else waited meanwhile."""

import argparse
import asyncio
import http.client
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from loket.house.bulk import VALUES
from tests.endurance.doors import Asked, everything
from tests.endurance.process import memory, peak
from tests.endurance.results import Line, exact, finished, under
from tests.serving import serving_child

MEMORY_MORE, WAIT_MS, SECONDS = 60.0, 250.0, 290.0
BEAT = 0.005
"""Seconds between two questions whether the server is there."""
LISTED, NAMED = VALUES // 2 - 100, VALUES // 3 - 100
"""Items of a list, and fields of an object, that are just not too many."""
NESTED = b"[" * 1_500_000 + b"]" * 1_500_000
SHAPES: dict[str, bytes] = {
    "a million {}": b"[" + b"{}," * 1_300_000 + b"{}]",
    "3 MB nested": NESTED,
    "3.9 MB of data": b'{"a":"%b"}' % (b"x" * 3_900_000),
    "3.9 MB of text": b'"%b"' % (b"x" * 3_900_000),
    "as many {} as pass": b"[" + b"{}," * LISTED + b"{}]",
    "as much text as passes": b'"%b"' % (b"\\u00e9" * 200_000),
    "as many names as pass": b"{" + b",".join(b'"%d":{}' % n for n in range(NAMED)) + b"}",
    "as deep as passes": b"[" * 900 + b"]" * 900,
}
ALWAYS_REFUSED = ("a million {}", "3 MB nested")
INTERNAL = b'"code":-32603'


@dataclass
class Pulse:
    """Asks all the time whether the server is there, and keeps when it asked and how long the answer took."""

    port: int
    asked: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])

    @contextmanager
    def beating(self) -> Iterator[None]:
        """The time in which it asks."""
        over = threading.Event()
        thread = threading.Thread(target=self._ask, args=(over,))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def worst(self, since: float) -> float:
        """Milliseconds of the slowest answer that came after this moment."""
        return max((took for begun, took in self.asked if begun + took / 1e3 >= since), default=0.0)

    def _ask(self, over: threading.Event) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        while not over.wait(BEAT):
            begun = time.perf_counter()
            line.request("GET", "/healthz")
            line.getresponse().read()
            self.asked.append((begun, (time.perf_counter() - begun) * 1e3))
        line.close()


@dataclass(frozen=True)
class Row:
    """What became of one request: status, more memory in MB, the worst wait of others in ms; what is wrong with it."""

    asked: Asked
    shape: str
    status: int
    more: float
    wait: float
    wrong: str


def tried(client: httpx.Client, asked: Asked, shape: str, pulse: Pulse, pid: int) -> Row:
    """One request, and the server's memory and its pulse around it."""
    body = asked.body(SHAPES[shape])
    pulse.asked.clear()
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # its peak begins anew
    before, begun = memory(pid), time.perf_counter()
    try:
        answer = client.request(asked.method, asked.path, content=body, headers=dict(asked.headers))
        status, said = answer.status_code, answer.content
    except httpx.HTTPError as error:
        status, said = 0, repr(error).encode()
    wait, more = pulse.worst(begun), peak(pid) - before
    wrong = ""
    if status == 0 or status >= 500 or INTERNAL in said:
        wrong = f"answered {status} {said[:120]!r}"
    elif shape in ALWAYS_REFUSED and not 400 <= status < 500:
        wrong = f"taken with {status}"
    return Row(asked, shape, status, more, wait, wrong)


def swept(url: str, pid: int, seconds: float) -> tuple[list[Row], int]:
    """All requests, and how many the time did not suffice for."""
    port, end = int(url.rpartition(":")[2]), time.monotonic() + seconds
    pulse = Pulse(port)
    rows: list[Row] = []
    with httpx.Client(base_url=url, timeout=60) as client:
        cases = [(asked, shape) for asked in requests(client) for shape in SHAPES]
        for asked in {asked.path: asked for asked, _ in cases}.values():  # doors are made when somebody comes
            client.request(asked.method, asked.path, content=asked.body(b'"1"'), headers=dict(asked.headers))
        with pulse.beating():
            for asked, shape in cases:
                if time.monotonic() > end:
                    break
                rows.append(tried(client, asked, shape, pulse, pid))
    return rows, len(cases) - len(rows)


def requests(client: httpx.Client) -> list[Asked]:
    """Every request of the server that this client asks."""
    made = client.post("/api/conversations", json={"assistant": "overheid"}).json()["id"]
    with client.stream("GET", "/events") as stream:
        first = next(line for line in stream.iter_lines() if line.startswith("id: "))
    session = first.removeprefix("id: ").partition(".")[0]
    return everything(client.get("/openapi.json").json(), made, session)


def lines_of(rows: list[Row], left: int) -> list[Line]:
    """The worst of every door, and what has to hold for all."""
    found: list[Line] = []
    for door in sorted({row.asked.door for row in rows}):
        mine = [row for row in rows if row.asked.door == door]
        found.append(Line(f"{door}: requests", len(mine)))
        for what, worst, unit, most in (
            ("more memory", max(mine, key=lambda row: row.more), "MB", MEMORY_MORE),
            ("wait of others", max(mine, key=lambda row: row.wait), "ms", WAIT_MS),
        ):
            value = worst.more if unit == "MB" else worst.wait
            found.append(under(f"{door}: {what} ({worst.asked.name}, {worst.shape})", round(value, 1), most, unit))
    found.append(exact("requests with a wrong answer", sum(bool(row.wrong) for row in rows)))
    found.append(exact("requests there was no time for", left))
    return found


def print_rows(rows: list[Row]) -> None:
    """Every request that missed, and the worst three of each shape."""
    print("| door | field | shape | status | memory more | worst healthz | |\n|---|---|---|--:|--:|--:|---|")
    shown = [row for row in rows if row.wrong or row.more > MEMORY_MORE or row.wait > WAIT_MS]
    for shape in SHAPES:
        mine = [row for row in rows if row.shape == shape and row not in shown]
        shown += sorted(mine, key=lambda row: (row.more, row.wait))[-3:]
    for row in shown:
        figures = f"{row.status} | {row.more:.1f} MB | {row.wait:.0f} ms"
        print(f"| {row.asked.door} | {row.asked.name} | {row.shape} | {figures} | {row.wrong} |")


async def run(seconds: float) -> int:
    """The whole sweep over a server of its own; 1 when a target was missed."""
    with tempfile.TemporaryDirectory() as data:
        async with serving_child(Path(data)) as loket:
            rows, left = await asyncio.to_thread(swept, loket.url, loket.process.pid, seconds)
            longest = max(loket.complained, key=len, default="")
    print_rows(rows)
    print(f"The longest line of the server's log has {len(longest)} characters: {longest[:200]}")
    return finished("Bodies", lines_of(rows, left))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="The sweep of bodies.")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long it may take")
    sys.exit(asyncio.run(run(parser.parse_args().seconds)))


if __name__ == "__main__":
    main()
