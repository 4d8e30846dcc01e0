"""A front end that speaks AG-UI with the clerk, as simple as can be."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loket.core.data import JsonObject
from tests.doors.agui_citizens import CLERK, GATES
from tests.doors.desk import effects
from tests.serving import Here, serving_here


@dataclass(frozen=True)
class Told:
    """What came of one request: the events, and the seq that each of them carries."""

    events: list[JsonObject]
    ids: list[int | None]

    @property
    def types(self) -> list[str]:
        """The types, in order."""
        return [str(event["type"]) for event in self.events]

    def of(self, type: str) -> list[JsonObject]:
        """The events of one type."""
        return [event for event in self.events if event["type"] == type]

    @property
    def text(self) -> str:
        """All that was said to the person."""
        return "".join(str(event["delta"]) for event in self.of("TEXT_MESSAGE_CONTENT"))

    @property
    def interrupts(self) -> list[Any]:
        """What waits for the person at the end."""
        return list(self.events[-1].get("outcome", {}).get("interrupts", ()))


@dataclass
class Front:
    """A front end of one thread, as simple as can be: it sends what it has and reads what comes."""

    here: Here
    folder: Path
    gate: asyncio.Event
    thread: str = "t"
    query: str = ""
    said: int = 0

    @property
    def done(self) -> list[str]:
        """What the tools have done since the test began."""
        return effects(self.folder)

    def body(self, text: str = "", **more: Any) -> JsonObject:
        """What is sent for a message in words; for nothing when there are none."""
        self.said += 1
        said = [{"id": f"{self.thread}-{self.said}", "role": "user", "content": text}] if text else []
        ids = {"threadId": self.thread, "runId": f"{self.thread}-run-{self.said}"}
        return {
            **ids,
            "protocolVersion": "1.0",
            "messages": said,
            "tools": [],
            "context": [],
            "state": {},
            "forwardedProps": {},
        } | more

    @asynccontextmanager
    async def streaming(
        self, body: JsonObject, **headers: str
    ) -> AsyncGenerator[AsyncGenerator[tuple[int | None, Any]]]:
        """The events as they come, each with its seq."""
        path = f"/agui/clerk{self.query}"
        async with self.here.http.stream("POST", path, json=body, headers=headers) as answer:
            assert answer.status_code == 200, await answer.aread()
            assert answer.headers["content-type"].startswith("text/event-stream")

            async def events() -> AsyncGenerator[tuple[int | None, Any]]:
                seq: int | None = None
                async for line in answer.aiter_lines():
                    name, _, value = line.partition(": ")
                    if name == "id":
                        seq = int(value)
                    elif name == "data":
                        yield seq, json.loads(value)
                        seq = None

            yield events()

    async def run(self, body: JsonObject, **headers: str) -> Told:
        """Everything to the end of the stream."""
        async with self.streaming(body, **headers) as events:
            got = [one async for one in events]
        return Told([event for _, event in got], [seq for seq, _ in got])

    async def say(self, text: str, **more: Any) -> Told:
        """The run of a message in words."""
        return await self.run(self.body(text, **more))

    async def answer(self, interrupt: str, payload: Any = None, status: str = "resolved") -> Told:
        """The run of an answer."""
        entry = {"interruptId": interrupt, "status": status} | ({} if payload is None else {"payload": payload})
        return await self.run(self.body(resume=[entry]))


@asynccontextmanager
async def fronting(data: Path, **settings: Any) -> AsyncGenerator[Front]:
    """A server with the clerk, and a front end for it."""
    async with serving_here(data, assistants=(CLERK,), **settings) as here:
        yield Front(here, data, GATES[str(data)])
