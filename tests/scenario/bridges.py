"""A server with the workbench on a port of its own, and a client of its bridges."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from loket.app import Brought, opened
from loket.config import Config
from loket.engine.host import Host
from loket_demos.scenario.bridge import config64
from loket_demos.scenario.shipped import scenario_named
from tests.scenario.playing import Package
from tests.servers import free_port, serving

SHOP = config64({"scenarioId": "lost-delivery", "agents": [{"id": "customer"}, {"id": "shop"}]})
WORDS = [step.say for step in scenario_named("lost-delivery").in_variant().agents[0].script if step.say]


@dataclass(frozen=True)
class Bridges:
    """A server with the workbench, and a client of it."""

    url: str
    http: httpx.AsyncClient
    host: Host

    def at(self, config: str = SHOP) -> str:
        return f"{self.url}/api/bridge/{config}/a2a"

    async def rpc(self, method: str, config: str = SHOP, **params: Any) -> Any:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return (await self.http.post(self.at(config), json=body)).json()

    async def send(self, text: str, id: str, task: str = "", config: str = SHOP, *files: Any) -> Any:
        parts = [{"kind": "text", "text": text}, *({"kind": "file", "file": file} for file in files)]
        message = {"kind": "message", "messageId": id, "role": "user", "parts": parts}
        sent = await self.rpc("message/send", config, message=message | ({"taskId": task} if task else {}))
        return sent.get("result", sent)


@asynccontextmanager
async def serve(data: Path, **settings: Any) -> AsyncGenerator[Bridges]:
    port = free_port()
    config = Config.model_validate({"data": data, "port": port, **settings})
    async with opened(config, {}, brought=Brought((Package(),))) as served, serving(served.app, port) as url:
        assert served.host is not None
        async with httpx.AsyncClient(timeout=30) as http:
            yield Bridges(url, http, served.host)
