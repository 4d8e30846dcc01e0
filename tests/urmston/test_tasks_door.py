"""The wire of the club's agent: its card, both forms of a task, states, errors, and bodies that mean harm."""

import json
import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette

from loket.core.errors import Unavailable
from loket.doors.urmston_message import BODY_BYTES, Wrong, sent_of
from loket.doors.urmston_tasks import TasksDoor
from loket.engine.host import Host
from loket.engine.keeping import KEPT, outlived
from loket_assistants.urmston.club.card import get_agent_card
from loket_assistants.urmston.club.sqlite import SqliteClub
from tests.urmston.rooms import BASE, Club, club, data_of, message_of, text_of

PLACES = "check_team_availability_v1"
HELLO = message_of("Is there a place in a team?", PLACES)


def rpc(method: str, params: Any, id: Any = 7) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


async def called(there: Club, body: Any, status: int = 200) -> dict[str, Any]:
    answer = await there.http.post("/tasks/send", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("path", ["/.well-known/agent.json", "/.well-known/agent-card.json"])
async def test_the_card_is_that_of_the_mission(tmp_path: Path, path: str) -> None:
    async with club(tmp_path) as there:
        answer = await there.http.get(path)
    assert answer.headers["content-type"] == "application/json"
    card = answer.json()
    skill = card["skills"][0]
    age = skill["parameters"]["properties"]["age"]
    assert {name: value for name, value in card.items() if name != "skills"} == {
        "id": "urn:urmstontown:agent:orchestrator",
        "name": "Urmston Town Juniors Orchestrator Agent",
        "version": "1.0.1",
        "description": "A2A Agent for Urmston Town Juniors FC inquiries, including team availability.",
        "base_url": BASE,
        "authentication": {"type": "none"},
        "capabilities": {"streaming": False, "pushNotifications": False},
    }
    assert {name: value for name, value in skill.items() if name != "parameters"} == {
        "id": "check_team_availability_v1",
        "name": "TeamVacancyCheck",
        "description": "Checks for available spaces in Urmston Town junior teams based on age.",
        "tags": ["football", "juniors", "availability", "registration", "vacancies"],
        "examples": ["Is there space for a 10 year old?", "Check availability for age 7."],
    }
    assert (skill["parameters"]["type"], skill["parameters"]["required"]) == ("object", ["age"])
    assert age == {"type": "integer", "description": "Age of the child in years."}
    assert [one["id"] for one in card["skills"][1:]] == [
        *("check_team_spaces", "validate_registration_code", "get_match_schedule", "report_issue")
    ]
    assert get_agent_card()["base_url"] == "https://urmstontownjfc.co.uk"


async def test_the_site_shows_browsers_a_page_that_names_the_card_and_others_a_sign_of_life(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        health = await there.http.get("/")
        page = await there.http.get("/", headers={"Accept": "text/html,application/xhtml+xml"})
    assert set(health.json()) == {"message"}
    assert f'<link rel="agent" type="application/json" href="{BASE}/.well-known/agent.json">' in page.text
    assert "Is there space for a 10 year old?" in page.text
    assert page.headers["vary"] == health.headers["vary"] == "Accept"
    assert "default-src 'none'" in page.headers["content-security-policy"]


async def test_a_task_in_the_bare_form(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        message = message_of("User asked: is there a place?", PLACES, age=10) | {"messageId": uuid.uuid4().hex}
        task = await there.send(message)
        assert set(task) == {"id", "sessionId", "status", "artifacts", "metadata"}
        assert set(task["status"]) == {"state", "timestamp"}
        assert task["status"]["timestamp"] == "2026-11-22T12:00:00Z"
        artifact = task["artifacts"][0]
        assert (artifact["name"], task["metadata"]) == ("TeamVacancyCheck", {"skill_id": PLACES})
        assert [part["type"] for part in artifact["parts"]] == ["data", "text"]
        assert artifact["parts"][0]["mime_type"] == "application/json"
        assert (await there.http.get(f"/tasks/{task['id']}")).json() == task
        assert (await there.http.post("/tasks/get", json={"id": task["id"]})).json() == task


async def test_the_same_task_in_json_rpc(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        params = {"sessionId": "talk-1", "message": message_of("Is there a place?", "TeamVacancyCheck", age=10)}
        answer = await called(there, rpc("tasks/send", params, "one"))
        assert (answer["jsonrpc"], answer["id"]) == ("2.0", "one")
        task = answer["result"]
        assert task["sessionId"] == "talk-1"
        assert data_of(task)["team_name"] == "U10 Lions"
        again = await there.http.post("/", json=rpc("tasks/get", {"id": task["id"]}))
        assert again.json()["result"] == task


async def test_parts_are_read_in_either_dialect(tmp_path: Path) -> None:
    data = {"skill_id": PLACES, "parameters": {"age": 10}}
    async with club(tmp_path) as there:
        for parts in (
            [{"kind": "text", "text": "A place?"}, {"kind": "data", "mimeType": "application/json", "data": data}],
            [{"type": "data", "data": data}],
            [{"type": "data", "data": {"age": 10}}],
            [{"type": "file", "file": {"uri": "https://club.example/x"}}, {"type": "data", "data": data}],
        ):
            assert data_of(await there.send({"role": "user", "parts": parts}))["team_name"] == "U10 Lions"


async def test_the_structured_part_wins_over_the_words(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        task = await there.ask("Is there a place for a 7 year old?", PLACES, age=10)
        assert data_of(task)["team_name"] == "U10 Lions"
        gap = await there.ask("Is there a place for a 7 year old?", PLACES)
        assert data_of(gap)["team_name"] == "U7 Otters"


async def test_a_repeated_message_is_the_same_task_and_another_one_under_its_id_is_refused(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        id = uuid.uuid4()
        first = await there.send(message_of("x", PLACES, age=10) | {"messageId": id.hex})
        again = await there.send(message_of("x", PLACES, age=10) | {"messageId": str(id)})
        assert again == first
        other = await there.send(message_of("x", PLACES, age=11) | {"messageId": id.hex}, 400)
        assert other["error"]["code"] == "invalid_request"
        short = [await there.send(message_of("x", PLACES, age=10) | {"messageId": "1"}) for _ in range(2)]
        assert short[0]["id"] != short[1]["id"]


async def test_a_task_that_waits_can_be_cancelled_and_one_that_is_over_cannot(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        task = await there.send(HELLO)
        assert task["status"]["state"] == "input-required"
        gone = (await there.http.post("/tasks/cancel", json={"id": task["id"]})).json()
        assert gone["status"]["state"] == "canceled"
        twice = await called(there, rpc("tasks/cancel", {"id": task["id"]}))
        assert twice["error"]["code"] == -32002
        more = await there.send(message_of("ten"), 400, id=task["id"])
        assert more["error"]["code"] == "invalid_request"
        assert (await called(there, rpc("tasks/send", {"id": task["id"], "message": HELLO})))["error"]["code"] == -32004


async def test_an_unknown_task_is_not_found_in_either_form(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        for id in ("nothing", "A" * 22, "../../etc"):
            assert (await there.send(HELLO, 404, id=id))["error"]["code"] == "task_not_found"
            assert (await there.http.post("/tasks/get", json={"id": id})).status_code == 404
            assert (await called(there, rpc("tasks/get", {"id": id})))["error"]["code"] == -32001
            assert (await called(there, rpc("tasks/send", {"id": id, "message": HELLO})))["error"]["code"] == -32001
        assert (await there.http.get("/tasks/nothing")).status_code == 404


async def test_a_client_that_opens_a_task_under_its_own_id_finds_it_again_by_it(tmp_path: Path) -> None:
    """As the python-a2a SDK does: it sends a whole task, whose message has `content` in place of parts."""
    async with club(tmp_path) as there:
        message = {"content": {"type": "text", "text": "Is there space for a 10 year old?"}, "role": "user"}
        id = str(uuid.uuid4())
        params = {"id": id, "sessionId": "s", "status": {"state": "submitted"}, "message": message}
        task = (await called(there, rpc("tasks/send", params)))["result"]
        assert (task["id"], task["sessionId"]) == (id, "s")
        assert (await there.http.get(f"/tasks/{id}")).json() == task
        call = {"type": "function_call", "name": PLACES, "parameters": [{"name": "age", "value": 7}]}
        params = {"id": str(uuid.uuid4()), "status": {"state": "submitted"}, "message": {"content": call}}
        assert data_of((await called(there, rpc("tasks/send", params)))["result"])["team_name"] == "U7 Otters"


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
    async def full() -> Host:
        raise Unavailable("disk_full", "There is no room left.")

    routes = TasksDoor(full, "urmston.club", get_agent_card()).routes()
    app = httpx.ASGITransport(Starlette(routes=routes))
    async with httpx.AsyncClient(transport=app, base_url=BASE) as http:
        answer = await http.post("/tasks/send", json={"message": HELLO})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
        assert (await http.get("/tasks/x")).status_code == 503


class Slow(SqliteClub):
    """Books that take longer than a caller waits."""

    def __init__(self, path: Path, gate: Any) -> None:
        super().__init__(path)
        self.gate = gate

    async def teams(self) -> Any:
        await self.gate.wait()
        return await super().teams()


async def test_a_slow_task_is_told_as_working_and_read_later(tmp_path: Path) -> None:
    gate = anyio.Event()
    async with club(tmp_path, data=Slow(tmp_path / "c.sqlite", gate), deadline=0.05) as there:
        task = await there.ask("A place?", PLACES, age=10)
        assert task["status"]["state"] == "working"
        gate.set()
        await there.host.settled(task["id"], 2)
        assert text_of((await there.http.get(f"/tasks/{task['id']}")).json()).startswith("Good news")


async def test_what_was_asked_is_kept_for_a_day(tmp_path: Path) -> None:
    assert KEPT.days == 1
    async with club(tmp_path) as there:
        task = await there.ask("A place?", PLACES, age=10)
        entry = await there.host.store.entry(task["id"])
        assert entry is not None
        assert (entry.owner, entry.state) == ("agents:urmston.club", "idle")
        waits = (await there.send(HELLO))["id"]
        day = entry.updated + KEPT
        assert await outlived(there.host.store, there.host.kit, day - timedelta(minutes=1)) == []
        later = await outlived(there.host.store, there.host.kit, day + timedelta(minutes=1))
        assert set(later) == {task["id"], waits}


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
