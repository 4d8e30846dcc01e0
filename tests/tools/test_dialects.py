"""What goes out in each dialect, byte for byte, and how its answers, streams and questions are read."""

from typing import Any

import pytest

from loket.core.data import JsonObject
from loket.core.remote import RemoteNotes
from loket.tools.agents.skill import states_no_reading
from loket.tools.agents.skill_tools import found_event
from tests.loopback import Asked, reply
from tests.tools.hostile import streaming
from tests.tools.sites import (
    CARDS,
    FREE,
    KEY,
    asking,
    bare_card,
    calls,
    card_03,
    card_10,
    context,
    done,
    done_10,
    invoking,
    rpc,
    seen,
    site,
)

DATA = {"skill_id": "free_boats", "parameters": {"boat": "single"}}
WORDS = "Is there a single free?"


async def test_the_form_of_the_mission() -> None:
    async with site(bare_card, lambda asked: reply(done())) as server, invoking() as (tool, _):
        result = await tool.call(asking(server.url), context())
    (asked,) = calls(server)
    assert (asked.method, asked.target, asked.headers["content-type"]) == ("POST", "/tasks/send", "application/json")
    assert asked.json == {
        "message": {
            "role": "user",
            "messageId": KEY.replace("-", ""),
            "parts": [
                {"type": "text", "text": WORDS},
                {"type": "data", "mime_type": "application/json", "data": DATA},
            ],
        }
    }
    assert {name: result[name] for name in ("status", "task_id", "state", "result_data", "text")} == {
        "status": "success",
        "task_id": "t1",
        "state": "completed",
        "result_data": FREE,
        "text": "Three.",
    }
    assert result["spoken"] == "0.1 tasks/send" and "error" not in result


async def test_0_1_in_an_envelope_takes_the_id_that_we_chose() -> None:
    def card(url: str) -> JsonObject:
        return {**card_03(url), "protocolVersion": "0.1"}

    async with site(card, lambda asked: rpc(asked, done())) as server, invoking() as (tool, _):
        assert (await tool.call(asking(f"{server.url}/rpc"), context()))["result_data"] == FREE
    assert calls(server)[0].json == {
        "jsonrpc": "2.0",
        "id": KEY,
        "method": "tasks/send",
        "params": {
            "id": KEY,
            "message": {
                "role": "user",
                "parts": [
                    {"type": "text", "text": WORDS},
                    {"type": "data", "mime_type": "application/json", "data": DATA},
                ],
            },
        },
    }


async def test_0_3() -> None:
    async with site(card_03, lambda asked: rpc(asked, done(kind="task"))) as server, invoking() as (tool, _):
        assert (await tool.call(asking(f"{server.url}/rpc"), context()))["result_data"] == FREE
    (asked,) = calls(server)
    assert "a2a-version" not in asked.headers
    assert asked.json == {
        "jsonrpc": "2.0",
        "id": KEY,
        "method": "message/send",
        "params": {
            "message": {
                "kind": "message",
                "messageId": KEY,
                "role": "user",
                "parts": [{"kind": "text", "text": WORDS}, {"kind": "data", "data": DATA}],
            },
            "configuration": {"blocking": False},
        },
    }


async def test_1_0() -> None:
    async with site(card_10, lambda asked: rpc(asked, done_10())) as server, invoking() as (tool, _):
        result = await tool.call(asking(f"{server.url}/rpc"), context())
    assert (result["result_data"], result["context_id"]) == ({"free": 3}, "c1")
    (asked,) = calls(server)
    assert asked.headers["a2a-version"] == "1.0"
    sent = asked.json
    chosen = sent["params"]["message"].pop("contextId")
    assert len(chosen) == 36 and chosen != KEY
    assert sent == {
        "jsonrpc": "2.0",
        "id": KEY,
        "method": "SendMessage",
        "params": {
            "message": {
                "messageId": KEY,
                "role": "ROLE_USER",
                "parts": [{"text": WORDS}, {"data": DATA, "mediaType": "application/json"}],
            },
            "configuration": {"returnImmediately": True},
        },
    }


async def test_a_tenant_of_1_0_stands_in_every_request() -> None:
    def card(url: str) -> JsonObject:
        (way,) = card_10(url)["supportedInterfaces"]
        return {**card_10(url), "supportedInterfaces": [{**way, "tenant": "house"}]}

    def answer(asked: Asked) -> bytes:
        if asked.json["method"] == "SendMessage":
            return rpc(asked, {"task": {"id": "t1", "contextId": "c1", "status": {"state": "TASK_STATE_WORKING"}}})
        return rpc(asked, done_10()["task"])

    async with site(card, answer) as server, invoking() as (tool, _):
        assert (await tool.call(asking(f"{server.url}/rpc"), context()))["result_data"] == FREE
    assert [asked.json["method"] for asked in calls(server)] == ["SendMessage", "GetTask"]
    assert {asked.json["params"]["tenant"] for asked in calls(server)} == {"house"}


@pytest.mark.parametrize(("dialect", "path"), [("0.3", "/rest/v1/message:send"), ("1.0", "/rest/house/message:send")])
async def test_http_and_json_without_an_envelope(dialect: str, path: str) -> None:
    def card(url: str) -> JsonObject:
        if dialect == "0.3":
            return {**card_03(url), "url": f"{url}/rest", "preferredTransport": "HTTP+JSON"}
        way = {"url": f"{url}/rest", "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0", "tenant": "house"}
        return {**card_10(url), "supportedInterfaces": [way]}

    async with site(card, lambda asked: reply(done_10())) as server, invoking() as (tool, _):
        result = await tool.call(asking(f"{server.url}/rest"), context())
    assert result["result_data"] == FREE
    (asked,) = calls(server)
    assert asked.target == path
    parts = asked.json["message"].get("content") or asked.json["message"]["parts"]
    assert parts[0] == {"text": WORDS} and asked.json["message"]["role"] == "ROLE_USER"


@pytest.mark.parametrize(
    ("request_more", "parts"),
    [
        ({"skill_id": None}, 1),
        ({"skill_id": "free_boats", "parameters": None}, 1),
        ({"skill_id": None, "parameters": {"boat": "eight"}}, 1),
        ({}, 2),
    ],
)
async def test_the_data_part_goes_only_with_a_skill_and_parameters(request_more: JsonObject, parts: int) -> None:
    text = "  Words as they\twere given: \u201cé\u201d\n "
    async with site(bare_card, lambda asked: reply(done())) as server, invoking() as (tool, _):
        await tool.call(asking(server.url, contextual_query_text=text, **request_more), context())
    sent = calls(server)[0].json["message"]["parts"]
    assert sent[0] == {"type": "text", "text": text} and len(sent) == parts


async def test_no_parameters_are_parameters_too() -> None:
    free = {"id": "hello", "name": "Hello", "description": "Says hello.", "parameters": {"type": "object"}}
    async with (
        site(lambda url: bare_card(url, skills=[free]), lambda asked: reply(done())) as server,
        invoking() as (tool, _),
    ):
        await tool.call(asking(server.url, skill_id="Hello", parameters={}), context())
    sent = calls(server)[0].json["message"]["parts"]
    assert sent[1]["data"] == {"skill_id": "hello", "parameters": {}}


PLAIN = {"id": "echo", "name": "Echo", "description": "Says it again."}
JSON_TAKEN = {"defaultInputModes": ["text/plain", "application/json; charset=utf-8"]}
WORDS_TAKEN = {"defaultInputModes": ["text/plain"]}


@pytest.mark.parametrize(
    ("card", "skill", "parameters", "text", "data"),
    [
        (WORDS_TAKEN, {}, {}, "Hello.", False),
        (WORDS_TAKEN, {}, {"loud": True, "to": "HELLO", "n": 3}, "Hello. (loud: true, n: 3)", False),
        ({}, {}, {"n": 3}, "Hello. (n: 3)", False),
        (JSON_TAKEN, {}, {}, "Hello.", False),
        (JSON_TAKEN, {}, {"n": 3}, "Hello.", True),
        (JSON_TAKEN, {"inputModes": ["text/plain"]}, {"n": 3}, "Hello. (n: 3)", False),
        (WORDS_TAKEN, {"inputModes": ["application/json"]}, {"n": 3}, "Hello.", True),
        (WORDS_TAKEN, {"parameters": {"type": "object"}}, {}, "Hello.", True),
    ],
)
async def test_data_goes_only_where_the_card_says_that_it_is_taken(
    card: JsonObject, skill: JsonObject, parameters: JsonObject, text: str, data: bool
) -> None:
    """Else the model behind an agent reads it as part of the request, or its server refuses all of it."""
    told = {**card, "skills": [{**PLAIN, **skill}]}
    async with (
        site(lambda url: card_03(url, **told), lambda asked: rpc(asked, done())) as server,
        invoking() as (tool, _),
    ):
        wanted = {"skill_id": "echo", "parameters": parameters, "contextual_query_text": "Hello."}
        await tool.call(asking(f"{server.url}/rpc", **wanted), context())
    first, *more = calls(server)[0].json["params"]["message"]["parts"]
    assert first["text"] == text
    assert more == ([{"kind": "data", "data": {"skill_id": "echo", "parameters": parameters}}] if data else [])


@pytest.mark.parametrize("told", [{"skills": []}, {"skills": None}, {"skills": [], **JSON_TAKEN}])
async def test_an_agent_that_describes_no_skill_is_asked_in_words(told: JsonObject) -> None:
    """As every agent of pydantic-ai is, and one of 1.0 whose empty list went missing on the wire."""
    async with (
        site(lambda url: card_10(url, **told), lambda asked: rpc(asked, done_10())) as server,
        invoking() as (tool, directory),
    ):
        card = await seen(directory, server.url)
        assert [(one["id"], one["name"]) for one in card["available_skills"]] == [("ask", "Oar Club")]
        assert card["warnings"] == ["The card describes no skill; it is asked in words."]
        known: Any = await directory.find(server.url, "local")
        tools = found_event("oar", known, 60, states_no_reading).specs
        assert [one.name for one in tools] == ["oar.ask", "oar.reply"], "also for an assistant that names it"
        for skill in ("ask", None):
            more = {"skill_id": skill, "parameters": {"boat": "single"}, "contextual_query_text": "Is one free?"}
            result: Any = await tool.call(asking(f"{server.url}/rpc", **more), context())
            assert (result["status"], result["text"]) == ("success", "Three.")
    sent = [one.json["params"]["message"]["parts"] for one in calls(server)]
    assert sent == [[{"text": "Is one free? (boat: single)"}], [{"text": "Is one free?"}]]


async def test_0_1_streams_in_its_own_frames() -> None:
    def card(url: str) -> JsonObject:
        return {**card_03(url, capabilities={"streaming": True}), "protocolVersion": "0.1"}

    def piece(text: str, **more: Any) -> JsonObject:
        return {"id": KEY, "artifact": {"parts": [{"type": "text", "text": text}], "index": 0, **more}}

    frames = (
        {"id": KEY, "status": {"state": "working"}, "final": False},
        piece("Three "),
        piece("are free.", append=True, lastChunk=True),
        {"id": KEY, "status": {"state": "completed"}, "final": True},
    )
    async with site(card, streaming(*frames)) as server, invoking() as (tool, _):
        result = await tool.call(asking(f"{server.url}/rpc"), context())
    assert (result["text"], result["task_id"], result["spoken"]) == ("Three are free.", KEY, "0.1 jsonrpc")
    assert [asked.json["method"] for asked in calls(server)] == ["tasks/sendSubscribe"]


@pytest.mark.parametrize("dialect", list(CARDS))
async def test_a_question_comes_back_with_the_task_and_its_answer_goes_there(dialect: str) -> None:
    asks = {"role": "agent", "parts": [{"kind": "text", "type": "text", "text": "For how many hours?"}]}

    def answer(asked: Asked) -> bytes:
        first = len(calls(server)) == 1
        if dialect == "1.0":
            status = {"state": "TASK_STATE_INPUT_REQUIRED", "message": asks}
            told = {"task": {"id": "t1", "contextId": "c1", "status": status}} if first else done_10()
            return rpc(asked, told)
        told = {"id": "t1", "contextId": "c1", "status": {"state": "input-required", "message": asks}}
        return (reply if dialect == "bare" else lambda one: rpc(asked, one))(told if first else done(contextId="c1"))

    async with site(CARDS[dialect], answer) as server, invoking() as (tool, _):
        base, notes = server.url if dialect == "bare" else f"{server.url}/rpc", RemoteNotes()
        first = await tool.call(asking(base), context(remote=notes))
        assert (first["status"], first["task_id"], first["text"]) == ("input_required", "t1", "For how many hours?")
        more = {"task_id": "t1", "contextual_query_text": "Two.", "parameters": {"hours": 2}}
        second = await tool.call(asking(base, **more), context(key=KEY[:-1] + "2", remote=notes))
        assert (second["status"], second["result_data"]) == ("success", FREE)
    sent = calls(server)[1].json
    sent = sent if dialect == "bare" else sent["params"]
    where = (sent.get("id"), sent.get("sessionId")) if dialect == "bare" else None
    where = where or (sent["message"].get("taskId"), sent["message"].get("contextId"))
    assert where == ("t1", "c1")
    assert len(calls(server)) == 2
