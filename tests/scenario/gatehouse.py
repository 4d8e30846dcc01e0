"""A server with the gates of the package, two owners, and a model that plays a script."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from loket.core.model import Model, OnlyModel
from loket.doors.auth import Access, Guard
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.house.bundle import Services
from loket.house.house import House
from loket.stores.memory import MemoryStore
from loket_demos.scenario.gates import Gates, gates

OWNERS = {"a" * 16: "anna", "b" * 16: "bert"}
EDIT = "edit" * 4


@dataclass(frozen=True)
class Gatehouse:
    """A client of the gates, and the engine behind them."""

    http: httpx.AsyncClient
    host: Host

    async def ask(self, method: str, path: str, body: Any = None, owner: str = "a", **headers: str) -> httpx.Response:
        """One request of an owner."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named["authorization"] = f"Bearer {owner * 16}"
        return await self.http.request(method, path, headers=named, **({} if body is None else {"json": body}))


@asynccontextmanager
async def gatehouse(model: Model | None = None, made: Gates | None = None) -> AsyncGenerator[Gatehouse]:
    """All in memory; `made` takes the place of the usual gates."""
    models = OnlyModel(model) if model is not None else None
    at = made or gates(Services(model, {"LOKET_SCENARIO_EDIT_TOKEN": EDIT}, Path("unused"), None, models))
    kit = Kit(
        assistants={one.name: one for one in at.assistants},
        planners=dict(at.planners),
        tools={tool.spec.name: tool for tool in (*at.inner, *at.tools)},
        models=models,
    )
    async with Host(MemoryStore(), kit) as host:
        house = House.of(host, "http://127.0.0.1")
        app = Guard(Starlette(routes=[r for door in at.doors for r in door.routes(house)]), Access(tokens=OWNERS))
        there = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=there, base_url="http://127.0.0.1") as http:
            yield Gatehouse(http, host)
