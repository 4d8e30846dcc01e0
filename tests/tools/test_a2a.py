"""Calls of remote agents: what goes out, what is known after a timeout, how tasks are followed and taken back."""

import asyncio
from typing import Any

import anyio
import httpx
import pytest

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.doors.capabilities import AgentDoor, agent_app
from loket.net.client import shared_client
from loket.tools.a2a import AgentTool, Dialect
from loket.tools.agents.card import card_of
from tests.loopback import Asked, answering, never, reply
from tests.tools.agent_calls import CONTEXT, DATA, KEY, SPEC, answered, at_once, exchanged, failure, task


async def test_the_request_is_the_missions() -> None:
    async with (
        answering(lambda asked: answered({"status": "ok", "data": DATA})) as server,
        shared_client(allow=["127.0.0.1"]) as client,
    ):
        tool = AgentTool(SPEC, server.url + "/", client)
        assert await tool.call({"inputs": {"jaar": 2024}}, CONTEXT) == DATA
    (asked,) = server.asked
    assert (asked.method, asked.target) == ("POST", "/")
    assert asked.headers["content-type"] == "application/json"
    assert asked.json == {
        "jsonrpc": "2.0",
        "id": KEY,
        "method": "message/send",
        "params": {
            "capability": "explain_toeslagen",
            "message": {
                "kind": "message",
                "messageId": KEY,
                "role": "user",
                "parts": [
                    {
                        "kind": "data",
                        "metadata": {"mimeType": "application/json"},
                        "data": {"inputs": {"jaar": 2024}},
                    }
                ],
            },
        },
    }
    assert (tool.spec.kind, tool.spec.source) == ("a2a", server.url + "/")


async def test_the_standard_dialect_names_no_capability() -> None:
    async with (
        answering(lambda asked: answered(task("completed", data=DATA))) as server,
        shared_client(allow=["127.0.0.1"]) as client,
    ):
        assert await AgentTool(SPEC, server.url, client, "0.3").call({}, CONTEXT) == DATA
    assert "capability" not in server.asked[0].json["params"]
    assert server.asked[0].json["params"]["configuration"]["blocking"] is True


async def test_after_a_timeout_nothing_is_sent_again_and_the_code_says_what_is_known() -> None:
    for spec, code in (
        (SPEC, "timeout"),
        (ToolSpec(name="x", read_only=True), "timeout"),
        (ToolSpec(name="pay"), "unknown_outcome"),
    ):
        failed, asked = await exchanged(never, spec, deadline=0.5)
        assert isinstance(failed, ToolFailed)
        assert (failed.code, len(asked)) == (code, 1)
    assert (await failure(lambda asked: None, ToolSpec(name="pay"))).code == "unknown_outcome"


async def test_a_task_under_way_is_followed_to_its_end() -> None:
    states = ["submitted", "working", "completed"]

    def step(asked: Asked) -> bytes:
        return answered(task(states.pop(0), data=DATA))

    value, asked = await exchanged(step, dialect="0.3")
    assert value == DATA
    assert [one.json["method"] for one in asked] == ["message/send", "tasks/get", "tasks/get"]
    assert asked[1].json["params"] == {"id": "t1"}


async def test_a_task_that_never_ends_meets_the_deadline() -> None:
    def working(asked: Asked) -> bytes:
        return answered(task("working"))

    assert (await failure(working, dialect="0.3", deadline=0.5)).code == "timeout"
    assert (await failure(working, ToolSpec(name="pay"), "0.3", deadline=0.5)).code == "unknown_outcome"
    assert (await failure(lambda asked: answered({"status": {"state": "working"}}))).code == "invalid"


def trouble(*answers: Any) -> Any:
    """An agent that takes a task, answers like this when it is asked after it, and like the last from then on."""
    left = [answered(task("working")), *answers]
    return lambda asked: left.pop(0) if len(left) > 1 else left[0]


ODD = (None, reply(b"", 500), reply(b"", 404), reply(b"<h1>Hello</h1>"), answered([]))


async def test_trouble_in_asking_after_a_task_is_no_outcome_of_it() -> None:
    pay = ToolSpec(name="pay")
    value, asked = await exchanged(trouble(*ODD, answered(task("completed", data=DATA))), pay, "0.3")
    assert (value, [one.json["method"] for one in asked].count("message/send")) == (DATA, 1)
    for odd in ODD:
        assert (await failure(trouble(odd), pay, "0.3", deadline=0.3)).code == "unknown_outcome"
    value, _ = await exchanged(trouble(None, reply(b"", 503), answered(task("completed", data=DATA))), dialect="0.3")
    assert value == DATA, "what passes is waited for where the work may be repeated, too"


@pytest.mark.parametrize(("confirms", "code"), [(True, "cancelled"), (False, None)])
async def test_a_cancelled_call_takes_its_task_back(confirms: bool, code: str | None) -> None:
    asked_once = asyncio.Event()

    def step(asked: Asked) -> bytes:
        if asked.json["method"] == "tasks/cancel":
            return answered(task("canceled" if confirms else "working"))
        if asked.json["method"] == "tasks/get":
            asked_once.set()
        return answered(task("working"))

    async with answering(step) as server, shared_client(allow=["127.0.0.1"]) as client:
        calling = asyncio.create_task(AgentTool(SPEC, server.url, client, "0.3", pause=at_once).call({}, CONTEXT))
        await asyncio.wait_for(asked_once.wait(), 5)
        calling.cancel()
        with pytest.raises(ToolFailed if code else asyncio.CancelledError) as ended:
            await calling
        assert getattr(ended.value, "code", None) == code
        assert server.asked[-1].json["method"] == "tasks/cancel"


async def test_nobody_knows_after_a_crash() -> None:
    async with shared_client() as client:
        with pytest.raises(ToolFailed) as failed:
            await AgentTool(SPEC, "http://127.0.0.1:1/", client).look_up({}, CONTEXT)
    assert failed.value.code == "unknown_outcome"


@pytest.mark.parametrize("dialect", ["capabilities", "0.3"])
async def test_our_own_door_is_called_in_process_in_both_dialects(dialect: Dialect) -> None:
    seen: list[tuple[str, JsonObject, str, str]] = []

    async def ask(capability: str, given: JsonObject, message_id: str, owner: str) -> JsonObject:
        seen.append((capability, given, message_id, owner))
        return {"items": [given]}

    door = AgentDoor("Agent", "", "http://localhost/", ["explain_toeslagen"], "1")
    transport = httpx.ASGITransport(agent_app(door, ask))
    async with httpx.AsyncClient(transport=transport) as client:
        tool = AgentTool(SPEC, "http://agent.local/", client, dialect)
        assert await tool.call({"a": 1}, CONTEXT) == {"items": [{"a": 1}]}
        shown = await client.get("http://agent.local/.well-known/agent-card.json")
        assert card_of(shown.json()).capabilities == ("explain_toeslagen",)
    assert seen == [("explain_toeslagen", {"a": 1}, KEY, "")]  # no login stands before it, so nobody is named


async def test_calls_run_side_by_side_on_one_client() -> None:
    def echo(asked: Asked) -> bytes:
        return reply({"jsonrpc": "2.0", "id": asked.json["id"], "result": {"data": {"id": asked.json["id"]}}})

    got: list[Json] = []
    async with answering(echo) as server, shared_client(allow=["127.0.0.1"]) as client:
        tool = AgentTool(SPEC, server.url, client)

        async def one(key: str) -> None:
            context = CallContext(conversation="c", owner="o", scope="/", call="1", key=key, deadline=5)
            value = await tool.call({}, context)
            assert value == {"id": key}
            got.append(value)

        async with anyio.create_task_group() as group:
            for number in range(30):
                group.start_soon(one, f"k{number}")
    assert len(got) == 30
