"""Answers of remote agents: how each is unwrapped, and what every failure is called."""

from collections.abc import AsyncIterator

import pytest

from loket.core.data import Json, JsonObject
from loket.core.tool import ToolFailed, ToolSpec
from loket.net.client import shared_client
from loket.tools.a2a import AgentTool, value_of
from loket.tools.agents.reading import RemoteTask
from loket.tools.agents.wire import ANSWER_BYTES
from tests.loopback import Asked, answering, never, reply
from tests.tools.agent_calls import CONTEXT, DATA, KEY, SPEC, answered, exchanged, failure, task

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
    task = RemoteTask()
    assert task.take(result) and value_of(task) == value


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
async def test_what_is_no_good_answer_says_why(result: Json, code: str) -> None:
    failed = await failure(lambda asked: answered(result))
    assert failed.code == code
    assert failed.text


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
        (reply(b"x" * (ANSWER_BYTES + 1)), "too_large"),
        (reply(b"", 302, location="http://127.0.0.1:1/"), "failed"),
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
        assert failed.value.code == "address_refused"
        assert server.asked == []


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
