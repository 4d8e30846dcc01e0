"""The crash run: `python -m tests.endurance.crash` kills a real server again and again, starting and serving, while
people send it errands and approve what is held; at the end everything accepted is there and nothing was done twice."""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from loket.core.data import JsonObject
from tests.endurance.counted import AGENTS, NAME, OUTSIDE, SPECS
from tests.endurance.outside import Book, outside
from tests.endurance.results import Line, exact, finished, under
from tests.servers import free_port
from tests.serving import Loket, loket

KILLS, STARTING_SHARE, PEOPLE = 200, 0.2, 12
QUIET_SECONDS = 120.0
"""What is under way after the last start has so long to come to rest."""
ONCE = {spec.name for spec in SPECS if not (spec.read_only or spec.idempotent)}


@dataclass
class Accepted:
    """What people sent and were told is there: errands by their conversation, and the seq each was given."""

    errands: dict[str, list[tuple[str, int]]] = field(default_factory=dict[str, list[tuple[str, int]]])
    refused: Counter[str] = field(default_factory=Counter[str])


@dataclass(frozen=True)
class Person:
    """Sends errands one after another, each in a conversation of its own, and says yes to what is held."""

    number: int
    http: httpx.AsyncClient
    accepted: Accepted

    async def live(self, ending: asyncio.Event) -> None:
        """Until it is over; whatever was under way is left as it is."""
        for n in range(1, 1_000_000):
            if ending.is_set():
                return
            errand = f"errand-{self.number}-{n}"
            talk = await self.until_there("POST", "/api/conversations", {"assistant": NAME}, None)
            at = f"/api/conversations/{talk['id']}"
            event = {"kind": "user_said", "text": errand}
            seq = (await self.until_there("POST", f"{at}/events", event, errand))["seq"]
            self.accepted.errands.setdefault(str(talk["id"]), []).append((errand, int(seq)))
            await self.approve(at, ending)

    async def approve(self, at: str, ending: asyncio.Event | None) -> None:
        """Follows the conversation to its rest, approving what is held."""
        answered: set[int] = set()
        while ending is None or not ending.is_set():
            look = await self.until_there("GET", f"{at}/events?limit=200", None, None)
            for record in look["items"]:
                if record["event"]["kind"] == "held" and record["seq"] not in answered:
                    answered.add(record["seq"])
                    yes = {"kind": "answered", "to": str(record["seq"]), "approve": True}
                    await self.until_there("POST", f"{at}/events", yes, f"yes-{record['seq']}")
            if any(record["event"]["kind"] == "decided" and _says(record) for record in look["items"]):
                return
            await asyncio.sleep(0.2)

    async def until_there(self, method: str, path: str, body: JsonObject | None, key: str | None) -> JsonObject:
        """Asks again, with the same key, until the server answers."""
        headers = {"Idempotency-Key": key} if key else {}
        while True:
            with suppress(httpx.TransportError):
                answer = await self.http.request(method, path, json=body, headers=headers)
                if answer.status_code < 300:
                    return answer.json()
                self.accepted.refused[f"{answer.status_code} {answer.text[:80]}"] += 1
            await asyncio.sleep(0.05)


def _says(record: JsonObject) -> bool:
    return record["event"]["action"]["kind"] == "say"


async def killed(kills: int, seed: int) -> list[Line]:
    """The whole run; its lines."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="endurance-") as folder:
        async with outside() as (book, there, agents):
            port = free_port()
            env = {
                OUTSIDE: there.url,
                AGENTS: " ".join(agents),
                "LOKET_ASSISTANTS": "tests.endurance.counted:bundle",
                "LOKET_ALLOW_PRIVATE": "127.0.0.1",
                "LOKET_TRUSTED": ",".join(agents),
                "PYTHONPATH": str(Path(__file__).parents[2]),
            }
            accepted, ending = Accepted(), asyncio.Event()
            limits = httpx.Limits(max_connections=100)
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=10, limits=limits) as http:
                people = [Person(number, http, accepted) for number in range(PEOPLE)]
                lives = [asyncio.create_task(person.live(ending)) for person in people]
                starting = await _killing(kills, chance, (folder, port, env))
                server = await _started(folder, port, env)
                ending.set()
                await asyncio.gather(*lives)
                try:
                    return await _counted((people[0], accepted, book), (starting, kills))
                finally:
                    await server.kill()


async def _killing(kills: int, chance: random.Random, where: tuple[str, int, dict[str, str]]) -> int:
    """Starts and kills; how many of the kills were before the server answered."""
    starting = 0
    for _ in range(kills):
        if chance.random() < STARTING_SHARE:
            starting += 1
            server = await loket("serve", "--data", where[0], "--port", str(where[1]), env=where[2])
            await asyncio.sleep(chance.uniform(0.05, 1.2))
        else:
            server = await _started(*where)
            await asyncio.sleep(chance.uniform(0.05, 2.0))
        server.process.kill()
        await server.process.communicate() if not server.url else await server.ended()
    return starting


async def _started(folder: str, port: int, env: dict[str, str]) -> Loket:
    return await (await loket("serve", "--data", folder, "--port", str(port), env=env)).serving()


async def _counted(world: tuple[Person, Accepted, Book], kills: tuple[int, int]) -> list[Line]:
    person, accepted, book = world
    unrested = lost = gaps = false_ok = false_failed = unknown = 0
    for talk, errands in accepted.errands.items():
        at = f"/api/conversations/{talk}"
        try:
            async with asyncio.timeout(QUIET_SECONDS):
                await person.approve(at, None)
        except TimeoutError:
            unrested += 1
        records = (await person.until_there("GET", f"{at}/events?limit=1000", None, None))["items"]
        seqs = [record["seq"] for record in records]
        gaps += seqs != list(range(1, len(seqs) + 1))
        by_seq = {record["seq"]: record["event"] for record in records}
        lost += sum(by_seq.get(seq, {}).get("text") != errand for errand, seq in errands)
        errand = errands[0][0]
        for event in (record["event"] for record in records if record["event"]["kind"] == "returned"):
            what = event["call"].partition(".")[2]
            done = (what, errand) in book.effects
            unknown += event.get("code") == "unknown_outcome"
            false_ok += event["ok"] and not done
            claims_undone = not event["ok"] and event.get("code") not in ("unknown_outcome", "still_working")
            false_failed += done and claims_undone
    keys = {what: [counts for (kind, _), counts in book.effects.items() if kind == what] for what in _kinds(book)}
    twice = sum(sum(counts.values()) > 1 for what in (*ONCE, "agent") for counts in keys.get(what, []))
    other_key = sum(len(counts) > 1 for counts in keys.get("store", []))
    again = sum(sum(counts.values()) > 1 for counts in keys.get("store", []))
    effects = sum(sum(counts.values()) for counts in book.effects.values())
    count = sum(len(errands) for errands in accepted.errands.values())
    return [
        Line(f"kills ({kills[0]} while starting)", kills[1]),
        Line("errands accepted", count),
        exact("accepted errands lost", lost),
        exact("conversations with a gap", gaps),
        exact("conversations not at rest after the last start", unrested),
        Line("effects counted outside", effects),
        exact("unsafe, destructive or agents' work done twice", twice),
        exact("idempotent work done with another key", other_key),
        Line("idempotent work repeated with its key", again),
        exact("told as done, without its effect", false_ok),
        exact("told as failed, although it was done", false_failed),
        Line("told as unknown outcome", unknown),
        under("answers that were errors, of the server", sum(accepted.refused.values()), max(1, count // 100)),
    ]


def _kinds(book: Book) -> set[str]:
    return {what for what, _ in book.effects}


def main() -> None:
    """The command line: `--kills N`, `--seed N`."""
    parser = argparse.ArgumentParser(description="Kills a server again and again and counts what it did.")
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=1)
    flags = parser.parse_args()
    sys.exit(finished("Crashes", asyncio.run(killed(flags.kills, flags.seed))))


if __name__ == "__main__":
    main()
