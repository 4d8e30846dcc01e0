"""One run: people talk, something breaks, it is mended, everybody comes to rest, and the history is checked."""

import asyncio
import json
import time
from base64 import b64decode
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
from nats.aio.client import Client

from loket.core.data import JsonObject
from loket.stores.jetstream.frames import frame
from tests.cluster.clients import Asker, Person
from tests.cluster.faults import KINDS, Done
from tests.cluster.history import Effect, Frame, History, Look, Wrong, breaches, in_flight
from tests.cluster.machines import NODES, Machines
from tests.endurance.outside import Book

PEOPLE = 4


@dataclass
class Ledger(Book):
    """A book that knows when."""

    entries: list[Effect] = field(default_factory=list[Effect])

    def note(self, what: str, errand: str, key: str) -> None:
        super().note(what, errand, key)
        self.entries.append(Effect(what, errand, key, time.time()))


@dataclass
class Result:
    """Of one run. Times in seconds: until each conversation of a killed node went on elsewhere, and until something was
    stored again after the leader was lost."""

    number: int
    kind: str
    seconds: float
    wrong: list[Wrong]
    acknowledged: int
    effects: int
    in_flight: int
    taken_over: list[float]
    led_again: float | None
    reached: bool
    refused: Counter[str]


@dataclass
class World:
    """Everything that is kept up across runs."""

    machines: Machines
    ledger: Ledger
    http: httpx.AsyncClient
    folder: Path
    nats: Client

    async def run(self, number: int, kind: str, seed: int) -> Result:
        """Leaves all machines mended."""
        begun, chance = time.monotonic(), Random(f"{seed} {number}")
        history, ending = History(), asyncio.Event()
        self.ledger.entries.clear()
        for node in NODES:
            (self.machines.all[node].folder / "looks").unlink(missing_ok=True)
        asker = Asker(self.http, [self.machines.all[node].url for node in NODES], chance, history.answers)
        people = [Person(f"{number}p{n}", asker, history) for n in range(PEOPLE)]
        self.machines.writers = partial(self._writers, people)
        lives = [asyncio.create_task(person.live(ending)) for person in people]
        await asyncio.sleep(chance.uniform(0.3, 1.5))
        done = await KINDS[kind](self.machines, chance)
        await self.machines.heal()
        ending.set()
        try:
            await asyncio.gather(*lives)
            await self._collect(history, asker)
        except TimeoutError as error:
            history.stuck.append(str(error))
        finally:
            for life in lives:
                life.cancel()
        wrong = breaches(history)
        if wrong:
            self._keep(number, kind, history, wrong)
        return Result(
            number,
            kind,
            time.monotonic() - begun,
            wrong,
            len(history.acknowledged),
            len(history.effects),
            in_flight(history),
            _taken_over(done, history),
            await self._led_again(done),
            done.reached,
            asker.refused,
        )

    async def _collect(self, history: History, asker: Asker) -> None:
        """What each node reads, and what the servers have."""
        history.effects = list(self.ledger.entries)
        conversations = sorted(set(history.errands.values()))
        for node in NODES:
            machine = self.machines.all[node]
            one = Asker(self.http, [machine.url], asker.chance, history.answers)
            for conversation in conversations:
                at = f"/api/conversations/{conversation}"
                history.logs[f"node{node}", conversation] = (await one.until_there("GET", f"{at}/events?limit=1000"))[
                    "items"
                ]
                shown = (await one.until_there("GET", at))["upto"]
                stored = len(history.logs[f"node{node}", conversation])
                if shown != stored:
                    history.behind.append((conversation, f"node{node} shows {shown} of {stored}"))
            if (machine.folder / "looks").exists():
                for line in (machine.folder / "looks").read_text().splitlines():
                    said = json.loads(line)
                    history.looks.append(Look(said["node"], said["key"], said["looked"]))
        for conversation in conversations:
            history.frames[conversation] = await self._frames(conversation)

    async def _writers(self, people: Sequence[Person]) -> list[str]:
        found: list[str] = []
        for person in people:
            question = {"last_by_subj": f"loket.log.r.{person.talk}"}
            answer = await self._asked("STREAM.MSG.GET.loket-log", question) if person.talk else {}
            if "message" in answer:
                found.append(frame(b64decode(answer["message"]["data"])).node)
        return found

    async def _frames(self, conversation: str) -> list[Frame]:
        """All that is stored under its subject, in order."""
        made: list[Frame] = []
        seq = 1
        while True:
            question = {"seq": seq, "next_by_subj": f"loket.log.r.{conversation}"}
            found = await self._asked("STREAM.MSG.GET.loket-log", question)
            if "message" not in found:
                return made
            message = found["message"]
            said = frame(b64decode(message["data"]))
            made.append(Frame(_moment(message["time"]), said.node, len(said.rows)))
            seq = message["seq"] + 1

    async def _asked(self, what: str, question: JsonObject) -> JsonObject:
        while True:
            try:
                answer = await self.nats.request(f"$JS.API.{what}", json.dumps(question).encode(), timeout=2)
            except Exception:  # noqa: BLE001 - whatever nats-py raises: it is asked again
                await asyncio.sleep(0.2)
                continue
            found: JsonObject = json.loads(answer.data)
            if found.get("error", {}).get("code") != 503:
                return found

    async def _led_again(self, done: Done) -> float | None:
        """The first message that was stored after the leader was gone, of whatever subject."""
        if done.leader_lost is None:
            return None
        found = await self._asked("STREAM.INFO.loket-log", {})
        low, high = found["state"]["first_seq"], found["state"]["last_seq"]
        while low < high:  # the first one that is younger
            middle = (low + high) // 2
            message = (await self._asked("STREAM.MSG.GET.loket-log", {"seq": middle, "next_by_subj": "loket.>"}))[
                "message"
            ]
            if _moment(message["time"]) > done.leader_lost:
                high = middle
            else:
                low = message["seq"] + 1
        message = (await self._asked("STREAM.MSG.GET.loket-log", {"seq": low, "next_by_subj": "loket.>"}))["message"]
        return _moment(message["time"]) - done.leader_lost

    def _keep(self, number: int, kind: str, history: History, wrong: list[Wrong]) -> None:
        """For whoever looks into it: all of the history, and what the nodes complained about."""
        folder = self.folder / f"run{number}-{kind}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "wrong").write_text("\n".join(map(str, wrong)))
        told: dict[str, Any] = asdict(history)
        for name in ("logs", "seen"):
            told[name] = {" ".join(key): value for key, value in told[name].items()}
        (folder / "history.json").write_text(json.dumps(told, indent=1))
        for node in NODES:
            running = self.machines.all[node].node
            if running is not None:
                (folder / f"node{node}.log").write_text("\n".join(running.complained[-3000:]))


def _taken_over(done: Done, history: History) -> list[float]:
    """For each conversation that the killed node had, and in which something was yet to happen."""
    if done.node_killed is None:
        return []
    at, life = done.node_killed
    times: list[float] = []
    for frames in history.frames.values():
        before = [one for one in frames if one.at <= at]
        later = next((one.at for one in frames if one.at > at and one.writer != life), None)
        if before and before[-1].writer == life and later is not None:
            times.append(later - at)
    return times


def _moment(text: str) -> float:
    """Of a time as NATS writes it, with nanoseconds."""
    whole, _, rest = text.rstrip("Z").partition(".")
    return datetime.fromisoformat(f"{whole}+00:00").timestamp() + float(f"0.{rest or 0}")
