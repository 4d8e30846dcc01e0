"""Kill -9 while a task is under way: it goes on, and its followers and webhooks hear the rest."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.doors.a2a_reading import words
from tests.doors.test_a2a_push import Webhook, hooked
from tests.servers import Child, child, free_port

MODULE = "tests.doors.a2a_child"


@asynccontextmanager
async def living(folder: Path, gate: str, port: int) -> AsyncGenerator[tuple[Child, httpx.AsyncClient, str]]:
    """The agent in a process of its own, with a client."""
    async with child(MODULE, str(folder), gate, port=port) as process, httpx.AsyncClient(timeout=20) as http:
        yield process, http, f"http://127.0.0.1:{port}/a2a"


async def called(http: httpx.AsyncClient, url: str, method: str, params: Any) -> Any:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    said = (await http.post(url, json=body, headers={"A2A-Version": "1.0"})).json()
    return said.get("result", said.get("error"))


async def test_a_task_that_was_under_way_when_the_process_was_killed_goes_on(tmp_path: Path) -> None:
    port = free_port()
    webhook = Webhook()
    async with hooked(webhook) as there:
        hook = {"url": f"{there.url}/hook", "token": "t-1"}
        wish = {"returnImmediately": True, "taskPushNotificationConfig": hook}
        sent = {**words("slow", "m1"), "configuration": wish}
        async with living(tmp_path, "shut", port) as (process, http, url):
            task = (await called(http, url, "SendMessage", sent))["task"]
            parked = (await called(http, url, "SendMessage", words("choose", "m2")))["task"]
            told = await webhook.until(1)
            assert told[0].json["statusUpdate"]["status"]["state"] == "TASK_STATE_WORKING"
            await process.kill()
        async with living(tmp_path, "open", port) as (process, http, url):
            told = await webhook.until_completed()
            assert len({one.headers["x-loket-event"] for one in told}) == 3
            assert told[-1].headers["x-a2a-notification-token"] == "t-1"
            after = await called(http, url, "GetTask", {"id": task["id"]})
            assert after["status"]["state"] == "TASK_STATE_COMPLETED" and len(after["artifacts"]) == 1
            again = (await called(http, url, "SendMessage", sent))["task"]
            assert again["id"] == task["id"] and again["artifacts"] == after["artifacts"]
            there_still = await called(http, url, "GetTask", {"id": parked["id"]})
            assert there_still["status"] == parked["status"]
            await process.kill()
        async with living(tmp_path, "open", port) as (_, http, url):
            assert await called(http, url, "GetTask", {"id": task["id"]}) == after
            answer = words("pear", "m3", taskId=parked["id"])
            done = (await called(http, url, "SendMessage", answer))["task"]
            assert done["artifacts"][0]["parts"] == [{"text": "answered b"}]
            listed = await called(http, url, "ListTasks", {})
            assert listed["totalSize"] == 2


async def test_a_follower_of_a_killed_process_hears_the_rest_from_the_next(tmp_path: Path) -> None:
    port = free_port()
    async with living(tmp_path, "shut", port) as (process, http, url):
        events: list[str] = []
        body = {"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage", "params": words("slow", "m1")}
        try:
            async with http.stream("POST", url, json=body, headers={"A2A-Version": "1.0"}) as answer:
                async for line in answer.aiter_lines():
                    events.append(line)
                    if "WORKING" in line:
                        await process.kill()
        except httpx.TransportError:
            pass  # the line is cut, as it is when a process is killed
        seen = [line.removeprefix("id: ") for line in events if line.startswith("id: ")][-1]
        task = events[1].partition('"id":"')[2].partition('"')[0]
    async with living(tmp_path, "open", port) as (_, http, url):
        body = {"jsonrpc": "2.0", "id": 2, "method": "SubscribeToTask", "params": {"id": task}}
        headers = {"A2A-Version": "1.0", "Last-Event-ID": seen}
        rest = (await http.post(url, json=body, headers=headers)).text
        assert "TASK_STATE_WORKING" in rest and rest.count("artifactUpdate") == 1 and "TASK_STATE_COMPLETED" in rest
        ids = [int(line.removeprefix("id: ")) for line in rest.splitlines() if line.startswith("id: ")]
        assert ids == sorted(ids) and ids[0] == int(seen)
