"""The tools in the real engine: a restart in the middle of long work, a person's word on a card, and what is logged."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from loket.core.actions import Action, Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import FileRef, JsonObject
from loket.core.events import AgentSaid, Answered, CallStarted, FileAdded, Held, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.record import Record, decode
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.net.client import shared_client
from loket.stores.sqlite import SqliteStore
from loket.tools.agents.credentials import Bearer
from loket.tools.agents.settings import AgentSettings
from loket.tools.agents.toolset import agent_tools
from loket.tools.search_index import ExampleSearch
from tests.loopback import Loopback
from tests.tools.foreign_agent import foreign
from tests.tools.hostile import task
from tests.tools.sites import SETTINGS, asking, calls, card_03, rpc, site

TOOLS = ("invoke_a2a_agent_skill", "discover_a2a_agent_capabilities", "trust_a2a_agent", "web_search_tool")
Decide = Callable[[Situation], Action]


class Planner:
    """Does what a function says."""

    def __init__(self, decide: Decide) -> None:
        self._decide = decide

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(reasoning="so it is written", action=self._decide(situation))


def first(tool: str, args: JsonObject) -> Decide:
    """Calls a tool when a person says something, and tells what came of it."""

    def decide(situation: Situation) -> Action:
        event = situation.woke[-1].event
        if isinstance(event, UserSaid):
            return Call(calls=(ToolCall(id="a", tool=tool, args=args),))
        return Say(text=f"{getattr(event, 'code', None)}")

    return decide


@asynccontextmanager
async def hosting(folder: Path, decide: Decide, settings: AgentSettings = SETTINGS) -> AsyncGenerator[Host]:
    """A host over the data of a folder; leaving it is what a stopping server does."""
    async with await SqliteStore.open(folder) as store, shared_client(settings.allow_private) as client:
        tools = {tool.spec.name: tool for tool in agent_tools(client, store, settings, ExampleSearch())}
        kit = Kit({"a": AssistantSpec(name="a", title="A", tools=TOOLS)}, {"a": Planner(decide)}, tools)
        host = Host(store, kit, grace=0.05)
        await host.__aenter__()
        try:
            yield host
        finally:
            await host.close(grace=0)


async def records(host: Host, conversation: str) -> list[Record]:
    return [decode(row.body) for row in await host.store.read(conversation, limit=1000)]


async def events(host: Host, conversation: str, kind: type[Any]) -> list[Any]:
    return [record.event for record in await records(host, conversation) if isinstance(record.event, kind)]


async def test_long_work_goes_on_after_a_restart_and_was_sent_once(tmp_path: Path) -> None:
    async with foreign("1.0", streaming=True) as agent:
        request = asking(f"{agent.url}/rpc", skill_id="slow")
        async with hosting(tmp_path, first(TOOLS[0], request)) as host:
            conversation = await host.start("ann", "a")
            await host.tell(conversation, UserSaid(text="go"))
            async for _ in host.follow(conversation, 0, "ann"):
                if await events(host, conversation, AgentSaid):
                    break
        assert agent.cancelled == [], "a server that stops takes nothing back"
        agent.gate.set()
        async with hosting(tmp_path, first(TOOLS[0], request)) as host:
            async with asyncio.timeout(10):
                await host.settled(conversation, 2)
            (returned,) = await events(host, conversation, Returned)
            assert (returned.ok, returned.value["text"]) == (True, "Thought.")
            (started,) = await events(host, conversation, CallStarted)
    assert [message.message_id for message in agent.heard] == [started.key]


async def test_a_person_agrees_to_another_site_before_it_is_called(tmp_path: Path) -> None:
    """The planner asks for trust; the engine holds that call until a person approves it."""

    async def serve(other: Loopback, server: Loopback) -> None:
        def decide(situation: Situation) -> Action:
            event = situation.woke[-1].event
            if isinstance(event, UserSaid):
                return call("discover_a2a_agent_capabilities", {"target_url": server.url})
            value = event.value if isinstance(event, Returned) and isinstance(event.value, dict) else {}
            if "tasking_base_url" in value or "agreed" in value:
                return call(TOOLS[0], asking(f"{other.url}/rpc"))
            if value.get("error", {}).get("code") == "confirmation_needed":
                given = {"task_base_url": f"{other.url}/rpc", "digest": value["error"]["details"]["digest"]}
                return call("trust_a2a_agent", {**given, "why": [value["error"]["message"]]})
            return Say(text=str(value.get("text")))

        async with hosting(tmp_path, decide) as host:
            conversation = await host.start("ann", "a")
            seq = await host.tell(conversation, UserSaid(text="go"))
            await host.settled(conversation, seq)
            (held,) = [r for r in await records(host, conversation) if isinstance(r.event, Held)]
            assert other.asked == [], "nothing goes there before somebody agreed"
            await host.settled(conversation, await host.tell(conversation, Answered(to=str(held.seq), approve=True)))
            await host.settled(conversation, seq)
            said = (await records(host, conversation))[-1].event
            assert getattr(said, "action", None) == Say(text="ok")

    done = task("completed", artifacts=[{"parts": [{"kind": "text", "text": "ok"}]}])
    async with site(None, lambda asked: rpc(asked, done)) as other, site(lambda url: card_03(other.url)) as server:
        await serve(other, server)
    assert len(calls(other)) == 1


async def test_no_secret_reaches_the_log(tmp_path: Path) -> None:
    done = task("completed", artifacts=[{"parts": [{"kind": "text", "text": "ok"}]}])
    async with site(card_03, lambda asked: rpc(asked, done)) as server:
        settings = AgentSettings(
            allow_private=("127.0.0.1",),
            credentials={server.url: Bearer(secret="club")},
            secrets={"club": "s3cret-token"}.get,
        )
        async with hosting(tmp_path, first(TOOLS[0], asking(f"{server.url}/rpc")), settings) as host:
            conversation = await host.start("ann", "a")
            await host.settled(conversation, await host.tell(conversation, UserSaid(text="go")))
            (returned,) = await events(host, conversation, Returned)
            assert returned.ok
        assert calls(server)[0].headers["authorization"] == "Bearer s3cret-token"
    kept = bytes_of(tmp_path)
    assert b"free_boats" in kept and b"s3cret-token" not in kept


async def test_what_is_wrong_with_the_parameters_is_told_to_the_planner_with_the_result(tmp_path: Path) -> None:
    async with site(card_03) as server:
        request = asking(f"{server.url}/rpc", parameters={})
        async with hosting(tmp_path, first(TOOLS[0], request)) as host:
            conversation = await host.start("ann", "a")
            await host.settled(conversation, await host.tell(conversation, UserSaid(text="go")))
            (returned,) = await events(host, conversation, Returned)
    assert (returned.ok, returned.code) == (False, "missing_parameters")
    assert returned.value["error"]["details"] == {"missing": ["boat"]}
    assert calls(server) == []


async def test_a_search_finds_candidates(tmp_path: Path) -> None:
    async with hosting(tmp_path, first("web_search_tool", {"query": "rowing lessons for beginners"})) as host:
        conversation = await host.start("ann", "a")
        await host.settled(conversation, await host.tell(conversation, UserSaid(text="go")))
        (returned,) = await events(host, conversation, Returned)
    assert returned.value["results"][0]["url"] == "https://oar-anchor.example"


def call(tool: str, args: JsonObject) -> Call:
    return Call(calls=(ToolCall(id="a", tool=tool, args=args),))


def bytes_of(folder: Path) -> bytes:
    """Everything that was written there."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def test_no_file_leaves_because_a_planner_names_it(tmp_path: Path) -> None:
    """Only a tool that hands a call on may send files along: it knows which of them are private."""
    asked: JsonObject = {}
    async with foreign("0.3") as agent, hosting(tmp_path, first(TOOLS[0], asked)) as host:
        conversation = await host.start("ann", "a")
        blob = await host.store.put(conversation, b"what nobody may see", "text/plain")
        ref = FileRef(name="plan.txt", media="text/plain", blob=blob)
        await host.tell(conversation, FileAdded(ref=ref, private=True))
        asked.update(
            asking(f"{agent.url}/rpc", skill_id="ask", parameters={"a": 1}, files=[ref.model_dump(mode="json")])
        )
        await host.settled(conversation, await host.tell(conversation, UserSaid(text="go")))
    assert [[part.WhichOneof("content") for part in message.parts] for message in agent.heard] == [["text", "data"]]
