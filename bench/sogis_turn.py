"""The map: from a sentence to the first command that a map can carry out, alone and with a hundred sessions open.

The server is a process of its own on 127.0.0.1 with everything it always serves; this process says the sentences and
follows each conversation. A command counts when its bytes arrive here.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import httpx

from bench.a2a import Served
from bench.lines import Line, percentile, printed, under
from bench.served import HOST, asked, served
from bench.sogis_search import ADDRESSES, MOST_MS, QUESTIONS, searched
from bench.watchers import Watcher
from loket.stores.lock import holder

ALONE, SESSIONS, RATE, SECONDS = 100, 100, 10.0, 30.0
MOST_ALONE, MOST_LOADED = 50.0, 150.0
COMMAND = b'"kind":"client_told"'
PATIENCE = 10.0


@dataclass
class Session:
    """A conversation with the map, and the connection that follows it."""

    id: str
    watcher: Watcher
    transport: asyncio.Transport

    def arrived(self, since: float) -> float | None:
        """When the first command after a moment was here."""
        return next((at for at, data in self.watcher.came if at >= since and COMMAND in data), None)


def sentences() -> Iterator[str]:
    """What people ask for: places, maps, and documents that begin with a place."""
    for number in cycle(range(1, 29, 2)):
        yield f"Gehe zur Langendorfstrasse {number} in Solothurn"
        yield "Lade die Wildtierkorridore"
        yield f"Wo ist die Langendorfrasse {number}, Solothurn?"
        yield f"Gehe zur Langendorfstrasse {number} in Solothurn und lade den Gewässerschutz-Layer"
        yield "Zeige Grenchen"
        yield f"Gehe zur Langendorfstrasse {number} in Solothurn und erstelle mir einen ÖREB-Katasterauszug"
        yield "Kann ich bei der Langendorfstrasse 19b in Solothurn eine Erdwärmesonde bohren?"


async def opened(port: int, count: int) -> list[Session]:
    """So many conversations, each followed."""
    loop, sessions = asyncio.get_running_loop(), list[Session]()
    for _ in range(count):
        id = asked(port, "POST", "/api/conversations", {"assistant": "sogis"})["id"]
        path = f"/api/conversations/{id}/events"
        transport, watcher = await loop.create_connection(lambda path=path: Watcher(path), HOST, port)
        sessions.append(Session(id, watcher, transport))
    return sessions


async def to_command(http: httpx.AsyncClient, session: Session, text: str) -> float:
    """Milliseconds from a sentence to its first command."""
    begun = time.time()
    event = {"kind": "user_said", "text": text}
    (await http.post(f"/api/conversations/{session.id}/events", json=event)).raise_for_status()
    while (at := session.arrived(begun)) is None:
        if time.time() - begun > PATIENCE:
            raise SystemExit(f"no command came of: {text}")
        await asyncio.sleep(0.002)
    return (at - begun) * 1e3


async def to_answer(http: httpx.AsyncClient, text: str) -> float:
    """Milliseconds from a sentence to the whole answer of `POST /chat`."""
    begun = time.perf_counter()
    answer = await http.post("/chat", json={"sessionId": "bench", "userMessage": text})
    if answer.raise_for_status().json()["overallStatus"] != "ok":
        raise SystemExit(f"not done: {text}: {answer.text[:300]}")
    return (time.perf_counter() - begun) * 1e3


async def under_load(http: httpx.AsyncClient, sessions: list[Session], seconds: float) -> list[float]:
    """So many sentences a second, each in the session that waited longest."""
    begun, said, tasks = time.perf_counter(), sentences(), list[asyncio.Task[float]]()
    for number in range(round(seconds * RATE)):
        await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
        session = sessions[number % len(sessions)]
        tasks.append(asyncio.create_task(to_command(http, session, next(said))))
    return sorted(await asyncio.gather(*tasks))


async def measured(server: Served, count: int, sessions: int, seconds: float) -> dict[str, Line]:
    """Both loads, one after the other. The CPU of the server is the same on a busy machine."""
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{server.port}", timeout=PATIENCE) as http:
        [alone] = await opened(server.port, 1)
        said = sentences()
        for _ in range(14):
            await to_command(http, alone, next(said))
            await to_answer(http, next(said))
        spent = [server.cpu_ms()]
        first = sorted([await to_command(http, alone, next(said)) for _ in range(count)])
        spent.append(server.cpu_ms())
        whole = sorted([await to_answer(http, next(said)) for _ in range(count)])
        many = await opened(server.port, sessions)
        spent.append(server.cpu_ms())
        loaded = await under_load(http, many, seconds)
        spent.append(server.cpu_ms())
        for session in (alone, *many):
            session.transport.abort()
    name = f"{sessions} sessions, {RATE:g} sentences/s, first command"
    return {
        "one session, first command, p50": Line(percentile(first, 0.5), "ms"),
        "one session, first command, p95": under(percentile(first, 0.95), "ms", MOST_ALONE),
        "one session, CPU of the server a sentence": Line((spent[1] - spent[0]) / count, "ms"),
        "one session, whole answer of /chat, p50": Line(percentile(whole, 0.5), "ms"),
        "one session, whole answer of /chat, p95": Line(percentile(whole, 0.95), "ms"),
        f"{name}, p50": Line(percentile(loaded, 0.5), "ms"),
        f"{name}, p95": under(percentile(loaded, 0.95), "ms", MOST_LOADED),
        f"{name}, CPU of the server a sentence": Line((spent[3] - spent[2]) / len(loaded), "ms"),
        f"{name}, sentences": Line(len(loaded), ""),
    }


def main() -> None:
    """The command line: `--scale 0.1` for a tenth of everything."""
    parser = argparse.ArgumentParser(description="The map's turn.")
    parser.add_argument("--scale", type=float, default=1.0, help="of sentences, sessions and addresses, at most 1")
    scale = min(1.0, parser.parse_args().scale)
    with tempfile.TemporaryDirectory(prefix="bench-sogis-") as data, served(Path(data)) as (port, _):
        counts = max(10, round(ALONE * scale)), max(1, round(SESSIONS * scale))
        running = holder(Path(data))
        assert running is not None
        lines = asyncio.run(measured(Served(port, running.pid), *counts, SECONDS * scale))
    found = searched(round(ADDRESSES * scale), round(QUESTIONS * scale))
    lines["address search among 100,000, p95"] = under(found["all, p95"].value, "ms", MOST_MS)
    printed(
        lines, "From the sentence's request to the bytes of the first command; the bundled source, all in one process."
    )


if __name__ == "__main__":
    main()
