"""Agents that call us: given a webhook when a task takes long, heard, not believed, and asked when they do not call."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import anyio
import pytest
from a2a.compat.v0_3 import a2a_v0_3_pb2 as pb3
from a2a.compat.v0_3 import proto_utils
from a2a.compat.v0_3.types import TaskPushNotificationConfig as Config03
from a2a.types import TaskPushNotificationConfig as Config10
from google.protobuf.json_format import ParseDict

from loket.core.data import Json, JsonObject
from loket.stores.memory import MemoryStore
from loket.tools.agents.rounds import BREATH
from loket.tools.agents.webhooks import Webhooks
from tests.loopback import Asked, Loopback
from tests.tools.foreign_agent import Way, foreign
from tests.tools.hostile import methods, streaming, task
from tests.tools.notifying import KEY, WORKING, Notifying, notify, reachable
from tests.tools.sites import SETTINGS, asking, calls, card_03, card_10, context, invoking, listening, site

NOW = replace(SETTINGS, patience=0)
"""A webhook is given as soon as the task turns out to be at work."""

SOON = 4.0
"""Seconds; without a call the next look comes after five."""


async def breathless(seconds: float) -> None:
    """No breath is taken between two looks; what is longer is waited for."""
    await anyio.sleep(seconds if seconds > BREATH else 0)


def card_01(url: str, **more: Any) -> JsonObject:
    return {**card_03(url, **more), "protocolVersion": "0.1"}


def card_of(version: str) -> Callable[..., JsonObject]:
    """The card of an agent that is called over plain HTTP."""

    def card(url: str, **more: Any) -> JsonObject:
        way = {"url": f"{url}/rpc", "protocolBinding": "HTTP+JSON", "protocolVersion": version}
        return {**card_10(url, **more), "supportedInterfaces": [way]}

    return card


CARDS = {"1.0": card_10, "0.3": card_03, "0.1": card_01, "1.0 rest": card_of("1.0"), "0.3 rest": card_of("0.3")}


def notifying(card: Callable[..., JsonObject], **more: bool) -> Callable[[str], JsonObject]:
    """A card that says that its agent calls webhooks."""
    return lambda url: card(url, capabilities={"pushNotifications": True, **more})


@dataclass
class Waiting:
    """A call that waits for an agent, and what was noted of its progress."""

    server: Loopback
    work: asyncio.Task[Json]
    notes: list[str] = field(default_factory=list[str])

    async def result(self) -> Json:
        """What it gives; TimeoutError when it only found out by itself."""
        return await asyncio.wait_for(self.work, SOON)


@asynccontextmanager
async def waiting(
    agent: Callable[[Asked], Any],
    card: Callable[[str], JsonObject] = notifying(card_10),  # noqa: B008 - a value
    webhooks: Webhooks | None = None,
    book: MemoryStore | None = None,
    pause: Callable[[float], Awaitable[None]] = breathless,
) -> AsyncGenerator[Waiting]:
    """A call as it waits, taken back at the end if it still does; by default the agent can reach us."""
    async with (
        site(card, agent) as server,
        reachable() as ours,
        invoking(NOW, book, webhooks or ours, pause) as (tool, _),
    ):
        notes: list[str] = []
        here = listening(notes.append, 300, leaving=lambda: True)
        work = asyncio.create_task(tool.call(asking(f"{server.url}/rpc"), here))
        try:
            yield Waiting(server, work, notes)
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)


@pytest.mark.parametrize("dialect", CARDS)
async def test_an_agent_is_given_a_webhook_and_its_call_ends_the_wait(dialect: str) -> None:
    agent = Notifying()
    async with waiting(agent, notifying(CARDS[dialect])) as here:
        await agent.until(wished=1, looked=1)
        url, token = agent.webhook()
        agent.done("Three are free.")
        assert await notify(url, token) == 204
        assert (await here.result())["text"] == "Three are free."
    assert here.notes == ["working", "It calls us when there is news."]
    assert token not in url and len(token) == 43


async def test_the_frames_that_give_a_webhook_are_those_of_the_dialect() -> None:
    frames: dict[str, JsonObject] = {}
    for dialect, card in CARDS.items():
        agent = Notifying()
        async with waiting(agent, notifying(card)) as here:
            await agent.until(wished=1)
            frames[dialect] = agent.wished[0]
            (asked,) = [one for one in calls(here.server) if agent.webhook()[1].encode() in one.body]
            assert asked.target == {
                "1.0 rest": "/rpc/tasks/t1/pushNotificationConfigs",
                "0.3 rest": "/rpc/v1/tasks/t1/pushNotificationConfigs",
            }.get(dialect, "/rpc")
    new = [ParseDict(frames[dialect], Config10()) for dialect in ("1.0", "1.0 rest")]
    assert [one.task_id for one in new] == ["t1", ""], "over plain HTTP it stands in the path"
    assert {one.authentication.scheme for one in new} == {"Bearer"}
    boxed = ParseDict(frames["0.3 rest"], pb3.CreateTaskPushNotificationConfigRequest())
    old = [
        Config03.model_validate(frames["0.3"]),
        proto_utils.FromProto.task_push_notification_config_request(boxed),
        Config03.model_validate({"taskId": frames["0.1"]["id"], **frames["0.1"]}),
    ]
    configs = [one.push_notification_config for one in old]
    assert {one.task_id for one in old} == {"t1"}
    assert all(one.authentication and one.authentication.schemes == ["Bearer"] for one in configs)
    for config in (*new, *configs):
        assert config.authentication is not None
        assert config.token == config.authentication.credentials and len(config.token) == 43
        assert config.url.rpartition("/webhooks/a2a/")[2] == (config.id or config.url.rpartition("/")[2])


@pytest.mark.parametrize("version", ["1.0", "0.3"])
@pytest.mark.parametrize("way", ["jsonrpc", "rest"])
async def test_the_librarys_own_server_calls_us(version: str, way: Way) -> None:
    async with (
        foreign(version, way, notifying=True) as agent,
        reachable() as webhooks,
        invoking(NOW, webhooks=webhooks, pause=breathless) as (tool, _),
    ):
        called = asyncio.Event()
        here = context(progress=lambda note, part: called.set() if "calls us" in note else None)
        base = f"{agent.url}/{'rpc' if way == 'jsonrpc' else 'rest'}"
        work = asyncio.create_task(tool.call(asking(base, skill_id="slow"), here))
        await asyncio.wait_for(called.wait(), 10)
        agent.gate.set()
        result = await asyncio.wait_for(work, SOON)
    assert (result["status"], result["text"], len(agent.heard)) == ("success", "Thought.", 1)


async def test_what_a_notification_says_is_not_believed() -> None:
    agent = Notifying()
    async with waiting(agent) as here:
        await agent.until(wished=1, looked=1)
        url, token = agent.webhook()
        lie = {**WORKING, "status": {"state": "completed"}, "artifacts": [{"parts": [{"text": "All sold."}]}]}
        assert await notify(url, token, {"task": lie}) == 204
        await agent.until(looked=2)
        assert not here.work.done()
        agent.done("Three are free.")
        assert await notify(url, token, {"task": {**lie, "status": {"state": "failed"}}}) == 204
        assert (await here.result())["text"] == "Three are free."


@pytest.mark.parametrize("name", ["A2A-Notification-Token", "Authorization"])
async def test_the_token_may_come_in_the_header_an_agent_knows(name: str) -> None:
    agent = Notifying()
    async with waiting(agent) as here:
        await agent.until(wished=1, looked=1)
        url, token = agent.webhook()
        agent.done("ok")
        assert await notify(url, **{name: f"Bearer {token}" if name == "Authorization" else token}) == 204
        assert (await here.result())["text"] == "ok"


async def test_an_agent_that_takes_no_webhook_is_asked_now_and_then() -> None:
    agent, waits = Notifying(refuses=-32003), list[float]()

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    async with waiting(agent, pause=pause) as here:
        await agent.until(wished=1, looked=12)
        token = agent.webhook()[1]
        agent.done("ok")
        result = await here.result()
    assert result["text"] == "ok" and "notes" not in result
    assert here.notes == ["working", "It takes no webhook (failed), so it is asked now and then."]
    assert token not in str(here.notes), "the agent said it again in its refusal"
    assert len(agent.wished) == 1 and waits[11] == 5


async def test_a_token_that_the_agent_says_again_is_taken_out_of_its_answer() -> None:
    agent, book = Notifying(), MemoryStore()
    async with waiting(agent, book=book) as here:
        await agent.until(wished=1, looked=1)
        url, token = agent.webhook()
        working = {"state": "working", "message": {"parts": [{"text": f"Calling with {token}."}]}}
        agent.task = {**WORKING, "status": working}
        await notify(url, token)
        await agent.until(looked=2)
        agent.done(f"You said {token}.")
        await notify(url, token)
        result = await here.result()
    assert result["text"] == "You said [a secret]." and here.notes[-1] == "working: Calling with [a secret]."
    assert token not in str((result, here.notes, [noted.value for noted in await book.names("webhooks", "")]))


async def test_who_does_not_call_or_can_not_reach_us_is_given_none() -> None:
    for card, webhooks in ((notifying(card_10), Webhooks(KEY)), (card_10, None), (notifying(card_03), None)):
        card = (lambda url: card_03(url, capabilities={"pushNotifications": "yes"})) if webhooks is None else card
        agent = Notifying()
        async with waiting(agent, card, webhooks) as here:
            await agent.until(looked=2)
            agent.done("ok")
            assert (await here.result())["text"] == "ok"
        assert (agent.wished, here.notes) == ([], ["working"])


async def test_an_agent_that_forgets_to_call_is_asked_at_much_longer_intervals() -> None:
    agent, waits = Notifying(), list[float]()

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    async with waiting(agent, pause=pause) as here:
        await agent.until(looked=20)
        agent.done("ok")
        assert (await here.result())["text"] == "ok"
    looks = [wait for wait in waits if wait > 1]  # the others are the breath between two looks
    assert looks[:2] == [5, 8] and looks == sorted(looks) and looks[-1] == 60


async def test_a_stream_that_ends_too_soon_is_followed_by_a_webhook() -> None:
    agent = Notifying()

    def answer(asked: Asked) -> Any:
        first = asked.method == "POST" and asked.json["method"] == "message/stream"
        return streaming(task())(asked) if first else agent(asked)

    async with waiting(answer, notifying(card_03, streaming=True)) as here:
        await agent.until(wished=1, looked=1)
        agent.done("ok")
        await notify(*agent.webhook())
        assert (await here.result())["text"] == "ok"
    assert methods(here.server.asked)[:2] == ["message/stream", "tasks/pushNotificationConfig/set"]
    assert "tasks/resubscribe" not in methods(here.server.asked)


async def test_after_a_restart_the_same_webhook_is_heard_and_not_given_again() -> None:
    agent, book = Notifying(), MemoryStore()
    async with site(notifying(card_10), agent) as server:
        async with reachable() as webhooks, invoking(NOW, book, webhooks, breathless) as (tool, _):
            request = asking(f"{server.url}/rpc")
            here = context(leaving=lambda: True)
            work = asyncio.create_task(tool.call(request, here))
            await agent.until(wished=1, looked=1)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        url, token = agent.webhook()
        kept = str([noted.value for noted in await book.names("webhooks", "a2a/")])
        assert url in kept and token not in kept
        port = int(url.split(":")[2].partition("/")[0])
        async with reachable(port=port) as webhooks, invoking(NOW, book, webhooks, breathless) as (tool, _):
            looking = asyncio.create_task(tool.look_up(request, context(remote=here.remote)))
            await agent.until(looked=2)
            agent.done("ok")
            assert await notify(url, token) == 204
            result = await asyncio.wait_for(looking, SOON)
    assert (result["text"], len(agent.wished)) == ("ok", 1)


async def test_with_another_key_or_address_a_webhook_is_given_anew() -> None:
    agent, book, here = Notifying(), MemoryStore(), context(leaving=lambda: True)
    async with site(notifying(card_10), agent) as server:
        request = asking(f"{server.url}/rpc")
        for n, key in enumerate((KEY, b"x" * 32), 1):
            async with reachable(key) as webhooks, invoking(NOW, book, webhooks, breathless) as (tool, _):
                begun = tool.call if n == 1 else tool.look_up
                work = asyncio.create_task(begun(request, here))
                await agent.until(wished=n)
                work.cancel()
                await asyncio.gather(work, return_exceptions=True)
    first, second = (given["token"] for given in agent.wished)
    assert first != second
