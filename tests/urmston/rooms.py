"""The club's agent as it is served, on a fixed day, over the real engine, a real database and real routes."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.house.house import House
from loket.stores.memory import MemoryStore
from loket_demos.urmston.club.card import get_agent_card
from loket_demos.urmston.club.executor import ClubPlanner
from loket_demos.urmston.club.limits import Tries
from loket_demos.urmston.club.port import ClubData
from loket_demos.urmston.club.sqlite import SqliteClub
from loket_demos.urmston.club.tools import club_tools
from loket_demos.urmston.declaration import CLUB
from loket_demos.urmston.doors.site import site_routes
from loket_demos.urmston.doors.tasks import TasksDoor

TODAY = date(2026, 11, 22)
BASE = "http://127.0.0.1:8040"
PLACES, CODE = "check_team_availability_v1", "validate_registration_code"


@dataclass
class Club:
    """The agent, a client whose base is its address, and the engine behind it."""

    http: httpx.AsyncClient
    host: Host
    app: Starlette

    async def send(self, message: dict[str, Any], status: int = 200, **more: Any) -> dict[str, Any]:
        """What `POST /tasks/send` answers in the bare form."""
        answer = await self.http.post("/tasks/send", json={"message": message, **more})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def ask(self, text: str, skill: str | None = None, /, **parameters: Any) -> dict[str, Any]:
        """The task for a message with words, and with a data part when a skill is named."""
        return await self.send(message_of(text, skill, **parameters))


def message_of(text: str, skill: str | None = None, /, **parameters: Any) -> dict[str, Any]:
    """A message as the mission writes it."""
    parts: list[dict[str, Any]] = [{"type": "text", "text": text}]
    if skill is not None:
        data = {"skill_id": skill, "parameters": parameters}
        parts.append({"type": "data", "mime_type": "application/json", "data": data})
    return {"role": "user", "parts": parts}


HELLO = message_of("Is there a place in a team?", PLACES)


def rpc(method: str, params: Any, id: Any = 7) -> dict[str, Any]:
    """A request in the form of JSON-RPC."""
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


async def called(there: Club, body: Any, status: int = 200) -> dict[str, Any]:
    """What a body gets for an answer, in whatever form."""
    answer = await there.http.post("/tasks/send", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def data_of(task: dict[str, Any]) -> dict[str, Any]:
    """The result of a completed task."""
    assert task["status"]["state"] == "completed", task
    return task["artifacts"][0]["parts"][0]["data"]


def text_of(task: dict[str, Any]) -> str:
    """The words of a task, wherever its state puts them."""
    if task["status"]["state"] == "completed":
        return task["artifacts"][0]["parts"][-1]["text"]
    return task["status"]["message"]["parts"][0]["text"]


@asynccontextmanager
async def club(
    folder: Path,
    *,
    key: str = "",
    data: ClubData | None = None,
    clock: Callable[[], float] = lambda: 0.0,
    deadline: float = 19.0,
) -> AsyncGenerator[Club]:
    """The agent over the data, by default a database made in the folder."""
    tools = club_tools(data or SqliteClub(folder / "club.sqlite"), lambda: TODAY, Tries(clock))
    kit = Kit({CLUB.name: CLUB}, {CLUB.name: ClubPlanner(key)}, {tool.spec.name: tool for tool in tools})
    now = datetime(2026, 11, 22, 12, tzinfo=UTC)
    async with Host(MemoryStore(), kit, lambda: now) as host:
        card = get_agent_card(BASE, protected=bool(key))
        door = TasksDoor(House.of(host), CLUB.name, card, deadline)
        app = Starlette(routes=[*site_routes(CLUB.title, card), *door.routes()])
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as http:
            yield Club(http, host, app)


async def answer_of(folder: Path, skill: str, text: str = "A question.", **parameters: Any) -> dict[str, Any]:
    """The task of one question to a club of its own."""
    async with club(folder) as there:
        return await there.ask(text, skill, **parameters)
