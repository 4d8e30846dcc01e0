"""A look at somebody's agent: what it keeps is said, each promise it breaks is told, and nothing is sent unasked."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from loket.cli.check import WORDS
from loket.core.data import JsonObject
from loket.tools.agents.settings import NEW_PATH, OLD_PATH, AgentSettings
from loket.tools.checking.agent import checks_of
from loket.tools.checking.report import Check
from tests.doors.a2a_citizens import agent
from tests.loopback import Answer, Asked, answering, reply
from tests.serving import ran
from tests.tools.foreign_agent import Way, foreign
from tests.tools.hostile import HEAD, frame, status, streaming, task
from tests.tools.sites import SETTINGS, card_03, invoking, rpc, rpc_error, site

ABLE = {"streaming": True, "pushNotifications": True}
DONE: JsonObject = {"artifacts": [{"artifactId": "a", "parts": [{"kind": "text", "text": "Three boats."}]}]}
ERRORS = {
    "tasks/get": -32001,
    "tasks/cancel": -32001,
    "tasks/resubscribe": -32001,
    "tasks/pushNotificationConfig/get": -32001,
}


def card(url: str, **more: Any) -> JsonObject:
    modes = {"defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]}
    return card_03(url, **{"capabilities": ABLE, **modes, **more})


def last() -> JsonObject:
    return {**status("completed"), "final": True}


def stream() -> Callable[[Asked], Any]:
    return streaming(task("working"), {**last(), "status": {"state": "completed", "message": words("Three boats.")}})


def words(text: str) -> JsonObject:
    parts = [{"kind": "text", "text": text}]
    return {"kind": "message", "role": "agent", "messageId": "m", "parts": parts}


def good(asked: Asked, **other: Any) -> Any:
    """A small agent of 0.3 that keeps its promises, but for what `other` says of a method."""
    if asked.method != "POST":
        return reply(b"", 405)
    try:
        body = asked.json
    except ValueError:
        return reply({"jsonrpc": "2.0", "id": None, "error": {"code": other.get("parse", -32700), "message": "No."}})
    method = body.get("method")
    if method is None:
        return rpc_error(asked, -32600)
    if method in other:
        return other[method](asked)
    if method == "message/send":
        return rpc(asked, task("completed", **DONE))
    if method == "message/stream":
        return stream()(asked)
    id = body["params"].get("id")
    if method == "tasks/get" and id is None:
        return rpc_error(asked, -32602)
    if id == "t1":
        return rpc(asked, task("completed", **DONE)) if method == "tasks/get" else rpc_error(asked, -32002)
    return rpc_error(asked, ERRORS.get(method, -32601))


async def looked_at(url: str, text: str = "", settings: AgentSettings = SETTINGS) -> list[Check]:
    async with invoking(settings) as (_, directory):
        found = await directory.find(url, "local")
        return [check async for check in checks_of(found, directory, text)]


async def broken(answer: Answer, text: str = "", **card_of: Any) -> dict[str, str]:
    """The ids of promises that are not kept, with the sentence."""
    async with site(lambda url: card(url, **card_of), answer) as server:
        made = await looked_at(server.url, text)
    return {check.id: check.text for check in made if check.outcome == "failed"}


async def test_an_agent_that_keeps_its_promises_breaks_none_and_is_sent_nothing() -> None:
    async with site(card, good) as server:
        made = await looked_at(server.url)
        assert [check for check in made if check.outcome == "failed"] == []
        sent = [asked for asked in server.asked if b'"message/' in asked.body]
        assert sent == [] and made[-1].id == "message" and made[-1].outcome == "skipped"
        made = await looked_at(server.url, "Is there a boat?")
        assert [check for check in made if check.outcome == "failed"] == []
        assert sum(b'"message/' in asked.body for asked in server.asked) == 2, "once as an answer, once as a stream"
        said = {check.id: check.text for check in made if check.id.endswith(".words")}
        assert all('"Three boats."' in text for text in said.values()) and len(said) == 2


@pytest.mark.parametrize(
    "method", ["tasks/get", "tasks/cancel", "tasks/resubscribe", "tasks/pushNotificationConfig/get"]
)
async def test_a_wrong_answer_to_a_task_that_does_not_exist_is_told(method: str) -> None:
    found = await broken(lambda asked: good(asked, **{method: lambda asked: rpc(asked, task("completed"))}))
    assert len(found) == 1 and "must be error -32001" in next(iter(found.values()))


async def test_other_wrong_answers_are_told() -> None:
    assert "way.parse" in await broken(lambda asked: good(asked, parse=-32603))
    assert "way.method" in await broken(lambda asked: good(asked, **{"loket/no-such-method": lambda a: rpc(a, {})}))
    assert "way.id" in await broken(lambda asked: good(asked, **{"tasks/get": _of_somebody_else}))
    assert list(await broken(lambda asked: None)) == ["way.reached"]


def _of_somebody_else(asked: Asked) -> bytes:
    return reply({"jsonrpc": "2.0", "id": "other", "error": {"code": -32001, "message": "No."}})


async def test_a_card_that_is_none_of_its_dialect_is_told() -> None:
    found = await broken(good, skills=[{"id": "x", "name": "X"}], defaultInputModes="text")
    assert "skills.0.description" in found["card.shape.0.3"] and "defaultInputModes" in found["card.shape.0.3"]
    async with site(card, good, path=OLD_PATH) as server:
        made = {check.id: check for check in await looked_at(server.url)}
        assert made["card.found"].outcome == "warned" and NEW_PATH in made["card.found"].text
    async with site(None) as server:
        assert [(one.id, one.outcome) for one in await looked_at(server.url)] == [("card.found", "failed")]


async def test_a_card_at_both_paths_is_not_only_for_older_clients(tmp_path: Path) -> None:
    def both(asked: Asked) -> Any:
        return reply(card(here.url)) if asked.target in (NEW_PATH, OLD_PATH) else good(asked)

    async with answering(both) as here:
        for paths in ((NEW_PATH, OLD_PATH), (OLD_PATH, NEW_PATH)):
            made = {check.id: check for check in await looked_at(here.url, settings=replace(SETTINGS, paths=paths))}
            assert made["card.found"].outcome == "passed" and NEW_PATH in made["card.found"].text
        code, said, _ = await ran("check", here.url, "--data", str(tmp_path / "none"))
        assert code == 0 and f"The card is at {here.url}{NEW_PATH}." in said, (
            "a person's look begins where clients look"
        )


async def test_a_card_of_1_0_may_name_a_way_of_0_3_and_clients_of_that_alone_are_thought_of() -> None:
    def newer(url: str) -> JsonObject:
        told = card(url)
        way = {"url": told.pop("url"), "protocolBinding": "JSONRPC", "protocolVersion": "0.3"}
        return {**told, "supportedInterfaces": [way]}

    async with site(newer, good) as server:
        made = {check.id: check for check in await looked_at(server.url)}
    assert made["card.shape.1.0"].outcome == "passed" and made["card.shape.0.3"].outcome == "warned"
    assert "url: Field required" in made["card.shape.0.3"].text and "alone" in made["card.shape.0.3"].text


async def test_a_server_that_hangs_up_after_an_error_has_answered_each_question() -> None:
    async def answers_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if head.startswith(b"GET"):
            writer.write(reply(card(url)))
        else:
            writer.write(reply(b"Oh no.", 500, connection="keep-alive"))
            if b"connection: close" not in head.lower():
                await reader.readuntil(b"\r\n\r\n")  # the next question on this line gets no answer
        writer.close()

    server = await asyncio.start_server(answers_once, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        made = [check for check in await looked_at(url) if check.id.startswith("way.") and check.id != "way.cors"]
    told = [check.text for check in made[1:] if check.id != "way.id"]
    assert len(told) > 5 and all("no JSON-RPC error, HTTP 500" in text for text in told), told


async def test_a_card_that_claims_no_version_breaks_none_and_is_noted() -> None:
    def unversioned(url: str) -> JsonObject:
        return {"name": "Oar", "url": f"{url}/rpc", "capabilities": ["row"], "protocol": "a2a-jsonrpc", "version": "1"}

    async with site(
        unversioned, lambda asked: good(asked, **{"tasks/cancel": lambda a: rpc_error(a, -32601)})
    ) as server:
        made = {check.id: check for check in await looked_at(server.url)}
    assert [check for check in made.values() if check.outcome == "failed"] == []
    assert "tells no version" in made["card.shape.0.3"].text and made["way.cancel"].outcome == "warned"


async def test_an_answer_without_words_is_told_and_one_without_anything_is_broken() -> None:
    nothing = await broken(lambda a: good(a, **{"message/send": lambda a: rpc(a, task("completed", id="t1"))}), "Hello")
    assert "no words" in nothing["message.words"]
    data = [{"artifactId": "a", "parts": [{"kind": "data", "data": {"n": 1}}]}]
    only = await broken(
        lambda a: good(a, **{"message/send": lambda a: rpc(a, task("completed", artifacts=data))}), "Hi"
    )
    assert only == {}, "allowed, and noted"
    shapeless = await broken(
        lambda a: good(a, **{"message/send": lambda a: rpc(a, {"kind": "task", "id": "t1"})}), "Hi"
    )
    assert "status" in shapeless["message.shape"]


async def test_what_is_wrong_with_a_stream_is_told() -> None:
    async def streamed(*frames: JsonObject) -> dict[str, str]:
        return await broken(lambda a: good(a, **{"message/stream": streaming(*frames)}), "Hello")

    assert "`final: true`" in (await streamed(task(), status("completed", "Yes.")))["stream.order"]
    assert "ended while" in (await streamed(task(), status("working", "Wait.")))["stream.order"]
    assert "after the one" in (await streamed(task(), last(), {**last(), "final": False}))["stream.order"]
    assert "more than one" in (await streamed(task(), {**status("completed"), "taskId": "t2"}))["stream.order"]
    assert "kind" in (await streamed({"kind": "weather"}, task(), last()))["stream.shape"]
    assert "without a frame" in (await streamed())["stream.order"]


@pytest.mark.parametrize(("version", "way"), [("1.0", "jsonrpc"), ("1.0", "rest"), ("0.3", "jsonrpc"), ("0.3", "rest")])
async def test_the_server_of_the_protocols_own_library(version: str, way: Way) -> None:
    async with foreign(version, way, streaming=True) as there:
        made = await looked_at(there.url, "direct")
    shapes = {check.id: check.outcome for check in made if "shape" in check.id or check.id == "way.task"}
    assert set(shapes.values()) == {"passed"} and len(shapes) >= 4, made


async def test_our_own_agents_break_nothing(tmp_path: Path) -> None:
    async with agent(tmp_path, key=bytes(32), insecure_webhooks=True) as ours:
        made = await looked_at(ours.url, "hello")
    assert [check for check in made if check.outcome == "failed"] == []
    assert {"stream.order", "message.kept", "message.cancel", "way.version", "way.push"} <= {check.id for check in made}


async def test_the_command_says_it_on_one_page_and_by_its_exit_code(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    async with site(lambda url: card(url, name="<b>Oar</b>\x1b[2J"), good) as server:
        flags = ("--data", str(tmp_path / "none"))
        code, said, complained = await ran("check", server.url, "--send", "Hello", "--page", str(page), *flags)
        assert (code, complained) == (0, "") and "\x1b" not in said
        assert said.rstrip().endswith("0 broken, 1 not tried") and f"0.3 jsonrpc at {server.url}/rpc" in said
        assert "&lt;b&gt;Oar" in (html := page.read_text()) and "<b>" not in html and WORDS["warned"] in html
        code, said, _ = await ran("check", server.url.removeprefix("http://"), "--json", *flags)
        assert (code, json.loads(said)["kept"]) == (0, True)
    async with site(card, lambda asked: reply(b"", 500)) as server:
        code, said, _ = await ran("check", server.url, *flags)
        assert code == 4 and "FAIL" in said


async def test_a_stream_that_breaks_off_is_told() -> None:
    async def cut(asked: Asked) -> Any:
        yield HEAD + frame(asked, task()) + b"data: {"

    found = await broken(lambda a: good(a, **{"message/stream": cut}), "Hello")
    assert "ended while the task is working" in found["stream.order"]
