"""Kill -9 of our side while a message is at the other agent: it is never sent twice, and each run comes to its end."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.scenario.counterpart import OtherAgent, Turn
from tests.scenario.test_remote import talker
from tests.servers import free_port, serving
from tests.serving import Loket, serving_child

ENV = {"LOKET_ALLOW_PRIVATE": "127.0.0.1", "LOKET_ASSISTANTS": "loket_demos.scenario.components:bundle"}


@asynccontextmanager
async def living(folder: Path, port: int) -> AsyncGenerator[tuple[Loket, httpx.AsyncClient]]:
    """The server as people start it, with a client."""
    async with (
        serving_child(folder, "--port", str(port), env=ENV) as server,
        httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
    ):
        yield server, http


async def until(http: httpx.AsyncClient, run: str, name: str, *values: str) -> Any:
    """How a run stands as soon as it has one of these values."""
    async with asyncio.timeout(20):
        while True:
            look = (await http.get(run)).json()
            if look[name] in values:
                return look


@pytest.mark.parametrize(
    ("number", "told", "ends"),
    [(1, True, "success"), (2, False, "success")],
)
async def test_no_message_is_sent_twice_and_every_run_ends(tmp_path: Path, number: int, told: bool, ends: str) -> None:
    agent = OtherAgent([Turn(("Which one?",)), Turn(("I look.", "It is done."), "completed")], holds=(number, told))
    port = free_port()
    async with serving(agent.app) as url:
        agent.url = f"{url}/"
        async with living(tmp_path, port) as (server, http):
            scenario = talker(2).model_dump(mode="json", by_alias=True)
            made = await http.post(
                "/api/scenario/runs", json={"scenario": scenario, "endpoint": agent.url, "alone": True}
            )
            run = f"/api/scenario/runs/{made.json()['run']}"
            await http.post(f"{run}/begin")
            await agent.held.wait()
            if told:
                await until(http, run, "state", "working")
            await server.kill()
        agent.go.set()
        async with living(tmp_path, port) as (server, http):
            look = await until(http, run, "ended", "success", "failure")
            events: list[Any] = (await http.get(f"{run}/events")).json()["events"]
    assert look["ended"] == ends and set(agent.times.values()) == {1}
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    messages = [event for event in events if event["type"] == "agent_message"]
    heard = [event["payload"]["text"] for event in messages if event["author"] == "agent"]
    written = [event["payload"]["text"] for event in messages if event["author"] == "planner"]
    assert written == [one["parts"][0]["text"] for one in agent.got]
    assert heard == (agent.own_words if ends == "success" else [])
