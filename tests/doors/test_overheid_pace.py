"""The pace of a demo, judged where frames leave: the whole application on a clock that leaps over every wait."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Scope

from loket.app import opened
from loket.config import Config
from loket.core.tool import CallContext
from loket.house.bundle import Services
from loket.net.client import shared_client
from loket.net.guard import AddressGuard
from loket.stores.memory import MemoryStore
from loket.wiring.packages import installed
from loket.wiring.parts import Parts
from tests.engine.virtual import live, virtual
from tests.overheid.content.test_catalogue import ARGUMENTS

PACE = 0.6
ROUNDING = 1e-9
"""Seconds that sums of a clock's floats may be off."""
DONE = {"op": "replace", "path": "/status/step", "value": "done"}
HOST = b"127.0.0.1:10002"


async def remembered(folder: Path) -> MemoryStore:
    """A store that needs no disk and no threads."""
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
async def demo(folder: Path) -> AsyncGenerator[ASGIApp]:
    """The application as `loket serve --pace demo` opens it, but for its store."""
    config = Config.model_validate({"data": folder, "pace": "demo"})
    async with opened(config, {}, store_at=remembered) as served:
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
def test_at_demo_pace_frames_of_a_flow_are_six_tenths_of_a_second_apart(tmp_path: Path, slow: float) -> None:
    async def watched() -> list[Sent]:
        async with demo(tmp_path) as app:
            return await flow(app, slow)

    frames = live(watched())
    assert len(frames) == 11
    for before, after in pairwise(frames):
        assert abs(after.began - before.ended - PACE) <= ROUNDING, "from when one has left until the next one does"


def test_at_demo_pace_a_tool_takes_as_long_as_the_mission_says(tmp_path: Path) -> None:
    config = Config.model_validate({"data": tmp_path, "pace": "demo"})
    context = CallContext("c", "local", "/", "1.a", "key", deadline=5)

    async def timed() -> dict[str, list[float]]:
        took: dict[str, list[float]] = {}
        guard = AddressGuard()
        async with shared_client(guard=guard) as http, AsyncExitStack() as stack:
            package = next(one for one in installed(config, Services()) if one.name == "overheid")
            for tool in await Parts(config, http, guard, stack).tools(package):
                if tool.spec.name not in {made.spec.name for made in package.tools}:
                    continue
                for _ in range(50):
                    began = virtual().time()
                    await tool.call(dict(ARGUMENTS[tool.spec.name][0]), context)
                    took.setdefault(tool.spec.name, []).append(virtual().time() - began)
        return took

    took = live(timed())
    assert len(took) == 8
    for name, seconds in took.items():
        assert 0.3 - ROUNDING <= min(seconds) < 0.4 and 0.6 < max(seconds) <= 0.7 + ROUNDING, name
