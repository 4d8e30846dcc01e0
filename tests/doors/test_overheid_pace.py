"""The pace of a demo, judged where frames leave: the whole application on a clock that leaps over every wait."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Scope

import loket.app
from loket.config import Config
from loket.core.events import Returned
from loket.core.record import decode
from loket.stores.memory import MemoryStore
from tests.doors.talking import begun, told
from tests.engine.virtual import live, virtual
from tests.serving import serving_here

PACE = 0.6
ROUNDING = 1e-9
"""Seconds that sums of a clock's floats may be off."""
DONE = {"op": "replace", "path": "/status/step", "value": "done"}
HOST = b"127.0.0.1:10002"


class Remembered:
    """Where the application takes its store from: one that needs no disk and no threads."""

    @staticmethod
    async def open(folder: Path) -> MemoryStore:
        return MemoryStore(virtual().clock)


@dataclass(frozen=True)
class Sent:
    """A piece of an answer: what, when it was handed over, and when the line had taken it."""

    body: bytes
    began: float
    ended: float

    @property
    def message(self) -> Any:
        return json.loads(self.body.partition(b"data: ")[2])


@dataclass
class Line:
    """A request to the application and the pieces of its answer. The line takes `slow` seconds for every piece."""

    method: str
    path: str
    body: bytes = b""
    slow: float = 0.0
    asked: bool = False
    answered: list[Sent] = field(default_factory=list[Sent])
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def through(self, app: ASGIApp) -> list[Sent]:
        """The whole answer."""
        await app(self._scope(), self._receive, self._send)
        return self.answered

    async def pieces(self, app: ASGIApp) -> AsyncGenerator[Sent]:
        """Each piece of an answer that goes on and on."""
        request = asyncio.create_task(self.through(app))
        try:
            while True:
                while self.answered:
                    yield self.answered.pop(0)
                self.news.clear()
                await self.news.wait()
        finally:
            request.cancel()
            await asyncio.gather(request, return_exceptions=True)

    def _scope(self) -> Scope:
        return {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": self.method,
            "path": self.path,
            "raw_path": self.path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", HOST), (b"content-type", b"application/json")],
        }

    async def _receive(self) -> Message:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": self.body, "more_body": False}
        await asyncio.Event().wait()  # nobody hangs up
        raise AssertionError

    async def _send(self, message: Message) -> None:
        if body := message.get("body", b""):
            began = virtual().time()
            await asyncio.sleep(self.slow)
            self.answered.append(Sent(body, began, virtual().time()))
            self.news.set()


@asynccontextmanager
async def demo(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[ASGIApp]:
    """The application as `loket serve --pace demo` opens it, but for its store."""
    monkeypatch.setattr(loket.app, "SqliteStore", Remembered)
    config = Config.model_validate({"data": folder, "pace": "demo"})
    async with loket.app.opened(config, {}) as served:
        yield served.app


async def flow(app: ASGIApp, slow: float) -> list[Sent]:
    """All frames of a bezwaar, from the surface that opens to `done`."""
    frames: list[Sent] = []
    async with aclosing(Line("GET", "/events", slow=slow).pieces(app)) as pieces:
        created = (await anext(pieces)).message
        assert (await anext(pieces)).message["surfaceId"] == "home"
        sent = {"sessionId": created["sessionId"], "surfaceId": "bezwaar", "name": "bezwaar/analyse", "payload": {}}
        (answer,) = await Line("POST", "/api/client-event", json.dumps(sent).encode()).through(app)
        assert json.loads(answer.body) == {"ok": True}
        async for piece in pieces:
            frames.append(piece)
            if DONE in piece.message.get("patches", ()):
                break
    return frames


@pytest.mark.parametrize("slow", [0.0, 0.25])
def test_at_demo_pace_frames_of_a_flow_are_six_tenths_of_a_second_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: float
) -> None:
    async def watched() -> list[Sent]:
        async with demo(tmp_path, monkeypatch) as app:
            return await flow(app, slow)

    frames = live(watched())
    assert len(frames) == 11
    for before, after in pairwise(frames):
        assert abs(after.began - before.ended - PACE) <= ROUNDING, "from when one has left until the next one does"


async def test_at_demo_pace_a_tool_takes_as_long_as_the_mission_says(tmp_path: Path) -> None:
    async with serving_here(tmp_path, pace="demo") as here:
        id = await begun(here.http)
        await told(here, id, {"kind": "surface_acted", "surface": "bezwaar", "name": "bezwaar/analyse", "payload": {}})
        records = [decode(row.body) for row in await here.engine.store.read(id)]
    took = [r.event.took_ms or 0 for r in records if isinstance(r.event, Returned) and r.scope != "/"]
    assert len(took) == 4 and all(300 <= ms <= 900 for ms in took[:3]), took
