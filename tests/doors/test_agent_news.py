"""Notifications as strangers may send them: without the token, of another task, too late, endless, in floods."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx
import pytest

from loket.tools.agents.webhooks import Webhooks
from tests.serving import serving_here
from tests.tools.notifying import KEY, Notifying, notify, reachable
from tests.tools.sites import asking, card_10, context, invoking, site
from tests.tools.test_notified import NOW, notifying, waiting

REFUSED = {"error": {"code": "wrong_token", "text": "This is no notification that was asked for."}}


@asynccontextmanager
async def posting(url: str) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        yield http


async def test_who_does_not_know_the_token_learns_and_does_nothing() -> None:
    agent = Notifying()
    async with waiting(agent):
        await agent.until(wished=1, looked=1)
        url, token = agent.webhook()
        base, _, id = url.rpartition("/")
        near = token[:-1] + ("A" if token[-1] != "A" else "B")
        other = Webhooks(KEY, local="http://127.0.0.1:9").of("http://127.0.0.1:9", "local", "conv", "t2")
        assert other is not None
        answers: set[tuple[int, str, str]] = set()
        async with posting(base) as http:
            for of, given in [
                (id, ""),
                (id, near),
                (id, token + "="),
                (id, "x" * 5000),
                (id, "é".encode("latin-1").decode("latin-1")),
                (id, other.token),
                (other.id, token),
                ("A" * 22, token),
                (id + "x", token),
                (f"{id}/x", token),
                ("", token),
                ("%00%ff", token),
                ("x" * 2000, token),
            ]:
                headers = {"X-A2A-Notification-Token": given.encode("latin-1")} if given else {}
                answer = await http.post(f"/{of}", json={"task": agent.task}, headers=headers)
                kept = {name: value for name, value in answer.headers.items() if name != "date"}
                answers.add((answer.status_code, answer.text, str(sorted(kept.items()))))
            for method in ("GET", "PUT", "DELETE", "HEAD"):
                wrong = await http.request(method, f"/{id}", headers={"X-A2A-Notification-Token": token})
                assert wrong.status_code == 405
        assert len(answers) == 1, "all are answered alike"
        status, body, _ = answers.pop()
        assert (status, json.loads(body)) == (401, REFUSED)
        assert agent.looked == 1
        assert await notify(url, token) == 204
        await agent.until(looked=2)


async def test_the_body_is_not_waited_for_however_long_it_is() -> None:
    agent = Notifying()
    async with waiting(agent) as here:
        await agent.until(wished=1, looked=1)
        url, token = agent.webhook()
        agent.done("ok")
        for given, status in (("wrong", b"401"), (token, b"204")):
            reader, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(url).port)
            head = f"POST {httpx.URL(url).path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A2A-Notification-Token: {given}\r\n"
            writer.write(f"{head}Content-Length: 104857600\r\n\r\n".encode() + b" " * 1000)
            line = await asyncio.wait_for(reader.readline(), 5)
            assert line.split()[1] == status
            writer.close()
        assert (await here.result())["text"] == "ok"


async def test_a_hundred_megabytes_are_dropped_as_they_come() -> None:
    async with reachable() as webhooks, posting("http://127.0.0.1") as http:
        webhook = webhooks.of("http://127.0.0.1:9", "local", "conv", "t1")
        assert webhook is not None
        sent = 0

        async def mountain() -> AsyncGenerator[bytes]:
            nonlocal sent
            for _ in range(1600):
                sent += 65_536
                yield b" " * 65_536

        answer = await http.post(webhook.url, content=mountain(), headers={"A2A-Notification-Token": webhook.token})
        assert answer.status_code == 204
        try:
            wrong = await http.post(webhook.url, content=mountain(), headers={"A2A-Notification-Token": "wrong"})
            assert wrong.status_code == 401
        except httpx.TransportError:
            pass  # the line is closed before so much is sent
        assert sent < 2 * 104_857_600


async def test_a_flood_costs_an_agent_no_more_than_a_look_a_second() -> None:
    agent = Notifying()
    async with waiting(agent, pause=anyio.sleep) as here:
        await agent.until(wished=1, looked=1)
        url, token = agent.webhook()
        begun = anyio.current_time()
        async with posting(url) as http:

            async def flood(given: str, status: int) -> None:
                for _ in range(60):
                    answer = await http.post(url, json={}, headers={"X-A2A-Notification-Token": given})
                    assert answer.status_code == status

            await asyncio.gather(*(flood(token, 204) for _ in range(4)), *(flood("wrong", 401) for _ in range(4)))
        assert agent.looked <= 2 + (anyio.current_time() - begun)
        agent.done("ok")
        await notify(url, token)
        assert (await here.result())["text"] == "ok"


async def test_news_of_a_task_that_is_over_is_taken_and_forgotten() -> None:
    agent = Notifying()
    async with waiting(agent) as here:
        await agent.until(wished=1, looked=1)
        url, token = agent.webhook()
        agent.done("ok")
        await notify(url, token)
        await here.result()
        looked = agent.looked
        assert await notify(url, token) == 204
        assert await notify(url, "wrong") == 401
        assert agent.looked == looked


async def test_each_task_has_a_token_of_its_own() -> None:
    first, second = Notifying(), Notifying()
    second.task = {**second.task, "id": "t2"}
    async with waiting(first) as one, site(notifying(card_10), second) as server, reachable() as ours:
        async with invoking(NOW, webhooks=ours, pause=anyio.sleep) as (tool, _):
            work = asyncio.create_task(tool.call(asking(f"{server.url}/rpc"), context(key="k2", leaving=lambda: True)))
            await first.until(wished=1, looked=1)
            await second.until(wished=1, looked=1)
            (url, token), (other, secret) = first.webhook(), second.webhook()
            assert len({token, secret, url.rpartition("/")[2], other.rpartition("/")[2]}) == 4
            assert await notify(url, secret) == 401 and await notify(other, token) == 401
            assert (first.looked, second.looked) == (1, 1)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        one.work.cancel()


async def test_on_a_server_with_tokens_a_notification_needs_its_own_alone(tmp_path: Path) -> None:
    tokens = {"ann": "a-long-token-of-ann"}
    async with serving_here(tmp_path, tokens=tokens, public_url="https://loket.example/base") as here:
        path = "/webhooks/a2a/" + "A" * 22
        answer = await here.http.post(path, content=b"{}")
        assert (answer.status_code, answer.json()) == (401, REFUSED)
        by_name = await here.http.post(path, headers={"Host": "loket.example"})
        assert by_name.status_code == 401 and by_name.json() == REFUSED
        assert (await here.http.post(path, headers={"Host": "elsewhere.example"})).status_code == 421
        assert (await here.http.post(path, headers={"Origin": "https://elsewhere.example"})).status_code == 403
        assert (await here.http.get("/api/conversations")).json()["error"]["code"] == "no_token"


@pytest.mark.parametrize(
    ("public", "local", "agent", "where"),
    [
        ("https://loket.example/base", "http://127.0.0.1:1", "https://club.example/rpc", "https://loket.example/base"),
        ("https://loket.example", "http://127.0.0.1:1", "http://127.0.0.1:9/rpc", "https://loket.example"),
        (None, "http://127.0.0.1:1", "http://localhost:9/rpc", "http://127.0.0.1:1"),
        (None, "http://[::1]:1", "http://[::1]:9/rpc", "http://[::1]:1"),
        ("http://localhost:1/x", "http://127.0.0.1:1", "http://127.0.0.1:9/rpc", "http://localhost:1/x"),
        ("http://localhost:1/x", "http://127.0.0.1:1", "https://club.example/rpc", None),
        (None, "http://127.0.0.1:1", "https://club.example/rpc", None),
        (None, "http://127.0.0.1:1", "http://10.0.0.5/rpc", None),
        (None, None, "http://127.0.0.1:9/rpc", None),
    ],
)
def test_only_who_can_reach_us_has_an_address(public: str | None, local: str | None, agent: str, where: str) -> None:
    webhook = Webhooks(KEY, public, local).of(agent, "local", "conv", "t1")
    assert (webhook and webhook.url.partition("/webhooks/a2a/")[0]) == where
    assert webhook is None or webhook.token not in repr(webhook)
