"""Webhooks of a task, with two nodes: given at either, told by the one that has the conversation, and by the other one
from where it was when that one is killed or told to stop; and by a server alone once it is there again."""

import signal
from pathlib import Path
from typing import Any

import httpx

from tests.cli.counter import office
from tests.doors.a2a_reading import words
from tests.doors.test_a2a_crash import called
from tests.doors.test_a2a_push import Webhook, hooked
from tests.nats import nats_server
from tests.wiring.test_nodes import node, shared

NOW = {"returnImmediately": True}


async def asked(http: httpx.AsyncClient, method: str, params: Any) -> Any:
    return await called(http, "/a2a/counter", method, params)


def events(webhook: Webhook) -> list[tuple[int, int]]:
    """What it was told, by record and place in it; the same thing twice is once, as its id says."""
    ids = [told.headers["x-loket-event"].rpartition("/")[2].split(".") for told in webhook.told]
    each = list(dict.fromkeys((int(seq), int(nth)) for seq, nth in ids))
    assert each == sorted(each)
    return each


def kinds(webhook: Webhook) -> list[str]:
    told = {one.headers["x-loket-event"]: next(iter(one.json)) for one in webhook.told}
    return list(told.values())


async def test_a_webhook_given_at_the_other_node_is_told_the_rest_by_it_when_the_owner_is_killed(
    tmp_path: Path,
) -> None:
    webhook = Webhook()
    async with office() as stamps, hooked(webhook) as there:
        with nats_server(tmp_path / "nats", "-js") as server:
            env = shared(stamps, server.address)
            async with node(tmp_path / "a", env) as (first, a), node(tmp_path / "b", env) as (_, b):
                task = (await asked(a, "SendMessage", {**words("one", "m1"), "configuration": NOW}))["task"]
                hook = {"taskId": task["id"], "url": f"{there.url}/hook", "token": "t-1"}
                await stamps.came.wait()
                given = await asked(b, "CreateTaskPushNotificationConfig", hook)
                assert given["token"] == "t-1"
                other = await asked(b, "CreateTaskPushNotificationConfig", {**hook, "id": "gone"})
                await asked(b, "DeleteTaskPushNotificationConfig", {"taskId": task["id"], "id": other["id"]})
                await first.kill()
                told = await webhook.until_completed()
                assert {one.headers["x-a2a-notification-token"] for one in told} == {"t-1"}
                assert kinds(webhook) == ["artifactUpdate", "statusUpdate"] and events(webhook)
                assert "unknown_outcome" in str(told[0].json)
                listed = await asked(b, "ListTaskPushNotificationConfigs", {"taskId": task["id"]})
                assert [one["id"] for one in listed["configs"]] == [task["id"]]


async def test_what_a_killed_node_had_still_to_tell_of_a_task_that_is_done_is_told_by_the_other(
    tmp_path: Path,
) -> None:
    webhook = Webhook(failures=1_000_000)
    async with office() as stamps, hooked(webhook) as there:
        stamps.open.set()
        with nats_server(tmp_path / "nats", "-js") as server:
            env = shared(stamps, server.address)
            async with node(tmp_path / "a", env) as (first, a), node(tmp_path / "b", env) as (_, b):
                wish = {"taskPushNotificationConfig": {"url": f"{there.url}/hook"}}
                task = (await asked(a, "SendMessage", {**words("one", "m1"), "configuration": wish}))["task"]
                assert task["status"]["state"] == "TASK_STATE_COMPLETED"
                while not there.asked:
                    await asked(b, "GetTask", {"id": task["id"]})
                await first.kill()
                webhook.failures = 0
                told = await webhook.until_completed()
                assert kinds(webhook)[-2:] == ["artifactUpdate", "statusUpdate"] and events(webhook)
                assert all(task["id"] in str(one.json) for one in told)


async def test_a_node_that_is_told_to_stop_leaves_what_is_still_to_be_told(tmp_path: Path) -> None:
    webhook = Webhook()
    async with office() as stamps, hooked(webhook) as there:
        with nats_server(tmp_path / "nats", "-js") as server:
            env = {**shared(stamps, server.address), "LOKET_DRAIN": "0.2"}
            async with node(tmp_path / "a", env) as (first, a), node(tmp_path / "b", env):
                wish = {**NOW, "taskPushNotificationConfig": {"url": f"{there.url}/hook"}}
                await asked(a, "SendMessage", {**words("one", "m1"), "configuration": wish})
                await webhook.until(1)
                assert "WORKING" in str(webhook.told[0].json)
                await stamps.came.wait()
                first.send(signal.SIGTERM)
                assert await first.ended() == 0
                await webhook.until_completed()
                assert kinds(webhook) == ["statusUpdate", "artifactUpdate", "statusUpdate"] and events(webhook)


async def test_a_server_alone_that_is_told_to_stop_tells_the_rest_when_it_is_started_again(tmp_path: Path) -> None:
    webhook = Webhook()
    async with office() as stamps, hooked(webhook) as there:
        env = {**stamps.env, "LOKET_DRAIN": "0.2"}
        async with node(tmp_path / "a", env) as (first, a):
            wish = {**NOW, "taskPushNotificationConfig": {"url": f"{there.url}/hook"}}
            await asked(a, "SendMessage", {**words("one", "m1"), "configuration": wish})
            await webhook.until(1)
            await stamps.came.wait()
            first.send(signal.SIGTERM)
            assert await first.ended() == 0
        async with node(tmp_path / "a", env):
            await webhook.until_completed()
        assert kinds(webhook) == ["statusUpdate", "artifactUpdate", "statusUpdate"] and events(webhook)
