"""Kill -9 while a task is under way at another agent: the webhook given before it wakes the next life of the server."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.servers import free_port
from tests.serving import Loket, serving_child
from tests.tools.hostile import methods
from tests.tools.notifying import Notifying, interrupted, notify
from tests.tools.test_agents_in_engine import bytes_of

ALLOWED = {"LOKET_ALLOW_PRIVATE": "127.0.0.1", "LOKET_ASSISTANTS": "loket_demos.urmston.components:bundle"}


@asynccontextmanager
async def living(folder: Path, port: int) -> AsyncGenerator[tuple[Loket, httpx.AsyncClient]]:
    """The server as people start it, with a client."""
    async with (
        serving_child(folder, "--port", str(port), env=ALLOWED) as server,
        httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
    ):
        yield server, http


async def test_a_server_that_was_killed_is_woken_by_the_webhook_it_gave_before(tmp_path: Path) -> None:
    agent, port = Notifying(), free_port()
    async with interrupted(agent) as there:
        async with living(tmp_path, port) as (server, http):
            made = await http.post("/api/conversations", json={"assistant": "urmston"})
            at = f"/api/conversations/{made.json()['id']}/events"
            await acted(http, at, "connect", url=there.url)
            await until(http, at, "answer")
            given = {"task_base_url": f"{there.url}/rpc", "skill_id": "free_boats", "parameters": {"boat": "single"}}
            await acted(http, at, "invoke", **given)
            await agent.until(wished=1, looked=1)
            await server.kill()
        url, token = agent.webhook()
        assert url.startswith(f"http://127.0.0.1:{port}/webhooks/a2a/")
        async with living(tmp_path, port) as (server, http):
            await agent.until(looked=2)
            agent.done("Three are free.")
            assert await notify(url, token) == 204
            async with asyncio.timeout(4):
                await until(http, at, "Three are free.")
            exported = await http.get(f"{at.removesuffix('/events')}/export")
    assert methods(there.asked).count("message/stream") == 1
    assert len(agent.wished) == 1
    secret = token.encode()
    assert b"Three are free." in exported.content and secret not in exported.content
    assert secret not in bytes_of(tmp_path)
    assert token not in "".join((*server.said, *server.complained))


async def acted(http: httpx.AsyncClient, at: str, name: str, **payload: Any) -> None:
    """A click on the page of an agent."""
    event = {"kind": "surface_acted", "surface": "agent", "name": f"agent/{name}", "payload": payload}
    answer = await http.post(at, json=event)
    assert answer.status_code == 200, answer.text


async def until(http: httpx.AsyncClient, at: str, words: str) -> str:
    """All that was streamed up to a record that holds these words."""
    got = ""
    async with asyncio.timeout(20), http.stream("GET", at, headers={"Accept": "text/event-stream"}) as stream:
        async for part in stream.aiter_text():
            got += part
            if words in got:
                break
    return got
