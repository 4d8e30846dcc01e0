"""Reading a stream of the A2A door as it comes, event by event."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.doors.a2a_citizens import Agent


@dataclass(frozen=True)
class Event:
    """One server-sent event; `id` is None when it has none."""

    id: int | None
    body: Any

    @property
    def result(self) -> Any:
        return self.body["result"]

    @property
    def kind(self) -> str:
        """Which of the four it is, with its state."""
        ((kind, inner),) = self.result.items()
        return f"{kind} {inner['status']['state'].removeprefix('TASK_STATE_')}" if "status" in inner else kind


@asynccontextmanager
async def reading(
    agent: Agent, method: str, params: Any, version: str = "1.0", **headers: str
) -> AsyncGenerator[AsyncGenerator[Event]]:
    """The events of a streaming method; leaving closes the line."""
    body = {"jsonrpc": "2.0", "id": "s", "method": method, "params": params}
    named = {"A2A-Version": version} if version else {}
    async with agent.http.stream("POST", agent.url, json=body, headers={**named, **headers}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream"), await answer.aread()

        async def events() -> AsyncGenerator[Event]:
            id: int | None = None
            async for line in answer.aiter_lines():
                name, _, value = line.partition(": ")
                if name == "id":
                    id = int(value)
                elif name == "data":
                    yield Event(id, json.loads(value))
                    id = None

        yield events()


async def read(agent: Agent, method: str, params: Any, version: str = "1.0", **headers: str) -> list[Event]:
    """All events, to the end of the stream."""
    async with reading(agent, method, params, version, **headers) as events:
        return [event async for event in events]


def words(text: str, id: str, **more: Any) -> Any:
    """The params of a message in words."""
    return {"message": {"messageId": id, "role": "ROLE_USER", "parts": [{"text": text}], **more}}
