"""Remote agents as tools: what goes out, how each answer is unwrapped, and what every failure is called."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import anyio
import httpx
import pytest

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.doors.overheid_a2a import AgentDoor, agent_app
from loket.net.client import shared_client
from loket.tools.a2a import AgentTool, Dialect, value_of
from loket.tools.agent_card import card_of
from tests.loopback import Asked, answering, never, reply

SPEC = ToolSpec(name="explain_toeslagen", idempotent=True)
KEY = "5b1f2c7e-0000-8000-8000-000000000001"
CONTEXT = CallContext(conversation="c", owner="local", scope="/", call="1.a", key=KEY, deadline=5)
DATA = {"items": [{"text": "x"}]}


def answered(result: Any) -> bytes:
    return reply({"jsonrpc": "2.0", "id": KEY, "result": result})


def task(state: str, words: str = "", **more: Any) -> dict[str, Any]:
    message = {"kind": "message", "parts": [{"kind": "text", "text": words}]}
    return {"kind": "task", "id": "t1", "status": {"state": state, "message": message}, **more}


async def exchanged(
    answer: Any, spec: ToolSpec = SPEC, dialect: Dialect = "overheid", deadline: float = 5
) -> tuple[Json | ToolFailed, list[Asked]]:
    """What one call gives or fails with, and what the agent was asked."""
    context = CallContext(conversation="c", owner="o", scope="/", call="1.a", key=KEY, deadline=deadline)
    async with answering(answer) as server, shared_client(allow=["127.0.0.1"]) as client:
        tool: Tool = AgentTool(spec, server.url + "/", client, dialect, pause=at_once)
        try:
            return await tool.call({"a": 1}, context), server.asked
        except ToolFailed as failed:
            return failed, server.asked


async def at_once() -> None:
    await asyncio.sleep(0)


async def failure(answer: Any, spec: ToolSpec = SPEC, dialect: Dialect = "overheid", deadline: float = 5) -> ToolFailed:
    failed, _ = await exchanged(answer, spec, dialect, deadline)
    assert isinstance(failed, ToolFailed)
    return failed


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


DATA_PART = {"kind": "data", "data": DATA}
OTHER = {"kind": "data", "data": {"other": 1}}


@pytest.mark.parametrize(
    ("result", "value"),
    [
        ({"status": "ok", "data": DATA}, DATA),
        ({"status": "ok", "data": {"data": DATA}}, {"data": DATA}),
        ({"status": "ok", "data": []}, []),
        (task("completed", artifacts=[{"parts": [{"kind": "text", "text": "x"}, DATA_PART]}], data=OTHER), DATA),
        (task("completed", artifacts=[{"parts": []}, {"parts": [{"type": "data", "data": DATA}]}]), DATA),
        (task("completed", artifacts=[{"parts": [{"kind": "text", "text": "een"}]}]), {"text": "een"}),
        (task("completed", "klaar"), {"text": "klaar"}),
        (task("completed", artifacts=["x", {"parts": [3, DATA_PART]}]), DATA),
        ({"kind": "message", "parts": [DATA_PART], "data": OTHER}, DATA),
        (
            {"kind": "message", "parts": [{"kind": "text", "text": "a"}, {"kind": "text", "text": "b"}]},
            {"text": "a\n\nb"},
        ),
    ],
)
def test_every_answer_is_unwrapped_once(result: JsonObject, value: Json) -> None:
    assert value_of(result) == value


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (None, "invalid"),
        ([], "invalid"),
        ("ok", "invalid"),
        ({}, "invalid"),
        ({"status": "ok"}, "invalid"),
        ({"kind": "message", "parts": [{"kind": "file"}]}, "invalid"),
        ({"status": "error", "message": "Nee."}, "failed"),
        (task("failed", "Stuk."), "failed"),
        (task("rejected"), "failed"),
        (task("canceled"), "failed"),
        (task("input-required", "Welk jaar?"), "needs_input"),
        (task("auth-required"), "needs_input"),
    ],
)
def test_what_is_no_good_answer_says_why(result: Json, code: str) -> None:
    with pytest.raises(ToolFailed) as failed:
        value_of(result)
    assert failed.value.code == code
    assert failed.value.text


async def test_errors_of_the_agent_are_read_with_any_http_status() -> None:
    error = {"jsonrpc": "2.0", "id": KEY, "error": {"code": -32602, "message": "Onbekend.", "data": {"code": "x"}}}
    for status in (200, 400, 500):
        failed = await failure(lambda asked, status=status: reply(error, status))
        assert (failed.code, failed.text) == ("failed", "Onbekend.")
        assert failed.value == {"code": -32602, "data": {"code": "x"}}


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (reply(b"<h1>502</h1>", 502), "failed"),
        (reply({}, 500), "failed"),
        (reply(b"<h1>hi</h1>"), "not_json"),
        (reply(b'{"jsonrpc":"2.0","result":{"da'), "not_json"),
        (reply(b"[" * 100_000), "not_json"),
        (reply([]), "invalid"),
        (reply({"jsonrpc": "2.0", "id": KEY}), "invalid"),
        (reply({"id": KEY, "result": {"data": 1}}), "invalid"),
        (reply({"jsonrpc": "2.0", "id": "other", "result": {"data": 1}}), "invalid"),
        (reply(b"x" * 1_000_001), "too_large"),
        (reply(b"", 302, location="http://127.0.0.1:1/"), "not_json"),
        (None, "unreachable"),
        (b"garbage\r\n\r\n", "unreachable"),
    ],
)
async def test_odd_answers_have_a_code(answer: bytes | None, code: str) -> None:
    assert (await failure(lambda asked: answer)).code == code


async def test_an_agent_that_is_down_or_refused_is_unreachable() -> None:
    async with answering(never) as server:
        address = server.url
    async with shared_client(allow=["127.0.0.1"]) as client:
        for url in (address, "ftp://127.0.0.1/"):
            with pytest.raises(ToolFailed) as failed:
                await AgentTool(ToolSpec(name="pay"), url, client).call({}, CONTEXT)
            assert failed.value.code == "unreachable"
    async with answering(never) as server, shared_client() as client:
        with pytest.raises(ToolFailed) as failed:
            await AgentTool(SPEC, server.url, client).call({}, CONTEXT)
        assert failed.value.code == "unreachable"
        assert server.asked == []


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


async def test_an_endless_answer_is_cut() -> None:
    async def endless(asked: Asked) -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        while True:
            yield b"8000\r\n" + b"x" * 0x8000 + b"\r\n"

    assert (await failure(endless)).code == "too_large"


async def test_an_answer_that_breaks_its_promise_is_invalid() -> None:
    spec = SPEC.model_copy(update={"output": {"type": "object", "required": ["items"]}})
    assert (await exchanged(lambda asked: answered({"data": DATA}), spec))[0] == DATA
    failed = await failure(lambda asked: answered({"data": {}}), spec)
    assert (failed.code, "/items: is missing" in failed.text) == ("invalid", True)


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

    assert (await failure(working, dialect="0.3", deadline=0.2)).code == "timeout"
    assert (await failure(working, ToolSpec(name="pay"), "0.3", deadline=0.2)).code == "unknown_outcome"
    assert (await failure(lambda asked: answered({"status": {"state": "working"}}))).code == "invalid"


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


@pytest.mark.parametrize("dialect", ["overheid", "0.3"])
async def test_our_own_door_is_called_in_process_in_both_dialects(dialect: Dialect) -> None:
    seen: list[tuple[str, JsonObject, str]] = []

    async def ask(capability: str, given: JsonObject, message_id: str) -> JsonObject:
        seen.append((capability, given, message_id))
        return {"items": [given]}

    door = AgentDoor("Agent", "", "http://localhost/", ["explain_toeslagen"], "1")
    transport = httpx.ASGITransport(agent_app(door, ask))
    async with httpx.AsyncClient(transport=transport) as client:
        tool = AgentTool(SPEC, "http://agent.local/", client, dialect)
        assert await tool.call({"a": 1}, CONTEXT) == {"items": [{"a": 1}]}
        shown = await client.get("http://agent.local/.well-known/agent-card.json")
        assert card_of(shown.json()).capabilities == ("explain_toeslagen",)
    assert seen == [("explain_toeslagen", {"a": 1}, KEY)]


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


def test_cards_of_other_dialects_are_read() -> None:
    assert card_of({"name": "N", "base_url": "http://a/"}).url == "http://a/"
    one = card_of({"name": "N", "supportedInterfaces": [{"url": "http://b/"}], "capabilities": ["x", 3]})
    assert (one.url, one.capabilities) == ("http://b/", ("x",))
    assert card_of({"name": "N", "protocolVersion": "0.3.0"}).protocol == "0.3.0"
