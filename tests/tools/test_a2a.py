"""Calls of remote agents: what goes out, what is known after a timeout, how tasks are followed and taken back."""

import asyncio
from dataclasses import replace
from typing import Any

import anyio
import httpx
import pytest

from loket.core.data import Json, JsonObject
from loket.core.remote import RemoteNotes
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.doors.capabilities import AgentDoor, agent_app
from loket.net.client import shared_client
from loket.tools.a2a import AgentTool
from loket.tools.agents.card import card_of
from tests.loopback import Asked, answering, never, reply
from tests.tools.agent_calls import CONTEXT, DATA, KEY, SPEC, answered, exchanged, failure, methods, task
from tests.tools.sites import at_once


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


async def test_after_a_timeout_nothing_is_sent_again_and_the_code_says_what_is_known() -> None:
    for spec, code in (
        (SPEC, "timeout"),
        (ToolSpec(name="x", read_only=True), "timeout"),
        (ToolSpec(name="pay"), "unknown_outcome"),
    ):
        failed, asked = await exchanged(never, spec, deadline=1)
        assert isinstance(failed, ToolFailed)
        assert (failed.code, methods(asked).count("message/send")) == (code, 1)
    assert (await failure(lambda asked: None, ToolSpec(name="pay"))).code == "unknown_outcome"


async def test_a_task_under_way_is_followed_to_its_end() -> None:
    states = ["submitted", "working", "completed"]

    def step(asked: Asked) -> bytes:
        return answered(task(states.pop(0), data=DATA))

    value, asked = await exchanged(step)
    assert value == DATA
    assert methods(asked) == ["message/send", "tasks/get", "tasks/get"]
    assert asked[1].json["params"] == {"id": "t1"}


async def test_a_task_that_never_ends_meets_the_deadline() -> None:
    def working(asked: Asked) -> bytes:
        return answered(task("working"))

    assert (await failure(working, deadline=1)).code == "still_working"
    assert (await failure(working, ToolSpec(name="pay"), deadline=1)).code == "still_working"
    nameless = await failure(lambda asked: answered({"status": {"state": "working"}}))
    assert nameless.code == "unknown_outcome"

    def slow(asked: Asked) -> Any:
        return never(asked) if asked.json["method"] == "tasks/get" else answered(task("working"))

    late = await failure(slow, ToolSpec(name="pay"), deadline=1)
    assert late.code == "still_working", "our time ended the look, and the agent said that it was at work"


def trouble(*answers: Any) -> Any:
    """An agent that takes a task, answers like this when it is asked after it, and like the last from then on."""
    left = [answered(task("working")), *answers]
    return lambda asked: left.pop(0) if len(left) > 1 else left[0]


ODD = (None, reply(b"", 500), reply(b"", 404), reply(b"<h1>Hello</h1>"), answered([]))


async def test_trouble_in_asking_after_a_task_is_no_outcome_of_it() -> None:
    pay = ToolSpec(name="pay")
    value, asked = await exchanged(trouble(*ODD, answered(task("completed", data=DATA))), pay)
    assert (value, methods(asked).count("message/send")) == (DATA, 1)
    for odd in ODD:
        assert (await failure(trouble(odd), pay, deadline=1)).code == "unknown_outcome"
    value, _ = await exchanged(trouble(None, reply(b"", 503), answered(task("completed", data=DATA))))
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
        calling = asyncio.create_task(AgentTool(SPEC, server.url, client, pause=at_once).call({}, CONTEXT))
        await asyncio.wait_for(asked_once.wait(), 5)
        calling.cancel()
        with pytest.raises(ToolFailed if code else asyncio.CancelledError) as ended:
            await calling
        assert getattr(ended.value, "code", None) == code
        assert server.asked[-1].json["method"] == "tasks/cancel"


async def looked_up(remote: RemoteNotes, answer: Any) -> tuple[Json | ToolFailed, list[str]]:
    """What is known of a call after a crash, and what the agent was asked for it."""
    async with answering(answer) as server, shared_client(allow=["127.0.0.1"]) as client:
        tool = AgentTool(ToolSpec(name="pay"), server.url, client, pause=at_once)
        here = [opened.model_copy(update={"address": server.url}) for opened in remote.opened]
        try:
            return await tool.look_up({}, replace(CONTEXT, remote=RemoteNotes(here))), methods(server.asked)
        except ToolFailed as failed:
            return failed, methods(server.asked)


async def test_after_a_crash_it_goes_on_from_what_was_recorded() -> None:
    """Before it left: nothing was sent. Without an id: the message is asked after. With one: the task is."""
    before = RemoteNotes()
    failed, asked = await looked_up(before, never)
    assert isinstance(failed, ToolFailed) and (failed.code, asked) == ("not_sent", [])

    async with answering(lambda asked: answered(task("working"))) as server, shared_client(allow=["127.0.0.1"]) as http:
        tool = AgentTool(ToolSpec(name="pay"), server.url, http, pause=at_once)
        with pytest.raises(ToolFailed, match="still_working"):
            await tool.call({}, replace(CONTEXT, deadline=1, remote=before))
    assert [opened.task for opened in before.opened] == ["", "t1"]
    assert before.opened[0].binding == "capability" and before.opened[0].dialect == "0.3"

    sent = RemoteNotes(before.opened[:1])
    found = answered(task("completed", data=DATA))
    assert await looked_up(sent, lambda asked: found) == (DATA, ["tasks/get"])
    states = [task("working"), task("completed", data=DATA)]
    assert await looked_up(before, lambda asked: answered(states.pop(0))) == (DATA, ["tasks/get"] * 2)
    nobody = reply({"jsonrpc": "2.0", "id": KEY, "error": {"code": -32001, "message": "no such task"}})
    failed, asked = await looked_up(RemoteNotes(before.opened[:1]), lambda asked: nobody)
    assert isinstance(failed, ToolFailed) and (failed.code, asked) == ("unknown_outcome", ["tasks/get"])


async def test_our_own_door_is_called_in_process_and_tells_after_a_crash_what_became_of_a_message() -> None:
    seen: dict[str, JsonObject] = {}
    owners = list[str]()

    async def ask(capability: str, given: JsonObject, message_id: str, owner: str) -> JsonObject:
        owners.append(owner)
        seen[message_id] = {"items": [given], "of": capability}
        return seen[message_id]

    async def look(message_id: str, owner: str) -> JsonObject | None:
        return seen.get(message_id)

    door = AgentDoor("Agent", "", "http://localhost/", ["explain_toeslagen"], "1")
    transport = httpx.ASGITransport(agent_app(door, ask, look))
    async with httpx.AsyncClient(transport=transport) as client:
        tool = AgentTool(SPEC.model_copy(update={"idempotent": False}), "http://agent.local/", client)
        notes = RemoteNotes()
        context = replace(CONTEXT, remote=notes)
        value = {"items": [{"a": 1}], "of": "explain_toeslagen"}
        assert await tool.call({"a": 1}, context) == value == await tool.look_up({"a": 1}, context)
        other = replace(context, key="5b1f2c7e-0000-8000-8000-000000000002", remote=RemoteNotes(notes.opened[:1]))
        with pytest.raises(ToolFailed, match="unknown_outcome"):
            await tool.look_up({"a": 1}, other)
        shown = await client.get("http://agent.local/.well-known/agent-card.json")
        assert card_of(shown.json()).capabilities == ("explain_toeslagen",)
    assert owners == [""]  # no login stands before it, so nobody is named; and it was asked once


async def test_calls_run_side_by_side_on_one_client() -> None:
    def echo(asked: Asked) -> bytes:
        return reply({"jsonrpc": "2.0", "id": asked.json["id"], "result": {"data": {"id": asked.json["id"]}}})

    got: list[Json] = []
    async with answering(echo) as server, shared_client(allow=["127.0.0.1"]) as client:
        tool = AgentTool(SPEC, server.url, client)

        async def call(key: str) -> None:
            context = CallContext(conversation="c", owner="o", scope="/", call="1", key=key, deadline=5)
            value = await tool.call({}, context)
            assert value == {"id": key}
            got.append(value)

        async with anyio.create_task_group() as group:
            for number in range(30):
                group.start_soon(call, f"k{number}")
    assert len(got) == 30
