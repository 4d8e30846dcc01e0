"""An agent that calls when we had stopped waiting: its news are in the log, and wake whoever follows its tasks."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Literal

import pytest

from loket.core.actions import Action
from loket.core.assistant import AssistantSpec
from loket.core.events import AgentSaid, Decided, Returned, UserSaid
from loket.core.planner import Situation
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.net.client import shared_client
from loket.stores.memory import MemoryStore
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.directory import AgentDirectory
from loket.tools.agents.webhooks import Webhooks
from loket.tools.invoke import NAME, InvokeTool
from loket.wiring.late_news import NEWS, LateNews
from tests.tools.notifying import Notifying, notify, reachable
from tests.tools.sites import asking, card_10, site
from tests.tools.test_agents_in_engine import Planner, events, first, records
from tests.tools.test_notified import NOW, notifying

SHORT = replace(NOW, task_deadline=3)
"""A second and a half is waited for the agent."""


@asynccontextmanager
async def hosting(url: str, follow: Literal["end", "news"], webhooks: Webhooks) -> AsyncGenerator[Host]:
    def decide(situation: Situation) -> Action:
        return first(NAME, asking(f"{url}/rpc"))(situation)

    async with shared_client(SHORT.allow_private) as client, MemoryStore() as store:
        tool = InvokeTool(
            AgentDirectory(client, store, SHORT), Keyring(client, SHORT.secrets), webhooks=webhooks, blobs=store
        )
        spec = AssistantSpec(name="a", title="A", tools=(NAME,), follow=follow)
        async with Host(store, Kit({"a": spec}, {"a": Planner(decide)}, {NAME: tool})) as host:
            late = LateNews(host, tool, webhooks)
            webhooks.unheard = late
            yield host
            await late.close()


async def outlasted(host: Host) -> str:
    """A conversation whose task at the agent goes on when we have waited long enough."""
    conversation = await host.start("ann", "a")
    seq = await host.tell(conversation, UserSaid(text="go"))
    async with asyncio.timeout(10):
        await host.settled(conversation, seq)
    return conversation


@pytest.mark.parametrize("follow", ["end", "news"])
async def test_news_that_come_after_we_gave_up_are_in_the_log(follow: Literal["end", "news"]) -> None:
    agent = Notifying()
    async with (
        site(notifying(card_10), agent) as server,
        reachable() as webhooks,
        hosting(server.url, follow, webhooks) as host,
    ):
        conversation = await outlasted(host)
        (returned,) = await events(host, conversation, Returned)
        assert returned.code == "still_working"
        before = len(await events(host, conversation, Decided))
        await host.put_to_sleep(conversation)
        agent.done("Three are free.")
        url, token = agent.webhook()
        assert await notify(url, "wrong") == 401
        for _ in range(5):
            assert await notify(url, token) == 204
        async with asyncio.timeout(10):
            async for _ in host.follow(conversation, 0, "ann"):
                told = await events(host, conversation, AgentSaid)
                after = len(await events(host, conversation, Decided)) - before
                if told[-1].state == "completed" and after == (follow == "news"):
                    break
        late = [r for r in await records(host, conversation) if isinstance(r.event, AgentSaid)][-1]
        assert isinstance(late.event, AgentSaid)
        assert (late.event.task, late.event.state, late.event.call) == ("t1", "completed", returned.call)
        assert (late.by, late.event.wakes) == ("agent", follow == "news")
        assert [told.state for told in await events(host, conversation, AgentSaid)].count("completed") == 1


async def test_news_of_a_conversation_that_was_erased_are_dropped() -> None:
    agent = Notifying()
    async with (
        site(notifying(card_10), agent) as server,
        reachable() as webhooks,
        hosting(server.url, "news", webhooks) as host,
    ):
        conversation = await outlasted(host)
        looked = agent.looked
        await host.erase(conversation)
        assert await notify(*agent.webhook()) == 204
        await asyncio.gather(*[task for task in asyncio.all_tasks() if "_look" in repr(task.get_coro())])
        assert agent.looked == looked


async def test_news_that_were_taken_before_a_crash_are_looked_at_after_it() -> None:
    agent = Notifying()
    async with (
        site(notifying(card_10), agent) as server,
        reachable() as webhooks,
        hosting(server.url, "news", webhooks) as host,
    ):
        conversation = await outlasted(host)
        agent.done("Three are free.")
        late = webhooks.unheard
        assert isinstance(late, LateNews)
        looked = agent.looked
        await late(agent.webhook()[0].rpartition("/")[2])
        await late.close()
        assert agent.looked == looked, "its look had not begun"
        await late.resume()
        async with asyncio.timeout(10):
            async for _ in host.follow(conversation, 0, "ann"):
                if (await events(host, conversation, AgentSaid))[-1].state == "completed":
                    break
            await asyncio.gather(*[task for task in asyncio.all_tasks() if "_look" in repr(task.get_coro())])
        assert await host.store.names("", NEWS) == []
