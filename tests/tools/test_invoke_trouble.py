"""Work that an agent took: trouble in asking after it is no outcome, in this life of the process or the next."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest

from loket.core.data import Json, JsonObject
from loket.core.remote import RemoteNotes
from loket.core.tool import ToolFailed
from loket.tools.agents.settings import AgentSettings
from tests.loopback import Asked, answering, reply
from tests.tools.hostile import task
from tests.tools.sites import CARDS, NEW, asking, context, done, done_10, invoking, rpc, rpc_error

DOWN = "down"


def unknown(asked: Asked) -> bytes:
    """Says that there is no such task, as JSON-RPC does and as plain HTTP does."""
    error = {"code": -32001, "message": "Task not found"}
    return rpc_error(asked, **error) if asked.method == "POST" else reply({"error": error}, 404)


TROUBLE: Mapping[str, Callable[[Asked], bytes | None]] = {
    "404": lambda asked: reply(b"", 404),
    "500": lambda asked: reply(b"", 500),
    "401": lambda asked: reply(b"", 401),
    "-32001": unknown,
    "HTML": lambda asked: reply(b"<h1>Back in a minute</h1>", content_type="text/html"),
    "reset": lambda asked: None,
    DOWN: lambda asked: None,
    "429": lambda asked: reply(b"", 429),
}


@dataclass
class Taking:
    """An agent that takes the work and then has trouble, `lasting` or once; `sent` counts how often it took it."""

    dialect: str
    trouble: str
    lasting: bool
    sent: int = 0
    asked: int = 0
    open: AsyncExitStack = field(default_factory=AsyncExitStack)
    port: int = 0

    async def __aenter__(self) -> str:
        self.port = (await self.open.enter_async_context(answering(self))).port
        return f"http://127.0.0.1:{self.port}"

    async def __aexit__(self, *error: object) -> None:
        await self.open.aclose()

    def __call__(self, asked: Asked) -> bytes | None:
        url = f"http://127.0.0.1:{self.port}"
        if asked.target.startswith("/.well-known/"):
            return reply(CARDS[self.dialect](url)) if asked.target == NEW else reply(b"", 404)
        if asked.method == "POST" and "message" in asked.json.get("params", asked.json):
            self.sent += 1
            return self._body(asked, task())
        self.asked += 1
        if self.lasting or self.asked == 1:
            return TROUBLE[self.trouble](asked)
        return self._body(asked, done_10()["task"] if self.dialect == "1.0" else done())

    def _body(self, asked: Asked, now: JsonObject) -> bytes:
        if self.dialect == "bare":
            return reply(now)
        begins = self.dialect == "1.0" and "message" in asked.json["params"]
        return rpc(asked, {"task": now} if begins else now)

    async def pause(self, seconds: float) -> None:
        """Takes no time, but who is down goes down before the first look, and comes back before the next."""
        if self.trouble == DOWN and self.sent and self.port:
            await self.open.aclose()
            if not self.lasting and self.asked > 0:
                self.trouble = ""
                await self.open.enter_async_context(answering(self, port=self.port))
            self.asked += 1


async def outcome(agent: Taking, crash: bool) -> Json | ToolFailed:
    """What becomes of one call, or of looking it up after the process died while the agent worked."""
    log = RemoteNotes()
    async with agent as url:
        try:
            if crash:
                await interrupted(agent, url, log)
            async with invoking(PATIENT, pause=agent.pause) as (tool, _):
                return await (tool.look_up if crash else tool.call)(asking(url), context(80, remote=log))
        except ToolFailed as failed:
            return failed


PATIENT = AgentSettings(allow_private=("127.0.0.1",), trouble=10)


async def interrupted(agent: Taking, url: str, log: RemoteNotes) -> None:
    """The life in which the message left: it ends once the agent told the id of its task."""
    taken = asyncio.Event()

    async def still(seconds: float) -> None:
        taken.set()
        await asyncio.Event().wait()

    async with invoking(PATIENT, pause=still) as (tool, _):
        work = asyncio.create_task(tool.call(asking(url), context(80, leaving=lambda: True, remote=log)))
        await asyncio.wait_for(taken.wait(), 5)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
    assert (agent.sent, agent.asked) == (1, 0)


@pytest.mark.parametrize("crash", [False, True], ids=["alive", "killed"])
@pytest.mark.parametrize("dialect", CARDS)
@pytest.mark.parametrize("trouble", TROUBLE)
async def test_trouble_that_lasts_is_never_told_as_a_failure(trouble: str, dialect: str, crash: bool) -> None:
    agent = Taking(dialect, trouble, lasting=True)
    ended: Any = await outcome(agent, crash)
    assert isinstance(ended, ToolFailed)
    assert (ended.code, agent.sent) == ("unknown_outcome", 1)
    assert (ended.value["task_id"], ended.value["state"]) == ("t1", "working")
    assert ended.value["error"]["details"]["id"] == "t1"
    assert agent.asked > 5, "it was asked again and again"


@pytest.mark.parametrize("crash", [False, True], ids=["alive", "killed"])
@pytest.mark.parametrize("dialect", CARDS)
@pytest.mark.parametrize("trouble", TROUBLE)
async def test_trouble_that_passes_ends_in_what_the_agent_tells(trouble: str, dialect: str, crash: bool) -> None:
    agent = Taking(dialect, trouble, lasting=False)
    ended: Any = await outcome(agent, crash)
    assert not isinstance(ended, ToolFailed), ended
    assert (ended["status"], ended["state"], agent.sent) == ("success", "completed", 1)
    assert ended["result_data"] == {"free": 3}
