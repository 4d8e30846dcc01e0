"""The map assistant behind its wire: a real engine over the example data, asked over HTTP by two people."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from loket.core.bundle import Services
from loket.core.ports import Store
from loket.doors.auth import Access, Guard
from loket.doors.sogis_chat import MapChat
from loket.doors.sogis_prints import print_routes
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.stores.memory import MemoryStore
from loket_assistants.sogis.components import bundle, shelf
from tests.servers import serving


@dataclass
class Talk:
    """A session of one person."""

    http: httpx.AsyncClient
    host: Host
    session: str = "user-42"

    async def post(self, **body: Any) -> httpx.Response:
        return await self.http.post("/chat", json={"sessionId": self.session, **body})

    async def say(self, text: str) -> dict[str, Any]:
        return self._read(await self.post(userMessage=text))

    async def pick(self, choice: str) -> dict[str, Any]:
        return self._read(await self.post(choiceId=choice))

    def _read(self, answer: httpx.Response) -> dict[str, Any]:
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert set(told) == {"requestId", "overallStatus", "steps"}
        for step in told["steps"]:
            assert {"intent", "status", "message", "mapActions", "choices"} <= set(step)
            assert step["message"]
            assert bool(step["mapActions"]) == (step["status"] == "ok")
            assert (len(step["choices"]) >= 2) == (step["status"] == "needs_user_choice") == bool(step["choices"])
        return told


def token(letter: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {letter * 16}"}


@asynccontextmanager
async def talking(folder: Path, store: Store | None = None) -> AsyncGenerator[Talk]:
    """The assistant, served until left; the same store again is a restart."""
    services = Services(data=folder)
    made = bundle(services)
    kit = Kit(
        {one.name: one for one in made.assistants}, dict(made.planners), {tool.spec.name: tool for tool in made.tools}
    )
    async with Host(store or MemoryStore(), kit) as host:
        routes = [*MapChat(host, made.name).routes(), *print_routes(shelf(services).find)]
        app = Guard(Starlette(routes=routes), Access(tokens={"a" * 16: "ann", "b" * 16: "ben"}))
        async with serving(app) as url, httpx.AsyncClient(base_url=url, headers=token("a"), timeout=20) as http:
            yield Talk(http, host)


def status(told: dict[str, Any]) -> list[tuple[str, str]]:
    """Intent and status of each step."""
    return [(step["intent"], step["status"]) for step in told["steps"]]


def kinds(step: dict[str, Any]) -> list[str]:
    """The kinds of the commands of a step."""
    return [action["type"] for action in step["mapActions"]]
