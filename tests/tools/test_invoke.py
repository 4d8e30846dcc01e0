"""Invoking: what is refused before anything is sent, how long work is told, and what a later look gives."""

import asyncio
import json
from typing import Any

import pytest

from loket.core.data import JsonObject
from loket.core.tool import Tool, ToolFailed
from loket.net.client import shared_client
from loket.schemas import problems
from loket.stores.memory import MemoryStore
from loket.tools.agents.settings import AgentSettings
from loket.tools.agents.toolset import agent_tools
from loket.tools.discover import discover_a2a_agent_capabilities
from loket.tools.invoke import invoke_a2a_agent_skill
from loket.tools.search_index import ExampleSearch
from tests.loopback import Asked, answering, reply
from tests.tools.hostile import methods, task
from tests.tools.sites import (
    SETTINGS,
    asking,
    bare_card,
    calls,
    card_03,
    context,
    invoking,
    listening,
    rpc,
    site,
)

DONE = task("completed", artifacts=[{"artifactId": "a", "parts": [{"kind": "data", "data": {"free": 3}}]}])


async def refused(request: JsonObject, card: Any = bare_card) -> ToolFailed:
    """How a request is refused; nothing was sent."""
    async with site(card) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call({"task_base_url": server.url, **request}, context())
        assert calls(server) == []
    assert failed.value.value["status"] == "error"
    return failed.value


async def test_a_missing_parameter_is_named_and_nothing_is_sent() -> None:
    failed = await refused({"skill_id": "free_boats", "parameters": {}})
    assert (failed.code, failed.text) == ("missing_parameters", "FreeBoats needs boat.")
    assert failed.value["error"]["details"] == {"missing": ["boat"]}
    failed = await refused({"skill_id": "free_boats"})
    assert (failed.code, failed.value["error"]["details"]) == ("missing_parameters", {"missing": ["boat"]})


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"boat": "canoe"}, "boat must be one of"),
        ({"boat": "single", "hours": "two"}, "hours must be of type integer"),
        ({"boat": "single", "hours": 0}, "hours must be at least 1"),
    ],
)
async def test_parameters_that_do_not_fit_are_said_and_nothing_is_sent(parameters: JsonObject, said: str) -> None:
    failed = await refused({"skill_id": "free_boats", "parameters": parameters})
    assert failed.code == "invalid_parameters" and said in failed.text
    assert "canoe" not in failed.text


async def test_an_unknown_skill_and_an_unknown_address_are_said() -> None:
    failed = await refused({"skill_id": "sail", "parameters": {}})
    assert (failed.code, "free_boats" in failed.text) == ("unknown_skill", True)
    async with site(card_03) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as wrong:
            await tool.call(asking(f"{server.url}/elsewhere"), context())
        assert (wrong.value.code, calls(server)) == ("bad_base", [])


async def test_no_card_no_call() -> None:
    async with answering(lambda asked: reply(b"", 404)) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(server.url), context())
        assert (failed.value.code, calls(server)) == ("no_card", [])


async def test_a_schema_that_can_not_be_used_does_not_keep_us_from_asking() -> None:
    odd = {"id": "odd", "name": "Odd", "parameters": {"type": "strange"}}
    async with (
        site(lambda url: bare_card(url, skills=[odd]), lambda asked: reply({**DONE})) as server,
        invoking() as (tool, _),
    ):
        result = await tool.call(asking(server.url, skill_id="odd", parameters={"x": 1}), context())
    assert result["status"] == "success" and "could not be checked" in result["notes"][0]


async def test_the_functions_need_nothing_and_raise_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOKET_ALLOW_PRIVATE", "127.0.0.1")
    async with site(bare_card, lambda asked: reply(DONE)) as server:
        found = await discover_a2a_agent_capabilities(server.url)
        result = await invoke_a2a_agent_skill(asking(found["tasking_base_url"]))
        assert (result["status"], result["result_data"], "error" in result) == ("success", {"free": 3}, False)
        wrong = await invoke_a2a_agent_skill(asking(server.url, parameters={}))
        assert (wrong["status"], wrong["error"]["code"]) == ("error", "missing_parameters")
        odd = await invoke_a2a_agent_skill({"skill_id": 3})
        assert (odd["status"], odd["error"]["code"]) == ("error", "invalid")
    sent = [asked.json["message"]["messageId"] for asked in calls(server)]
    assert len(sent) == 1 and len(sent[0]) == 32


async def test_the_tools_of_a_server_and_what_the_engine_is_told_of_them() -> None:
    async with shared_client() as client:
        tools: tuple[Tool, ...] = agent_tools(client, MemoryStore(), SETTINGS, ExampleSearch())
        assert {
            tool.spec.name: (tool.spec.read_only, tool.spec.idempotent, tool.spec.destructive) for tool in tools
        } == {
            "allow_local_agent": (False, True, True),
            "check_a2a_agent": (True, True, False),
            "discover_a2a_agent_capabilities": (True, True, False),
            "invoke_a2a_agent_skill": (False, False, False),
            "post_to_a2a_agent": (False, False, True),
            "trust_a2a_agent": (False, True, True),
            "web_search_tool": (True, True, False),
        }
        assert len(agent_tools(client, MemoryStore(), SETTINGS)) == 6
    request = asking("https://oar.example")
    schema = next(tool.spec.input for tool in tools if tool.spec.name == "invoke_a2a_agent_skill")
    assert problems(schema, request) == []
    assert problems(schema, {**request, "parameters": None, "skill_id": None}) == []
    assert problems(schema, {**request, "parameters": [1]})


async def test_long_work_is_told_as_it_goes() -> None:
    states = ["submitted", "working", "working", "completed"]
    told: list[str] = []

    def answer(asked: Asked) -> bytes:
        state = states.pop(0)
        message = {"role": "agent", "parts": [{"kind": "text", "text": "Counting the boats."}]}
        return rpc(asked, {**DONE, "status": {"state": state, "message": message}})

    async with site(card_03, answer) as server, invoking() as (tool, _):
        result = await tool.call(asking(f"{server.url}/rpc"), listening(told.append))
    assert result["status"] == "success"
    assert methods(server.asked) == ["message/send", "tasks/get", "tasks/get", "tasks/get"]
    assert told == ["submitted: Counting the boats.", "working: Counting the boats."]


async def test_a_task_that_takes_longer_is_looked_after_later_without_a_word() -> None:
    left = [True]

    def answer(asked: Asked) -> bytes:
        return rpc(asked, task() if left[0] else DONE)

    async with site(card_03, answer) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context(deadline=3))
        assert (failed.value.code, failed.value.value["task_id"]) == ("still_working", "t1")
        first, left[0] = len(calls(server)), False
        look = {"task_base_url": f"{server.url}/rpc", "task_id": "t1"}
        result = await tool.call(look, context(key="another"))
    assert (result["status"], result["result_data"]) == ("success", {"free": 3})
    assert methods(server.asked)[first:] == ["tasks/get"]


async def test_an_agent_without_a_card_is_asked_only_when_the_operator_vouches_for_it() -> None:
    async with site(None, lambda asked: reply(DONE if asked.method == "POST" else b"", 200)) as server:
        async with invoking() as (tool, _):
            with pytest.raises(ToolFailed) as failed:
                await tool.call(asking(server.url), context())
            assert (failed.value.code, calls(server)) == ("no_card", [])
        vouched = AgentSettings(allow_private=("127.0.0.1",), allow=frozenset([server.url]))
        async with invoking(vouched) as (tool, _):
            result = await tool.call(asking(server.url), context())
    assert (result["status"], result["spoken"]) == ("success", "0.1 tasks/send")
    assert result["notes"] == ["It has no card, so the parameters could not be checked."]
    assert [asked.target for asked in calls(server)] == ["/tasks/send"]


async def test_calls_side_by_side_do_not_mix() -> None:
    def answer(asked: Asked) -> bytes:
        data = json.loads(asked.body)["params"]["message"]["parts"][1]["data"]
        parts = [{"kind": "data", "data": data["parameters"]}]
        return rpc(asked, task("completed", asked.json["id"], artifacts=[{"parts": parts}]))

    async with site(card_03, answer) as server, invoking() as (tool, _):
        await tool.call(asking(f"{server.url}/rpc"), context(key="first"))
        requests = [asking(f"{server.url}/rpc", parameters={"boat": "eight", "hours": n}) for n in range(1, 31)]
        results = await asyncio.gather(*(tool.call(r, context(key=f"k{n}")) for n, r in enumerate(requests)))
    assert [one["result_data"]["hours"] for one in results] == list(range(1, 31))
    assert len({one["task_id"] for one in results}) == 30
