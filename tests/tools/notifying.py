"""An agent that works until it is let, and the server of ours that it calls when it is asked to."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from starlette.applications import Starlette

from loket.core.data import JsonObject
from loket.doors.agent_news import AgentNews
from loket.tools.agents.webhooks import Webhooks
from tests.loopback import Asked, Loopback, reply
from tests.servers import free_port, serving
from tests.tools.hostile import streaming, task
from tests.tools.sites import SKILL, card_03, rpc, rpc_error, site

KEY = b"k" * 32
WORKING: JsonObject = {"kind": "task", "id": "t1", "contextId": "c1", "status": {"state": "working"}}
NAMES = {"CreateTaskPushNotificationConfig", "tasks/pushNotificationConfig/set", "tasks/pushNotification/set"}


@dataclass
class Notifying:
    """Answers as an agent of any dialect does. `task` is what it says about its task; `wished` is what it was asked to
    call, `looked` counts how often it was asked after its task, and `refuses` is the code of a refusal."""

    refuses: int | None = None
    task: JsonObject = field(default_factory=lambda: dict(WORKING))
    wished: list[JsonObject] = field(default_factory=list[JsonObject])
    looked: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self, asked: Asked) -> Any:
        if asked.method == "GET":
            return reply(self._looked())
        given = asked.json
        method = given.get("method", "")
        if method in NAMES or asked.target.endswith("/pushNotificationConfigs"):
            params = given["params"] if method else given
            self.wished.append(params)
            self.news.set()
            if self.refuses is not None:
                return rpc_error(asked, self.refuses, f"Not {params}")
            return rpc(asked, params) if method else reply(params)
        if method in ("GetTask", "tasks/get"):
            return rpc(asked, self._looked())
        answer = {"task": self.task} if method == "SendMessage" or asked.target.endswith("message:send") else self.task
        return rpc(asked, answer) if method else reply(answer)

    def _looked(self) -> JsonObject:
        self.looked += 1
        self.news.set()
        return self.task

    async def until(self, wished: int = 0, looked: int = 0) -> None:
        """Returns once it was asked so often."""
        async with asyncio.timeout(10):
            while len(self.wished) < wished or self.looked < looked:
                self.news.clear()
                await self.news.wait()

    def webhook(self) -> tuple[str, str]:
        """The address and the token it was given last, wherever its dialect has them."""
        given = self.wished[-1]
        inner = given.get("config", given).get("pushNotificationConfig", given)
        return inner["url"], inner["token"]

    def done(self, text: str) -> None:
        """From now on it says that its task is done."""
        self.task = {**WORKING, "status": {"state": "completed"}, "artifacts": [{"parts": [{"text": text}]}]}


@asynccontextmanager
async def reachable(key: bytes = KEY, port: int = 0) -> AsyncGenerator[Webhooks]:
    """Webhooks of a server that agents on this machine can call."""
    port = port or free_port()
    webhooks = Webhooks(key, local=f"http://127.0.0.1:{port}")
    async with serving(AgentNews(Starlette(), webhooks), port):
        yield webhooks


async def notify(url: str, token: str = "", body: Any = None, **headers: str) -> int:
    """Posts a notification; the status of its answer."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    given |= {"X-A2A-Notification-Token": token} if token else {}
    async with httpx.AsyncClient(trust_env=False, verify=False) as http:
        return (await http.post(url, json=body if body is not None else WORKING, headers=given)).status_code


@asynccontextmanager
async def interrupted(agent: Notifying) -> AsyncGenerator[Loopback]:
    """This agent behind its card; its streams end while the task is still under way, so that it has to call."""

    def answer(asked: Asked) -> Any:
        begins = asked.method == "POST" and asked.json["method"] == "message/stream"
        return streaming(task())(asked) if begins else agent(asked)

    def card(url: str) -> Any:
        return card_03(url, skills=[SKILL], capabilities={"streaming": True, "pushNotifications": True})

    async with site(card, answer) as there:
        yield there
