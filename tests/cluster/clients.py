"""People of the fault runs: each sends errands to whichever node answers, again with the same key until one took it,
and watches its conversations over streams that it takes up again where they ended."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import httpx

from loket.core.data import JsonObject
from tests.cluster.history import Acknowledged, Answer, History
from tests.endurance.counted import NAME

QUIET_SECONDS = 60.0
"""Within which an errand must be done whatever happens, faults being over."""
ANSWER_SECONDS = 180.0
"""Within which anything must be answered well, longer than any fault lasts and is mended."""
ERRANDS = 2
"""Of one conversation, one after another."""


@dataclass
class Asker:
    """Asks any node until one answers well. `answers` are those that were no good, `refused` counts them by their code
    and the lines that broke by their error."""

    http: httpx.AsyncClient
    urls: Sequence[str]
    chance: random.Random
    answers: list[Answer] = field(default_factory=list[Answer])
    refused: Counter[str] = field(default_factory=Counter[str])

    async def until_there(self, method: str, path: str, body: JsonObject | None = None, key: str = "") -> JsonObject:
        """The answer. TimeoutError when there is none at last."""
        headers = {"Idempotency-Key": key} if key else {}
        until = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < until:
            url = self.chance.choice(self.urls)
            try:
                answer = await self.http.request(method, url + path, json=body, headers=headers)
                said: JsonObject = answer.json() if answer.content.startswith(b"{") else {}
                if answer.status_code < 300 and said:
                    return said
                later = "retry-after" in answer.headers
                self.answers.append(Answer(f"{method} {path}", key, answer.status_code, later, answer.text))
                self.refused[f"{answer.status_code} {said.get('error', {}).get('code', answer.text[:60])}"] += 1
            except httpx.TransportError as error:
                self.refused[type(error).__name__] += 1
            await asyncio.sleep(0.05)
        raise TimeoutError(f"{method} {path} for {key!r}")


class Watcher:
    """Follows one conversation from its beginning, at any node; what came, in the order it came."""

    def __init__(self, asker: Asker, conversation: str) -> None:
        self._asker, self._at = asker, f"/api/conversations/{conversation}/events"
        self.records: list[JsonObject] = []
        self.node = ""
        self.more = asyncio.Condition()

    async def watch(self) -> None:
        """For ever."""
        while True:
            self.node = self._asker.chance.choice(self._asker.urls)
            after = self.records[-1]["seq"] if self.records else 0
            headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
            with suppress(httpx.TransportError):
                limit = httpx.Timeout(5, read=20)  # a ping comes every 15 s
                stream = self._asker.http.stream("GET", self.node + self._at, headers=headers, timeout=limit)
                async with stream as answer:
                    numbered = False
                    async for line in answer.aiter_lines():
                        if line.startswith("id: "):
                            numbered = True
                        elif not line:
                            numbered = False
                        elif numbered and line.startswith("data: "):
                            async with self.more:
                                self.records.append(json.loads(line.removeprefix("data: ")))
                                self.more.notify_all()
            await asyncio.sleep(0.05)


@dataclass
class Person:
    """Talks until it is over, then ends the errand that it is at."""

    name: str
    asker: Asker
    history: History
    talk: str = ""
    """Where this person is now."""

    async def live(self, ending: asyncio.Event) -> None:
        """Each conversation has its own watcher."""
        number = 0
        while not ending.is_set():
            made = await self.asker.until_there("POST", "/api/conversations", {"assistant": NAME})
            self.talk = str(made["id"])
            watcher = Watcher(self.asker, self.talk)
            watching = asyncio.create_task(watcher.watch())
            try:
                for _ in range(ERRANDS):
                    number += 1
                    await self.send(watcher, str(made["id"]), f"{self.name}-{number}", ending)
                    if ending.is_set():
                        break
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
                self.history.seen[str(made["id"]), self.name] = watcher.records

    async def send(self, watcher: Watcher, conversation: str, errand: str, ending: asyncio.Event) -> None:
        """One errand, from what is said to what is answered; what is held is approved."""
        self.history.errands[errand] = conversation
        at = f"/api/conversations/{conversation}/events"
        told = await self.asker.until_there("POST", at, {"kind": "user_said", "text": errand}, errand)
        self.history.acknowledged.append(Acknowledged(conversation, int(told["seq"]), errand))
        seen, quiet = 0, asyncio.create_task(_quiet(ending))
        try:
            while True:
                fresh = watcher.records[seen:]
                if any(_answers(record, int(told["seq"])) for record in fresh):
                    return
                for record in fresh:
                    if record["event"]["kind"] == "held":
                        yes = {"kind": "answered", "to": str(record["seq"]), "approve": True}
                        await self.asker.until_there("POST", at, yes, f"yes-{record['seq']}")
                seen += len(fresh)
                if quiet.done():
                    await self._given_up(watcher, conversation)
                    return
                async with watcher.more:
                    if len(watcher.records) == seen:
                        with suppress(TimeoutError):
                            await asyncio.wait_for(watcher.more.wait(), 1)
        finally:
            quiet.cancel()

    async def _given_up(self, watcher: Watcher, conversation: str) -> None:
        """Whether it is the conversation that goes on no more, or only its watcher that hears nothing of it."""
        stored = await self.asker.until_there("GET", f"/api/conversations/{conversation}/events?limit=1000")
        if len(stored["items"]) > len(watcher.records):
            there = f"{watcher.node} showed {len(watcher.records)} of {len(stored['items'])}"
            self.history.behind.append((conversation, there))
        else:
            self.history.stuck.append(conversation)


async def _quiet(ending: asyncio.Event) -> None:
    await ending.wait()
    await asyncio.sleep(QUIET_SECONDS)


def _answers(record: JsonObject, seq: int) -> bool:
    event = record["event"]
    return record["seq"] > seq and event["kind"] == "decided" and event["action"]["kind"] == "say"
