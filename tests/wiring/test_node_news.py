"""Notifications of an agent of others, with two nodes: they are taken wherever they arrive, and looked at by the node
that has the conversation."""

import asyncio
from pathlib import Path

from tests.nats import nats_server
from tests.tools.hostile import methods
from tests.tools.notifying import Notifying, interrupted, notify
from tests.tools.test_notified_crash import ALLOWED, acted, until
from tests.wiring.test_nodes import node, resumed


async def test_news_that_arrive_at_the_other_node_are_looked_at_and_go_on_when_the_owner_is_killed(
    tmp_path: Path,
) -> None:
    agent = Notifying()
    async with interrupted(agent) as there:
        with nats_server(tmp_path / "nats", "-js") as server:
            env = {**ALLOWED, "LOKET_STORE": server.address}
            async with node(tmp_path / "a", env) as (first, a), node(tmp_path / "b", env) as (second, b):
                made = await a.post("/api/conversations", json={"assistant": "urmston"})
                at = f"/api/conversations/{made.json()['id']}/events"
                await acted(a, at, "connect", url=there.url)
                await until(a, at, "answer")
                boat = {"skill_id": "free_boats", "parameters": {"boat": "single"}}
                await acted(a, at, "invoke", task_base_url=f"{there.url}/rpc", **boat)
                await agent.until(wished=1, looked=1)
                url, token = agent.webhook()
                assert url.startswith(first.url)
                elsewhere = url.replace(first.url, second.url)
                assert await notify(elsewhere, "wrong") == 401
                for _ in range(4):  # by itself it would look after 5 seconds, 8 more, 13 more, and so on
                    looked = agent.looked
                    assert await notify(elsewhere, token) == 204
                    await agent.until(looked=looked + 1)
                await first.kill()
                agent.done("Three are free.")
                assert await notify(elsewhere, token) == 204
                async with asyncio.timeout(20):
                    await resumed(b, at, "Three are free.")
    assert methods(there.asked).count("message/stream") == 1
