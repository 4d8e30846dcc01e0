"""Kill -9 while three agents work for us, each of which has trouble of its own when the next life asks after it."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.loopback import Asked, reply
from tests.servers import free_port
from tests.tools.hostile import task
from tests.tools.sites import CARDS, done, done_10, rpc, site
from tests.tools.test_invoke_trouble import TROUBLE
from tests.tools.test_notified_crash import acted, living, until

AFTER = {
    "bare": ("404", "500", "HTML", "reset"),
    "0.3": ("-32001", "401", "500", "reset"),
    "1.0": ("HTML", "404", "429", "401"),
}


@dataclass
class Working:
    """Works until we were killed, then has trouble, then tells what came of it."""

    dialect: str
    trouble: Sequence[str]
    sent: int = 0
    killed: bool = False

    def __post_init__(self) -> None:
        self.looked = asyncio.Event()

    def __call__(self, asked: Asked) -> Any:
        begins = asked.method == "POST" and "message" in asked.json.get("params", asked.json)
        self.sent += begins
        now: Any = task()
        if not begins:
            self.looked.set()
            if self.killed and self.trouble:
                first, *self.trouble = self.trouble
                return TROUBLE[first](asked)
            if self.killed:
                now = done_10()["task"] if self.dialect == "1.0" else done()
        if self.dialect == "bare":
            return reply(now)
        return rpc(asked, {"task": now} if begins and self.dialect == "1.0" else now)


async def test_what_was_under_way_is_asked_after_until_the_agent_tells_it(tmp_path: Path) -> None:
    port, agents = free_port(), [Working(dialect, trouble) for dialect, trouble in AFTER.items()]
    async with AsyncExitStack() as stack:
        there = [await stack.enter_async_context(site(CARDS[agent.dialect], agent)) for agent in agents]
        async with living(tmp_path, port) as (server, http):
            talks = await asyncio.gather(
                *(asked(http, one.url, agent) for one, agent in zip(there, agents, strict=True))
            )
            await server.kill()
        for agent in agents:
            agent.killed = True
        async with living(tmp_path, port) as (server, http):
            told = await asyncio.gather(*(until(http, at, '"text":"Three.') for at in talks))
    assert [agent.sent for agent in agents] == [1, 1, 1]
    assert all("did not work" not in text and "unknown_outcome" not in text for text in told)


async def asked(http: httpx.AsyncClient, url: str, agent: Working) -> str:
    """Where the talk is in which an agent was found and asked, once it was asked after its task."""
    made = await http.post("/api/conversations", json={"assistant": "urmston"})
    at = f"/api/conversations/{made.json()['id']}/events"
    await acted(http, at, "connect", url=url)
    await until(http, at, "answer")
    base = url if agent.dialect == "bare" else f"{url}/rpc"
    await acted(http, at, "invoke", task_base_url=base, skill_id="free_boats", parameters={"boat": "single"})
    await asyncio.wait_for(agent.looked.wait(), 10)
    return at
