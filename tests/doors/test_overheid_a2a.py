"""The agents' door, over HTTP in process: the mission's wire, the 0.3 reading of it, and hostile input."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.data import JsonObject
from loket.core.errors import Conflict, TooLarge
from loket.core.tool import ToolFailed
from loket.doors.capabilities import BODY_BYTES, AgentDoor, agent_app

DOOR = AgentDoor(
    name="Toeslagen agent",
    description="Legt uit.",
    url="http://localhost:8010/",
    capabilities=["explain_toeslagen", "explain_more"],
    version="1.2",
)


class Agent:
    """Echoes its input and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, JsonObject, str]] = []

    async def __call__(self, capability: str, given: JsonObject, message_id: str, caller: str) -> JsonObject:
        self.asked.append((capability, given, message_id))
        if isinstance(error := given.get("raise"), str):
            raise {
                "busy": ToolFailed("busy", "Even geduld."),
                "long": TooLarge("too_large", "De brief is te lang."),
                "key": Conflict("key_reused", "Dit bericht was anders."),
                "input": ToolFailed("invalid_date", "De datum klopt niet."),
                "bug": KeyError("x"),
            }[error]
        if given.get("hang"):
            await asyncio.Event().wait()
        return {"items": [given]}

    async def look(self, message_id: str, caller: str) -> JsonObject | None:
        return {"of": message_id, "to": caller} if message_id == "m-1" else None


def client_of(agent: Agent, door: AgentDoor = DOOR, bugs: bool = True) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(agent_app(door, agent, agent.look), raise_app_exceptions=bugs)
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8010")


def request(data: Any = None, **params: Any) -> dict[str, Any]:
    part = {"kind": "data", "metadata": {"mimeType": "application/json"}, "data": {"a": 1} if data is None else data}
    message = {"kind": "message", "messageId": "m-1", "role": "user", "parts": [part]}
    return {"jsonrpc": "2.0", "id": 7, "method": "message/send", "params": {"message": message} | params}


async def posted(body: Any, agent: Agent | None = None, door: AgentDoor = DOOR) -> httpx.Response:
    async with client_of(agent or Agent(), door) as client:
        if isinstance(body, bytes):
            return await client.post("/", content=body)
        return await client.post("/", json=body)


async def error(body: Any, status: int = 200, door: AgentDoor = DOOR) -> dict[str, Any]:
    answer = await posted(body, door=door)
    assert answer.status_code == status
    assert answer.json()["jsonrpc"] == "2.0"
    assert "result" not in answer.json()
    return answer.json()["error"]


@pytest.mark.parametrize("path", ["/.well-known/agent-card.json", "/.well-known/agent.json"])
async def test_the_card_has_the_fields_of_the_contract(path: str) -> None:
    async with client_of(Agent()) as client:
        answer = await client.get(path)
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == {
        "name": "Toeslagen agent",
        "description": "Legt uit.",
        "url": "http://localhost:8010/",
        "capabilities": ["explain_toeslagen", "explain_more"],
        "protocol": "a2a-jsonrpc",
        "version": "1.2",
    }


async def test_a_named_capability_gets_the_answer_of_the_mission() -> None:
    agent = Agent()
    answer = await posted(request(capability="explain_more"), agent)
    assert answer.status_code == 200
    assert answer.json() == {"jsonrpc": "2.0", "id": 7, "result": {"status": "ok", "data": {"items": [{"a": 1}]}}}
    assert agent.asked == [("explain_more", {"a": 1}, "m-1")]


async def test_without_a_capability_the_first_is_used_and_the_answer_is_a_task() -> None:
    agent = Agent()
    first = (await posted(request(), agent)).json()["result"]
    again = (await posted(request(), agent)).json()["result"]
    assert [capability for capability, _, _ in agent.asked] == ["explain_toeslagen"] * 2
    assert first["kind"] == "task"
    assert first["status"]["state"] == "completed"
    assert first["artifacts"][0]["parts"] == [
        {"kind": "data", "metadata": {"mimeType": "application/json"}, "data": {"items": [{"a": 1}]}}
    ]
    assert first["data"] == {"items": [{"a": 1}]}
    assert (first["id"], first["contextId"]) == (again["id"], again["contextId"])
    inside = request()
    inside["params"]["message"]["contextId"] = "ours"
    assert (await posted(inside)).json()["result"]["contextId"] == "ours"


async def test_parts_may_be_named_by_type_and_words_are_input_too() -> None:
    agent = Agent()
    body = request()
    body["params"]["message"]["parts"] = [{"type": "text", "text": "x"}, {"type": "data", "data": {"b": 2}}]
    await posted(body, agent)
    body["params"]["message"]["parts"] = [{"kind": "text", "text": "een"}, {"kind": "text", "text": "twee"}]
    del body["params"]["message"]["messageId"]
    await posted(body, agent)
    assert [given for _, given, _ in agent.asked] == [{"b": 2}, {"text": "een\n\ntwee"}]
    assert len(agent.asked[1][2]) == 36


async def test_requests_that_are_no_json_rpc_get_400() -> None:
    assert (await error(b"{", 400))["code"] == -32700
    assert (await error(b"", 400))["code"] == -32700
    assert (await error(b"\xff\xfe", 400))["code"] == -32700
    assert (await error(b'{"a":NaN}', 400))["code"] == -32700
    assert (await error(b"[" * 50_000, 400))["code"] == -32700
    for body in ([request()], "x", 3, b"null", {}, request() | {"jsonrpc": "1.0"}, request() | {"jsonrpc": 2.0}):
        assert (await error(body, 400))["code"] == -32600
    for bad_id in (True, [1], {"a": 1}, 1.5):
        assert (await error(request() | {"id": bad_id}, 400))["code"] == -32600
    answer = await posted(request() | {"jsonrpc": "1.0"})
    assert answer.json()["id"] == 7


async def test_what_is_asked_wrongly_gets_its_json_rpc_code() -> None:
    assert (await error(request() | {"method": "tasks/list"}))["code"] == -32601
    assert (await error(request() | {"method": None}))["code"] == -32601
    for capability in ("structure_bezwaar", "", None, 3, ["explain_toeslagen"]):
        assert (await error(request(capability=capability)))["code"] == -32602
    for params in (None, [], "x", {}, {"message": "x"}, {"message": {"parts": []}}, {"message": {"parts": ["x"]}}):
        assert (await error(request() | {"params": params}))["code"] == -32602
    for data in ([1], "x", 3):
        assert (await error(request(data)))["code"] == -32602
    long = request()
    long["params"]["message"]["messageId"] = "m" * 201
    assert (await error(long))["code"] == -32602


async def test_what_became_of_a_message_is_told_by_its_id() -> None:
    agent = Agent()
    asked = {"jsonrpc": "2.0", "id": 7, "method": "tasks/get", "params": {"id": "m-1"}}
    task = (await posted(asked, agent)).json()["result"]
    assert (task["id"], task["status"]["state"], task["data"]) == ("m-1", "completed", {"of": "m-1", "to": ""})
    for params in ({"id": "m-2"}, {"id": ""}, {"id": "m" * 201}, {"id": 3}, {}, None):
        assert (await error(asked | {"params": params}))["code"] == -32001
    assert agent.asked == []


async def test_refusals_of_the_agent_carry_their_code_and_words() -> None:
    assert await error(request({"raise": "busy"})) == {
        "code": -32000,
        "message": "Even geduld.",
        "data": {"code": "busy"},
    }
    assert (await error(request({"raise": "key"})))["data"] == {"code": "key_reused"}
    assert (await error(request({"raise": "long"})))["code"] == -32602
    assert (await error(request({"raise": "input"})))["code"] == -32602


async def test_an_agent_that_hangs_meets_its_deadline() -> None:
    hurried = AgentDoor(name="x", description="", url="", capabilities=["c"], version="1", deadline=0.05)
    found = await error(request({"hang": True}), door=hurried)
    assert (found["code"], found["data"]) == (-32000, {"code": "timeout"})


async def test_a_bug_is_a_server_error_that_tells_nothing() -> None:
    async with client_of(Agent(), bugs=False) as client:
        answer = await client.post("/", json=request({"raise": "bug"}))
    assert answer.status_code == 500
    assert "KeyError" not in answer.text


async def test_too_many_bytes_are_refused_however_they_come() -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b" " * 65_536

    for content in (b" " * (BODY_BYTES + 1), endless()):
        async with client_of(Agent()) as client:
            answer = await client.post("/", content=content)
        assert answer.status_code == 413
        assert answer.json()["error"]["data"] == {"code": "too_large"}


async def test_other_methods_and_paths() -> None:
    async with client_of(Agent()) as client:
        assert (await client.get("/health")).json() == {"ok": True}
        assert (await client.get("/")).status_code == 405
        assert (await client.get("/etc/passwd")).status_code == 404


@pytest.mark.parametrize("origin", ["http://localhost:5173", "http://127.0.0.1:10002"])
async def test_our_pages_may_call_and_others_may_not(origin: str) -> None:
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    async with client_of(Agent()) as client:
        ours = await client.options("/", headers=asked | {"origin": origin})
        foreign = await client.options("/", headers=asked | {"origin": "http://evil.example"})
    assert ours.headers["access-control-allow-origin"] == origin
    assert foreign.status_code == 400
    assert "access-control-allow-origin" not in foreign.headers


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(["jsonrpc", "id", "method", "params", "message", "capability", "parts", "kind", "data"])


@given(
    path=st.lists(NAMES, max_size=3),
    value=json_values,
)
async def test_whatever_is_changed_in_a_request_the_answer_is_json_rpc(path: list[str], value: Any) -> None:
    body: Any = json.loads(json.dumps(request(capability="explain_more")))
    place = body
    for name in path[:-1]:
        place = place[name] if isinstance(place.get(name), dict) else place
    if path:
        place[path[-1]] = value
    answer = await posted(body if path else value)
    assert answer.status_code in (200, 400)
    assert ("result" in answer.json()) != ("error" in answer.json())


@given(st.binary(max_size=200))
async def test_any_bytes_are_answered(body: bytes) -> None:
    answer = await posted(body)
    assert answer.status_code in (200, 400)
    assert "error" in answer.json()
