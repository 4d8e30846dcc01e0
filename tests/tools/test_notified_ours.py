"""Our own agents as those that call: the outbox of one server wakes a call of another."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext
from tests.doors.a2a_citizens import Agent, agent
from tests.doors.test_a2a_push import OURS
from tests.tools.notifying import reachable
from tests.tools.sites import context, invoking
from tests.tools.test_notified import NOW, SOON


class Noted:
    """What was noted of a call's progress, and the moment a webhook was spoken of."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.spoken = asyncio.Event()

    def __call__(self, note: str, part: Json) -> None:
        self.notes.append(note)
        if "webhook" in note or "calls us" in note:
            self.spoken.set()

    def context(self) -> CallContext:
        return context(progress=self)


def slow(a2a: Agent) -> JsonObject:
    """A request that is at work until its gate is opened."""
    return {"task_base_url": a2a.url, "contextual_query_text": "slow"}


@asynccontextmanager
async def asked(folder: Path, **settings: Any) -> AsyncGenerator[tuple[Agent, Noted, asyncio.Task[Json]]]:
    """A call that waits for an agent of ours, which has no streams."""
    noted = Noted()
    async with (
        agent(folder, streaming=False, wait=0.05, **settings) as a2a,
        reachable() as webhooks,
        invoking(NOW, webhooks=webhooks, pause=anyio.sleep) as (tool, _),
    ):
        work = asyncio.create_task(tool.call(slow(a2a), noted.context()))
        await asyncio.wait_for(noted.spoken.wait(), 10)
        yield a2a, noted, work


async def test_our_outbox_wakes_our_call(tmp_path: Path) -> None:
    async with asked(tmp_path, **OURS) as (a2a, noted, work):
        (hook,) = await a2a.host.store.names("local", "a2a/hook/")
        a2a.tools.gate.set()
        result = await asyncio.wait_for(work, SOON)
        assert (result["status"], result["state"]) == ("success", "completed")
        assert noted.notes[-1] == "It calls us when there is news."
        again = await a2a.call("ListTaskPushNotificationConfigs", {"taskId": result["task_id"]})
        (config,) = again["result"]["configs"]
        assert config["url"] == hook.value["url"] and config["token"] not in str(hook.value)


async def test_one_that_calls_nobody_on_this_machine_is_asked_now_and_then(tmp_path: Path) -> None:
    async with asked(tmp_path, key=OURS["key"]) as (a2a, noted, work):
        assert noted.notes[-1] == "It takes no webhook (failed), so it is asked now and then."
        assert await a2a.host.store.names("local", "a2a/hook/") == []
        a2a.tools.gate.set()
        assert (await asyncio.wait_for(work, 10))["state"] == "completed"
