"""What the club's agent refuses: bodies that are no request, that mean harm or are too much, and when it is full."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette

from loket.core.errors import Unavailable
from loket.engine.host import Host
from loket.house.house import House
from loket_demos.urmston.club.card import get_agent_card
from loket_demos.urmston.doors.message import BODY_BYTES, Wrong, sent_of
from loket_demos.urmston.doors.tasks import TasksDoor
from tests.urmston.rooms import BASE, HELLO, PLACES, called, club, message_of, rpc


@pytest.mark.parametrize(
    "body",
    [
        [],
        "x",
        {},
        {"message": {}},
        {"message": {"parts": []}},
        {"message": {"parts": "x"}},
        {"message": {"parts": [1]}},
        {"message": {"parts": [{"type": "text", "text": ""}]}},
        {"message": {"parts": [{"type": "data", "data": [1]}]}},
        {"message": {"parts": [{"type": "data", "data": {"skill_id": 5}}]}},
        {"message": {"parts": [{"type": "data", "data": {"skill_id": "x", "parameters": [1]}}]}},
        {"message": message_of("x"), "id": 5},
        {"message": message_of("x") | {"messageId": "x" * 300}},
    ],
)
async def test_requests_that_cannot_be_read_are_refused_with_a_code_and_leave_nothing(
    tmp_path: Path, body: Any
) -> None:
    async with club(tmp_path) as there:
        error = (await called(there, body, 400))["error"]
        assert error["code"] == "invalid_request"
        assert error["message"]
        assert await there.host.store.entries() == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('{"jsonrpc": "2.0", "id": 1, "method"', -32700),
        (json.dumps({"jsonrpc": "1.0", "id": 1, "method": "tasks/send", "params": {}}), -32600),
        (json.dumps({"jsonrpc": "2.0", "id": True, "method": "tasks/send", "params": {}}), -32600),
        (json.dumps({"jsonrpc": "2.0", "id": 1, "params": {}}), -32600),
        (json.dumps(rpc("tasks/teleport", {})), -32601),
        (json.dumps(rpc("tasks/send", [])), -32602),
        (json.dumps(rpc("tasks/send", {})), -32602),
        (json.dumps(rpc("tasks/send", {"message": {"parts": []}})), -32602),
        (json.dumps(rpc("tasks/get", {})), -32602),
    ],
)
async def test_json_rpc_errors_have_their_numbers(tmp_path: Path, body: str, code: int) -> None:
    async with club(tmp_path) as there:
        answer = (await there.http.post("/tasks/send", content=body)).json()
        assert (answer["jsonrpc"], answer["error"]["code"]) == ("2.0", code)
        assert "result" not in answer


async def test_too_much_is_refused(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        body = await there.http.post("/tasks/send", content=b" " * (BODY_BYTES + 1))
        words = await there.http.post("/tasks/send", json={"message": message_of("word " * 2000)})
        data = await there.http.post("/tasks/send", json={"message": message_of("x", PLACES, note="x" * 17_000)})
        assert [answer.status_code for answer in (body, words, data)] == [413, 413, 413]
        assert body.json()["error"]["code"] == "too_large"


async def test_a_body_of_brackets_is_no_json(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        answer = await there.http.post("/tasks/send", content=b"[" * 100_000)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_request")


async def test_an_engine_that_takes_nothing_more_is_told_as_such() -> None:
    full: asyncio.Future[Host] = asyncio.get_running_loop().create_future()
    full.set_exception(Unavailable("disk_full", "There is no room left."))
    routes = TasksDoor(House(full), "urmston.club", get_agent_card()).routes()
    app = httpx.ASGITransport(Starlette(routes=routes))
    async with httpx.AsyncClient(transport=app, base_url=BASE) as http:
        answer = await http.post("/tasks/send", json={"message": HELLO})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
        assert (await http.get("/tasks/x")).status_code == 503


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["id", "sessionId", "message", "status", "messageId", "parts", "content", "type", "text", "data"]
)
NEARLY = st.recursive(
    JSON, lambda inner: st.dictionaries(KEYS, inner, max_size=5) | st.lists(inner, max_size=3), max_leaves=12
)


@given(body=NEARLY)
def test_whatever_comes_is_a_message_or_wrong(body: Any) -> None:
    statuses: list[int] = []
    try:
        sent = sent_of(body)
        assert isinstance(sent.text, str)
    except Wrong as wrong:
        statuses.append(wrong.status)
    assert set(statuses) <= {400, 413}
