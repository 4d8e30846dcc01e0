"""Webhooks: told in order with their token, again when they fail and after a restart, never at an address of ours."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from loket.core.ports import Noted
from loket.doors.a2a.face import OUTBOX, webhooks_wait
from loket.doors.a2a.seal import KEY_BYTES, Seal
from tests.doors.a2a_citizens import Agent, agent
from tests.loopback import Asked, Loopback, answering, reply
from tests.servers import free_port
from tests.serving import serving_here

KEY = b"k" * KEY_BYTES
OURS: Any = {"key": KEY, "insecure_webhooks": True}


@dataclass
class Webhook:
    """A webhook that fails as often as it is told to, and keeps what it was told."""

    failures: int = 0
    told: list[Asked] = field(default_factory=list[Asked])
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self, asked: Asked) -> bytes:
        if self.failures:
            self.failures -= 1
            return reply(status=503)
        self.told.append(asked)
        self.news.set()
        return reply()

    async def until(self, count: int) -> list[Asked]:
        """The first calls that were taken, once there are so many."""
        async with asyncio.timeout(20):
            while len(self.told) < count:
                self.news.clear()
                await self.news.wait()
        return self.told

    async def until_completed(self) -> list[Asked]:
        """All calls that were taken, once one says that the task is completed."""
        async with asyncio.timeout(20):
            while "COMPLETED" not in json.dumps([told.json for told in self.told]):
                self.news.clear()
                await self.news.wait()
        return self.told


@asynccontextmanager
async def hooked(webhook: Webhook) -> AsyncGenerator[Loopback]:
    async with answering(webhook) as there:
        yield there


def config(url: str, **more: Any) -> Any:
    return {"taskPushNotificationConfig": {"url": url, **more}}


async def test_a_webhook_is_told_what_happens_with_its_token_and_credentials(tmp_path: Path) -> None:
    webhook = Webhook()
    async with hooked(webhook) as there, agent(tmp_path, **OURS) as a2a:
        secrets = {"token": "t-1", "authentication": {"scheme": "Bearer", "credentials": "c-1"}}
        task = await a2a.send("hello", "m1", configuration=config(f"{there.url}/hook", **secrets))
        first, second = await webhook.until(2)
        assert first.json["artifactUpdate"]["taskId"] == task["id"]
        assert second.json["statusUpdate"]["status"]["state"] == "TASK_STATE_COMPLETED"
        for told in (first, second):
            assert told.headers["x-a2a-notification-token"] == "t-1"
            assert told.headers["authorization"] == "Bearer c-1"
            assert told.headers["content-type"] == "application/a2a+json"
        assert len({told.headers["x-loket-event"] for told in webhook.told}) == 2
        kept = (await a2a.call("ListTaskPushNotificationConfigs", {"taskId": task["id"]}))["result"]["configs"]
        assert [one["token"] for one in kept] == ["t-1"] and "credentials" not in str(kept)
        await nothing_waits(a2a)
    for secret in (b"t-1", b"c-1"):
        assert secret not in on_disk(tmp_path)


def on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


async def nothing_waits(a2a: Agent) -> None:
    """Returns when every webhook was told everything, or given up."""
    for _ in range(500):
        if not await webhooks_wait(a2a.host.store):
            return
        await a2a.send("hello", "meanwhile")  # gives the worker its turn
    raise AssertionError("something is still to be told")


async def test_a_webhook_of_0_3_is_told_the_whole_task(tmp_path: Path) -> None:
    webhook = Webhook()
    async with hooked(webhook) as there, agent(tmp_path, **OURS) as a2a:
        message = {"kind": "message", "messageId": "m1", "role": "user", "parts": [{"kind": "text", "text": "hello"}]}
        wish = {"pushNotificationConfig": {"url": f"{there.url}/hook", "token": "t-1"}}
        await a2a.call("message/send", {"message": message, "configuration": wish}, version=None)
        told = (await webhook.until(2))[-1]
        assert told.json["kind"] == "task" and told.json["status"]["state"] == "completed"
        assert told.headers["x-a2a-notification-token"] == "t-1"


async def test_a_webhook_that_fails_is_told_again(tmp_path: Path) -> None:
    webhook = Webhook(failures=3)
    async with hooked(webhook) as there, agent(tmp_path, again=(0.01, 0.01, 0.01), **OURS) as a2a:
        await a2a.send("hello", "m1", configuration=config(f"{there.url}/hook"))
        told = await webhook.until(2)
        assert "artifactUpdate" in told[0].json and "statusUpdate" in told[1].json
        assert len(there.asked) == 5


async def test_a_webhook_that_always_fails_is_given_up(tmp_path: Path) -> None:
    webhook = Webhook(failures=1000)
    async with hooked(webhook) as there, agent(tmp_path, again=(0.01, 0.01), **OURS) as a2a:
        await a2a.send("hello", "m1", configuration=config(f"{there.url}/hook"))
        await nothing_waits(a2a)
        assert len(there.asked) == 3
        hooks = await a2a.host.store.names("local", "a2a/hook/")
        assert [noted.value["given_up"] for noted in hooks] == [True]


async def test_a_webhook_that_leads_elsewhere_is_not_followed(tmp_path: Path) -> None:
    elsewhere = Webhook()
    async with hooked(elsewhere) as there:

        def away(asked: Asked) -> bytes:
            return reply(status=307, location=f"{there.url}/hook")

        async with answering(away) as first, agent(tmp_path, again=(0.01,), **OURS) as a2a:
            await a2a.send("hello", "m1", configuration=config(f"{first.url}/hook"))
            await nothing_waits(a2a)
            assert len(first.asked) == 2 and there.asked == []


async def test_what_a_webhook_was_not_told_it_is_told_after_a_restart(tmp_path: Path) -> None:
    webhook = Webhook()
    port = free_port()
    async with hooked(webhook) as there:
        async with agent(tmp_path, port=port, **OURS) as a2a:
            now = {"returnImmediately": True}
            await a2a.send("slow", "m1", configuration={**config(f"{there.url}/hook"), **now})
            assert (await webhook.until(1))[0].json["statusUpdate"]["status"]["state"] == "TASK_STATE_WORKING"
            assert await webhooks_wait(a2a.host.store)
        async with agent(tmp_path, port=port, **OURS) as again:
            again.tools.gate.set()
            await webhook.until_completed()
            await nothing_waits(again)
        events = [told.headers["x-loket-event"] for told in webhook.told]
        kinds = [next(iter(told.json)) for told in webhook.told]
        assert kinds[-2:] == ["artifactUpdate", "statusUpdate"] and len(set(events)) == 3


async def failed_once(a2a: Agent) -> Noted:
    """What stands in the Book of the one webhook once an attempt has failed."""
    for _ in range(500):
        noted = (await a2a.host.store.names("", OUTBOX))[0]
        if noted.value["next"] is not None:
            return noted
        await a2a.send("hello", "meanwhile")  # gives the worker its turn
    raise AssertionError("the webhook was not called")


async def test_the_next_attempt_is_not_sooner_because_of_a_restart(tmp_path: Path) -> None:
    webhook = Webhook(failures=1)
    port = free_port()
    async with hooked(webhook) as there:
        async with agent(tmp_path, port=port, **OURS) as a2a:
            await a2a.send("hello", "m1", configuration=config(f"{there.url}/hook"))
            noted = await failed_once(a2a)
            later = (a2a.host.clock() + timedelta(hours=1)).isoformat()
            await a2a.host.store.note("", noted.name, {**noted.value, "next": later})
        asked = len(there.asked)
        async with agent(tmp_path, port=port, **OURS) as again:
            await again.send("hello", "m2")
            assert len(there.asked) == asked == 1


REFUSED = [
    "http://example.com/hook",
    "ftp://example.com/hook",
    "https://user:secret@example.com/hook",
    "https:///hook",
    "https://127.0.0.1/hook",
    "https://10.1.2.3/hook",
    "https://169.254.169.254/latest",
    "https://[::1]/hook",
    "https://2130706433/hook",
    "https://example.com/" + "x" * 2000,
    "",
]


async def test_addresses_that_may_not_be_called_are_refused_at_once(tmp_path: Path) -> None:
    async with agent(tmp_path, key=KEY, allow=()) as a2a:
        task = await a2a.send("ask", "m1")
        for url in REFUSED:
            hook = {"taskId": task["id"], "url": url}
            refused = await a2a.call("CreateTaskPushNotificationConfig", hook)
            assert refused["error"]["code"] == -32602, url
            refused = await a2a.call("SendMessage", {**message("m2"), "configuration": config(url)})
            assert refused["error"]["code"] == -32602, url
        assert await a2a.host.store.names("", OUTBOX) == []
        assert (await a2a.call("ListTasks", {}))["result"]["totalSize"] == 1


def message(id: str) -> Any:
    return {"message": {"messageId": id, "role": "ROLE_USER", "parts": [{"text": "hello"}]}}


async def test_webhooks_are_kept_changed_listed_and_forgotten_by_their_owner_alone(tmp_path: Path) -> None:
    async with agent(tmp_path, configs=2, **OURS) as a2a:
        task = (await a2a.send("ask", "m1", owner="ann"))["id"]

        async def on(method: str, owner: str = "ann", **params: Any) -> Any:
            return await a2a.call(f"{method}TaskPushNotificationConfig", {"taskId": task, **params}, owner=owner)

        url = "http://127.0.0.1:9/hook"
        assert (await on("Create", url=url))["result"]["id"] == task
        assert (await on("Create", url=url, id="b"))["result"]["id"] == "b"
        assert (await on("Create", url=f"{url}2", id="b"))["result"]["url"] == f"{url}2"
        assert (await on("Create", url=url, id="c"))["error"]["code"] == -32602
        assert (await on("Create", url=url, id="x/y"))["error"]["code"] == -32602
        assert (await on("Get", id="b"))["result"]["url"] == f"{url}2"
        assert (await on("Get", id="nothing"))["error"]["code"] == -32001
        assert (await on("Get", "bob", id="b"))["error"]["code"] == -32001
        assert (await on("Delete", "bob", id="b"))["error"]["code"] == -32001
        listed = await a2a.call("ListTaskPushNotificationConfigs", {"taskId": task}, owner="ann")
        assert sorted(one["id"] for one in listed["result"]["configs"]) == sorted([task, "b"])
        for _ in range(2):
            assert (await on("Delete", id="b"))["result"] is None
        assert (await on("Get", id="b"))["error"]["code"] == -32001
        await a2a.host.erase(task.partition("-")[0])
        assert await a2a.host.store.names("", OUTBOX) == []
        assert await a2a.host.store.names("ann", "a2a/hook/") == []


async def test_without_a_key_no_secret_is_kept(tmp_path: Path) -> None:
    async with agent(tmp_path, insecure_webhooks=True) as a2a:
        hook = config("http://127.0.0.1:9/hook", token="t-1")
        refused = await a2a.send("hello", "m1", configuration=hook)
        assert refused["code"] == -32602 and "no secrets" in refused["message"]


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_a_server_on_the_loopback_calls_webhooks_on_this_machine(tmp_path: Path, name: str) -> None:
    """As everybody's first try of a webhook is one; nobody else reaches such a server."""
    webhook = Webhook()
    message = {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "Hoi"}]}
    async with hooked(webhook) as there, serving_here(tmp_path) as here:

        async def sent(url: str) -> Any:
            params = {"message": message, "configuration": config(url, token="t-1")}
            body = {"jsonrpc": "2.0", "id": "1", "method": "SendMessage", "params": params}
            answer = await here.http.post("/a2a/overheid", json=body, headers={"A2A-Version": "1.0"})
            return answer.json()

        for refused in (f"http://{name}:22/", "http://10.0.0.7/hook", "http://hooks.example/"):
            assert (await sent(refused))["error"]["code"] == -32602
        assert "result" in await sent(f"http://{name}:{there.port}/hook")
        assert (await webhook.until(1))[0].headers["x-a2a-notification-token"] == "t-1"


async def test_a_server_that_others_reach_calls_nobody_on_its_machine(tmp_path: Path) -> None:
    webhook = Webhook()
    token = {"tokens": {"anna": "a-token-of-20-letters"}}
    async with hooked(webhook) as there, serving_here(tmp_path, **token) as here:
        params = {"message": {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "Hoi"}]}}
        body = {"jsonrpc": "2.0", "id": "1", "method": "SendMessage"}
        body |= {"params": {**params, "configuration": config(f"{there.url}/hook")}}
        headers = {"A2A-Version": "1.0", "Authorization": "Bearer a-token-of-20-letters"}
        answer = (await here.http.post("/a2a/overheid", json=body, headers=headers)).json()
        assert (answer["error"]["code"], answer["error"]["message"]) == (-32602, "A webhook has an https address.")


def test_what_is_sealed_is_only_shown_with_its_key() -> None:
    sealed = Seal(KEY).hidden("t-1")
    assert "t-1" not in sealed and Seal(KEY).shown(sealed) == "t-1"
    assert Seal(b"x" * KEY_BYTES).shown(sealed) == "" and Seal(KEY).hidden("") == ""
