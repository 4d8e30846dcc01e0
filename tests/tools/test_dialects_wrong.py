"""Cards that tell the wrong dialect: noticed by a method that is not found, told to the person, and remembered."""

import pytest

from loket.core.data import JsonObject
from loket.core.tool import ToolFailed
from loket.stores.memory import MemoryStore
from tests.loopback import Asked, reply
from tests.tools.sites import (
    FREE,
    KEY,
    asking,
    calls,
    card_03,
    card_10,
    context,
    done,
    done_10,
    invoking,
    paths,
    rpc,
    rpc_error,
    site,
)

SPEAKS = {
    "0.1": ("tasks/send", lambda asked: rpc(asked, done())),
    "0.3": ("message/send", lambda asked: rpc(asked, done(kind="task"))),
    "1.0": ("SendMessage", lambda asked: rpc(asked, done_10())),
}


@pytest.mark.parametrize("told", ["0.1", "0.3", "1.0"])
@pytest.mark.parametrize("spoken", ["0.1", "0.3", "1.0"])
async def test_a_wrong_card_is_noticed_told_and_remembered(told: str, spoken: str) -> None:
    method, good = SPEAKS[spoken]

    def answer(asked: Asked) -> bytes:
        if asked.target != "/rpc":
            return reply(b"", 404)
        return good(asked) if asked.json["method"] == method else rpc_error(asked, -32601, "Method not found")

    def card(url: str) -> JsonObject:
        return card_10(url) if told == "1.0" else {**card_03(url), "protocolVersion": told}

    book = MemoryStore()
    async with site(card, answer) as server, invoking(book=book) as (tool, _):
        result = await tool.call(asking(f"{server.url}/rpc"), context())
        assert (result["result_data"], result["spoken"]) == (FREE, f"{spoken} jsonrpc")
        tries = len(calls(server))
        assert (tries > 1) == ("notes" in result) == (told != spoken)
        if told != spoken:
            assert f"does not know {told} jsonrpc" in result["notes"][0]
            assert result["notes"][-1] == f"It was asked in {spoken} jsonrpc, and will be from now on."
        again = await tool.call(asking(f"{server.url}/rpc"), context(key=KEY[:-1] + "2"))
        assert (again["spoken"], len(calls(server))) == (f"{spoken} jsonrpc", tries + 1)
        assert "notes" not in again
    methods = [asked.json["method"] for asked in calls(server) if asked.target == "/rpc"]
    assert methods.count(method) == 2, "the message that was understood was sent once each time"


async def test_the_form_of_the_mission_behind_a_wrong_card() -> None:
    def answer(asked: Asked) -> bytes:
        return reply(done()) if asked.target == "/tasks/send" else reply(b"<h1>Not here</h1>", 404)

    def card(url: str) -> JsonObject:
        return {**card_03(url), "url": url}

    async with site(card, answer) as server, invoking() as (tool, _):
        result = await tool.call(asking(server.url), context())
    assert (result["spoken"], result["result_data"]) == ("0.1 tasks/send", FREE)
    assert paths(server)[-1] == "/tasks/send"


async def test_a_version_that_is_refused_is_not_spoken() -> None:
    def answer(asked: Asked) -> bytes:
        if asked.json["method"] == "message/send":
            return rpc(asked, done(kind="task"))
        return rpc_error(asked, -32009, "Version not supported")

    async with site(card_10, answer) as server, invoking() as (tool, _):
        assert (await tool.call(asking(f"{server.url}/rpc"), context()))["spoken"] == "0.3 jsonrpc"


async def test_who_speaks_nothing_is_told_so_and_every_try_was_refused() -> None:
    async with site(card_03, lambda asked: reply(b"", 404)) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context())
    assert failed.value.code == "not_spoken"
    assert [asked.target for asked in calls(server)] == ["/rpc", "/rpc", "/rpc", "/rpc/tasks/send"]


@pytest.mark.parametrize("code", [-32602, -32603, -32000, -32001])
async def test_other_errors_are_answers_and_end_the_trying(code: int) -> None:
    async with (
        site(card_03, lambda asked: rpc_error(asked, code, "Not like this.")) as server,
        invoking() as (tool, _),
    ):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context())
    assert (failed.value.code, failed.value.text, len(calls(server))) == ("failed", "Not like this.", 1)


async def test_a_card_with_ways_we_do_not_speak_says_so() -> None:
    def card(url: str) -> JsonObject:
        way = {"url": "agent.example:443", "protocolBinding": "GRPC", "protocolVersion": "1.0"}
        return {**card_10(url), "supportedInterfaces": [way]}

    async with site(card) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(server.url), context())
    assert failed.value.code == "not_spoken" and "GRPC 1.0" in failed.value.text
    assert calls(server) == []


def card_rest_03(url: str) -> JsonObject:
    return card_03(url, preferredTransport="HTTP+JSON")


@pytest.mark.parametrize("bare", [True, False])
async def test_an_error_over_plain_http_is_read_bare_and_in_an_envelope(bare: bool) -> None:
    error = {"code": -32602 if bare else 400, "message": "There is no boat of that name."}
    body = reply(error if bare else {"error": error}, 400)
    async with site(card_rest_03, lambda asked: body) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context())
    assert (failed.value.code, failed.value.text) == ("failed", "There is no boat of that name.")
    assert len(calls(server)) == 1


async def test_a_task_that_is_not_known_over_plain_http_is_no_method_that_is_not_known() -> None:
    body = reply({"code": -32001, "message": "Task not found"}, 404)
    async with site(card_rest_03, lambda asked: body) as server, invoking() as (tool, _):
        with pytest.raises(ToolFailed) as failed:
            await tool.call(asking(f"{server.url}/rpc"), context())
    assert failed.value.text == "Task not found" and len(calls(server)) == 1, "nothing else was tried"
