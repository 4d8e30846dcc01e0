"""Invoking: what is refused before anything is sent, how long work goes on, and what a restart leaves of it."""

import asyncio
import json
from typing import Any

import pytest

from loket.core.data import Json, JsonObject
from loket.core.tool import Tool, ToolFailed
from loket.net.client import shared_client
from loket.schemas import problems
from loket.stores.memory import MemoryStore
from loket.tools.agent_settings import AgentSettings
from loket.tools.agent_tools import agent_tools
from loket.tools.discover import discover_a2a_agent_capabilities
from loket.tools.invoke import invoke_a2a_agent_skill
from loket.tools.search_index import ExampleSearch
from tests.loopback import Asked, answering, never, reply
from tests.tools.hostile import by_method, methods, task
from tests.tools.sites import (
    KEY,
    SETTINGS,
    asking,
    bare_card,
    calls,
    card_03,
    card_10,
    context,
    invoking,
    rpc,
    rpc_error,
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
            "discover_a2a_agent_capabilities": (True, True, False),
            "invoke_a2a_agent_skill": (False, False, False),
            "trust_a2a_agent": (False, True, True),
            "web_search_tool": (True, True, False),
        }
        assert len(agent_tools(client, MemoryStore(), SETTINGS)) == 3
    request = asking("https://oar.example")
    schema = next(tool.spec.input for tool in tools if tool.spec.name == "invoke_a2a_agent_skill")
    assert problems(schema, request) == []
    assert problems(schema, {**request, "parameters": None, "skill_id": None}) == []
    assert problems(schema, {**request, "parameters": [1]})


async def test_long_work_is_told_as_it_goes() -> None:
    states = ["submitted", "working", "working", "completed"]
    told: list[tuple[str, Json]] = []

    def answer(asked: Asked) -> bytes:
        state = states.pop(0)
        message = {"role": "agent", "parts": [{"kind": "text", "text": "Counting the boats."}]}
        return rpc(asked, {**DONE, "status": {"state": state, "message": message}})

    async with site(card_03, answer) as server, invoking() as (tool, _):
        result = await tool.call(
            asking(f"{server.url}/rpc"), context(progress=lambda note, part: told.append((note, part)))
        )
    assert result["status"] == "success"
    assert methods(server.asked) == ["message/send", "tasks/get", "tasks/get", "tasks/get"]
    assert told == [
        ("submitted: Counting the boats.", {"task": "t1", "state": "submitted"}),
        ("working: Counting the boats.", {"task": "t1", "state": "working"}),
    ]


async def test_everything_by_which_a_task_is_found_again_is_noted_before_it_leaves() -> None:
    """The agent itself looks into our Book when the message comes in."""
    book, seen = MemoryStore(), list[Json]()

    async def answer(asked: Asked) -> bytes:
        seen.extend(noted.value for noted in await book.names("local", "a2a/sent/conv/"))
        return rpc(asked, {"task": {**DONE, "contextId": asked.json["params"]["message"]["contextId"]}})

    async with site(card_10, answer) as server, invoking(book=book) as (tool, _):
        await tool.call(asking(f"{server.url}/rpc"), context())
        sent = calls(server)[0].json["params"]["message"]
        assert [(one["message"], one["context"], one["task"]) for one in seen] == [(KEY, sent["contextId"], "")]
        after = await book.names("local", "a2a/sent/conv/")
        assert {one.value["task"] for one in after} == {"t1"}
        await book.erase("conv")
        assert await book.names("local", "a2a/sent/conv/") == []


async def interrupted(card: Any, before: Any, after: Any) -> tuple[Json | ToolFailed, list[str]]:
    """A call whose process dies while the agent works, and what looking it up in the next life gives and asks for."""
    book, known, died = MemoryStore(), asyncio.Event(), [False]

    def answer(asked: Asked) -> Any:
        return (after if died[0] else before)(asked)

    async with site(card, answer) as server:
        async with invoking(book=book) as (tool, _):
            here = context(leaving=lambda: True, progress=lambda note, part: known.set())
            work = asyncio.create_task(tool.call(asking(f"{server.url}/rpc"), here))
            await asyncio.wait_for(known.wait(), 5)
            work.cancel()
            with pytest.raises(asyncio.CancelledError):
                await work
        first, died[0] = len(calls(server)), True
        async with invoking(book=book) as (tool, _):
            try:
                found: Any = await tool.look_up(asking(f"{server.url}/rpc"), context())
            except ToolFailed as failed:
                found = failed
        return found, methods(server.asked)[first:]


async def test_a_task_we_know_is_followed_after_a_restart_and_not_sent_again() -> None:
    found, asked = await interrupted(card_03, lambda asked: rpc(asked, task()), lambda asked: rpc(asked, DONE))
    assert not isinstance(found, ToolFailed)
    assert (found["status"], found["result_data"], asked) == ("success", {"free": 3}, ["tasks/get"])
    assert found["notes"] == ["It was taken up again after a restart."]


async def lost(card: Any, after: Any) -> tuple[Any, list[str]]:
    """What is found of a call of which only the ids that we chose are known."""
    book, sent, arrived = MemoryStore(), list[JsonObject](), asyncio.Event()

    def answer(asked: Asked) -> Any:
        if not sent:
            sent.append(asked.json["params"])
            arrived.set()
            return never(asked)
        return after(asked, sent[0])

    async with site(card, answer) as server:
        async with invoking(book=book) as (tool, _):
            work = asyncio.create_task(tool.call(asking(f"{server.url}/rpc"), context(leaving=lambda: True)))
            await asyncio.wait_for(arrived.wait(), 5)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        async with invoking(book=book) as (tool, _):
            try:
                found: Any = await tool.look_up(asking(f"{server.url}/rpc"), context())
            except ToolFailed as failed:
                found = failed
        return found, methods(server.asked)[1:]


async def test_1_0_finds_its_task_by_the_context_we_chose() -> None:
    def listed(asked: Asked, sent: JsonObject) -> bytes:
        mine = {**DONE, "contextId": sent["message"]["contextId"]}
        return rpc(asked, {"tasks": [{**DONE, "id": "t9", "contextId": "of others"}, mine], "nextPageToken": ""})

    found, asked = await lost(card_10, listed)
    assert (found["task_id"], found["result_data"], asked) == ("t1", {"free": 3}, ["ListTasks"])


async def test_0_1_finds_its_task_by_the_id_we_chose() -> None:
    found, asked = await lost(
        lambda url: {**card_03(url), "protocolVersion": "0.1"},
        lambda asked, sent: rpc(asked, {**DONE, "id": asked.json["params"]["id"]}),
    )
    assert (found["task_id"], found["result_data"], asked) == (KEY, {"free": 3}, ["tasks/get"])


async def test_what_can_not_be_found_is_an_unknown_outcome_and_not_sent_again() -> None:
    found, asked = await lost(card_03, lambda asked, sent: rpc(asked, DONE))
    assert (found.code, asked) == ("unknown_outcome", [])
    for answer in (
        lambda asked, sent: rpc(asked, {"tasks": []}),
        lambda asked, sent: rpc_error(asked, -32601),
        lambda asked, sent: reply(b"", 500),
    ):
        found, asked = await lost(card_10, answer)
        assert (found.code, asked) == ("unknown_outcome", ["ListTasks"])


async def test_what_never_left_is_told_apart_from_what_may_have() -> None:
    async with site(card_03) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.look_up(asking(f"{server.url}/rpc"), context())
        assert (failed.value.code, calls(server)) == ("not_sent", [])


async def test_an_answer_that_is_lost_on_the_way_is_looked_for_at_once() -> None:
    def answer(asked: Asked) -> Any:
        if asked.json["method"] == "SendMessage":
            return None
        return rpc(asked, {"tasks": [{**DONE, "contextId": asked.json["params"]["contextId"]}]})

    async with site(card_10, answer) as server, invoking() as (tool, _):
        result = await tool.call(asking(f"{server.url}/rpc"), context())
    assert (result["result_data"], methods(server.asked)) == ({"free": 3}, ["SendMessage", "ListTasks"])


async def test_a_task_that_takes_longer_is_looked_after_later_without_a_word() -> None:
    left = [True]

    def answer(asked: Asked) -> bytes:
        return rpc(asked, task() if left[0] else DONE)

    async with site(card_03, answer) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context(deadline=0.3))
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


@pytest.mark.parametrize(("leaving", "confirms"), [(False, True), (False, False), (True, True)])
async def test_a_cancelled_call_takes_its_task_back_unless_only_we_leave(leaving: bool, confirms: bool) -> None:
    looked = asyncio.Event()

    def get(asked: Asked) -> bytes:
        looked.set()
        return rpc(asked, task())

    answer = by_method(
        message__send=lambda asked: rpc(asked, task()),
        tasks__get=get,
        tasks__cancel=lambda asked: rpc(asked, task("canceled" if confirms else "working")),
    )
    async with site(card_03, answer) as server, invoking() as (tool, _):
        work = asyncio.create_task(tool.call(asking(f"{server.url}/rpc"), context(leaving=lambda: leaving)))
        await asyncio.wait_for(looked.wait(), 5)
        work.cancel()
        taken_back = confirms and not leaving
        with pytest.raises(ToolFailed if taken_back else asyncio.CancelledError) as ended:
            await work
        assert getattr(ended.value, "code", None) == ("cancelled" if taken_back else None)
    assert ("tasks/cancel" in methods(server.asked)) == (not leaving)


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
