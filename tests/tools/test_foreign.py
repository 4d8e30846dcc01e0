"""Against an agent that is not ours: the A2A library's own server, in both versions, over both of its HTTP bindings."""

import asyncio
from typing import Any

import pytest
from a2a.compat.v0_3 import a2a_v0_3_pb2 as pb
from a2a.compat.v0_3.types import MessageSendParams
from a2a.types import SendMessageRequest
from google.protobuf.json_format import ParseDict

from loket.core.data import JsonObject
from loket.core.tool import ToolFailed
from loket.tools.agents.dialect import Interface
from loket.tools.agents.sending import Outgoing
from loket.tools.discover import discover_a2a_agent_capabilities
from tests.tools.foreign_agent import Foreign, Way, foreign
from tests.tools.sites import SETTINGS, context, invoking, listening

WAYS = [
    (version, way, streaming)
    for version in ("1.0", "0.3")
    for way in ("jsonrpc", "rest")
    for streaming in (False, True)
]


def asking(agent: Foreign, way: Way, skill: str, **more: object) -> dict[str, object]:
    base = f"{agent.url}/{'rpc' if way == 'jsonrpc' else 'rest'}"
    given = {"task_base_url": base, "skill_id": skill, "parameters": {"a": 4, "b": 6}}
    return {**given, "contextual_query_text": "How much is it?", **more}


@pytest.mark.parametrize(("version", "way", "streaming"), WAYS)
async def test_every_way_of_the_librarys_server(version: str, way: Way, streaming: bool) -> None:
    async with foreign(version, way, streaming=streaming) as agent, invoking() as (tool, _):
        card = await discover_a2a_agent_capabilities(agent.url, settings=SETTINGS)
        assert (card["agent_name"], card["spoken"], card["streaming"]) == (
            "Sample agent",
            [f"{version} {way}"],
            streaming,
        )

        added = await tool.call(asking(agent, way, "add"), context(key="k1"))
        assert (added["result_data"], added["text"]) == ({"sum": 10, "half": 5}, "It is 10.")
        direct = await tool.call(asking(agent, way, "direct"), context(key="k2"))
        assert (direct["status"], direct["text"], direct["task_id"]) == ("success", "Directly.", "")
        chunks = await tool.call(asking(agent, way, "chunks"), context(key="k3"))
        assert chunks["text"].replace("\n\n", "") == "one two three"
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(agent, way, "fail"), context(key="k4"))
        assert (failed.value.code, failed.value.text) == ("task_failed", "The book is closed.")

        asked = await tool.call(asking(agent, way, "ask"), context(key="k5"))
        assert (asked["status"], asked["text"]) == ("input_required", "How old is the child?")
        more = {"task_id": asked["task_id"], "skill_id": None, "parameters": None, "contextual_query_text": "Ten."}
        told = await tool.call(asking(agent, way, "ask", **more), context(key="k6"))
        assert (told["status"], told["task_id"]) == ("success", asked["task_id"])
        assert agent.heard[-1].task_id == asked["task_id"] and agent.heard[-1].parts[0].text == "Ten."
    assert [message.parts[0].text for message in agent.heard[:5]] == ["How much is it?"] * 5
    assert len(agent.heard) == 6, "each message came in once"


@pytest.mark.parametrize(("way", "streaming"), [("jsonrpc", False), ("jsonrpc", True), ("rest", False)])
async def test_an_agent_that_refuses_data_is_asked_once_more_in_words(way: Way, streaming: bool) -> None:
    """-32005 says that nothing was done."""
    async with foreign("1.0", way, streaming=streaming, words_only=True) as agent, invoking() as (tool, _):
        asked: Any = await tool.call(asking(agent, way, "add"), context())
        assert (asked["status"], asked["text"]) == ("input_required", "How old is the child?")
        assert asked["notes"] == ["It takes no data, so it was asked in words."]
    (message,) = agent.heard
    assert [part.text for part in message.parts] == ["How much is it? (a: 4, b: 6)"]


@pytest.mark.parametrize("data", [None, {"skill_id": "add", "parameters": {"a": 4, "deep": [{"b": None}]}}])
@pytest.mark.parametrize("task", ["", "t1"])
def test_what_we_send_is_what_the_librarys_types_take(data: JsonObject | None, task: str) -> None:
    message = Outgoing(id="5b1f2c7e-0000-8000-8000-000000000001", text="How much?", data=data, task=task, context="c1")
    new = ParseDict(message.params(Interface("https://a.example", "1.0")), SendMessageRequest())
    assert (new.message.task_id, new.message.context_id, new.message.parts[0].text) == (task, "c1", "How much?")
    old = MessageSendParams.model_validate(message.params(Interface("https://a.example", "0.3")))
    assert (old.message.task_id or "", old.message.context_id, len(old.message.parts)) == (
        task,
        "c1",
        len(new.message.parts),
    )
    rest = ParseDict(message.params(Interface("https://a.example", "0.3", "rest")), pb.SendMessageRequest())
    assert rest.request.task_id == task and rest.request.content[0].text == "How much?"


@pytest.mark.parametrize(("told", "spoken"), [("0.3", "1.0"), ("1.0", "0.3")])
async def test_a_library_server_with_a_wrong_card(told: str, spoken: str) -> None:
    """The 1.0 server with its old dialect on speaks both, so only one of the two cards is really wrong."""
    async with foreign(told, spoken=spoken) as agent, invoking() as (tool, _):
        result = await tool.call(asking(agent, "jsonrpc", "add"), context())
        assert result["result_data"]["sum"] == 10
        assert ("notes" in result) == (told == "0.3")
    assert len(agent.heard) == 1


@pytest.mark.parametrize(("version", "way", "streaming"), WAYS)
async def test_long_work_survives_our_restart(version: str, way: Way, streaming: bool) -> None:
    key = "11111111-2222-8333-8444-555555555555"
    async with foreign(version, way, streaming=streaming) as agent:
        async with invoking() as (tool, _):
            request = asking(agent, way, "slow")
            told = asyncio.Event()
            here = listening(lambda words: told.set(), key=key, leaving=lambda: True)
            work = asyncio.create_task(tool.call(request, here))
            await asyncio.wait_for(told.wait(), 10)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        async with invoking() as (tool, _):
            looking = asyncio.create_task(tool.look_up(request, context(key=key, remote=here.remote)))
            agent.gate.set()
            result = await asyncio.wait_for(looking, 10)
    assert (result["status"], result["text"]) == ("success", "Thought.")
    assert (len(agent.heard), agent.cancelled) == (1, [])


@pytest.mark.parametrize("version", ["1.0", "0.3"])
async def test_work_that_is_cancelled_is_taken_back(version: str) -> None:
    async with foreign(version, streaming=True) as agent, invoking() as (tool, _):
        told = asyncio.Event()
        work = asyncio.create_task(tool.call(asking(agent, "jsonrpc", "slow"), listening(lambda words: told.set())))
        await asyncio.wait_for(told.wait(), 10)
        work.cancel()
        with pytest.raises(ToolFailed) as failed:
            await work
        assert (failed.value.code, len(agent.cancelled)) == ("cancelled", 1)
